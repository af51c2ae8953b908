#include "store/checksum.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL /* for rows of one byte, a call for each row would cost more than the hash */
#include <xxhash.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "files hold little-endian numbers as they stand in memory");

enum { SHORT_ROW = 248 };

/* Short rows, each copied behind its index. Compiled twice, since most rows have one byte. */
static inline uint64_t sum_rows (uint64_t seed, uint64_t first, const void *rows, size_t count,
                                 size_t row_bytes) {
  assert (row_bytes <= SHORT_ROW);
  uint8_t entry[sizeof first + SHORT_ROW];
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    uint64_t index = first + i;
    memcpy (entry, &index, sizeof index);
    memcpy (entry + sizeof index, (const uint8_t *) rows + i * row_bytes, row_bytes);
    sum += XXH3_64bits_withSeed (entry, sizeof index + row_bytes, seed);
  }
  return sum;
}

/* Rows of any length, piece by piece. */
static uint64_t sum_long_rows (uint64_t seed, uint64_t first, const void *rows, size_t count,
                               size_t row_bytes) {
  XXH3_state_t state;
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    const uint64_t index = first + i;
    XXH3_64bits_reset_withSeed (&state, seed);
    XXH3_64bits_update (&state, &index, sizeof index);
    XXH3_64bits_update (&state, (const uint8_t *) rows + i * row_bytes, row_bytes);
    sum += XXH3_64bits_digest (&state);
  }
  return sum;
}

uint64_t checksum_rows (const char *dataset, uint64_t first, const void *rows, size_t count,
                        size_t row_bytes) {
  assert (dataset[0] == '/' && first + count >= first);
  const uint64_t seed = XXH3_64bits (dataset, strlen (dataset));
  if (row_bytes > SHORT_ROW)
    return sum_long_rows (seed, first, rows, count, row_bytes);
  return row_bytes == 1 ? sum_rows (seed, first, rows, count, 1)
                        : sum_rows (seed, first, rows, count, row_bytes);
}

uint64_t checksum_attribute (const char *object, const char *name, const void *bytes, size_t size) {
  char full_name[200];
  /* so that names stay distinct */
  assert (strlen (object) + strlen ("@") + strlen (name) < sizeof full_name);
  snprintf (full_name, sizeof full_name, "%s@%s", object, name);
  return checksum_rows (full_name, 0, bytes, 1, size);
}

uint64_t checksum_bytes (const void *bytes, size_t size) { return XXH3_64bits (bytes, size); }
