/* A set of packed positions in order of insertion: a dense array of keys, and a hash index over it.
 *
 * The dense array is what a layer of positions needs: it can be walked, cut at a number, and sent.
 * A position costs key_bytes + 6 to 12 bytes. At most 2^32 - 2 positions. Not thread-safe. */
#ifndef ZERMELO_BASE_KEY_SET_H
#define ZERMELO_BASE_KEY_SET_H

#include "base/hash_index.h"

#include <assert.h>

struct key_set {
  int key_bytes;
  uint8_t *keys;
  size_t count, capacity; /* keys */
  struct hash_index index;
};

/** A hash of the bytes of a key; all 64 bits are well mixed. */
static inline uint64_t key_hash (const uint8_t *key, int key_bytes) {
  assert (key_bytes > 0);
  uint64_t hash = 0x9e3779b97f4a7c15u;
  int i = 0;
  for (; i + 8 <= key_bytes; i += 8) {
    uint64_t word;
    memcpy (&word, key + i, 8);
    hash = (hash ^ word) * 0xd6e8feb86659fd93u;
    hash ^= hash >> 32;
  }
  uint64_t word = 0;
  for (; i < key_bytes; i++)
    word = word << 8 | key[i];
  hash = (hash ^ word) * 0xd6e8feb86659fd93u;
  hash ^= hash >> 32;
  hash *= 0xd6e8feb86659fd93u;
  return hash ^ hash >> 32;
}

static inline const uint8_t *key_set_key (const struct key_set *set, size_t i) {
  assert (i < set->count);
  return set->keys + i * (size_t) set->key_bytes;
}

static inline bool key_set_equal (const void *set, size_t i, const void *key) {
  const struct key_set *const in = (const struct key_set *) set;
  return memcmp (key_set_key (in, i), key, (size_t) in->key_bytes) == 0;
}

/* The slot of a key: where it is or where it goes. */
static inline uint32_t *key_set_slot (const struct key_set *set, const uint8_t *key, uint64_t hash) {
  return hash_index_slot (&set->index, hash, key_set_equal, set, key);
}

/** Make room for that many keys in total. */
static inline void key_set_reserve (struct key_set *set, size_t count) {
  assert (set->key_bytes > 0);
  assert (set->count <= set->capacity);
  if (count <= set->capacity)
    return;
  assert (count < UINT32_MAX);
  hash_index_resize (&set->index, count);
  set->capacity = hash_index_rows (&set->index);
  set->keys = (uint8_t *) reallocate (set->keys, set->capacity, (size_t) set->key_bytes);
  assert (set->capacity >= count);
  for (size_t i = 0; i < set->count; i++)
    hash_index_add (&set->index, key_hash (key_set_key (set, i), set->key_bytes), i);
}

/** Add a key, given its hash. Returns false if it was there already. */
static inline bool key_set_add (struct key_set *set, const uint8_t *key, uint64_t hash) {
  assert (set->key_bytes > 0);
  assert (set->count <= set->capacity);
  assert (hash == key_hash (key, set->key_bytes));
  if (set->count == set->capacity)
    key_set_reserve (set, set->count + 1);
  uint32_t *const slot = key_set_slot (set, key, hash);
  if (*slot != 0)
    return false;
  memcpy (set->keys + set->count * (size_t) set->key_bytes, key, (size_t) set->key_bytes);
  *slot = (uint32_t) ++set->count;
  assert (set->count <= set->capacity && set->capacity == hash_index_rows (&set->index));
  return true;
}

/** The number of a key, or SIZE_MAX if it is not in the set. */
static inline size_t key_set_find (const struct key_set *set, const uint8_t *key) {
  assert (set->key_bytes > 0);
  if (set->capacity == 0)
    return SIZE_MAX;
  const uint32_t found = *key_set_slot (set, key, key_hash (key, set->key_bytes));
  assert (found <= set->count);
  return found == 0 ? SIZE_MAX : (size_t) found - 1;
}

/** Free the memory and leave an empty set for keys of the same size. */
static inline void key_set_free (struct key_set *set) {
  free (set->keys);
  hash_index_free (&set->index);
  *set = (struct key_set){ .key_bytes = set->key_bytes };
}

/** The bytes that a set of that many keys takes. */
static inline uint64_t key_set_bytes_for (size_t count, int key_bytes) {
  assert (key_bytes > 0);
  const size_t slots = hash_index_slots_for (count);
  return slots / 3 * 2 * (uint64_t) key_bytes + slots * sizeof (uint32_t);
}

static inline uint64_t key_set_bytes (const struct key_set *set) {
  return set->capacity * (uint64_t) set->key_bytes + set->index.slot_count * sizeof *set->index.slots;
}

#endif
