/* The top of a proof as flat arrays, taken from a graph at any moment. A later run, on any number of ranks,
 * restores the graph from it.
 *
 * It holds bounds, estimates and counters. It does not hold queries in flight: in the restored graph no query
 * has been made yet. No MPI. */
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

/** Fill a snapshot, which is all zeros or was taken before; its memory is reused. */
void graph_snapshot_take (struct graph_snapshot *, const struct graph *);

/** Free the arrays of a snapshot. */
void graph_snapshot_free (struct graph_snapshot *);

/** Restore a snapshot into a graph that was just made for the same query: bounds, children and estimates. If
 * the root was not split yet, the options of this graph decide how it is searched. False if the snapshot does
 * not belong to such a graph; then the graph is unusable. */
bool graph_snapshot_put (const struct graph_snapshot *, struct graph *);

#endif
