/* Population count, spelled out because without -mpopcnt gcc calls a library function. */
#ifndef ZERMELO_BASE_BITS_H
#define ZERMELO_BASE_BITS_H

#include <stdint.h>

static inline int bits_count (uint64_t word) {
#ifdef __POPCNT__
  return __builtin_popcountll (word);
#else
  word -= word >> 1 & 0x5555555555555555;
  word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return (int) (word * 0x0101010101010101 >> 56);
#endif
}

#endif
