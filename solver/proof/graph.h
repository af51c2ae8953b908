/* The top of the proof: an explicit AND/OR graph of canonical positions with bounds, and the choice of the
 * next leaf to search.
 *
 * Nodes are canonical packed positions, so transpositions share a node. Each node holds the proven bounds for
 * its side to move, its expected cost, and whether a query about it is in flight. The result of a leaf
 * narrows its bounds, and backing up narrows the bounds of its parents. A node that is settled, or that can
 * no longer change the answer to the root's query, is not searched any further. The graph uses no MPI, so
 * tests run it with simulated workers. Not thread-safe. */
#ifndef ZERMELO_PROOF_GRAPH_H
#define ZERMELO_PROOF_GRAPH_H

#include "base/statistics.h"
#include "engine.h"
#include "proof/producer.h"

struct graph;

/** The query of a proof, and how the proof is split. */
struct graph_options {
  struct query query; /* about the root; its node_limit is that of the whole proof. The leaves are searched by
                         its method, too; graph_create() fills in the game */
  /* Keep at least this many leaves to choose from, several for each rank; 1: the root itself is the only
   * leaf. */
  int leaves_wanted;
  uint64_t leaf_budget; /* nodes after which a leaf that is not solved is returned and expanded; grows with
                           the proof; 0: no limit */
  /* Nodes that one rank may spend on the root before it is split; 0: it is split at once. Proof-number search
   * then continues with the root while other ranks search below it. */
  uint64_t root_budget;
  double leaf_seconds; /* seconds after which a leaf is returned, once a part of its nodes has been searched;
                          grows with the proof; 0: no limit */
  uint64_t leaf_least; /* a leaf with a smaller expected cost in nodes is not split; 0: 10 000 */
  /* Choose leaves as suits many workers: the leaf most likely to be needed, and budgets that grow with the
   * proof (graph_probability.c). False: as suits few workers (graph_optimistic.c). */
  bool by_probability;
  bool counts_all_runs; /* the node limit includes the nodes of a restored snapshot */
};

/** Choose how to split a proof for `workers` workers, of which `at_once` have a core (0: all).
 *
 * With one worker the root is the only leaf; few workers get large leaves, many get small ones. The largest
 * number of workers that counts as few trades time against nodes; if there are fewer cores than ranks, only
 * nodes count. A leaf's budget must exceed the number of leaves, or ranks leave the best move for others. A
 * position that one search solves soon is not split, because its parts together cost much more: they lack the
 * numbers that a best-first search has found for the whole. Figures: ../../analysis/notes/scaling.md. */
static inline void graph_split (struct graph_options *options, int workers, int at_once) {
  enum { FEW = 6 };
  options->by_probability = workers > FEW && (at_once == 0 || at_once > FEW);
  options->leaves_wanted = workers == 1 ? 1 : options->by_probability ? 2 * workers : 64;
  options->leaf_budget = workers == 1 ? 0 : options->by_probability ? 30000 : 10000000;
  options->root_budget = workers == 1 ? 0 : 100000;
}

/** `game` is borrowed. The root may be finished. */
struct graph *graph_create (const struct game *game, const struct position *root,
                            const struct graph_options *options);
void graph_destroy (struct graph *);

/** The graph as a producer (proof/producer.h). It is finished when the window is settled or node_limit is
 * used up; it may run out of queries before that if no search can answer a leaf. Results may come late;
 * cancelled queries need no result. */
struct producer graph_producer (struct graph *);

/** The proven bounds of the root. */
struct bounds graph_bounds (const struct graph *);

/** The proven bounds of a canonical position; false if the graph does not hold it. */
bool graph_lookup (const struct graph *, const uint8_t *key, struct bounds *bounds);

/** The last result of the root while it is the only leaf, or the result that settled it; else NULL: then only
 * the bounds of the graph and of the root's children are known. */
const struct result *graph_root_result (const struct graph *);

/** Add to `sum` the totals over all results (nodes, looks, queries; the efforts of manage() contain them,
 * too) and the graph's own counters (expansions, joined, cancelled; only the graph counts these). */
void graph_statistics (const struct graph *, struct statistics *sum);

/** Check every invariant: links in both directions, bounds that follow from children, no cycle in a
 * converging game. For tests, and for a graph read from a file. */
bool graph_is_valid (struct graph *);

#endif
