/* A book in memory, for the files that implement zermelo/book.h. */
#ifndef ZERMELO_STORE_BOOK_PRIVATE_H
#define ZERMELO_STORE_BOOK_PRIVATE_H

#include "engine.h"
#include "store/book_layout.h"
#include "store/file.h"
#include "zermelo/book.h"

struct zermelo_book {
  struct file_identity identity;
  char key_encoding[BOOK_ENCODING_MAX], moves_encoding[BOOK_ENCODING_MAX];
  struct dataset datasets[BOOK_DATASETS];
  size_t count;
  int plies, key_bytes, mask_bytes;
  void *data[BOOK_DATASETS]; /* NULL for the score of a book without scores */
  uint64_t attributes_sum;   /* the part of the checksum that does not come from `data` */
  struct game game;          /* the book's; engine NULL: `no_game` says why there is none */
  struct failure no_game;
};

#endif
