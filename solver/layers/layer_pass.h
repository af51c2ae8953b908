/* A pass over this rank's keys of a layer: partition by partition, cut into slices of bounded size.
 *
 * All ranks make passes in steps: each expands a slice, keys are exchanged, each handles the keys that it
 * received. A rank without slices takes part with empty ones until all ranks are done. */
#ifndef ZERMELO_LAYERS_LAYER_PASS_H
#define ZERMELO_LAYERS_LAYER_PASS_H

#include "base/threads.h"
#include "engine.h"
#include "layers/key_exchange.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/** The source of the keys of a layer: in memory, or in files (layer_in_source()). */
struct key_source {
  void *context;
  uint64_t memory;                                /* bytes that the source takes */
  size_t (*count) (void *context, int partition); /* the number of keys in a partition of this rank; constant
                                                     during a pass */
  /** Copy some keys. False and a failure if they cannot be read. */
  bool (*read) (void *context, int partition, size_t first, size_t count, uint8_t *keys, struct failure *);
};

enum {
  PASS_BYTES = 1 << 26, /* upper limit for the children of a slice */
  PASS_TAKE = 1024      /* keys that a thread takes at a time */
};

struct pass {
  const struct key_source *source;
  const struct ranks *ranks;
  size_t key_bytes, most;
  int partition; /* the next key: number `first` of this partition */
  size_t first;
  uint8_t *keys;             /* the keys of the slice */
  size_t count, before;      /* the number of keys in the slice, and in the slices before it */
  atomic_size_t cursor;      /* the next key of the slice for a thread */
  atomic_int next_partition; /* for a thread: counted over the partitions of this rank */
};

static inline void pass_begin (struct pass *pass, const struct key_source *source, const struct game *game,
                               const struct ranks *ranks) {
  assert (game->moves_max > 0 && game->key_bytes > 0);
  const size_t key_bytes = (size_t) game->key_bytes;
  pass->source = source;
  pass->ranks = ranks;
  pass->key_bytes = key_bytes;
  pass->most = PASS_BYTES / ((size_t) game->moves_max * key_bytes) + 1;
  pass->partition = ranks->rank;
  pass->first = pass->count = pass->before = 0;
  pass->keys = (uint8_t *) allocate (pass->most, key_bytes);
}

static inline void pass_end (struct pass *pass) { free (pass->keys); }

/** Read the next slice. It is empty at the end, and after a failure (false). */
static inline bool pass_next (struct pass *pass, struct failure *failure) {
  pass->before += pass->count;
  pass->count = 0;
  atomic_store (&pass->cursor, 0);
  while (pass->partition < PARTITIONS && pass->count < pass->most) {
    assert (pass->first <= pass->source->count (pass->source->context, pass->partition));
    const size_t left = pass->source->count (pass->source->context, pass->partition) - pass->first;
    const size_t room = pass->most - pass->count, now = left < room ? left : room;
    if (now > 0
        && !pass->source->read (pass->source->context, pass->partition, pass->first, now,
                                pass->keys + pass->count * pass->key_bytes, failure)) {
      pass->count = 0;
      return false;
    }
    pass->count += now;
    pass->first += now;
    if (now == left) {
      pass->partition += pass->ranks->size;
      pass->first = 0;
    }
  }
  assert (pass->count <= pass->most);
  return true;
}

/** Called by a thread: the next keys of the slice, `*begin` to `*end`. False if there are no more. */
static inline bool pass_take (struct pass *pass, size_t *begin, size_t *end) {
  *begin = PASS_TAKE * atomic_fetch_add (&pass->cursor, 1);
  *end = pass->count < *begin + PASS_TAKE ? pass->count : *begin + PASS_TAKE;
  return *begin < pass->count;
}

/** Called by a thread: the next of this rank's partitions. False if there are no more. */
static inline bool pass_take_partition (struct pass *pass, int *partition) {
  *partition = pass->ranks->rank + pass->ranks->size * atomic_fetch_add (&pass->next_partition, 1);
  return *partition < PARTITIONS;
}

/** Call a function, which takes partitions or keys, in all threads, or in this one if `work` keys are too few
 * to wake the others. */
static inline void pass_in_threads (struct pass *pass, struct team *team, size_t work,
                                    void (*function) (void *context, int thread), void *context) {
  atomic_store (&pass->next_partition, 0);
  if (work > PASS_TAKE)
    team_do (team, function, context);
  else
    function (context, 0);
}

#endif
