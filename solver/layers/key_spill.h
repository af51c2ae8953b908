/* An unnamed file for keys that do not fit in memory.
 *
 * The file is unlinked as soon as it is open, so it disappears however the process ends. Keys are read back
 * partition by partition. One thread adds keys; several may read them back. */
#ifndef ZERMELO_LAYERS_KEY_SPILL_H
#define ZERMELO_LAYERS_KEY_SPILL_H

#include "base/failure.h"
#include "base/key_set.h"

struct spill;

/** Create the file in a folder, under a unique name. NULL: EXIT_CANNOT_CREATE. */
struct spill *spill_create (const char *directory, int rank, struct failure *);

/** NULL is allowed. */
void spill_destroy (struct spill *);

/** Append the keys of a partition's set. EXIT_IO. */
bool spill_add (struct spill *, int partition, const struct key_set *, struct failure *);

/** Add all keys of a partition to its set. EXIT_IO. */
bool spill_bring (const struct spill *, int partition, struct key_set *, struct failure *);

/** The number of keys added since the file was last emptied (with duplicates). */
uint64_t spill_count (const struct spill *);

/** Empty the file. */
void spill_empty (struct spill *);

#endif
