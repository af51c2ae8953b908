/* What ranks that search the same game tell each other.
 *
 * Every position has a home rank, by its hash. A bound that cost SHARE_LEAST nodes or more goes there. The
 * home keeps it, and passes it on to all ranks if it cost much more than there are ranks. A search that has
 * spent SHARE_COSTLY nodes on a position without an answer asks the home about it and about the moves that
 * are left. The home answers what it knows, or as soon as it learns it. Nobody waits: what arrives goes into
 * the table, where the search finds it (search/abdada.h). Bounds and queries are collected between two polls
 * of the main thread, in one message for each rank. What sharing saves: ../../analysis/scaling.md.
 *
 * Memory is bounded: a home keeps a fixed number of positions, the costly ones longest. When messages pile up
 * because a rank does not take them, further ones are dropped. A loss costs work, never a wrong value. Bounds
 * carry whole positions and their subject, so that nothing is taken for something else. */
#ifndef ZERMELO_PARALLEL_SHARING_H
#define ZERMELO_PARALLEL_SHARING_H

#include "parallel/messages.h"
#include "parallel/worker.h"

struct sharing;

/** All are borrowed. */
struct sharing *sharing_create (const struct ranks *, struct worker *, struct outbox *);
void sharing_destroy (struct sharing *);

/** Take what the searches of this rank have proven and asked. keep (context, message) gets the bounds of at
 *  least `wanted` nodes that may be kept for another run. Then send what has been collected. Call often. */
void sharing_collect (struct sharing *, uint64_t wanted,
                      void (*keep) (void *context, const struct bound_mailboxes_message *), void *context);

/** Handle a message from another rank. */
void sharing_receive (struct sharing *, int from, const struct bound_mailboxes_message *);

#endif
