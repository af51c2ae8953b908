/* A set of packed positions in order of insertion: a dense array of keys, and a hash table over it.
 *
 * Open addressing with linear probing over 32-bit slots, each of which holds a key's number plus one; at most
 * 2/3 full. The dense array is what a layer of positions needs: it can be walked, cut at a number, and sent.
 * A position costs key_bytes + 6 to 12 bytes. At most 2^32 - 2 positions. Not thread-safe. */
#ifndef ZERMELO_BASE_KEY_SET_H
#define ZERMELO_BASE_KEY_SET_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct key_set {
  int key_bytes;
  uint8_t *keys;
  uint32_t *slots;
  size_t count, capacity; /* keys */
  size_t slot_count;      /* power of two, or 0 */
};

/** A hash of the bytes of a key; all 64 bits are well mixed. */
static inline uint64_t
key_hash (const uint8_t *key, int key_bytes)
{
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

static inline const uint8_t *
key_set_key (const struct key_set *set, size_t i)
{
  return set->keys + i * (size_t) set->key_bytes;
}

/* The slot of a key: where it is or where it goes. */
static inline size_t
key_set_slot (const struct key_set *set, const uint8_t *key, uint64_t hash)
{
  const size_t mask = set->slot_count - 1;
  size_t slot = (size_t) hash & mask;
  while (set->slots[slot] != 0
         && memcmp (key_set_key (set, set->slots[slot] - 1), key, (size_t) set->key_bytes) != 0)
    slot = (slot + 1) & mask;
  return slot;
}

/* The number of slots for that many keys. */
static inline size_t
key_set_slots (size_t count)
{
  size_t slots = 64;
  while (slots / 3 * 2 < count)
    slots *= 2;
  return slots;
}

/** Make room for that many keys in total. */
static inline void
key_set_reserve (struct key_set *set, size_t count)
{
  if (count <= set->capacity)
    return;
  set->slot_count = key_set_slots (count);
  set->capacity = set->slot_count / 3 * 2;
  set->keys = (uint8_t *) reallocate (set->keys, set->capacity, (size_t) set->key_bytes);
  free (set->slots);
  set->slots = (uint32_t *) allocate (set->slot_count, sizeof *set->slots);
  for (size_t i = 0; i < set->count; i++) {
    const uint8_t *key = key_set_key (set, i);
    set->slots[key_set_slot (set, key, key_hash (key, set->key_bytes))] = (uint32_t) i + 1;
  }
}

/** Add a key, given its hash. Returns false if it was there already. */
static inline bool
key_set_add (struct key_set *set, const uint8_t *key, uint64_t hash)
{
  if (set->count == set->capacity)
    key_set_reserve (set, set->count + 1);
  const size_t slot = key_set_slot (set, key, hash);
  if (set->slots[slot] != 0)
    return false;
  memcpy (set->keys + set->count * (size_t) set->key_bytes, key, (size_t) set->key_bytes);
  set->slots[slot] = (uint32_t) ++set->count;
  return true;
}

/** The number of a key, or SIZE_MAX if it is not in the set. */
static inline size_t
key_set_find (const struct key_set *set, const uint8_t *key)
{
  if (set->slot_count == 0)
    return SIZE_MAX;
  const size_t slot = key_set_slot (set, key, key_hash (key, set->key_bytes));
  return set->slots[slot] == 0 ? SIZE_MAX : (size_t) set->slots[slot] - 1;
}

/** Free the memory and leave an empty set for keys of the same size. */
static inline void
key_set_free (struct key_set *set)
{
  free (set->keys);
  free (set->slots);
  *set = (struct key_set){ .key_bytes = set->key_bytes };
}

/** The bytes that a set of that many keys takes. */
static inline uint64_t
key_set_bytes_for (size_t count, int key_bytes)
{
  const size_t slots = key_set_slots (count);
  return slots / 3 * 2 * (uint64_t) key_bytes + slots * sizeof (uint32_t);
}

static inline uint64_t
key_set_bytes (const struct key_set *set)
{
  return set->capacity * (uint64_t) set->key_bytes + set->slot_count * sizeof *set->slots;
}

#endif
