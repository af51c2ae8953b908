/* Exchange of bytes between all ranks: the step between two phases of an algorithm with distributed data.
 *
 * For each pair of ranks two messages go each way, the size and the bytes. Waiting ranks nap. */
#ifndef ZERMELO_PARALLEL_ALL_TO_ALL_H
#define ZERMELO_PARALLEL_ALL_TO_ALL_H

#include "parallel/ranks.h"

#include <stddef.h>
#include <stdint.h>

/** Send the bytes[r] bytes at out[r] to rank r, and receive the bytes that all ranks sent to this one. *in
 * gets the parts in the order of ranks, this rank's own included; the caller frees it. Returns the length of
 * *in. Each part, and all parts of a rank together, must be less than 2^34 bytes. Collective. */
size_t ranks_exchange (const struct ranks *, const uint8_t *const *out, const size_t *bytes, uint8_t **in);

/** Share rows of `row_bytes` bytes in place: rank r has count[r] rows from first[r] on, and afterwards every
 * rank has all these rows. No row is of two ranks; `first` and `count` are equal on all ranks. Collective. */
void ranks_share (const struct ranks *, void *rows, size_t row_bytes, const int *first, const int *count);

#endif
