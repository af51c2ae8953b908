#include "tablebase/endgames.h"

#include "tablebase/slice_work.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { EVENT_BYTES = 10 }; /* an estimate of the bytes for each row */

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

uint64_t endgames_memory (const struct game *game, int pieces, int ranks) {
  assert (ranks > 0);
  uint64_t all = 0, largest = 0;
  for (int n = 2; n <= pieces; n++) {
    int count;
    struct slice *list = slices_of_pieces (game, n, &count);
    for (int i = 0; i < count && all != UINT64_MAX; i++) {
      const uint64_t rows = game->engine->slices->rows (game, slice_at (game, list, i));
      all = rows > ENDGAME_ROWS_MAX ? UINT64_MAX : all + 64 * rows;
      largest = rows > largest ? rows : largest;
    }
    free (list);
    if (count == 0)
      return 0;
  }
  const uint64_t part = largest / (unsigned) ranks,
                 balanced = largest < ENDGAME_BALANCE_ROWS ? largest : ENDGAME_BALANCE_ROWS;
  const uint64_t work = ranks > 1 && balanced > part ? balanced : part;
  return all == UINT64_MAX ? all : all + work * (2 * sizeof (struct row_state) + EVENT_BYTES);
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
  pair->memory = allocate ((size_t) pair->summary[0].slice.rows * 64 + ENDGAME_VALUE_ALIGNMENT, 1);
  const uintptr_t past = (uintptr_t) pair->memory % ENDGAME_VALUE_ALIGNMENT;
  pair->value = (uint8_t *) pair->memory + (past == 0 ? 0 : ENDGAME_VALUE_ALIGNMENT - past);
  assert ((uintptr_t) pair->value % ENDGAME_VALUE_ALIGNMENT == 0);
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
