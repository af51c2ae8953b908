#include "tablebase/tables_precompute.h"

#include "base/threads.h"
#include "parallel/ranks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The chunks of a unit. */
struct made {
  struct file_chunk chunk[UNIT_CHUNKS];
};

struct tables_precompute {
  bool distances;
  struct batch_cursor cursor;
  struct made *made; /* this rank's units, in order; the units before `given` are in a batch already */
  size_t count, given, capacity;
};

struct tables_precompute *tables_precompute_create (const struct endgames *endgames, bool distances) {
  struct tables_precompute *precompute = allocate (1, sizeof *precompute);
  precompute->distances = distances;
  batch_begin (&precompute->cursor, endgames, NULL);
  return precompute;
}

void tables_precompute_destroy (struct tables_precompute *precompute) {
  if (precompute == NULL)
    return;
  for (size_t i = precompute->given; i < precompute->count; i++)
    for (int k = 0; k < UNIT_CHUNKS; k++)
      free (precompute->made[i].chunk[k].bytes);
  free (precompute->made);
  free (precompute->cursor.share);
  free (precompute);
}

static void keep (struct tables_precompute *precompute, const struct unit *unit) {
  precompute->made
      = grow_list (precompute->made, precompute->count, &precompute->capacity, sizeof *precompute->made);
  assert (unit->range.count == 0 || unit->chunk[0].bytes != NULL);
  memcpy (precompute->made[precompute->count++].chunk, unit->chunk, sizeof unit->chunk);
}

bool tables_precompute_work (struct tables_precompute *precompute, const struct endgames *endgames,
                             int pairs) {
  assert (0 <= pairs && pairs <= endgames->pairs);
  struct batch *batch = batch_plan (endgames, pairs, precompute->distances, 1, &precompute->cursor);
  const bool some = batch->count > 0;
  if (some)
    team_do (endgames->team, batch_make, batch);
  for (size_t i = 0; i < batch->count; i++)
    if (batch->unit[i].rank == endgames->options.ranks->rank)
      keep (precompute, &batch->unit[i]);
  batch_free (batch);
  return some;
}

uint64_t tables_precompute_count (const struct tables_precompute *precompute, bool distances) {
  return precompute != NULL && precompute->distances == distances ? precompute->count - precompute->given : 0;
}

void tables_precompute_give (struct tables_precompute *precompute, struct batch *batch) {
  for (size_t i = 0; i < batch->count; i++) {
    struct unit *unit = &batch->unit[i];
    if (unit->precomputed && unit->rank == batch->endgames->options.ranks->rank) {
      assert (precompute->given < precompute->count);
      memcpy (unit->chunk, precompute->made[precompute->given++].chunk, sizeof unit->chunk);
    }
  }
}
