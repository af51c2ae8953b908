/* Hosts that search the same game tell each other what their searches find (search/replication.h).
 *
 * What the threads of a host have written since the last time is sent to the other hosts of its group, as it
 * is, and goes straight into the tables and marks there. No search waits for any of it. If a host does not
 * take its messages and they pile up, further ones are dropped; and how much is worth sending follows the
 * time that it takes. A loss costs work, never a wrong value. Figures: ../../analysis/scaling.md. */
#ifndef ZERMELO_PARALLEL_SHARING_H
#define ZERMELO_PARALLEL_SHARING_H

#include "parallel/messages.h"
#include "parallel/worker.h"

struct sharing;

/** All arguments are borrowed. */
struct sharing *sharing_create (const struct ranks *, struct worker *, struct outbox *);
void sharing_destroy (struct sharing *);

/** Send what this rank's searches tell others. keep (context, message) is called with the bounds of at least
 * `log_threshold` nodes that may be logged for another run. Call often. */
void sharing_collect (struct sharing *, uint64_t log_threshold,
                      void (*keep) (void *context, const struct bounds_message *), void *context);

/** Handle a message from another rank. */
void sharing_receive (struct sharing *, int from, const struct records_message *);

/** Seconds until sharing_collect() should be called again; `otherwise` if nothing is shared now. */
double sharing_interval (const struct sharing *, double otherwise);

#endif
