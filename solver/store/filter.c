#include "store/filter.h"

#include "base/failure.h"
#include "store/checksum.h"
#include "store/file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { FLETCHER_BYTES = 4, FLETCHER_WORDS = 360 /* words until a sum could overflow */ };

static uint32_t fold (uint32_t sum) { return (sum & 0xffff) + (sum >> 16); }

/* Fletcher's sum over 16-bit words, high byte first; an odd byte at the end counts as a high byte. */
static uint32_t fletcher32 (const uint8_t *bytes, size_t size) {
  uint32_t one = 0, two = 0;
  size_t words = 0;
  for (size_t i = 0; i < size; i += 2) {
    one += (uint32_t) bytes[i] << 8 | (i + 1 < size ? bytes[i + 1] : 0);
    two += one;
    if (++words % FLETCHER_WORDS == 0 || i + 2 >= size) {
      one = fold (one);
      two = fold (two);
    }
  }
  return fold (two) << 16 | fold (one);
}

uint8_t *filter_bytes (const uint8_t *bytes, size_t size, size_t *filtered) {
  uLongf length = compressBound (size);
  uint8_t *out = allocate (length + FLETCHER_BYTES, 1);
  if (compress2 (out, &length, bytes, size, FILTER_DEFLATE_LEVEL) != Z_OK)
    internal_error (__FILE__, __LINE__, "deflate fails");
  const uint32_t sum = fletcher32 (out, length);
  for (int i = 0; i < FLETCHER_BYTES; i++)
    out[length++] = (uint8_t) (sum >> 8 * i);
  *filtered = length;
  return out;
}

/* Shuffle: byte i of all elements side by side. */
static void unshuffle (const uint8_t *shuffled, size_t count, size_t element_bytes, uint8_t *bytes) {
  for (size_t i = 0; i < element_bytes; i++)
    for (size_t j = 0; j < count; j++)
      bytes[j * element_bytes + i] = *shuffled++;
}

bool filter_undo (const uint8_t *filtered, size_t filtered_size, size_t element_bytes, uint8_t *bytes,
                  size_t size) {
  assert (element_bytes > 0);
  assert (size > 0 && size % element_bytes == 0);
  if (filtered_size < FLETCHER_BYTES)
    return false;
  uLong deflated = filtered_size - FLETCHER_BYTES;
  uLongf inflated = size;
  uint32_t sum = 0;
  for (int i = 0; i < FLETCHER_BYTES; i++)
    sum |= (uint32_t) filtered[deflated + (size_t) i] << 8 * i;
  if (sum != fletcher32 (filtered, deflated))
    return false;
  const bool shuffled = element_bytes > 1 && size > element_bytes;
  uint8_t *to = shuffled ? malloc (size) : bytes;
  const size_t all = deflated;
  if (to == NULL && failure_is_caught ()) /* without this it would look like damage */
    out_of_memory (size);
  const bool done = to != NULL && uncompress2 (to, &inflated, filtered, &deflated) == Z_OK && inflated == size
                    && deflated == all;
  if (done && shuffled)
    unshuffle (to, size / element_bytes, element_bytes, bytes);
  if (shuffled)
    free (to);
  return done;
}

struct file_chunk file_chunk_make (const struct dataset *layout, size_t all, size_t first, const void *data,
                                   size_t rows) {
  assert (layout->element == ELEMENT_U8 && layout->width == 0);
  assert (first % FILE_CHUNK_ROWS == 0 && rows > 0 && rows <= FILE_CHUNK_ROWS);
  assert (first + rows == all || (first + rows < all && rows == FILE_CHUNK_ROWS));
  const size_t full = all < FILE_CHUNK_ROWS ? all : FILE_CHUNK_ROWS;
  struct file_chunk chunk = { .sum = checksum_rows (layout->path, first, data, rows, 1) };
  if (rows == full) {
    chunk.bytes = filter_bytes (data, rows, &chunk.size);
    return chunk;
  }
  uint8_t *padded = allocate (full, 1); /* the last chunk has full size in the file */
  memcpy (padded, data, rows);
  chunk.bytes = filter_bytes (padded, full, &chunk.size);
  free (padded);
  return chunk;
}
