/* The filters of our HDF5 files on one chunk of bytes, as HDF5 itself applies them (shuffle does nothing to
 * single bytes): so that several threads and ranks can make the chunks of one dataset. Thread-safe. */
#ifndef ZERMELO_FILTER_H
#define ZERMELO_FILTER_H

#include <stddef.h>
#include <stdint.h>

enum { FILTER_DEFLATE_LEVEL = 6 };

/** Deflate and append a Fletcher32. The caller frees the bytes; `filtered` gets how many there are. */
uint8_t *filter_bytes (const uint8_t *bytes, size_t size, size_t *filtered);

#endif
