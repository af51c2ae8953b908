/* Sends keys to the ranks that own them, and answers back.
 *
 * The hash of a packed position assigns it to one of 1024 partitions, and each partition has a rank: the
 * partitions do not depend on the numbers of ranks and threads. Threads add keys for any partition, each to
 * bins of its own. A delivery sends all keys to their ranks, in one message for each pair of ranks. At the
 * receiver one thread handles a partition, so no locks are needed, and a partition is small enough to stay in
 * a cache. If the keys are queries, a byte for each goes back, in the order of the queries. Memory: 2 to 4
 * times the bytes of the keys of a delivery. */
#ifndef ZERMELO_LAYERS_KEY_EXCHANGE_H
#define ZERMELO_LAYERS_KEY_EXCHANGE_H

#include "base/failure.h"
#include "parallel/ranks.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { PARTITIONS = 1024 };

/** The partition of a key_hash(), whose low bits choose the slot in a set. */
static inline int partition_of (uint64_t hash) { return (int) (hash >> 32 & (PARTITIONS - 1)); }

/** The rank of a partition. Rank r has the partitions r, r + size, ... */
static inline int partition_home (const struct ranks *ranks, int partition) {
  assert (0 <= partition && partition < PARTITIONS);
  return partition % ranks->size;
}

/* A dense array of keys. */
struct bin {
  uint8_t *bytes;
  size_t size, capacity;
};

struct key_exchange {
  const struct ranks *ranks;
  int threads;
  size_t key_bytes;
  struct bin *bin;           /* the bin of thread t for partition p: bin[t * PARTITIONS + p] */
  uint8_t *arrived, *answer; /* the keys from all ranks; an answer byte for each */
  size_t *place;             /* the place of the first key from rank r for partition p: place[r * PARTITIONS +
                                p] */
  size_t *number;            /* and the number of these keys */
  uint8_t *returned;         /* the answers to the keys that this rank sent */
  size_t *return_place;      /* the place of the answer to the first key of bin[i]: return_place[i] */
  size_t sent;               /* the number of keys that this rank sent */
};

/** Not collective; borrows `ranks`. */
struct key_exchange *key_exchange_create (const struct ranks *, int threads, int key_bytes);
void key_exchange_destroy (struct key_exchange *);

/** Add a key. Threads with different numbers may add keys at the same time. */
static inline void key_exchange_add (struct key_exchange *key_exchange, int thread, int partition,
                                     const uint8_t *key) {
  assert (0 <= thread && thread < key_exchange->threads);
  assert (0 <= partition && partition < PARTITIONS);
  struct bin *bin = &key_exchange->bin[(size_t) thread * PARTITIONS + (size_t) partition];
  if (bin->size + key_exchange->key_bytes > bin->capacity) {
    bin->capacity = 2 * bin->capacity + 64 * key_exchange->key_bytes;
    bin->bytes = (uint8_t *) reallocate (bin->bytes, bin->capacity, 1);
  }
  memcpy (bin->bytes + bin->size, key, key_exchange->key_bytes);
  bin->size += key_exchange->key_bytes;
}

/** Send all keys to their ranks (less than 2^34 bytes to and from each). Discards the keys received earlier.
 * Collective. */
void key_exchange_deliver (struct key_exchange *);

/** The keys received from a rank for a partition of this rank: returns their number, and the places of the
 * keys and their answers. */
static inline size_t key_exchange_arrived (const struct key_exchange *key_exchange, int from, int partition,
                                           const uint8_t **keys, uint8_t **answers) {
  assert (0 <= from && from < key_exchange->ranks->size);
  assert (partition_home (key_exchange->ranks, partition) == key_exchange->ranks->rank);
  const size_t i = (size_t) from * PARTITIONS + (size_t) partition;
  *keys = key_exchange->arrived + key_exchange->place[i] * key_exchange->key_bytes;
  *answers = key_exchange->answer + key_exchange->place[i];
  return key_exchange->number[i];
}

/** Send the answers back to the ranks that asked. Collective, after a delivery. */
void key_exchange_return (struct key_exchange *);

/** The answers to the keys that a thread added for a partition, in the order in which it added them. */
static inline const uint8_t *key_exchange_answers (const struct key_exchange *key_exchange, int thread,
                                                   int partition) {
  assert (key_exchange->returned != NULL); /* key_exchange_return() has been called */
  assert (0 <= thread && thread < key_exchange->threads && 0 <= partition && partition < PARTITIONS);
  return key_exchange->returned
         + key_exchange->return_place[(size_t) thread * PARTITIONS + (size_t) partition];
}

/** Empty the bins for the next delivery. */
void key_exchange_clear (struct key_exchange *);

#endif
