/* Keys for which memory has no room, in a file without a name.
 *
 * The file has no name once it is open: whatever ends the process, nothing is left. Keys come back partition
 * by partition. Adding is for one thread; bringing back for many. */
#ifndef ZERMELO_LAYERS_KEY_SPILL_H
#define ZERMELO_LAYERS_KEY_SPILL_H

#include "base/failure.h"
#include "base/key_set.h"

struct spill;

/** Make the file in that folder, under a name that nobody else has. NULL: EXIT_CANNOT_CREATE. */
struct spill *spill_create (const char *directory, int rank, struct failure *);

/** NULL is allowed. */
void spill_destroy (struct spill *);

/** Write the keys of a set of a partition behind what is there. EXIT_IO. */
bool spill_add (struct spill *, int partition, const struct key_set *, struct failure *);

/** Add all keys of a partition to its set. EXIT_IO. */
bool spill_bring (const struct spill *, int partition, struct key_set *, struct failure *);

/** How many keys were added since the file was last emptied (repetitions included). */
uint64_t spill_count (const struct spill *);

/** Empty the file. */
void spill_empty (struct spill *);

#endif
