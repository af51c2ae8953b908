/* Rows of the datasets of an open file, one at a time, through a cache of blocks of 256 KiB (the size of a
 * chunk in the file).
 *
 * Replacement by second chance (the clock algorithm). Not thread-safe: the caller locks, as HDF5 demands
 * (file_lock()). Shared with libzermelo-book: no MPI, and a block without memory is a failure. */
#ifndef ZERMELO_STORE_BLOCKS_H
#define ZERMELO_STORE_BLOCKS_H

#include "store/file.h"

#include <stddef.h>
#include <stdint.h>

struct blocks;

/** A cache of at most `memory` bytes, but of at least a few blocks. Borrows the file, which must stay open,
 *  and its failure. */
struct blocks *blocks_create (struct file_in *, uint64_t memory, struct failure *);

/** NULL is allowed. */
void blocks_destroy (struct blocks *);

/** Add a dataset of `rows` rows; its description is copied, except for its texts. Returns its number: 0, 1,
 * ... */
int blocks_add (struct blocks *, const struct dataset *, size_t rows);

/** A row, valid until the next call; NULL and the failure if it cannot be read. */
const uint8_t *blocks_row (struct blocks *, int dataset, size_t row);

#endif
