/* Hosts that search the same game tell each other what their searches find (search/replication.h).
 *
 * Everything that the threads of a host have found since the last time is sent, as it is, to the other hosts
 * of its group, and goes straight into their tables and marks. No search waits for this. If a host does not
 * take its messages and they pile up, further messages are dropped. How much is sent depends on the time that
 * sending takes. A lost message costs work, but never makes a value wrong. Figures:
 * ../../analysis/scaling.md. */
#ifndef ZERMELO_PARALLEL_SHARING_H
#define ZERMELO_PARALLEL_SHARING_H

#include "parallel/messages.h"
#include "parallel/worker.h"

struct sharing;

/** All arguments are borrowed. */
struct sharing *sharing_create (const struct ranks *, struct worker *, struct outbox *);
void sharing_destroy (struct sharing *);

/** Send what this rank's searches tell others. keep (context, message) is called with the bounds of at least
 * `log_threshold` nodes that may be logged for another run. To be called often. */
void sharing_collect (struct sharing *, uint64_t log_threshold,
                      void (*keep) (void *context, const struct bounds_message *), void *context);

/** Handle a message from another rank. */
void sharing_receive (struct sharing *, int from, const struct records_message *);

/** Seconds until sharing_collect() should be called again; `otherwise` if nothing is shared at present. */
double sharing_interval (const struct sharing *, double otherwise);

#endif
