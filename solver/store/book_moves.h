/* A book and the rules of its game: which moves of a position its entries mean.
 *
 * A book holds canonical positions. A move of an entry is identified in any symmetric position by what it
 * leads to: a move keeps the value if the position after it has the canonical form of one after a move of the
 * entry. */
#ifndef ZERMELO_STORE_BOOK_MOVES_H
#define ZERMELO_STORE_BOOK_MOVES_H

#include "engine.h"
#include "store/book.h"

/** marked[i]: does move i of the position, in the order of engine->successors(), keep the value according to
 *  the entry of its canonical form? `mask_bytes` is the book's. Thread-safe. False: the key of the entry is
 *  no position of the game. */
bool book_marks (const struct game *, const struct book_entry *, int mask_bytes, const struct position *,
                 bool *marked);

/** Has the position with that key a move of that number? Where the key is no position, true: that is a fault
 * of its own. */
bool book_has_move (const struct game *, const uint8_t *key, int number);

#endif
