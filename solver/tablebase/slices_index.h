/* The part of struct slices_engine that names, counts and numbers positions, compiled with each game that has
 * slices (game.h): everything of it that readers of tables need. */
#ifndef ZERMELO_TABLEBASE_SLICES_INDEX_H
#define ZERMELO_TABLEBASE_SLICES_INDEX_H

#include "tablebase/slices.h"

#include <assert.h>

static int slices_list (const struct game *game, int pieces, struct slice *list) {
  return slice_list (game->board, pieces, list);
}

static bool slices_is_symmetric (const struct slice *slice) {
  const struct slice side_swapped = slice_side_swapped (slice);
  return slice_number (slice) == slice_number (&side_swapped);
}

static uint64_t slices_size (const struct game *game, struct slice *slice, bool side_swapped) {
  if (side_swapped)
    *slice = slice_side_swapped (slice);
  return slice_size (game->board, slice);
}

#ifndef NDEBUG
/* Is this the number of the position in its slice? */
static bool slices_has_index (const struct board *board, const struct slice *slice, uint64_t index,
                              const struct position *position) {
  const struct slice its = slice_of (position);
  return slice_number (&its) == slice_number (slice) && slice_index (board, slice, position) == index;
}
#endif

static void slices_position (const struct game *game, const struct slice *slice, uint64_t index,
                             struct position *position) {
  *position = slice_position (game->board, slice, index);
  assert (slices_has_index (game->board, slice, index, position));
}

static void slices_name (const struct position *position, char *name, size_t size) {
  const struct slice slice = slice_of (position);
  slice_print (&slice, name, size);
}

static uint64_t slices_index (const struct game *game, const struct position *position) {
  const struct slice slice = slice_of (position);
  const uint64_t index = slice_index (game->board, &slice, position);
  assert (index < slice_size (game->board, &slice));
  return index;
}

static void slices_text (const struct game *game, const struct position *position, char *text, size_t size) {
  _Static_assert((int) SLICE_POSITION_TEXT <= (int) ENDGAME_TEXT, "text of a position");
  slice_position_text (game->board, position, text, size);
}

static bool slices_place (const struct game *game, const uint64_t pieces[2], uint64_t promoted, bool second,
                          struct position *position) {
  return slice_place (game->board, pieces, promoted, second, position);
}

static void slices_squares (const struct game *game, const struct position *position, uint64_t pieces[2],
                            uint64_t *promoted, bool *second) {
  slice_numbers (game->board, position, pieces, promoted, second);
}

static int slices_number_of (const struct position *position) {
  const struct slice slice = slice_of (position);
  return slice_has_number (&slice) ? slice_number (&slice) : -1;
}

static bool slices_leaves_out (const struct game *game, const struct position *position) {
  return slice_leaves_out (game->board, position);
}

static enum outcome slices_follow (const struct game *game, const struct position *position,
                                   enum outcome (*value) (void *context, const struct position *),
                                   void *context) {
  struct move moves[GAME_MOVES_MAX];
  const int count = game_moves (game->board, position, moves);
  bool drawn = false;
  assert (count > 0);
  for (int i = 0; i < count; i++) {
    const struct position after = game_play (game->board, position, moves[i]);
    const enum outcome outcome = value (context, &after);
    if (outcome == GOING_ON || outcome == LOST)
      return outcome == LOST ? WON : GOING_ON;
    drawn |= outcome == DRAWN;
  }
  return drawn ? DRAWN : LOST;
}

/** Initialisers of struct slices_engine. */
#define SLICES_INDEX                                                                                         \
  .slice_bytes = sizeof (struct slice), .list = slices_list, .stage = slice_stage,                           \
  .is_symmetric = slices_is_symmetric, .size = slices_size, .position = slices_position,                     \
  .name = slices_name, .index = slices_index, .text = slices_text, .place = slices_place,                    \
  .squares = slices_squares, .leaves_out = slices_leaves_out, .follow = slices_follow,                       \
  .numbers = SLICE_NUMBERS, .number = slice_number, .number_of = slices_number_of,                           \
  .index_text = SLICE_INDEX_TEXT, .name_text = SLICE_NAME_TEXT, .name_sentence = SLICE_NAME_SENTENCE

#endif
