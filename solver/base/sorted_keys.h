/* Keys of one length in an array, sorted ascending as memcmp() compares them. */
#ifndef ZERMELO_BASE_SORTED_KEYS_H
#define ZERMELO_BASE_SORTED_KEYS_H

#include <stddef.h>
#include <stdint.h>

/** The index of a key of `bytes` bytes among `count` of them; SIZE_MAX: it is not there, or they are not
 *  sorted. A binary search. */
size_t sorted_keys_find (const uint8_t *keys, size_t count, size_t bytes, const uint8_t *key);

#endif
