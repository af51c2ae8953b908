/* A book as data to learn from: each position as an array of numbers, in an order that a seed determines,
 * labelled with its value and with those of its moves (zermelo-files(5), DATA SETS). */
#ifndef ZERMELO_BOOK_BOOK_DATASET_H
#define ZERMELO_BOOK_BOOK_DATASET_H

#include "book/book_rows.h"
#include "games/exports.h"

#define BOOK_DATASET_NAME "dataset"

/** Write all rows as such a file. Equal rows with an equal seed give equal bytes. EXIT_BAD_DATA: the game has
 * no board of cells; EXIT_CANNOT_CREATE, EXIT_IO; nothing is left behind. */
bool book_dataset_write (const struct book_rows *, uint64_t seed, const char *path, struct exported *,
                         struct failure *);

#endif
