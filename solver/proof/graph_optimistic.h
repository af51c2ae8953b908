/* Estimates for few workers: the cheapest proof that may still succeed. */
#ifndef ZERMELO_PROOF_GRAPH_OPTIMISTIC_H
#define ZERMELO_PROOF_GRAPH_OPTIMISTIC_H

#include "proof/graph_frontier.h"

/** Count the leaves for a test on the root. The caller has set a new graph->mark. */
void graph_optimistic_count (struct graph *, int test, struct frontier *);
/** The leaf to hand out, and the window of its query; false: there is none. */
bool graph_optimistic_leaf (struct graph *, int test, uint32_t *leaf, struct bounds *window);

#endif
