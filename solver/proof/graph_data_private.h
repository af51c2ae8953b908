/* What the files of the graph share: its nodes and how they hang together.
 *
 * From the ground up: graph_window.h says which nodes still matter; graph_frontier.h which leaves are worth
 * expanding; graph_optimistic.h and graph_probability.h estimate what a proof still takes; graph_backup.h
 * backs up what is proven; graph_nodes.h finds and expands nodes; graph_choice.h chooses the next leaf;
 * graph_leaf_query.h says what is asked about it; graph_redundant.h what to do when there is none; graph.c is
 * the producer of queries; graph_check.c checks it all.
 *
 * Scores are seen through *tests*: "is the value of this position, for its side to move, at least t?"
 * A test on a node is one test on all its children: it holds if the test of one child fails. */
#ifndef ZERMELO_PROOF_GRAPH_DATA_PRIVATE_H
#define ZERMELO_PROOF_GRAPH_DATA_PRIVATE_H

#include "proof/graph.h"

#include "base/hash_index.h"

#define NO_NODE UINT32_MAX
#define ROOT_NODE UINT32_C (0)

/** What a test on a node looks like from above. */
struct estimate {
  float holds; /* probability that it holds; 0 or 1 if it is settled */
  /* Probability that the leaf below it that is most likely to be needed is needed, if the node is; of those
   * that can be handed out. 0: there is none. */
  float open;
};

/** Remembered until something changes below the node. */
struct remembered {
  struct estimate estimate;
  int16_t test;
  bool valid;
};

/** What a test on a node is expected to cost; one of them is 0 if it is settled, or would be once
 *  all queries in flight ended as expected. */
struct cost_estimate {
  float prove, disprove; /* INFINITY: impossible */
  bool open;             /* there is a leaf to hand out below that would help */
};

/** As struct remembered. */
struct remembered_cost {
  struct cost_estimate estimate;
  int test;
  bool valid;
};

/** Passes over the graph, in which nodes wait for their turn. */
enum pass { BACKING_UP, ESTIMATES, LIVE_WINDOWS, PASSES };

struct ring {
  uint32_t *nodes; /* graph->capacity entries: a node waits once, so it holds all there are */
  uint32_t first, count;
};

struct node {
  /* What an estimate of a parent looks at, together. */
  struct bounds bounds;            /* proven, for the side to move */
  uint32_t first_edge, edges;      /* children: graph->edges[first_edge ...]; a leaf has none */
  uint32_t ticket;                 /* of the query in flight; 0: none */
  bool dead;                       /* its search gave up or failed: asking again is no use */
  bool expected_to_hold;           /* that the test holds which it was handed out for */
  bool visiting;                   /* on the path of a pass */
  bool waits[PASSES];              /* in that ring */
  float probability[2];            /* [test & 1]: of a leaf, that a test on it holds */
  struct remembered remembered[2]; /* [test & 1] */

  uint32_t parents;          /* first link, or NO_NODE */
  int outcome;               /* enum outcome */
  struct bounds live_window; /* what the root needs of it: a hull over all paths; valid if it is live */
  uint64_t live;             /* graph->live_mark if it is live */
  uint64_t counted;          /* mark of the last pass that counted it */
  struct bounds asked;       /* window of the query in flight */
  uint64_t limit;            /* nodes promised to the query in flight */
  uint64_t budget;           /* nodes it may cost before it is expanded; 0: no limit */
  float cost;                /* expected, in units of graph->nodes_per_cost */
  float prior;               /* the larger, the less likely a good move led here */
  struct remembered_cost remembered_cost[2][2]; /* [optimistic][test & 1] */
};

/** One parent of a node, in a list. */
struct link {
  uint32_t parent, next;
};

/** A child as a test on it is seen from the parent. */
struct child_estimate {
  uint32_t child;
  struct estimate estimate;
};

/** A second query in flight about a leaf. */
struct redundant_search {
  uint32_t node, ticket; /* ticket 0: there is none */
};

struct graph {
  const struct game *game;
  struct graph_options options;
  bool shifting;       /* scores count from the position (play can cycle): see passed_up() */
  struct bounds range; /* all values there are */
  struct node *nodes;
  uint8_t *keys; /* game->key_bytes each */
  uint32_t count, capacity;
  uint32_t *edges;
  uint32_t edge_count, edge_capacity;
  struct link *links;      /* of the edge with the same index */
  struct hash_index index; /* of nodes by key */
  struct ring rings[PASSES];
  struct position *position;
  uint8_t *children;                      /* of the node being expanded */
  struct child_estimate *child_estimates; /* a stack: children of the nodes on a path */
  size_t child_estimate_count, child_estimate_capacity;
  uint64_t mark;      /* of the last pass */
  uint64_t live_mark; /* mark of the last pass over all for live windows; 0: they are not known */
  bool backing_cut;   /* a backup was cut short (only if shifting): bounds are sound, if wide */
  bool exhausted;     /* node_limit is used up */
  uint32_t serial;    /* of the last ticket */
  uint32_t in_flight;
  struct redundant_search redundant_search; /* beside these */
  int uncounted;                            /* choices to come before the leaves are counted again */
  double granularity; /* at least 1: queries are so many times larger, as the manager is busy */
  uint64_t nodes_spent, nodes_promised;
  double log_nodes_per_cost; /* learned from answers */
  uint32_t learned;
  struct statistics statistics;
  bool root_answered;
  bool root_goes_on; /* one rank searches the root as long as it takes, others below it */
  struct result root_result;
};

/* ---- nodes that wait ---- */

/* Every pass goes on until its ring is empty, which then begins at 0 again: so what waits while nodes are
 * added lies in one piece, and the ring may grow (graph_nodes.c). */

static inline void
graph_wait (struct graph *graph, enum pass pass, uint32_t n)
{
  struct ring *ring = &graph->rings[pass];
  if (graph->nodes[n].waits[pass])
    return;
  graph->nodes[n].waits[pass] = true;
  ring->nodes[(ring->first + ring->count++) % graph->capacity] = n;
}

static inline void
graph_parents_wait (struct graph *graph, enum pass pass, uint32_t n)
{
  for (uint32_t l = graph->nodes[n].parents; l != NO_NODE; l = graph->links[l].next)
    graph_wait (graph, pass, graph->links[l].parent);
}

/** The node that waits longest, or NO_NODE. */
static inline uint32_t
graph_next (struct graph *graph, enum pass pass)
{
  struct ring *ring = &graph->rings[pass];
  if (ring->count == 0)
    return NO_NODE;
  const uint32_t n = ring->nodes[ring->first];
  ring->first = --ring->count == 0 ? 0 : (ring->first + 1) % graph->capacity;
  graph->nodes[n].waits[pass] = false;
  return n;
}

/* ---- what is open ---- */

/** What is still asked of a node by a window; settled if lower >= upper. */
static inline struct bounds
graph_open_part (struct bounds window, struct bounds proven)
{
  if (proven.lower > window.lower)
    window.lower = proven.lower;
  if (proven.upper < window.upper)
    window.upper = proven.upper;
  return window;
}

static inline bool
graph_settled (struct bounds open_part)
{
  return open_part.lower >= open_part.upper;
}

static inline bool
graph_can_hand_out (const struct node *node)
{
  return node->edges == 0 && node->ticket == 0 && !node->dead;
}

/** Nodes of a query, or of one that is worth splitting, as the manager's load makes them. */
static inline uint64_t
graph_grown (const struct graph *graph, uint64_t nodes)
{
  return graph->options.by_probability ? (uint64_t) (graph->granularity * (double) nodes) : nodes;
}

#endif
