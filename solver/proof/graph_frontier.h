/* Leaves at the edge of the graph: how many there are, and which are worth expanding. */
#ifndef ZERMELO_PROOF_GRAPH_FRONTIER_H
#define ZERMELO_PROOF_GRAPH_FRONTIER_H

#include "proof/graph_data_private.h"

/** Nodes that a search of a leaf may cost, by what others cost; UINT64_MAX: no idea yet. */
uint64_t graph_nodes_expected (const struct graph *, uint32_t node);

/** Leaves there are, and which to expand if they are too few. */
enum { EXPANDED_AT_ONCE = 16 };
struct frontier {
  int leaves; /* of the optimistic proof, or that are likely to be needed */
  int candidates;
  struct candidate {
    uint32_t leaf;
    float weight;
  } best[EXPANDED_AT_ONCE]; /* heaviest first; only the first is asked for unless by probability */
};

/** Add a leaf to a frontier; the more its expansion is worth, the sooner. */
void graph_count_leaf (const struct graph *, uint32_t leaf, float worth, struct frontier *);

#endif
