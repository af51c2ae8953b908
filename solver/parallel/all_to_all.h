/* All ranks send bytes to all: the step between two phases of an algorithm whose data are distributed by
 * rank.
 *
 * Costs two messages for each pair of ranks, the size and the bytes; waiting naps. */
#ifndef ZERMELO_PARALLEL_ALL_TO_ALL_H
#define ZERMELO_PARALLEL_ALL_TO_ALL_H

#include "parallel/ranks.h"

#include <stddef.h>
#include <stdint.h>

/** Send bytes[r] bytes (less than 2^31 for each, and in all) at out[r] to rank r; get what the others sent
 *  here, in the order of ranks, in *in (allocated, the caller frees it; this rank's own part included).
 *  Returns how many bytes that is. Collective. */
size_t ranks_exchange (const struct ranks *, const uint8_t *const *out, const size_t *bytes, uint8_t **in);

/** Rows of `row_bytes` bytes, of which rank r has those from first[r] to first[r + 1] - 1 (`first` is the
 *  same on all ranks, sorted): all get all, in place. Collective. */
void ranks_share (const struct ranks *, void *rows, size_t row_bytes, const int *first);

#endif
