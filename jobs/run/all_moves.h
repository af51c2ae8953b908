/* --all-moves: every move that keeps the value of a position, by queries about the positions after those
 * moves of which the proof says nothing, each with the narrowest window that tells.
 *
 * With a node limit they are asked one after the other, each with the nodes that are left: the limit is that
 * of the position and all its moves together. Rank 0 only. */
#ifndef ZERMELO_RUN_ALL_MOVES_H
#define ZERMELO_RUN_ALL_MOVES_H

#include "run/solution.h"
#include "run/query_queue.h"

/** Ask about the moves of a position. `solution` (borrowed, like everything) is of it, and the queue has
 *  not ended; done (context) is called when the last result has come, at once if there is nothing to ask. The
 *  solution may then still be incomplete (solution_is_complete()). */
void all_moves_ask (struct run *, struct query_queue *, struct solution *, void (*done) (void *context),
                    void *context);

#endif
