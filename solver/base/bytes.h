/* Bytes that grow at the end: a message in the making. */
#ifndef ZERMELO_BASE_BYTES_H
#define ZERMELO_BASE_BYTES_H

#include "base/failure.h"

#include <assert.h>
#include <string.h>

/** Zero-initialised: none. The owner frees `data`. */
struct bytes {
  uint8_t *data;
  size_t size, capacity;
};

/** Copy more bytes to the end. */
static inline void bytes_add (struct bytes *bytes, const void *more, size_t size) {
  assert (bytes->size <= bytes->capacity);
  if (size > bytes->capacity - bytes->size) {
    bytes->capacity = 2 * bytes->capacity + size;
    bytes->data = (uint8_t *) reallocate (bytes->data, bytes->capacity, 1);
  }
  if (size > 0)
    memcpy (bytes->data + bytes->size, more, size);
  bytes->size += size;
}

#endif
