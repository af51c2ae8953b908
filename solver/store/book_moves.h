/* A book and the rules of its game: which moves of any position its entries mean.
 *
 * A book holds canonical positions. The moves that it names are carried to a position as it stands by what
 * they lead to: a move keeps the value if the canonical position after it is one after a move of the book. */
#ifndef ZERMELO_STORE_BOOK_MOVES_H
#define ZERMELO_STORE_BOOK_MOVES_H

#include "engine.h"
#include "zermelo/book.h"

/** marked[i]: does move i of the position, in the order of engine->successors(), keep the value by this
 *  entry, which is that of its canonical form? `mask_bytes` is the book's. Thread-safe. False: the key of the
 *  entry is no position of the game. */
bool book_marks (const struct game *, const zermelo_book_entry *, int mask_bytes, const struct position *,
                 bool *marked);

#endif
