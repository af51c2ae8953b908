/* Writes an opening book (zermelo-files(5)). store/book.h reads it. */
#ifndef ZERMELO_STORE_BOOK_WRITER_H
#define ZERMELO_STORE_BOOK_WRITER_H

#include "engine.h"
#include "store/book_layout.h"

/** What a book holds, from the game, with a sentence each on its encodings, not empty. */
struct book_content {
  const struct game *game;
  struct book_arrays arrays; /* borrowed */
  bool partial;              /* not every position up to that ply, or not every move that keeps a value */
  const char *strategy;      /* "first", "second" or "both" if it has all that a strategy needs; or NULL */
  const char *heuristic; /* the options of the search that found its heuristic values, or NULL: it has none */
  const char *key_encoding;   /* how a position is packed */
  const char *moves_encoding; /* what bit i of a mask is */
  const char *score_encoding; /* what a score counts; unused if not scored */
};

/** Write it under a temporary name (store/new_file.h), sync, rename. Equal content gives equal bytes.
 * Not collective (rank 0). Content that is out of order or out of range is an error of our own and ends the
 * program. Errors: EXIT_CANNOT_CREATE, EXIT_IO; nothing is left behind. */
bool book_write (const char *path, const struct book_content *, struct failure *);

#endif
