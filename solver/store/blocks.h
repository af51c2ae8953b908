/* Rows of the datasets of an open file, one at a time, through a cache of blocks of 256 KiB (the size of a
 * chunk in the file).
 *
 * Blocks that nobody asked for lately make room for others (a hand goes round, second chance). Not
 * thread-safe: the caller locks; HDF5 is locked here (file_lock()). Shared with libzermelo-book: no MPI, and
 * a block for which memory is not there is a failure. */
#ifndef ZERMELO_STORE_BLOCKS_H
#define ZERMELO_STORE_BLOCKS_H

#include "store/file.h"

#include <stddef.h>
#include <stdint.h>

struct blocks;

/** At most `memory` bytes of blocks, but at least a few. Borrows the file, which must be open until the end,
 *  and its failure. */
struct blocks *blocks_create (struct file_in *, uint64_t memory, struct failure *);

/** NULL is allowed. */
void blocks_destroy (struct blocks *);

/** Add a dataset that has that many rows (copied, but for its words). Returns its number: 0, 1, ... */
int blocks_add (struct blocks *, const struct dataset *, size_t rows);

/** A row, until the next call; NULL and the failure if it cannot be read. */
const uint8_t *blocks_row (struct blocks *, int dataset, size_t row);

#endif
