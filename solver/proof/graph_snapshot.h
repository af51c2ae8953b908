/* The top of a proof as flat arrays: taken of a graph at any moment, and made a graph again, by another
 * program on other ranks.
 *
 * What is proven, expected and counted is in it; queries in flight are not: in the graph that is made of it
 * nobody has been asked yet. No MPI. */
#ifndef ZERMELO_PROOF_GRAPH_SNAPSHOT_H
#define ZERMELO_PROOF_GRAPH_SNAPSHOT_H

#include "proof/graph.h"

struct snapshot_node {
  uint8_t key[PACKED_MAX];
  struct bounds bounds;
  double cost, prior, probability_even, probability_odd;
  uint64_t budget;
  uint32_t first_edge, edges;
  uint8_t dead;
};

struct graph_snapshot {
  struct snapshot_node *nodes; /* the root first */
  size_t count;
  uint32_t *edges; /* numbers of nodes */
  size_t edge_count;
  uint64_t expansions, joined, cancelled, queries, node_count, looks;
  double log_nodes_per_cost;
  uint32_t learned;
  bool backing_cut, root_answered;
  struct result root_result; /* if root_answered */
};

/** Of a snapshot that is all zeros, or that was taken before: its memory is used again. */
void graph_snapshot_take (struct graph_snapshot *, const struct graph *);

/** Free its arrays. */
void graph_snapshot_free (struct graph_snapshot *);

/** Put what the snapshot shows into a graph that was just made for the same query: bounds, children and
 *  estimates. A root that was not split yet is searched or split as the options of this graph say. Returns
 *  false if the snapshot shows no such graph; then the graph is of no use. */
bool graph_snapshot_put (const struct graph_snapshot *, struct graph *);

#endif
