/* Keys for which there is no memory, in a file without a name.
 *
 * The file loses its name as soon as it is open, so nothing is left however the process ends. Keys come back
 * partition by partition. One thread adds; several may bring keys back. */
#ifndef ZERMELO_LAYERS_KEY_SPILL_H
#define ZERMELO_LAYERS_KEY_SPILL_H

#include "base/failure.h"
#include "base/key_set.h"

struct spill;

/** Create the file in that folder, under a unique name. NULL: EXIT_CANNOT_CREATE. */
struct spill *spill_create (const char *directory, int rank, struct failure *);

/** NULL is allowed. */
void spill_destroy (struct spill *);

/** Append the keys of a partition's set. EXIT_IO. */
bool spill_add (struct spill *, int partition, const struct key_set *, struct failure *);

/** Add all keys of a partition to its set. EXIT_IO. */
bool spill_bring (const struct spill *, int partition, struct key_set *, struct failure *);

/** How many keys were added since the file was last emptied (with duplicates). */
uint64_t spill_count (const struct spill *);

/** Empty the file. */
void spill_empty (struct spill *);

#endif
