/* Ranks that search the same game share the bounds they prove.
 *
 * Every position has a home rank, chosen by its hash. A bound that cost SHARE_LEAST nodes or more is sent
 * there. The home keeps it, and passes it on to all ranks if its cost justifies a message to each. A search
 * that has spent SHARE_COSTLY nodes on a position without an answer asks the home about it and about the
 * moves that are left. The home answers at once if it knows a bound, otherwise when it learns one. No search
 * waits: what arrives goes into the table, where the search finds it (search/abdada.h). The bounds and
 * queries of the time between two polls of the main thread are sent as one message to each rank. Figures:
 * ../../analysis/scaling.md.
 *
 * Memory is limited: a home keeps a fixed number of positions, the costly ones longest. If a rank does not
 * take its messages and they pile up, further ones are dropped. A loss costs work, never a wrong value.
 * Bounds carry whole positions and their subject, so a bound is never taken for one of another position. */
#ifndef ZERMELO_PARALLEL_SHARING_H
#define ZERMELO_PARALLEL_SHARING_H

#include "parallel/messages.h"
#include "parallel/worker.h"

struct sharing;

/** All arguments are borrowed. */
struct sharing *sharing_create (const struct ranks *, struct worker *, struct outbox *);
void sharing_destroy (struct sharing *);

/** Collect the bounds and queries of this rank's searches and send them. keep (context, message) is called
 * with the bounds of at least `log_threshold` nodes that may be logged for another run. Call often. */
void sharing_collect (struct sharing *, uint64_t log_threshold,
                      void (*keep) (void *context, const struct bounds_message *), void *context);

/** Handle a message from another rank. */
void sharing_receive (struct sharing *, int from, const struct bounds_message *);

#endif
