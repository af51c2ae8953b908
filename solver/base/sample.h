/* Random samples that depend on a seed alone, not on who draws them. */
#ifndef ZERMELO_BASE_SAMPLE_H
#define ZERMELO_BASE_SAMPLE_H

#include <assert.h>
#include <stdint.h>

/** The output function of splitmix64 (Steele, Lea, Flood, OOPSLA 2014): a word with all bits well mixed. */
static inline uint64_t sample_scramble (uint64_t word) {
  word = (word ^ word >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  word = (word ^ word >> 27) * UINT64_C (0x94d049bb133111eb);
  return word ^ word >> 31;
}

/** The next word of a sequence that begins with any state. */
static inline uint64_t sample_next (uint64_t *state) {
  return sample_scramble (*state += UINT64_C (0x9e3779b97f4a7c15));
}

/** A number below `size`, from such a sequence. (The bias is at most size / 2^64.) */
static inline uint64_t sample_below (uint64_t *state, uint64_t size) {
  assert (size > 0);
  return sample_next (state) % size;
}

/** Sample j of `samples` out of 0 .. size - 1: a random number in the j-th of as many equal parts. So with as
 *  many samples as numbers each is drawn once, in order.
 */
static inline uint64_t sample_number (uint64_t size, uint64_t samples, uint64_t seed, uint64_t j) {
  assert (j < samples && samples <= size);
  __extension__ typedef unsigned __int128 wide;
  const uint64_t first = (uint64_t) ((wide) j * size / samples),
                 last = (uint64_t) ((wide) (j + 1) * size / samples);
  assert (first < last && last <= size);
  return first + sample_scramble (seed + (j + 1) * UINT64_C (0x9e3779b97f4a7c15)) % (last - first);
}

#endif
