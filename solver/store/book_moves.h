/* A book and the rules of its game: which moves of a position its entries mean.
 *
 * A book holds canonical positions. A move of an entry is identified in any symmetric position by what it
 * leads to: a move keeps the value if the position after it has the canonical form of a position after a move
 * of the entry. */
#ifndef ZERMELO_STORE_BOOK_MOVES_H
#define ZERMELO_STORE_BOOK_MOVES_H

#include "engine.h"
#include "store/book.h"

/** marked[i]: does move i of the position, in the order of engine->successors(), keep the value according to
 *  the entry of its canonical form? `mask_bytes` is the book's. Thread-safe. False: the key of the entry is
 *  no position of the game. */
bool book_marks (const struct game *, const struct book_entry *, int mask_bytes, const struct position *,
                 bool *marked);

/** Does the position with this key have a move with this number? True if the key is not that of a position,
 * since that fault is reported separately. */
bool book_has_move (const struct game *, const uint8_t *key, int number);

#endif
