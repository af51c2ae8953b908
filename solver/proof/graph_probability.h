/* Estimates for many workers: the probability that a leaf is needed. */
#ifndef ZERMELO_PROOF_GRAPH_PROBABILITY_H
#define ZERMELO_PROOF_GRAPH_PROBABILITY_H

#include "proof/graph_frontier.h"

/** Update the estimates of a node's ancestors. Only for games that converge. */
void graph_probability_renew (struct graph *, uint32_t node);
/** Are all stored estimates up to date? For graph_is_valid(). May fill in missing estimates. */
bool graph_probabilities_follow (struct graph *);
/** As graph_optimistic_count() and graph_optimistic_leaf(), but by probability. */
void graph_probability_count (struct graph *, int test, struct frontier *);
bool graph_probability_leaf (struct graph *, int test, uint32_t *leaf, struct bounds *window);

#endif
