/* Sorts packed keys in the order of memcmp(): a radix sort from the last byte to the first, each pass stable.
 *
 * Costs a copy of the keys, and a pass over them for each byte in which they differ. */
#ifndef ZERMELO_BASE_KEY_SORT_H
#define ZERMELO_BASE_KEY_SORT_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** The first eight bytes of a key as a number, which is mostly enough to compare two keys. */
static inline uint64_t key_head (const uint8_t *key, size_t key_bytes) {
  uint64_t head = 0;
  for (size_t i = 0; i < 8; i++)
    head = head << 8 | (i < key_bytes ? key[i] : 0);
  return head;
}

/** Are the keys in order? For assertions. */
static inline bool keys_ascend (const uint8_t *keys, size_t count, int key_bytes) {
  const size_t bytes = (size_t) key_bytes;
  for (size_t i = 1; i < count; i++)
    if (memcmp (keys + (i - 1) * bytes, keys + i * bytes, bytes) > 0)
      return false;
  return true;
}

/** Sort `count` keys in place; `spare` has room for as many. */
static inline void key_sort (uint8_t *keys, uint8_t *spare, size_t count, int key_bytes) {
  assert (count == 0 || keys != spare);
  assert (key_bytes > 0);
  const size_t bytes = (size_t) key_bytes;
  uint8_t *from = keys, *to = spare;
  for (size_t byte = bytes; byte-- > 0;) {
    size_t place[256] = { 0 }, sum = 0;
    for (size_t i = 0; i < count; i++)
      place[from[i * bytes + byte]]++;
    if (count == 0 || place[from[byte]] == count)
      continue;
    for (int value = 0; value < 256; value++) {
      const size_t number = place[value];
      place[value] = sum;
      sum += number;
    }
    assert (sum == count);
    for (size_t i = 0; i < count; i++)
      memcpy (to + place[from[i * bytes + byte]]++ * bytes, from + i * bytes, bytes);
    uint8_t *const sorted = to;
    to = from;
    from = sorted;
  }
  if (from != keys)
    memcpy (keys, from, count * bytes);
  assert (keys_ascend (keys, count, key_bytes));
}

#endif
