/* Writes an opening book (zermelo-files(5)). zermelo/book.h reads it. */
#ifndef ZERMELO_STORE_BOOK_WRITER_H
#define ZERMELO_STORE_BOOK_WRITER_H

#include "engine.h"

#include <stddef.h>

/** A book in memory: entries sorted by key (memcmp). Arrays of `count` entries, borrowed. */
struct book_content {
  const struct game *game;
  int plies;   /* it holds every canonical unfinished position up to this ply */
  bool scored; /* with exact scores; else there is no score dataset */
  size_t count;
  const uint8_t *key;   /* count * game->key_bytes */
  const int8_t *value;  /* -1, 0, 1; 127 unknown */
  const int16_t *score; /* as --score prints it, 0 if the value is unknown; NULL if not scored */
  const uint8_t *moves; /* count * mask_bytes: bit i is bit i % 8 of byte i / 8 */
  int mask_bytes;
  const uint8_t *ply;

  /* The attributes `encoding`, from the game, one sentence each, not empty. */
  const char *key_encoding;   /* how a position is packed */
  const char *moves_encoding; /* what bit i of a mask is */
  const char *score_encoding; /* what a score counts; unused if not scored */
};

/** Write it under a temporary name (store/new_file.h), sync, rename. The same content gives the same bytes.
 * Not collective (rank 0). Content that is out of order or out of range is an error of our own and ends the
 * program. Errors: EXIT_CANNOT_CREATE, EXIT_IO; nothing is left behind. */
bool book_write (const char *path, const struct book_content *, struct failure *);

#endif
