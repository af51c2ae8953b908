/* The top of a proof (proof/graph.h) worked on by simulated ranks, in one process and without a message: the
 * same answer by the same nodes on every run.
 *
 * Each simulated rank is a worker (parallel/worker.h) of one thread with a table of its own. Time is counted
 * in nodes: a query is searched as soon as it is handed out, and its result comes when as many nodes
 * of simulated time have passed as it took. What a real run adds is left out: nobody tells the others what it
 * finds, and a query that no longer matters is answered late instead of called off. */
#ifndef ZERMELO_RUN_SIMULATED_H
#define ZERMELO_RUN_SIMULATED_H

#include "parallel/manager.h"
#include "proof/graph.h"

enum { SIMULATED_MOST = 64 };

/** Work on a proof until its window is settled, by `count` ranks (at most SIMULATED_MOST) with these
 *  resources each. Returns whether it was settled. What the ranks did is added to `sum`: also searches whose
 *  answers came too late, which graph_statistics() does not know. */
bool simulated_proof (struct graph *, int count, const struct resources *, struct statistics *sum);

#endif
