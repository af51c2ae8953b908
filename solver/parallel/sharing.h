/* What ranks that search the same game tell each other.
 *
 * Every position has a home rank (a hash of it). A result that cost SHARE_LEAST nodes or more goes home; home
 * keeps it, and passes it on to all ranks if it cost much more than they are many. A search that has spent
 * SHARE_COSTLY nodes on a position and is not done asks home about it and about the moves that are left; home
 * answers what it knows, or when it learns it. Nobody waits: what comes goes into the table, where the search
 * finds it (search/abdada.h). Findings and questions are gathered between two polls of the main thread, in
 * one message for each rank.
 *
 * Million nodes of Connect Four 7x6 (12.69 by one rank), single runs, ranks of one thread on two cores:
 *
 *                                       2 ranks        8 ranks
 *      nothing shared                   13.4 to 13.9   31.5
 *      only answers to questions        13.2           21.8
 *      this                             12.1 to 12.4   18.3, 18.5
 *      this from 100 nodes on                          19.5 (messages pile up)
 *
 * That was from 500 nodes on. From 1000 on it is half as many messages, and nodes are the same (6.70 million
 * by one rank: 7.1 to 7.9 and 7.1 to 7.5 by two, 8.0 to 9.0 and 8.0 to 9.2 by eight).
 *
 * Memory is bounded: a home keeps a fixed number of positions, the costly ones longest; when messages pile up
 * because a rank does not take them, more are dropped. What is lost costs work, never a wrong value. Findings
 * carry whole positions and the subject they are about, so that nothing is taken for something else. */
#ifndef ZERMELO_PARALLEL_SHARING_H
#define ZERMELO_PARALLEL_SHARING_H

#include "parallel/messages.h"
#include "parallel/worker.h"

struct sharing;

/** All are borrowed. */
struct sharing *sharing_create (const struct ranks *, struct worker *, struct outbox *);
void sharing_destroy (struct sharing *);

/** Take what the searches of this rank have found and asked. keep (context, message) gets the findings of at
 *  least `wanted` nodes that may be kept for another run. Then send what has gathered. Call often. */
void sharing_collect (struct sharing *, uint64_t wanted,
                      void (*keep) (void *context, const struct bound_mailboxes_message *), void *context);

/** From another rank. */
void sharing_receive (struct sharing *, int from, const struct bound_mailboxes_message *);

#endif
