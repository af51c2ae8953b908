#include "tablebase/tables_precompute.h"

#include "base/threads.h"
#include "parallel/ranks.h"

#include <stdlib.h>
#include <string.h>

/* The chunks of a unit. */
struct made {
  struct file_chunk chunk[UNIT_CHUNKS];
};

struct tables_ahead {
  bool distances;
  struct batch_cursor cursor;
  struct made *made; /* this rank's units, in order; those before `given` belong to a batch */
  size_t count, given, capacity;
};

struct tables_ahead *
tables_ahead_create (const struct endgames *endgames, bool distances)
{
  struct tables_ahead *ahead = allocate (1, sizeof *ahead);
  ahead->distances = distances;
  batch_begin (&ahead->cursor, endgames, NULL);
  return ahead;
}

void
tables_ahead_destroy (struct tables_ahead *ahead)
{
  if (ahead == NULL)
    return;
  for (size_t i = ahead->given; i < ahead->count; i++)
    for (int k = 0; k < UNIT_CHUNKS; k++)
      free (ahead->made[i].chunk[k].bytes);
  free (ahead->made);
  free (ahead->cursor.share);
  free (ahead);
}

static void
keep (struct tables_ahead *ahead, const struct unit *unit)
{
  if (ahead->count == ahead->capacity) {
    ahead->capacity = 2 * ahead->capacity + 16;
    ahead->made = reallocate (ahead->made, ahead->capacity, sizeof *ahead->made);
  }
  memcpy (ahead->made[ahead->count++].chunk, unit->chunk, sizeof unit->chunk);
}

bool
tables_ahead_work (struct tables_ahead *ahead, const struct endgames *endgames, int pairs)
{
  struct batch *batch = batch_plan (endgames, pairs, ahead->distances, 1, &ahead->cursor);
  const bool some = batch->count > 0;
  if (some)
    team_do (endgames->team, batch_make, batch);
  for (size_t i = 0; i < batch->count; i++)
    if (batch->unit[i].rank == endgames->options.ranks->rank)
      keep (ahead, &batch->unit[i]);
  batch_free (batch);
  return some;
}

uint64_t
tables_ahead_count (const struct tables_ahead *ahead, bool distances)
{
  return ahead != NULL && ahead->distances == distances ? ahead->count - ahead->given : 0;
}

void
tables_ahead_give (struct tables_ahead *ahead, struct batch *batch)
{
  for (size_t i = 0; i < batch->count; i++) {
    struct unit *unit = &batch->unit[i];
    if (unit->ahead && unit->rank == batch->endgames->options.ranks->rank)
      memcpy (unit->chunk, ahead->made[ahead->given++].chunk, sizeof unit->chunk);
  }
}
