/* Opening books for players: the books that a player names, or those of a folder.
 *
 * A set may hold books of several games. A look-up uses the books of one game and prefers a proven value to a
 * heuristic one; otherwise the first book that has the position counts. One thread at a time. */
#ifndef ZERMELO_ANALYSIS_PLAY_OPENING_BOOKS_H
#define ZERMELO_ANALYSIS_PLAY_OPENING_BOOKS_H

#include "engine.h"
#include "store/book.h"

#include <stdbool.h>

struct opening_book {
  char *path;
  char *game;          /* "connect4:7x6,standard"; NULL: not read yet */
  struct book *book;   /* NULL: not opened */
  int mask_bytes;      /* bytes of a mask of moves */
  bool taken, damaged; /* taken: a player uses the book; damaged: it cannot be read */
};

/** Zero-initialised: empty. */
struct opening_books {
  struct opening_book *books;
  int count;
  void (*taken) (const char *path, const struct failure *); /* called when a player first uses a book, or
                                                               would, but there is a failure; may be NULL */
};

/** The information of books on a position. */
struct opening_move {
  struct successor move; /* the first of the moves that they name, in the order of the engine */
  bool proven;
  int value;      /* -1, 0 or 1 for the side to move, if proven */
  int evaluation; /* otherwise; ZERMELO_NO_EVALUATION: there is none */
};

/** Open a book and add it. `game` (may be NULL): it must be a book of this game. EXIT_NO_INPUT,
 * EXIT_BAD_DATA, EXIT_IO. */
bool opening_books_add (struct opening_books *, const struct game *, const char *path, struct failure *);

/** Add the books of a folder (*.h5, by name), which are opened when a player uses them. A missing folder is
 * not a failure. */
void opening_books_list (struct opening_books *, const char *folder);

/** Let a player of this game use the books: opens those that have not been opened. */
void opening_books_take (struct opening_books *, const struct game *);

/** Look a position up in the books that players use. False: none of them has it, or names a move there. */
bool opening_books_find (const struct opening_books *, const struct game *, const struct position *,
                         struct opening_move *);

/** Close all books. */
void opening_books_close (struct opening_books *);

#endif
