#include "support/endgames.h"

#include <stdlib.h>

struct endgames *endgames_up_to (const struct game *game, int pieces, int threads) {
  struct failure failure = { 0 };
  struct endgames *endgames = endgames_create (game, &(struct endgames_options){ .threads = threads });
  for (int n = 2; n <= pieces; n++)
    assert_true (endgames_solve (endgames, n, NULL, NULL, &failure));
  return endgames;
}

void endgames_sum_add (const struct slice_summary *summary, void *context) {
  struct endgames_sum *sum = context;
  sum->positions += summary->slice.positions;
  sum->won += summary->won;
  sum->drawn += summary->drawn;
  sum->lost += summary->lost;
  if (summary->longest > sum->longest)
    sum->longest = summary->longest;
}

/* The code by the rules and the codes after the moves; -1 if one of these is missing. `children` has room for
 * those of any position, `child` is spare. */
static int code_by_rules (const struct game *game, const struct row_table *tables,
                          const struct position *position, uint8_t *children, struct position *child) {
  const struct engine *engine = game->engine;
  struct row_outcomes after = ROW_OUTCOMES_NONE;
  struct terminal_status status;
  uint8_t packed[PACKED_MAX] = { 0 };
  engine->pack (game, position, packed);
  const int count = engine->children (game, packed, false, children, &status);
  if (status.outcome != GOING_ON)
    return status.outcome == DRAWN ? -1 : endgame_code (status.outcome, 0);
  for (int i = 0; i < count; i++) {
    assert_true (engine->unpack (game, children + i * game->key_bytes, child));
    const int code = engine->outcome (game, child) == LOST ? endgame_code (LOST, 0)
                                                           : engine->slices->probe (tables, child);
    if (code < 0)
      return -1;
    row_outcomes_add (&after, (uint8_t) code);
  }
  return row_outcomes_code (&after);
}

uint64_t endgames_first_wrong (const struct game *game, const struct row_table *tables,
                               const struct slice *slice, uint64_t size, uint64_t step) {
  const struct slices_engine *slices = game->engine->slices;
  struct position *position = position_allocate (game), *child = position_allocate (game);
  uint8_t *children = allocate ((size_t) game->moves_max, (size_t) game->key_bytes);
  uint64_t wrong = UINT64_MAX;
  for (uint64_t i = 0; i < size && wrong == UINT64_MAX; i += step) {
    slices->position (game, slice, i, position);
    const int code = slices->probe (tables, position);
    if (code < 0 || code != code_by_rules (game, tables, position, children, child))
      wrong = i;
  }
  free (children);
  free (child);
  free (position);
  return wrong;
}

bool endgames_follow (const struct game *game, const struct endgames *endgames, int pieces, uint64_t step) {
  int count;
  struct slice *list = slices_of_pieces (game, pieces, &count);
  bool right = true;
  for (int i = 0; i < 2 * count && right; i++) {
    struct slice *slice = slice_at (game, list, i / 2);
    const uint64_t size = game->engine->slices->size (game, slice, i % 2 == 1);
    right = endgames_first_wrong (game, endgames_tables (endgames), slice, size, step) == UINT64_MAX;
  }
  free (list);
  return right;
}

void random_endgame (const struct game *game, int pieces, uint64_t *random, struct position *position) {
  const struct slices_engine *engine = game->engine->slices;
  int count;
  struct slice *list = slices_of_pieces (game, pieces, &count);
  struct slice *slice = slice_at (game, list, random_below (random, count));
  const uint64_t size = engine->size (game, slice, random_below (random, 2) == 1);
  engine->position (game, slice, random_next (random) % size, position);
  free (list);
}
