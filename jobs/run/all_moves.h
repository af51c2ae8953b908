/* --all-moves: find every move that keeps the value of a position. Where the proof does not tell, a query
 * asks about the position after the move, with the narrowest window that decides this.
 *
 * A node limit applies to the position and all its moves together. So with a limit the queries are made one
 * after the other, each with the nodes that are left. Rank 0 only. */
#ifndef ZERMELO_RUN_ALL_MOVES_H
#define ZERMELO_RUN_ALL_MOVES_H

#include "run/solution.h"
#include "run/query_queue.h"

/** Ask about the moves of the solution's position. All arguments are borrowed; the queue must not have ended.
 *  done (context), if not NULL, is called after the last result, or at once if there is nothing to ask. The
 * solution may still be incomplete then (solution_is_complete()). */
void all_moves_ask (const struct session *, struct query_queue *, struct solution *,
                    void (*done) (void *context), void *context);

#endif
