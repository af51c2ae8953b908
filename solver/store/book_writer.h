/* Writing an opening book (zermelo-files(5)). Reading is zermelo/book.h. */
#ifndef ZERMELO_STORE_BOOK_WRITER_H
#define ZERMELO_STORE_BOOK_WRITER_H

#include "engine.h"

#include <stddef.h>

/** A book in memory, entries sorted by key (memcmp). Arrays of `count` entries; borrowed. */
struct book_content {
  const struct game *game;
  int plies;   /* every canonical unfinished position up to that ply */
  bool scored; /* scores are exact; otherwise the score dataset is absent */
  size_t count;
  const uint8_t *key;   /* count * game->key_bytes */
  const int8_t *value;  /* -1, 0, 1; 127 unknown */
  const int16_t *score; /* as --score prints it, 0 where the value is unknown; NULL if not scored */
  const uint8_t *moves; /* count * mask_bytes: bit i = byte i / 8, bit i % 8 */
  int mask_bytes;
  const uint8_t *ply;

  /* What the game says of its numbers, one sentence each, not empty: the attributes `encoding`. */
  const char *key_encoding;   /* how a position is packed */
  const char *moves_encoding; /* what bit i of a mask is */
  const char *score_encoding; /* what a score counts; not used if not scored */
};

/** Write it under another name (store/new_file.h), sync, rename. Same bytes for the same content. Not
 * collective (rank 0). Content that is out of order or range is our own mistake and ends the program. Errors:
 * EXIT_CANNOT_CREATE, EXIT_IO; nothing is left behind. */
bool book_write (const char *path, const struct book_content *, struct failure *);

#endif
