#include "base/sorted_keys.h"

#include <string.h>

size_t sorted_keys_find (const uint8_t *keys, size_t count, size_t bytes, const uint8_t *key) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = memcmp (key, keys + middle * bytes, bytes);
    if (order == 0)
      return middle;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return SIZE_MAX;
}
