/* Rows of the datasets of an open file, one at a time, through a cache of blocks of 256 KiB (the size of a chunk in the file).
 *
 * Blocks that nobody asked for lately make room for others (a hand goes round, second chance). Not thread-safe, and HDF5 is not
 * either, whatever the file: the caller locks. */
#ifndef ZERMELO_BLOCKS_H
#define ZERMELO_BLOCKS_H

#include "store/file.h"

#include <stddef.h>
#include <stdint.h>

struct blocks;

/** At most `memory` bytes of blocks, but at least a few. Borrows the file, which must be open until the end. */
struct blocks *blocks_create (struct file_in *, uint64_t memory);

/** NULL is allowed. */
void blocks_destroy (struct blocks *);

/** Add a dataset that has that many rows (copied, but for its words). Returns its number: 0, 1, ... */
int blocks_add (struct blocks *, const struct dataset *, size_t rows);

/** A row, until the next call; NULL if it cannot be read (the failure is the file's). */
const uint8_t *blocks_row (struct blocks *, int dataset, size_t row);

#endif
