/* What the files of the graph share: its nodes and how they hang together. Private to the files graph_*.c.
 *
 * graph.c is the producer; graph_nodes.c finds and expands nodes; graph_backup.c backs up what is
 * proven; graph_window.c says which nodes still matter; graph_choice.c which leaf comes next, by
 * graph_optimistic.c or graph_probability.c; graph_redundant.c what to do when there is none; graph_check.c
 * checks it all.
 *
 * Scores are seen through *tests*: "is the value of this position, for its side to move, at least t?"
 * A test on a node is one test on all its children: it holds if the test of one child fails. */
#ifndef ZERMELO_PROOF_GRAPH_PRIVATE_H
#define ZERMELO_PROOF_GRAPH_PRIVATE_H

#include "proof/graph.h"

#include "base/hash_index.h"

#define NO_NODE UINT32_MAX
#define ROOT_NODE UINT32_C (0)

/** What a test on a node looks like from above. */
struct estimate {
  float holds; /* chance that it holds; 0 or 1 if it is settled */
  /* Chance that the leaf below it that is most likely to be needed is needed, if the node is; of those that
   * can be handed out. 0: there is none. */
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

/* ---- graph_nodes.c ---- */

/** A new node without parents and children. */
uint32_t graph_add (struct graph *, const uint8_t *key, const struct position *);
/** The packed canonical position of a node. */
const uint8_t *graph_key (const struct graph *, uint32_t node);
/** What is known of a position before anybody searched it: how it ended, or that it goes on. */
struct bounds graph_static_bounds (const struct graph *, const struct position *, enum outcome);
/** The node with that key, or NO_NODE. */
uint32_t graph_find (const struct graph *, const uint8_t *key);
/** Make the node's children, `best` (packed, may be NULL) first. Backs up. */
void graph_expand (struct graph *, uint32_t node, const uint8_t *best);

/* ---- graph.c ---- */

/** Nodes that a search of a leaf may cost, by what others cost; UINT64_MAX: no idea yet. */
uint64_t graph_nodes_expected (const struct graph *, uint32_t node);

/** A name for a query about a node, and all that the query says. */
uint32_t graph_new_ticket (struct graph *);
struct query graph_query (const struct graph *, uint32_t node, uint32_t ticket);

/** Nodes of a query, or of one that is worth splitting, as the manager's load makes them. */
static inline uint64_t
graph_grown (const struct graph *graph, uint64_t nodes)
{
  return graph->options.by_probability ? (uint64_t) (graph->granularity * (double) nodes) : nodes;
}

/* ---- graph_backup.c ---- */

/** Narrow a node and all that follows. Returns whether the node changed. */
bool graph_narrow (struct graph *, uint32_t node, struct bounds);
/** Bring a node up to date with its children, and all that follows. */
void graph_back_up (struct graph *, uint32_t node);
/** What the children of a node prove about it. */
struct bounds graph_bounds_of_children (const struct graph *, const struct node *);
/** Estimates of the node's ancestors are out of date. */
void graph_touch (struct graph *, uint32_t node);

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

/* ---- graph_window.c ---- */

/** Can the node still change what the root is asked? Bounds outside its live window do not. */
bool graph_is_live (struct graph *, uint32_t node);
/** The node's bounds are narrower, or it has a new parent. */
void graph_live_window_changed (struct graph *, uint32_t node);
/** Do live windows follow from those of the parents? For graph_is_valid(). */
bool graph_live_windows_follow (const struct graph *);

/* ---- graph_optimistic.c, graph_probability.c ---- */

/** Leaves there are, and which to expand if they are too few. */
enum { EXPANDED_AT_ONCE = 16 };
struct frontier {
  int leaves; /* of the proof that is hoped for, or that are likely to be needed */
  int candidates;
  struct candidate {
    uint32_t leaf;
    float weight;
  } best[EXPANDED_AT_ONCE]; /* heaviest first; only the first is asked for unless by chance */
};

/** Bring the estimates of a node's ancestors up to date. Only where play converges. */
void graph_probability_renew (struct graph *, uint32_t node);
/** Are they? For graph_is_valid(). Looking may fill in what was not asked before. */
bool graph_probabilities_follow (struct graph *);
/** Leaves for a test on the root. graph->mark is a new one. */
void graph_optimistic_count (struct graph *, int test, struct frontier *);
void graph_probability_count (struct graph *, int test, struct frontier *);
/** The leaf to hand out, and the window to ask; false: there is none. */
bool graph_optimistic_leaf (struct graph *, int test, uint32_t *leaf, struct bounds *window);
bool graph_probability_leaf (struct graph *, int test, uint32_t *leaf, struct bounds *window);

/* ---- graph_choice.c ---- */

static inline bool
graph_can_hand_out (const struct node *node)
{
  return node->edges == 0 && node->ticket == 0 && !node->dead;
}

/** Add a leaf to a frontier; the more its expansion is worth, the sooner. */
void graph_count_leaf (const struct graph *, uint32_t leaf, float worth, struct frontier *);

/** The next leaf and the window to ask; false: none at present. May expand nodes. */
bool graph_choose (struct graph *, uint32_t *leaf, struct bounds *window);
/** The test on the children that a test on their parent amounts to. */
int graph_child_test (const struct graph *, int test);

/* ---- graph_redundant.c ---- */

/** May two ranks search the same leaf: do the searches tell what they find, and take moves in another order?
 *  To be asked when the root has been answered once. */
bool graph_allows_redundant_search (const struct graph *);

/** A second search of a leaf in flight; false: none would help, or there is one. */
bool graph_redundant_search (struct graph *, struct query *);
/** Is that the ticket of one? */
bool graph_is_redundant_search (struct graph *, uint32_t node, uint32_t ticket);
/** It is answered or called off. Returns whether it was one. */
bool graph_redundant_search_ends (struct graph *, uint32_t node, uint32_t ticket);

#endif
