/* A Connect Four book of ours in the format of Pascal Pons's solver (github.com/PascalPons/connect4), for
 * engines that read that one.
 *
 * The format, as its public source tells it. A file is six bytes, then `slots` keys, then `slots` values:
 *
 *     columns, rows, last ply, bytes of a key (1, 2 or 4), bytes of a value (1), l (21 .. 27)
 *
 * slots is the smallest prime >= 2^l. Every position has a number in base 3: column by column from the left
 * the stones of the column from the bottom up, 1 for a stone of the side to move, 2 for one of the other
 * side, and a 0 behind each column but the last; of that and the number of the mirror image the smaller one.
 * It stands in slot number % slots: as key its lowest bytes (in the byte order of the machine: little-endian
 * here), as value score - least + 1, where least is the score of the earliest loss it knows, 3 - WH / 2 (WH /
 * 2 without its fraction). An empty slot has the value 0. There are no chains: of two positions with one slot
 * a file holds one. Slot and key together tell all numbers below slots * 256^bytes apart. */
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
  size_t left_out; /* for want of a slot; a position of a later ply wins, since a search finds its way to
                      those */
};

/** Write `book` to `path`, under another name (store/new_file.h), synced, then renamed. Tables of all sizes
 * are tried, and the smallest of those that leave out least is taken: 2 to 5 bytes a slot, 4 to 670 MB.
 * Positions with unknown values are not written. Positions in which a stone wins at once are: the solver does
 * not ask for them. EXIT_BAD_DATA: not Connect Four, no scores, more than nine columns, or too deep for the
 * largest table; EXIT_CANNOT_CREATE, EXIT_IO: nothing is left behind. */
bool pons_book_write (const zermelo_book *book, const char *path, struct pons_book *, struct failure *);

/** The number of a position by its key in our books (columns from the left, H + 1 bits each, the first in the
 *  lowest bits: 1 for a stone of the side to move, 0 for one of the other, then a 1). */
uint64_t pons_number (const uint8_t *key, int key_bytes, int columns, int rows);

#endif
