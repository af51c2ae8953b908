/* Writes an opening book (zermelo-files(5)). store/book.h reads it. */
#ifndef ZERMELO_STORE_BOOK_WRITER_H
#define ZERMELO_STORE_BOOK_WRITER_H

#include "engine.h"
#include "store/book_layout.h"

/** The contents of a book, and for each encoding a sentence that the game provides. No sentence is empty. */
struct book_content {
  const struct game *game;
  struct book_arrays arrays; /* borrowed */
  bool partial;              /* the book lacks positions up to its last ply, or moves that keep a value */
  const char *strategy; /* "first", "second" or "both" if the book has everything that the strategies of these
                           players need; or NULL */
  const char *heuristic; /* the options of the search that found the heuristic values; NULL: there are none */
  const char *key_encoding;   /* how a position is packed */
  const char *moves_encoding; /* what bit i of a mask is */
  const char *score_encoding; /* what a score counts; unused if not scored */
};

/** Write a book under a temporary name (store/new_file.h), sync, rename. Equal content gives equal bytes. Not
 * collective (rank 0). Content that is out of order or out of range is an error of our own and ends the
 * program. Errors: EXIT_CANNOT_CREATE, EXIT_IO; nothing is left behind. */
bool book_write (const char *path, const struct book_content *, struct failure *);

#endif
