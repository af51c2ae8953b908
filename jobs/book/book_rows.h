/* An opening book as rows in memory: read from a file, changed, and written as a book again.
 *
 * A row is a canonical unfinished position with what is known of it. Not thread-safe. */
#ifndef ZERMELO_BOOK_BOOK_ROWS_H
#define ZERMELO_BOOK_BOOK_ROWS_H

#include "base/key_set.h"
#include "engine.h"

#include <zermelo/book.h>

struct book_rows {
  struct game game;
  char path[300]; /* where they are from, for messages */
  bool scored;
  int plies;           /* of the book that they are from: it has positions up to this ply */
  int mask_bytes;      /* of a row's mask */
  struct key_set keys; /* row i has key i */
  size_t room;         /* rows that the arrays have room for */
  int8_t *value;       /* ZERMELO_LOSS .. ZERMELO_UNKNOWN */
  int16_t *score;      /* 0 if not scored */
  uint8_t *ply;
  uint8_t *mask; /* mask_bytes a row: zermelo/book.h */
};

/** Begin without rows. Takes over the game, which book_rows_free() closes. */
void book_rows_begin (struct book_rows *, struct game *game, bool scored);
void book_rows_free (struct book_rows *);

/** All rows of a book (zermelo-files(5)), in the order of the file. EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO;
 * then nothing is to be freed. */
bool book_rows_read (struct book_rows *, const char *path, struct failure *);

/** Add a row, or to the row of its key: a value where none was known, the moves, a smaller ply. Returns its
 *  number; SIZE_MAX: it contradicts what is there, which stays as it is. */
size_t book_rows_add (struct book_rows *, const zermelo_book_entry *, int mask_bytes);

/** Row i; its pointers are valid until a row is added. */
zermelo_book_entry book_rows_at (const struct book_rows *, size_t i);

/** The mask of moves of the canonical position that correspond to moves of `position`, of which marked[i]
 * says whether move i of engine->successors() is one: `mask` gets book_mask_bytes() bytes, which begin as
 * zeros. */
void book_rows_mask (const struct game *, const struct position *, const bool *marked, uint8_t *mask);
int book_mask_bytes (const struct game *);

/** Is every unfinished position up to ply `plies` of the book there? */
bool book_rows_complete (const struct book_rows *);

/** The position of row i as text, as commands take it: `text` has POSITION_TEXT bytes. "-" if there is none.
 */
enum { BOOK_POSITION_TEXT = 2048 };
void book_rows_text (const struct book_rows *, size_t i, char *text);

/** Write a book, sorted, with no longer masks than it needs. EXIT_CANNOT_CREATE, EXIT_IO; nothing is left
 * behind. */
bool book_rows_write (const struct book_rows *, const char *path, struct failure *);

#endif
