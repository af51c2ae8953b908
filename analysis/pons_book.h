/* A Connect Four book of ours in the format of Pascal Pons's solver (github.com/PascalPons/connect4), for
 * engines that read that.
 *
 * The format, according to its public source. A file is six bytes, then `slots` keys, then `slots` values:
 *
 *     columns, rows, last ply, bytes of a key (1, 2 or 4), bytes of a value (1), l (21 .. 27)
 *
 * slots is the smallest prime >= 2^l. Every position has a number in base 3: column by column from the left,
 * the stones of the column from the bottom up, 1 for a stone of the side to move, 2 for one of the other
 * side, and a 0 behind each column but the last; of this and the number of the mirror image, the smaller one.
 * It is in slot number % slots: the key is its lowest bytes (in the machine's byte order; here
 * little-endian), the value is score - least + 1, where least is the score of the earliest loss it knows, 3 -
 * WH / 2 (WH / 2 rounded down). An empty slot has the value 0. There are no chains: of two positions with the
 * same slot a file holds one. Slot and key together distinguish all numbers below slots * 256^bytes. */
#ifndef ZERMELO_ANALYSIS_PONS_BOOK_H
#define ZERMELO_ANALYSIS_PONS_BOOK_H

#include "base/failure.h"
#include "zermelo/book.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What was written. */
struct pons_book {
  int key_bytes, log_slots;
  uint64_t slots;
  size_t stored;
  size_t left_out; /* because their slot was taken; a position of a later ply has priority, since a search
                      reaches those */
};

/** Write `book` to `path`, under a temporary name (store/new_file.h), synced, then renamed. Tries tables of
 * all sizes, from 2 to 5 bytes a slot, and takes the smallest of those that leave out the fewest positions.
 * Positions with unknown values are left out. Positions with an immediate win are included, although that
 * solver does not look them up. EXIT_BAD_DATA: not Connect Four, no scores, more than nine columns, or too
 * deep for the largest table; EXIT_CANNOT_CREATE, EXIT_IO: nothing is left behind. */
bool pons_book_write (const zermelo_book *book, const char *path, struct pons_book *, struct failure *);

/** The number of a position by its key in our books (columns from the left, H + 1 bits each, the first in the
 *  lowest bits: 1 for a stone of the side to move, 0 for one of the other, then a 1). */
uint64_t pons_number (const uint8_t *key, int key_bytes, int columns, int rows);

#endif
