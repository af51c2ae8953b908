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

/* --all-moves: find every move that keeps the value of a position. Where the proof does not tell, a query
 * asks about the position after the move, with the narrowest window that decides this.
 *
 * A node limit applies to the position and all its moves together. So with a limit the queries are made one
 * after the other, each with the nodes that are left. Rank 0 only. */

/** Ask about the moves of the solution's position. All arguments are borrowed; the queue must not have ended.
 *  done (context), if not NULL, is called after the last result, or at once if there is nothing to ask. The
 * solution may still be incomplete then (solution_is_complete()). */
void all_moves_ask (const struct session *, struct query_queue *, struct solution *,
                    void (*done) (void *context), void *context);

#endif
