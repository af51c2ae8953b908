/* The leaves of the graph: how many there are, and which are worth expanding. */
#ifndef ZERMELO_PROOF_GRAPH_FRONTIER_H
#define ZERMELO_PROOF_GRAPH_FRONTIER_H

#include "proof/graph_data_private.h"

/** The expected cost of a leaf in nodes, judged by that of others; UINT64_MAX: not known yet. */
uint64_t graph_nodes_expected (const struct graph *, uint32_t node);

/** A count of leaves, and which to expand if they are too few. */
enum { EXPANDED_AT_ONCE = 16 };
struct frontier {
  int leaves; /* of the optimistic proof, or those likely to be needed */
  int candidates;
  struct candidate {
    uint32_t leaf;
    float weight;
  } best[EXPANDED_AT_ONCE]; /* best first; the optimistic choice uses only the first */
};

/** Count a leaf. The more its expansion is `worth`, the sooner it is expanded. */
void graph_count_leaf (const struct graph *, uint32_t leaf, float worth, struct frontier *);

#endif
