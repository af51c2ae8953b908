/* Sets of cells: one bit for each cell, in the narrowest type with at least GAME_BITS bits.
 *
 * A set of up to 128 cells is an integer, a larger set an array of 64-bit words; code written with these
 * functions compiles for both. Moving a set up by n turns cell c into c + n. Cells that leave the type are
 * lost; cells that leave a row of the board are not, so callers mask. All shifts are smaller than GAME_BITS.
 *
 * Functions that only read one cell take a pointer, since a large set would be copied; for integers the
 * compiler removes it. */
#ifndef ZERMELO_MNK_CELLS_H
#define ZERMELO_MNK_CELLS_H

#include "base/bits.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/** A set as words of 64 cells, for loops over many cells. */
enum { CELLS_WORDS = (GAME_BITS + 63) / 64 };

#if GAME_BITS <= 128

#if GAME_BITS == 32
typedef uint32_t cells;
#elif GAME_BITS == 64
typedef uint64_t cells;
#elif GAME_BITS == 128
__extension__ typedef unsigned __int128 cells;
#else
#error "GAME_BITS: 32, 64, 128 or a larger multiple of 64"
#endif

static inline cells cells_none (void) { return 0; }

static inline bool cells_any (const cells *set) { return *set != 0; }

static inline bool cells_has (const cells *set, int cell) {
  assert (cell >= 0 && cell < GAME_BITS);
  return *set >> cell & 1;
}

static inline void cells_add (cells *set, int cell) {
  assert (cell >= 0 && cell < GAME_BITS);
  *set |= (cells) 1 << cell;
}

static inline void cells_remove (cells *set, int cell) {
  assert (cell >= 0 && cell < GAME_BITS);
  *set &= ~((cells) 1 << cell);
}

static inline cells cells_and (cells a, cells b) { return a & b; }

static inline cells cells_or (cells a, cells b) { return a | b; }

/** The cells of a that are not in b. */
static inline cells cells_minus (cells a, cells b) { return a & ~b; }

static inline cells cells_up (cells set, int n) {
  assert (n >= 0 && n < GAME_BITS);
  return set << n;
}

static inline cells cells_down (cells set, int n) {
  assert (n >= 0 && n < GAME_BITS);
  return set >> n;
}

static inline int cells_count (const cells *set) {
#if GAME_BITS == 128
  return bits_count ((uint64_t) *set) + bits_count ((uint64_t) (*set >> 64));
#else
  return bits_count (*set);
#endif
}

/** The lowest cell of a set that is not empty. */
static inline int cells_first (const cells *set) {
  assert (cells_any (set));
#if GAME_BITS == 128
  uint64_t low = (uint64_t) *set;
  return low != 0 ? __builtin_ctzll (low) : 64 + __builtin_ctzll ((uint64_t) (*set >> 64));
#elif GAME_BITS == 64
  return __builtin_ctzll (*set);
#else
  return __builtin_ctz (*set);
#endif
}

/** Remove and return the lowest cell of a set that is not empty. */
static inline int cells_pop (cells *set) {
  int cell = cells_first (set);
  *set &= *set - 1;
  return cell;
}

/** Are there more than `most` cells in the set? `most` is a constant. */
static inline bool cells_exceed (const cells *set, int most) {
  cells rest = *set;
  for (int i = 0; i < most; i++)
    rest &= rest - 1;
  return rest != 0;
}

/** Cells 64 i .. 64 i + 63, the lowest in bit 0. */
static inline uint64_t cells_word (const cells *set, int i) {
  assert (i >= 0 && i < CELLS_WORDS);
  return (uint64_t) (*set >> 64 % GAME_BITS * i); /* a set of 32 or 64 cells is one word */
}

/** Cells 4 i .. 4 i + 3, the lowest in bit 0. */
static inline unsigned cells_four (const cells *set, int i) {
  assert (i >= 0 && i < GAME_BITS / 4);
  return (unsigned) (*set >> 4 * i & 15);
}

#else /* GAME_BITS > 128 */

#if GAME_BITS % 64 != 0
#error "GAME_BITS: 32, 64, 128 or a larger multiple of 64"
#endif

typedef struct {
  uint64_t word[CELLS_WORDS];
} cells;

static inline cells cells_none (void) { return (cells){ { 0 } }; }

static inline bool cells_any (const cells *set) {
  uint64_t any = 0;
  for (int i = 0; i < CELLS_WORDS; i++)
    any |= set->word[i];
  return any != 0;
}

static inline bool cells_has (const cells *set, int cell) {
  assert (cell >= 0 && cell < GAME_BITS);
  return set->word[cell / 64] >> cell % 64 & 1;
}

static inline void cells_add (cells *set, int cell) {
  assert (cell >= 0 && cell < GAME_BITS);
  set->word[cell / 64] |= (uint64_t) 1 << cell % 64;
}

static inline void cells_remove (cells *set, int cell) {
  assert (cell >= 0 && cell < GAME_BITS);
  set->word[cell / 64] &= ~((uint64_t) 1 << cell % 64);
}

static inline cells cells_and (cells a, cells b) {
  for (int i = 0; i < CELLS_WORDS; i++)
    a.word[i] &= b.word[i];
  return a;
}

static inline cells cells_or (cells a, cells b) {
  for (int i = 0; i < CELLS_WORDS; i++)
    a.word[i] |= b.word[i];
  return a;
}

/** The cells of a that are not in b. */
static inline cells cells_minus (cells a, cells b) {
  for (int i = 0; i < CELLS_WORDS; i++)
    a.word[i] &= ~b.word[i];
  return a;
}

static inline cells cells_up (cells set, int n) {
  assert (n >= 0 && n < GAME_BITS);
  cells moved = cells_none ();
  int words = n / 64, bits = n % 64;
  for (int i = words; i < CELLS_WORDS; i++) {
    moved.word[i] = set.word[i - words] << bits;
    if (bits != 0 && i > words)
      moved.word[i] |= set.word[i - words - 1] >> (64 - bits);
  }
  return moved;
}

static inline cells cells_down (cells set, int n) {
  assert (n >= 0 && n < GAME_BITS);
  cells moved = cells_none ();
  int words = n / 64, bits = n % 64;
  for (int i = 0; i + words < CELLS_WORDS; i++) {
    moved.word[i] = set.word[i + words] >> bits;
    if (bits != 0 && i + words + 1 < CELLS_WORDS)
      moved.word[i] |= set.word[i + words + 1] << (64 - bits);
  }
  return moved;
}

static inline int cells_count (const cells *set) {
  int count = 0;
  for (int i = 0; i < CELLS_WORDS; i++)
    count += bits_count (set->word[i]);
  return count;
}

/** The lowest cell of a set that is not empty. */
static inline int cells_first (const cells *set) {
  assert (cells_any (set));
  int i = 0;
  while (set->word[i] == 0)
    i++;
  return 64 * i + __builtin_ctzll (set->word[i]);
}

/** Remove and return the lowest cell of a set that is not empty. */
static inline int cells_pop (cells *set) {
  int cell = cells_first (set);
  set->word[cell / 64] &= set->word[cell / 64] - 1;
  return cell;
}

/** Are there more than `most` cells in the set? */
static inline bool cells_exceed (const cells *set, int most) { return cells_count (set) > most; }

/** Cells 64 i .. 64 i + 63, the lowest in bit 0. */
static inline uint64_t cells_word (const cells *set, int i) {
  assert (i >= 0 && i < CELLS_WORDS);
  return set->word[i];
}

/** Cells 4 i .. 4 i + 3, the lowest in bit 0. */
static inline unsigned cells_four (const cells *set, int i) {
  assert (i >= 0 && i < GAME_BITS / 4);
  return (unsigned) (set->word[i / 16] >> 4 * (i % 16) & 15);
}

#endif

static inline cells cells_of (int cell) {
  cells set = cells_none ();
  cells_add (&set, cell);
  return set;
}

/** Cells that are in exactly one of the sets. */
static inline cells cells_differ (cells a, cells b) {
  return cells_or (cells_minus (a, b), cells_minus (b, a));
}

#endif
