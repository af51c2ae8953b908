/* Lines of four in all directions. If the processor can shift four words by four distances at once (AVX2,
 * boards of up to 64 bits), the directions have one word each and are handled together; otherwise one after
 * the other.
 *
 *     lanes        values for the directions that are handled together: LANES of them
 *     steps        the distance to the next cell of a line in each of them; steps_set() takes the distances
 *                  for all directions
 *     forwards(), backwards()   shift all bits by the steps, 1..63
 *     spread()     one word, copied to each direction
 *     gather()     the bits of all directions in one word
 *     any()        is any bit set?
 *     add_up()     the sum of the words
 *     one_line()   the cells of one of the lines that begin at these bits; 0: there is none
 *     next_line()  as one_line(), and removes that line from the bits
 *
 * Operators work on lanes as on words. What AVX2 gains: ../../analysis/notes/connect4-search.md. */
#ifndef ZERMELO_CONNECT4_LANES_H
#define ZERMELO_CONNECT4_LANES_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#if GAME_BITS == 64
typedef uint64_t bitboard;
#elif GAME_BITS == 128
__extension__ typedef unsigned __int128 bitboard;
#else
#error "connect4: GAME_BITS is 64 or 128"
#endif

enum { DIRECTIONS = 4 };

#if GAME_BITS == 64 && defined __AVX2__

#include <immintrin.h>

#define LANES 4

/* Aligned like a word, since the board may lie at any address of a word. */
typedef uint64_t lanes __attribute__ ((vector_size (32), aligned (8)));
typedef lanes steps;

static inline void steps_set (steps step[DIRECTIONS / LANES], const int distance[DIRECTIONS]) {
  for (int i = 0; i < DIRECTIONS; i++) {
    assert (distance[i] >= 1 && distance[i] <= 63);
    step[0][i] = (uint64_t) distance[i];
  }
}

static inline lanes forwards (lanes bits, steps step) { return bits << step; }

static inline lanes backwards (lanes bits, steps step) { return bits >> step; }

static inline lanes spread (bitboard bits) { return (lanes){ bits, bits, bits, bits }; }

static inline bool any (lanes bits) { return !_mm256_testz_si256 ((__m256i) bits, (__m256i) bits); }

static inline bitboard gather (lanes bits) {
  const __m128i half
      = _mm_or_si128 (_mm256_castsi256_si128 ((__m256i) bits), _mm256_extracti128_si256 ((__m256i) bits, 1));
  return (bitboard) (_mm_cvtsi128_si64 (half) | _mm_extract_epi64 (half, 1));
}

static inline bitboard add_up (lanes words) { return words[0] + words[1] + words[2] + words[3]; }

static inline bitboard one_line (lanes firsts, steps step) {
  int i = 0;
  while (i < LANES && firsts[i] == 0)
    i++;
  if (i == LANES)
    return 0;
  const bitboard first = firsts[i] & -firsts[i], two = first | first << step[i];
  return two | two << 2 * step[i];
}

static inline bitboard next_line (lanes *firsts, steps step) {
  const bitboard line = one_line (*firsts, step);
  int i = 0;
  while (i < LANES - 1 && (*firsts)[i] == 0)
    i++;
  (*firsts)[i] &= (*firsts)[i] - 1;
  return line;
}

#else

#define LANES 1

typedef bitboard lanes;
typedef int steps;

static inline void steps_set (steps step[DIRECTIONS / LANES], const int distance[DIRECTIONS]) {
  for (int i = 0; i < DIRECTIONS; i++) {
    assert (distance[i] >= 1 && distance[i] <= 63);
    step[i] = distance[i];
  }
}

static inline lanes forwards (lanes bits, steps step) {
#if GAME_BITS == 128
  /* In two halves: in a shift of 128 bits the compiler must allow for steps of 64 and more, which makes
   * game_static_bounds() slower (../../analysis/notes/connect4-search.md). */
  uint64_t low = (uint64_t) bits, high = (uint64_t) (bits >> 64);
  return (bitboard) (high << step | low >> (64 - step)) << 64 | low << step;
#else
  return bits << step;
#endif
}

static inline lanes backwards (lanes bits, steps step) {
#if GAME_BITS == 128
  uint64_t low = (uint64_t) bits, high = (uint64_t) (bits >> 64);
  return (bitboard) (high >> step) << 64 | (low >> step | high << (64 - step));
#else
  return bits >> step;
#endif
}

static inline lanes spread (bitboard bits) { return bits; }

static inline bool any (lanes bits) { return bits != 0; }

static inline bitboard gather (lanes bits) { return bits; }

static inline bitboard add_up (lanes words) { return words; }

static inline bitboard one_line (lanes firsts, steps step) {
  const bitboard first = firsts & -firsts, two = first | forwards (first, step);
  return two | forwards (forwards (two, step), step);
}

static inline bitboard next_line (lanes *firsts, steps step) {
  const bitboard line = one_line (*firsts, step);
  *firsts &= *firsts - 1;
  return line;
}

#endif
#endif
