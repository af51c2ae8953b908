/* Estimates for many workers: how probable it is that a leaf will be needed. */
#ifndef ZERMELO_PROOF_GRAPH_PROBABILITY_H
#define ZERMELO_PROOF_GRAPH_PROBABILITY_H

#include "proof/graph_frontier.h"

/** Bring the estimates of a node's ancestors up to date. Only where play converges. */
void graph_probability_renew (struct graph *, uint32_t node);
/** Are they? For graph_is_valid(). Looking may fill in what was not asked before. */
bool graph_probabilities_follow (struct graph *);
/** As in graph_optimistic.h. */
void graph_probability_count (struct graph *, int test, struct frontier *);
bool graph_probability_leaf (struct graph *, int test, uint32_t *leaf, struct bounds *window);

#endif
