/* The top of the proof: an explicit AND/OR graph of canonical positions with bounds, and the choice
 * of the next leaf to search.
 *
 * Nodes are canonical packed positions; two move orders that meet share a node. Each node holds what
 * is proven (bounds for its side to move), how much it is expected to cost, and whether it is
 * in flight. A leaf's answer narrows its bounds; backing up narrows those of its parents; a node whose bounds
 * settle what the root asks, or that cannot change it any more, is not worked on any more.
 * No MPI in here: tested alone with simulated workers. Not thread-safe. */
#ifndef ZERMELO_PROOF_GRAPH_H
#define ZERMELO_PROOF_GRAPH_H

#include "base/statistics.h"
#include "engine.h"
#include "proof/producer.h"

struct graph;

/** What the proof is about and how it is split. */
struct graph_options {
  struct query query; /* about the root; its node_limit is that of the whole proof. The leaves are
                         searched by the same method; graph_create() names the game */
  /* Keep at least so many leaves to choose from before handing out: several a rank; 1: the root itself is the
   * only leaf. */
  int leaves_wanted;
  uint64_t leaf_budget; /* nodes a leaf may cost at first before it comes back and is expanded, more as the
                           proof grows; 0: no limit */
  /* Nodes that one rank may spend on the whole root before it is split; 0: it is split at once. Proof-number
   * search goes on with it, while others search below it; other searches get a redundant one after a
   * first search of a sixteenth of the budget, if `redundant_search`. */
  uint64_t root_budget;
  double leaf_seconds;   /* of a leaf, as leaf_budget */
  uint64_t leaf_least;   /* a leaf that is expected to cost fewer nodes is not worth splitting; 0: 10 000 */
  bool redundant_search; /* of a few workers, one that would have nothing to do may search a leaf in flight,
                 too (graph_redundant.c); a score that can be searched so is not split */
  /* The choice of many workers: the leaf that is most likely to be needed, and budgets that grow with the
   * proof (graph_probability.c); else that of a few (graph_optimistic.c). */
  bool by_probability;
};

/** How a proof is split for that many workers, `at_once` of which have a core (0: all): with one worker the
 * root is the only leaf, few have large leaves, many small ones. Where "few" ends is a matter of time against
 * nodes; if there are fewer cores than ranks, nodes are time. There must be fewer leaves than their budget,
 * or the best move is left for others. A position that one search solves soon is not split, since its parts
 * cost a multiple. And the parts do not know what a best-first search has learned of the whole. A score is
 * several questions about the same positions, and its own search learns from each, so few ranks all search
 * the whole. Figures for each: ../../analysis/scaling.md. */
static inline void
graph_split (struct graph_options *options, int workers, int at_once)
{
  enum { FEW = 6 };
  options->by_probability = workers > FEW && (at_once == 0 || at_once > FEW);
  options->leaves_wanted = workers == 1 ? 1 : options->by_probability ? 2 * workers : 64;
  options->leaf_budget = workers == 1 ? 0 : options->by_probability ? 30000 : 10000000;
  options->root_budget = workers == 1 ? 0 : 100000;
  options->redundant_search = workers > 1 && !options->by_probability;
}

/** `game` is borrowed. The root may be finished. */
struct graph *graph_create (const struct game *game, const struct position *root,
                            const struct graph_options *options);
void graph_destroy (struct graph *);

/** The graph as a producer (proof/producer.h): finished when the window is settled or node_limit is
 *  used up; if a leaf can be answered by no search, it may run dry before. Late results, and none at all
 *  for a query that was called off, are fine. */
struct producer graph_producer (struct graph *);

/** What is proven about the root. */
struct bounds graph_bounds (const struct graph *);

/** What is known about a canonical position: false if the graph does not hold it. */
bool graph_lookup (const struct graph *, const uint8_t *key, struct bounds *bounds);

/** The last answer to the root, while it is a single leaf or if that answer settled it; else NULL (then the
 *  graph's own bounds and children tell). */
const struct result *graph_root_result (const struct graph *);

/** Sums over all results (nodes, looks, queries: they are in the efforts of manage(), too), and counters
 *  of the graph itself (expansions, joined, cancelled: nowhere else), added to `sum`. */
void graph_statistics (const struct graph *, struct statistics *sum);

/** Check every invariant (links in both directions, bounds follow from children, no cycle in a game
 *  that converges); for tests, and for a graph that comes from a file. */
bool graph_is_valid (struct graph *);

#endif
