#include "tablebase/endgames.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct slice *slices_up_to (const struct game *game, int pieces, int *count) {
  const size_t bytes = game->engine->slices->slice_bytes;
  char *all = NULL;
  *count = 0;
  for (int n = 2; n <= pieces; n++) {
    int more;
    struct slice *list = slices_of_pieces (game, n, &more);
    all = reallocate (all, (size_t) *count + (size_t) more, bytes);
    memcpy (all + (size_t) *count * bytes, list, (size_t) more * bytes);
    *count += more;
    free (list);
  }
  return (struct slice *) (void *) all;
}

uint64_t endgames_positions (const struct game *game, int pieces) {
  assert (game->engine->slices != NULL && pieces >= 2);
  const struct slices_engine *engine = game->engine->slices;
  int count;
  struct slice *list = slices_of_pieces (game, pieces, &count);
  uint64_t positions = 0;
  for (int i = 0; i < count; i++) {
    struct slice *slice = slice_at (game, list, i);
    positions += engine->size (game, slice, false);
    if (!engine->is_symmetric (slice))
      positions += engine->size (game, slice, true);
  }
  free (list);
  return positions;
}

int endgames_slices (const struct game *game, int pieces) {
  assert (game->engine->slices != NULL && pieces >= 2);
  int count, slices = 0;
  struct slice *list = slices_of_pieces (game, pieces, &count);
  for (int i = 0; i < count; i++)
    slices += game->engine->slices->is_symmetric (slice_at (game, list, i)) ? 1 : 2;
  free (list);
  return slices;
}

struct endgame_pair *endgames_add_pair (struct endgames *endgames, const struct slice *slice) {
  endgames->pair
      = grow_list (endgames->pair, (size_t) endgames->pairs, &endgames->capacity, sizeof *endgames->pair);
  struct endgame_pair *pair = &endgames->pair[endgames->pairs++];
  memset (pair, 0, sizeof *pair);
  pair->rows = endgames->engine->open (endgames->game, slice);
  for (int side = 0; side < 2; side++)
    if (endgames->engine->describe (pair->rows, side, &pair->summary[side].slice))
      pair->sides = side + 1;
  assert (pair->sides == 1 || pair->sides == 2);
  assert (pair->summary[0].slice.rows == pair->summary[1].slice.rows); /* the two slices share the rows */
  assert (pair->summary[0].slice.rows <= ENDGAME_ROWS_MAX && pair->summary[0].slice.copies > 0);
  pair->value = allocate_scattered (endgame_pair_bytes (pair), 1);
  return pair;
}

bool endgames_probe (const struct endgames *endgames, const struct position *position, enum outcome *outcome,
                     int *distance) {
  const int code = endgames->engine->probe (endgames->tables, position);
  if (code < 0)
    return false;
  assert (code <= ENDGAME_DISTANCE_MAX + 1);
  *outcome = endgame_outcome ((uint8_t) code);
  *distance = *outcome == DRAWN ? 0 : endgame_distance ((uint8_t) code);
  assert (endgame_code (*outcome, *distance) == code);
  return true;
}

const struct row_table *endgames_tables (const struct endgames *endgames) { return endgames->tables; }

bool endgames_have_distances (const struct endgames *endgames) { return !endgames->values_only; }

int endgames_pieces (const struct endgames *endgames) { return endgames->pieces; }
