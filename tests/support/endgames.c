#include "support/endgames.h"

#include <stdlib.h>

struct endgames *
endgames_up_to (const struct game *game, int pieces, int threads)
{
  struct failure failure = { 0 };
  struct endgames *endgames = endgames_create (game, &(struct endgames_options){ .threads = threads });
  for (int n = 2; n <= pieces; n++)
    assert_true (endgames_solve (endgames, n, NULL, NULL, &failure));
  return endgames;
}

void
endgames_sum_add (const struct slice_summary *summary, void *context)
{
  struct endgames_sum *sum = context;
  sum->positions += summary->slice.positions;
  sum->won += summary->won;
  sum->drawn += summary->drawn;
  sum->lost += summary->lost;
  if (summary->longest > sum->longest)
    sum->longest = summary->longest;
}

void
random_endgame (const struct game *game, int pieces, uint64_t *random, struct position *position)
{
  const struct slices_engine *engine = game->engine->slices;
  const int count = engine->list (game, pieces, NULL);
  char *list = allocate ((size_t) count, engine->slice_bytes);
  engine->list (game, pieces, (struct slice *) list);
  struct slice *slice = (struct slice *) (list + (size_t) random_below (random, count) * engine->slice_bytes);
  const uint64_t size = engine->size (game, slice, random_below (random, 2) == 1);
  engine->position (game, slice, random_next (random) % size, position);
  free (list);
}
