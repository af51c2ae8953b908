/* The leaves of the graph: their number, and the leaves that are worth expanding. */
#ifndef ZERMELO_PROOF_GRAPH_FRONTIER_H
#define ZERMELO_PROOF_GRAPH_FRONTIER_H

#include "proof/graph_data_private.h"

/** The expected cost of a leaf in nodes, estimated from the cost of other leaves; UINT64_MAX: not known
 * yet. */
uint64_t graph_nodes_expected (const struct graph *, uint32_t node);

/** A count of leaves, and candidates for expansion if there are too few leaves. */
enum { EXPANDED_AT_ONCE = 16 };
struct frontier {
  int leaves; /* leaves of the optimistic proof, or leaves that are likely to be needed */
  int candidates;
  struct candidate {
    uint32_t leaf;
    float weight;
  } best[EXPANDED_AT_ONCE]; /* in descending order of weight; the optimistic choice uses only the first */
};

/** Count a leaf. A leaf whose expansion is `worth` more is expanded earlier. */
void graph_count_leaf (const struct graph *, uint32_t leaf, float worth, struct frontier *);

#endif
