/* Opening books for players: those that a player names, or those of a folder.
 *
 * A set may hold books of several games; a question gets what the books of its game say, a proven value
 * before a heuristic one, else the first book that has the position. One thread at a time. */
#ifndef ZERMELO_ANALYSIS_PLAY_OPENING_BOOKS_H
#define ZERMELO_ANALYSIS_PLAY_OPENING_BOOKS_H

#include "engine.h"
#include "store/book.h"

#include <stdbool.h>

struct opening_book {
  char *path;
  char *game;          /* "connect4:7x6,standard"; NULL: not read yet */
  struct book *book;   /* NULL: not opened */
  int mask_bytes;      /* of a mask of its moves */
  bool taken, damaged; /* a player was given it; it cannot be read */
};

/** Zero-initialised: empty. */
struct opening_books {
  struct opening_book *books;
  int count;
  void (*taken) (const char *path, const struct failure *); /* a player takes this book for the first time, or
                                                               would, but there is a failure; may be NULL */
};

/** What books say of a position. */
struct opening_move {
  struct successor move; /* the first, in the order of the engine, of those that they name */
  bool proven;
  int value;      /* -1, 0 or 1 for the side to move, if it is proven */
  int evaluation; /* else; ZERMELO_NO_EVALUATION: there is none */
};

/** Open a book and add it. `game` (may be NULL): it must be one of that game. EXIT_NO_INPUT, EXIT_BAD_DATA,
 *  EXIT_IO. */
bool opening_books_add (struct opening_books *, const struct game *, const char *path, struct failure *);

/** Add the books of a folder (*.h5, by name), which are opened when a player takes them. That there is no
 * such folder is no failure. */
void opening_books_list (struct opening_books *, const char *folder);

/** A player of that game takes the books: those not yet opened are. */
void opening_books_take (struct opening_books *, const struct game *);

/** Look a position up in the books that were taken. False: none of them has it, or names a move there. */
bool opening_books_find (const struct opening_books *, const struct game *, const struct position *,
                         struct opening_move *);

/** Close all. */
void opening_books_close (struct opening_books *);

#endif
