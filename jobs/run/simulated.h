/* A proof (proof/graph.h) by simulated ranks in one process, without messages: every run has equal results
 * and equal nodes.
 *
 * Each simulated rank is a worker (parallel/worker.h) of one thread with a table of its own. Time is counted
 * in nodes: a query is searched as soon as it is handed out, and its result comes when simulated time has
 * advanced by the nodes of the search. Two things of a real run are left out: ranks do not share bounds, and
 * a query that no longer matters is not cancelled but answered late. */
#ifndef ZERMELO_RUN_SIMULATED_H
#define ZERMELO_RUN_SIMULATED_H

#include "parallel/manager.h"
#include "proof/graph.h"

enum { SIMULATED_MOST = 64 };

/** Work on a proof with `count` ranks (at most SIMULATED_MOST), each with these resources, until its window
 * is settled. Returns whether it was. Adds the counters of the ranks to `sum`, including searches whose
 * results came too late, which graph_statistics() does not count. */
bool simulated_proof (struct graph *, int count, const struct resources *, struct statistics *sum);

#endif
