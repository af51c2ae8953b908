/* The filters of our HDF5 files, applied to one chunk as HDF5 itself would apply them (shuffle does nothing
 * to single bytes), so that several threads and ranks can make the chunks of one dataset. Also the inverse of
 * the filters, so that a chunk from outside passes through these filters only, and has the size that it
 * claims. Thread-safe. */
#ifndef ZERMELO_STORE_FILTER_H
#define ZERMELO_STORE_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FILTER_DEFLATE_LEVEL = 6 };

/** Deflate and append a Fletcher32. The caller frees the bytes; `filtered` gets their number. */
uint8_t *filter_bytes (const uint8_t *bytes, size_t size, size_t *filtered);

/** The inverse, for elements of `element_bytes`: `bytes` (`size` of them, a multiple of element_bytes) from
 *  a chunk of the file. False if it is damaged or has another size, or there is no memory. */
bool filter_undo (const uint8_t *filtered, size_t filtered_size, size_t element_bytes, uint8_t *bytes,
                  size_t size);

#endif
