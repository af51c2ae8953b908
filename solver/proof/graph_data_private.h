/* The data that the files of the graph share: nodes, edges and estimates.
 *
 * From the bottom up: graph_window.h tells which nodes still matter; graph_frontier.h selects leaves worth
 * expanding; graph_optimistic.h and graph_probability.h estimate the rest of a proof; graph_backup.h backs up
 * bounds; graph_nodes.h finds and expands nodes; graph_choice.h chooses the next leaf; graph_leaf_query.h
 * makes the query about it; graph.c is the producer of queries; graph_check.c checks the whole graph.
 *
 * All estimates are about *tests*: "is the value of this position, for its side to move, at least t?" A test
 * on a node corresponds to one test on its children, and holds if the test on some child fails. */
#ifndef ZERMELO_PROOF_GRAPH_DATA_PRIVATE_H
#define ZERMELO_PROOF_GRAPH_DATA_PRIVATE_H

#include "proof/graph.h"

#include "base/hash_index.h"

#include <assert.h>

#define NO_NODE UINT32_MAX
#define ROOT_NODE UINT32_C (0)

/** The estimates for a test on a node. */
struct estimate {
  float holds; /* probability that the test holds; 0 or 1 if it is settled */
  /* The leaf most likely to be needed, among the leaves below that can be handed out: the probability that it
   * is needed if the node is. 0: there is no such leaf. */
  float open;
};

/** A stored estimate, valid until the graph changes below the node. */
struct remembered {
  struct estimate estimate;
  int16_t test;
  bool valid;
};

/** The expected cost of proving and of disproving a test on a node. One of the two is 0 if the test is
 * settled, or would be if all queries in flight ended as expected. */
struct cost_estimate {
  float prove, disprove; /* INFINITY: impossible */
  bool open;             /* a leaf below that would contribute can be handed out */
};

/** A stored cost estimate. */
struct remembered_cost {
  struct cost_estimate estimate;
  int test;
  bool valid;
};

/** Passes over the graph. During a pass, nodes wait in a ring until it is their turn. */
enum pass { BACKING_UP, ESTIMATES, LIVE_WINDOWS, PASSES };

struct ring {
  uint32_t *nodes; /* graph->capacity entries, which suffice since a node waits at most once */
  uint32_t first, count;
};

struct node {
  /* The fields up to `remembered` are read by the estimates of a parent, and so are adjacent in memory. */
  struct bounds bounds;            /* proven, for the side to move */
  uint32_t first_edge, edges;      /* children: graph->edges[first_edge ...]; a leaf has none */
  uint32_t ticket;                 /* identifies the query in flight; 0: none */
  bool dead;                       /* its search gave up or failed, so it is not searched again */
  bool expected_to_hold;           /* when it was handed out, its test was expected to hold */
  bool visiting;                   /* on the path of a pass */
  bool waits[PASSES];              /* [pass]: in the ring of this pass */
  float probability[2];            /* [test & 1]: of a leaf: the probability that a test on it holds */
  struct remembered remembered[2]; /* [test & 1] */

  uint32_t parents; /* first link, or NO_NODE */
  int outcome;      /* enum outcome */
  struct bounds
      live_window;     /* the window that the root needs: a hull over all paths; valid if the node is live */
  uint64_t live;       /* equal to graph->live_mark if the node is live */
  uint64_t counted;    /* mark of the last pass that counted it */
  struct bounds asked; /* the window of the query in flight */
  uint64_t limit;      /* the node limit of the query in flight */
  uint64_t budget;     /* nodes to spend on it before it is expanded; 0: no limit */
  float cost;          /* expected cost, in the unit of graph->log_nodes_per_cost */
  float prior;         /* larger if it is less likely that a good move led here */
  struct remembered_cost remembered_cost[2][2]; /* [optimistic][test & 1] */
};

/** One parent of a node, in a linked list. */
struct link {
  uint32_t parent, next;
};

/** A child, and the estimates for the test on it. */
struct child_estimate {
  uint32_t child;
  struct estimate estimate;
};

struct graph {
  const struct game *game;
  struct graph_options options;
  bool shifting;       /* scores count from the position (play can cycle): see passed_up() */
  struct bounds range; /* the range of all possible values */
  struct node *nodes;
  uint8_t *keys; /* game->key_bytes each */
  uint32_t count, capacity;
  uint32_t *edges;
  uint32_t edge_count, edge_capacity;
  struct link *links;      /* the link of edge i has index i */
  struct hash_index index; /* finds nodes by key */
  struct ring rings[PASSES];
  struct position *position;
  uint8_t *children;                      /* the children of the node that is being expanded */
  struct child_estimate *child_estimates; /* a stack: the children of the nodes on a path */
  size_t child_estimate_count, child_estimate_capacity;
  uint64_t mark;      /* the number of the last pass */
  uint64_t live_mark; /* `mark` of the last full pass for live windows; 0: live windows are unknown */
  bool backing_cut;   /* backing up was cut short (only if shifting): bounds hold, but may be wider than
                         necessary */
  bool exhausted;     /* node_limit is used up */
  uint32_t serial;    /* the number of the last ticket */
  uint32_t in_flight;
  int uncounted;      /* choices left before the leaves are counted again */
  double granularity; /* at least 1: the factor by which queries are enlarged because the manager is busy */
  uint64_t nodes_spent, nodes_promised;
  double log_nodes_per_cost; /* learned from results */
  uint32_t learned;
  struct statistics statistics;
  bool root_answered;
  bool root_goes_on; /* one rank continues to search the root while others search below it */
  struct result root_result;
};

/* ---- waiting nodes ---- */

/* Every pass continues until its ring is empty, and an empty ring begins at 0 again. Nodes are added to the
 * graph only while no pass is running, so the waiting nodes are contiguous then, and the ring can grow
 * (graph_nodes.c). */

static inline void graph_wait (struct graph *graph, enum pass pass, uint32_t n) {
  assert (n < graph->count);
  struct ring *ring = &graph->rings[pass];
  if (graph->nodes[n].waits[pass])
    return;
  assert (ring->count < graph->capacity); /* a node waits at most once */
  graph->nodes[n].waits[pass] = true;
  ring->nodes[(ring->first + ring->count++) % graph->capacity] = n;
}

static inline void graph_parents_wait (struct graph *graph, enum pass pass, uint32_t n) {
  for (uint32_t l = graph->nodes[n].parents; l != NO_NODE; l = graph->links[l].next)
    graph_wait (graph, pass, graph->links[l].parent);
}

/** Remove and return the node that has waited longest, or NO_NODE. */
static inline uint32_t graph_next (struct graph *graph, enum pass pass) {
  struct ring *ring = &graph->rings[pass];
  if (ring->count == 0)
    return NO_NODE;
  const uint32_t n = ring->nodes[ring->first];
  assert (n < graph->count && graph->nodes[n].waits[pass]);
  ring->first = --ring->count == 0 ? 0 : (ring->first + 1) % graph->capacity;
  graph->nodes[n].waits[pass] = false;
  return n;
}

/** Does no node wait in the ring of this pass? Between events of the producer no node waits for bounds or
 * estimates. */
static inline bool graph_pass_is_over (const struct graph *graph, enum pass pass) {
  return graph->rings[pass].count == 0;
}

/* ---- windows ---- */

/** The part of a window that is still open; settled if lower >= upper. */
static inline struct bounds graph_open_part (struct bounds window, struct bounds proven) {
  bounds_narrow (&window, proven);
  return window;
}

static inline bool graph_settled (struct bounds open_part) { return open_part.lower >= open_part.upper; }

static inline bool graph_can_hand_out (const struct node *node) {
  return node->edges == 0 && node->ticket == 0 && !node->dead;
}

/** A number of nodes, enlarged according to the manager's load. */
static inline uint64_t graph_grown (const struct graph *graph, uint64_t nodes) {
  return graph->options.by_probability ? (uint64_t) (graph->granularity * (double) nodes) : nodes;
}

/* ---- graph_check.c ---- */

/** Does the node agree with its children and parents? Takes time in proportion to their number. */
bool graph_node_is_consistent (const struct graph *, uint32_t node);

/** Is a small graph of a few dozen nodes consistent? True for larger graphs, which are not checked. For
 * assertions after each event of the producer. */
bool graph_is_consistent (const struct graph *);

#endif
