/* Queries about a position whose value has been found: for a move that keeps the value, if the result names
 * none, and for a line of best play.
 *
 * The move may cost at most a tenth of the nodes of the value, within --node-limit, and is included in the
 * cost of the answer. The line may cost a little more than that. It is searched only if it will be shown, and
 * its cost is counted separately (pv_nodes), so that an answer is the same however it is printed. Both
 * queries go to the ranks that found the value, since their tables still hold much of what is needed.
 *
 * If an earlier run found the value, both queries get few nodes, whatever the value cost: these searches
 * begin anew in each run, and a run that is killed while it searches for a line has not printed the value. */
#ifndef ZERMELO_RUN_FOLLOW_UP_H
#define ZERMELO_RUN_FOLLOW_UP_H

#include "run/solution.h"
#include "run/query_queue.h"

/** Make the queries that the solution wants, one after the other. done (context), if not NULL, is called
 * after the last result, or at once if there is nothing to ask. Returns whether there is. All arguments are
 * borrowed. */
bool follow_up_ask (struct run *, struct query_queue *, struct solution *, void (*done) (void *context),
                    void *context);

/** Make the queries that the solution wants, and await their results. Collective: the ranks other than 0 pass
 * NULL. */
void follow_up_run (struct run *, struct solution *);

/** Ask what follows on a board without keys, without a producer. `search` (borrowed) has found the value in
 * one thread and is used again. */
void follow_up_here (struct search *, struct solution *);

#endif
