/* Finds the row of a key: the hash table under every list of distinct rows.
 *
 * Open addressing with linear probing over 32-bit slots, each the number of a row plus one, or 0 where it is
 * free; at most two thirds are taken. The rows and their keys are the caller's, who compares keys and says
 * what the hash of one is; a row stays until all are forgotten. At most 2^32 - 2 rows. Not thread-safe.
 * Everything is inline, so that a comparison known to the compiler costs no call. */
#ifndef ZERMELO_BASE_HASH_INDEX_H
#define ZERMELO_BASE_HASH_INDEX_H

#include "base/failure.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** All zero: no slots. */
struct hash_index {
  uint32_t *slots;
  size_t slot_count; /* power of two, or 0 */
};

/** Slots for that many rows. */
static inline size_t hash_index_slots_for (size_t rows) {
  size_t slots = 64;
  while (slots / 3 * 2 < rows)
    slots *= 2;
  assert (slots / 3 < SIZE_MAX / sizeof (uint32_t)); /* their bytes have not wrapped around */
  return slots;
}

/** Rows that the slots have room for. */
static inline size_t hash_index_rows (const struct hash_index *index) { return index->slot_count / 3 * 2; }

/** Make room for that many rows and forget all: the caller adds again what there is. */
static inline void hash_index_resize (struct hash_index *index, size_t rows) {
  assert (rows < UINT32_MAX);
  free (index->slots);
  index->slot_count = hash_index_slots_for (rows);
  index->slots = (uint32_t *) allocate (index->slot_count, sizeof *index->slots);
}

/** Forget all rows. */
static inline void hash_index_clear (struct hash_index *index) {
  memset (index->slots, 0, index->slot_count * sizeof *index->slots);
}

static inline void hash_index_free (struct hash_index *index) {
  /* clang's analyzer takes what hash_index_resize() put there for what it freed. */
  free (index->slots); /* NOLINT(clang-analyzer-unix.Malloc) */
  *index = (struct hash_index){ .slots = NULL };
}

/** The first slot that the search for a key looks into: to be prefetched, and then perhaps what it leads to.
 */
static inline const uint32_t *hash_index_first (const struct hash_index *index, uint64_t hash) {
  assert (index->slot_count > 0 && (index->slot_count & (index->slot_count - 1)) == 0);
  return &index->slots[(size_t) hash & (index->slot_count - 1)];
}

/** The slot of a key, which holds its row plus one, or 0 if it has none: to add the key, write that of the
 *  row there. `equal` compares the key with that of a row. There are slots. */
static inline uint32_t *hash_index_slot (const struct hash_index *index, uint64_t hash,
                                         bool (*equal) (const void *rows, size_t row, const void *key),
                                         const void *rows, const void *key) {
  assert (index->slot_count > 0 && (index->slot_count & (index->slot_count - 1)) == 0);
  const size_t mask = index->slot_count - 1;
  size_t slot = (size_t) hash & mask;
  while (index->slots[slot] != 0 && !equal (rows, index->slots[slot] - 1, key))
    slot = (slot + 1) & mask;
  return &index->slots[slot];
}

/** Add a row whose key is known to have none. */
static inline void hash_index_add (struct hash_index *index, uint64_t hash, size_t row) {
  assert ((index->slot_count & (index->slot_count - 1)) == 0);
  assert (row < hash_index_rows (index)); /* so a third of the slots stays free, where a search ends */
  const size_t mask = index->slot_count - 1;
  size_t slot = (size_t) hash & mask;
  while (index->slots[slot] != 0)
    slot = (slot + 1) & mask;
  index->slots[slot] = (uint32_t) row + 1;
}

#endif
