/* The filters of our HDF5 files on one chunk of bytes, as HDF5 itself applies them (shuffle does nothing to
 * single bytes): so that several threads and ranks can make the chunks of one dataset; and back, so that a
 * chunk from outside meets no filters but these, and cannot be of another size than it says. Thread-safe. */
#ifndef ZERMELO_STORE_FILTER_H
#define ZERMELO_STORE_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FILTER_DEFLATE_LEVEL = 6 };

/** Deflate and append a Fletcher32. The caller frees the bytes; `filtered` gets how many there are. */
uint8_t *filter_bytes (const uint8_t *bytes, size_t size, size_t *filtered);

/** The inverse, of elements of `element_bytes`: `bytes` (size of them, a multiple of element_bytes) from what
 *  stands in the file. False if it is damaged, or not exactly so many; or there is no memory. */
bool filter_undo (const uint8_t *filtered, size_t filtered_size, size_t element_bytes, uint8_t *bytes,
                  size_t size);

#endif
