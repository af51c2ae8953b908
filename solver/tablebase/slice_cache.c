#include "tablebase/slice_cache.h"

#include "tablebase/slice_store.h"
#include "tablebase/slice_work.h"

#include <assert.h>
#include <malloc.h>
#include <stdlib.h>

struct slice_room slice_room (uint64_t rows) {
  enum { EVENT_BYTES = 60 }; /* an estimate for each row */
  return (struct slice_room){ rows * (2 * sizeof (struct row_state) + EVENT_BYTES), 64 * rows };
}

/* Which of the slices before slice number `pair` are needed for it. */
static bool *needs (const struct game *game, struct slice *all, int pair, int side) {
  bool *needed = allocate ((size_t) pair + 1, sizeof *needed);
  for (int i = 0; i < pair; i++)
    needed[i] = game->engine->slices->moves_into (slice_at (game, all, pair), side, slice_at (game, all, i));
  return needed;
}

uint64_t slice_cache_least (const struct game *game, int pieces) {
  int count;
  struct slice *all = slices_up_to (game, pieces, &count);
  uint64_t least = 0;
  for (int pair = 0; pair < count; pair++) {
    const struct slice_room room = slice_room (game->engine->slices->rows (game, slice_at (game, all, pair)));
    uint64_t most = room.value;
    for (int side = 0; side < 2; side++) {
      bool *needed = needs (game, all, pair, side);
      uint64_t values = 0;
      for (int i = 0; i < pair; i++)
        values
            += needed[i] ? slice_room (game->engine->slices->rows (game, slice_at (game, all, i))).value : 0;
      most = values > most ? values : most;
      free (needed);
    }
    least = room.state + most > least ? room.state + most : least;
  }
  free (all);
  return least;
}

void slice_cache_drop (struct endgames *endgames, int pair) {
  struct endgame_pair *dropped = &endgames->pair[pair];
  free (dropped->value);
  dropped->value = NULL;
  endgames->engine->enter (endgames->tables, dropped->rows, NULL, false);
}

/* The pair that is dropped first; -1: none can be dropped. */
static int least_recent (const struct endgames *endgames, int pairs, const bool *needed) {
  int least = -1;
  for (int i = 0; i < pairs; i++)
    if (endgames->pair[i].value != NULL && (needed == NULL || !needed[i])
        && (least < 0 || endgames->pair[i].used < endgames->pair[least].used))
      least = i;
  return least;
}

bool slice_cache_make_room (struct endgames *endgames, int pairs, const bool *needed, uint64_t room,
                            struct failure *failure) {
  const uint64_t memory = endgames->options.memory;
  uint64_t bytes = room;
  for (int i = 0; i < pairs; i++)
    if (endgames->pair[i].value != NULL || (needed != NULL && needed[i]))
      bytes += endgame_pair_bytes (&endgames->pair[i]);
  if (memory == 0 || bytes <= memory)
    return true;
  if (!slice_writer_wait (endgames->writer, failure))
    return false;
  for (int pair; bytes > memory && (pair = least_recent (endgames, pairs, needed)) >= 0;) {
    bytes -= endgame_pair_bytes (&endgames->pair[pair]);
    slice_cache_drop (endgames, pair);
  }
  malloc_trim (0); /* what is free between values that are kept goes back, too */
  return true;
}

bool slice_cache_hold (struct endgames *endgames, int pairs, const bool *needed, uint64_t room,
                       struct failure *failure) {
  if (!slice_cache_make_room (endgames, pairs, needed, room, failure))
    return false;
  for (int i = 0; i < pairs; i++) {
    struct endgame_pair *pair = &endgames->pair[i];
    if (!needed[i])
      continue;
    pair->used = ++endgames->uses;
    if (pair->value != NULL)
      continue;
    pair->value = allocate_scattered (endgame_pair_bytes (pair), 1);
    if (!slice_store_read (endgames, pair, failure))
      return fail (failure, EXIT_IO,
                   "%s: the file of slice %s is gone or damaged; the same command makes it again",
                   endgames->game->title, pair->summary[0].slice.name);
    endgames->engine->enter (endgames->tables, pair->rows, pair->value, false);
  }
  return true;
}

bool slice_cache_hold_needed (struct endgames *endgames, int side, uint64_t room, struct failure *failure) {
  if (endgames->options.memory == 0)
    return true;
  int count;
  const int pair = endgames->pairs - 1, solved = endgames->pieces;
  struct slice *all = slices_up_to (endgames->game, solved == 0 ? 2 : solved + 1, &count);
  assert (pair < count);
  bool *needed = needs (endgames->game, all, pair, side);
  const bool held = slice_cache_hold (endgames, pair, needed, room, failure);
  free (needed);
  free (all);
  return held;
}
