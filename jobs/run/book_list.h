/* Lists the positions of a book by their distance from where the book begins: the start position, or the
 * lines of a file. Rank 0 only. */
#ifndef ZERMELO_RUN_BOOK_LIST_H
#define ZERMELO_RUN_BOOK_LIST_H

#include "run/book_search.h"

/** Add the position with a canonical key, with room for what is known of it. Returns the index of the
 * position, whether or not the position is new; SIZE_MAX if the game is over there. */
size_t book_list_add (struct book_builder *, const uint8_t *key, int ply);

/** List the positions at distance 0: the start position, or, with m->around, the positions on the lines of
 * that file. EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO. */
bool book_list_begin (struct book_builder *, struct failure *);

/** List the positions at distance `distance` + 1. False: the run must stop. */
bool book_list_next (struct book_builder *, int distance);

#endif
