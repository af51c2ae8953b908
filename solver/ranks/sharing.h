/* What ranks that search the same game tell each other.
 *
 * Every position has a home rank (a hash of it). A result that cost SHARE_LEAST nodes or more goes home; home keeps it, and passes it on
 * to all ranks if it cost much more than they are many. A search that has spent SHARE_COSTLY nodes on a position and is not done
 * asks home about it and about the moves that are left; home answers what it knows, or when it learns it. Nobody waits: what
 * comes goes into the table, where the search finds it (search/together.h). Findings and questions are gathered between two
 * polls of the main thread, in one message for each rank.
 *
 * Memory is bounded: a home keeps a fixed number of positions, the costly ones longest; when messages pile up because a rank does
 * not take them, more are dropped. What is lost costs work, never a wrong value. Findings carry whole positions and the
 * subject they are about, so that nothing is taken for something else. */
#ifndef ZERMELO_SHARING_H
#define ZERMELO_SHARING_H

#include "ranks/messages.h"
#include "ranks/worker.h"

struct sharing;

/** All are borrowed. */
struct sharing *sharing_create (const struct ranks *, struct worker *, struct outbox *);
void sharing_destroy (struct sharing *);

/** Take what the searches of this rank have found and asked. keep (context, message) gets the findings of at least `wanted` nodes that may
 *  be kept for another run. Then send what has gathered. Call often. */
void sharing_collect (struct sharing *, uint64_t wanted,
                      void (*keep) (void *context, const struct findings_message *), void *context);

/** From another rank. */
void sharing_receive (struct sharing *, int from, const struct findings_message *);

#endif
