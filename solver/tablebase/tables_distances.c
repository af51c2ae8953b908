#include "tablebase/tables_distances.h"

#include "base/threads.h"
#include "tablebase/endgames.h"
#include "tablebase/tables_layout.h"

#include <assert.h>
#include <stdlib.h>

struct endgames *tables_distances_make (const struct game *game, int pieces, int threads,
                                        bool (*stop) (void *context, const char *slice), void *context,
                                        struct failure *failure) {
  assert (pieces >= 2);
  assert (threads > 0);
  const struct endgames_options options = { .threads = threads, .stop = stop, .context = context };
  struct endgames *endgames = endgames_create (game, &options);
  for (int n = 2; n <= pieces; n++)
    if (!endgames_solve (endgames, n, NULL, NULL, failure)) {
      endgames_destroy (endgames);
      return NULL;
    }
  return endgames;
}

/* A slice, a part by each thread. */
struct slice_copy {
  const struct endgames *endgames;
  const struct endgame_pair *pair;
  int side;
  uint64_t size;
  uint8_t *distance;
};

static void copy_part (void *context, int thread) {
  const struct slice_copy *c = context;
  const struct thread_part part = thread_part (c->size, c->endgames->options.threads, thread);
  if (part.count == 0)
    return;
  uint8_t *code = c->distance + part.first;
  const struct slice_range range = { c->side, part.first, part.count };
  c->endgames->engine->copy (c->pair->rows, &range, c->pair->value, code, false);
  for (uint64_t i = 0; i < part.count; i++)
    code[i] = code[i] == ENDGAME_DRAWN ? TABLES_NO_DISTANCE : (uint8_t) endgame_distance (code[i]);
}

void tables_distances_copy (const struct endgames *endgames, int pair, int side, uint64_t size,
                            uint8_t *distance) {
  assert (0 <= pair && pair < endgames->pairs && 0 <= side && side < endgames->pair[pair].sides);
  assert (endgames->pair[pair].value != NULL && !endgames->values_only); /* not dropped yet */
  assert (size == endgames->pair[pair].summary[side].slice.positions);
  struct slice_copy copied = { endgames, &endgames->pair[pair], side, size, distance };
  team_do (endgames->team, copy_part, &copied);
}
