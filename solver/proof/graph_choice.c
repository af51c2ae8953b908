/* The choice of the next leaf, and of the nodes to expand while there are too few leaves.
 *
 * graph_optimistic.c chooses for few workers and graph_probability.c for many; this file holds their common
 * part. Ranks share only costly bounds (sharing.h), not a table, so queries about nearby positions repeat
 * cheap work. Therefore the choice by probability costs more nodes and pays only with many ranks
 * (graph_split()); but a single optimistic proof has too few leaves for many ranks. Figures:
 * ../../analysis/notes/scaling.md. */
#include "proof/graph_choice.h"

#include "proof/graph_nodes.h"
#include "proof/graph_optimistic.h"
#include "proof/graph_probability.h"
#include "proof/graph_window.h"

#include <assert.h>

/* The cheapest of all live leaves, to be used if the estimates lead to none. */
static bool any_live_leaf (struct graph *graph, uint32_t *leaf, struct bounds *window) {
  *leaf = NO_NODE;
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct node *node = &graph->nodes[n];
    if (graph_can_hand_out (node) && graph_is_live (graph, n)
        && (*leaf == NO_NODE || node->cost < graph->nodes[*leaf].cost))
      *leaf = n;
  }
  if (*leaf == NO_NODE)
    return false;
  *window = graph_open_part (graph->nodes[*leaf].live_window, graph->nodes[*leaf].bounds);
  assert (!graph_settled (*window)); /* since the leaf is live */
  return true;
}

/* ---- the choice ---- */

/* The next test on the root: first the sign, then the middle of the open range. */
static int choose_test (struct bounds open) {
  assert (open.lower < open.upper);
  if (open.lower < 1 && 1 <= open.upper)
    return 1;
  if (open.lower < 0 && 0 <= open.upper)
    return 0;
  return open.lower + (open.upper - open.lower + 1) / 2;
}

/* Expand leaves if there are too few. Counting the leaves costs as much as many choices by probability, so
 * one count serves several expansions. */
static bool more_leaves (struct graph *graph, int test) {
  enum { LEAVES_AN_EXPANSION = 8 };
  struct frontier frontier = { 0 };
  graph->mark++;
  if (graph->options.by_probability)
    graph_probability_count (graph, test, &frontier);
  else
    graph_optimistic_count (graph, test, &frontier);
  const int missing = graph->options.leaves_wanted - frontier.leaves;
  if (missing <= 0 || frontier.candidates == 0)
    return false;
  int expansions = graph->options.by_probability ? 1 + missing / LEAVES_AN_EXPANSION : 1;
  if (expansions > frontier.candidates)
    expansions = frontier.candidates;
  assert (1 <= expansions && expansions <= EXPANDED_AT_ONCE);
  for (int i = 0; i < expansions; i++)
    graph_expand (graph, frontier.best[i].leaf, NULL);
  return true;
}

static bool choose_for_test (struct graph *graph, int test, uint32_t *leaf, struct bounds *window) {
  return graph->options.by_probability ? graph_probability_leaf (graph, test, leaf, window)
                                       : graph_optimistic_leaf (graph, test, leaf, window);
}

/* Search the root as a whole. Where play can cycle, the graph may contain every position below the root and
 * still prove nothing, because backing up cannot detect a draw by endless play. A search of the root can. */
static bool whole_root (const struct graph *graph, uint32_t *leaf, struct bounds *window) {
  const struct node *root = &graph->nodes[ROOT_NODE];
  assert (root->edges > 0);
  *leaf = ROOT_NODE;
  *window = graph_open_part (graph->options.query.window, root->bounds);
  return graph->game->plies_max == 0 && graph->in_flight == 0 && !root->dead;
}

/* Does one rank search the root alone before it is split? */
static bool root_comes_first (const struct graph *graph) {
  return graph->options.root_budget != 0 && graph->nodes[ROOT_NODE].edges == 0
         && (!graph->root_answered || graph->root_goes_on);
}

/* If one rank searches the root and will continue to do so, make leaves for the others. */
static void split_beside (struct graph *graph) {
  struct node *root = &graph->nodes[ROOT_NODE];
  if (!graph->root_goes_on || root->ticket == 0 || root->edges > 0)
    return;
  assert (graph->options.root_budget != 0 && !root->dead);
  root->budget = graph->options.leaf_budget;
  graph_expand (graph, ROOT_NODE, NULL);
}

/* The number of choices that one count of the leaves serves. A count takes time in proportion to the number
 * of leaves wanted; with hundreds of workers that is more than the rest of a choice. But there are several
 * leaves for each worker, so a few choices use up only a few of them. */
static int choices_a_count (const struct graph *graph) {
  enum { LEAVES_A_CHOICE = 16 };
  return graph->options.by_probability ? graph->options.leaves_wanted / LEAVES_A_CHOICE : 0;
}

bool graph_choose (struct graph *graph, uint32_t *leaf, struct bounds *window) {
  assert (graph->count > 0 && graph->options.leaves_wanted >= 1);
  assert (graph_pass_is_over (graph, BACKING_UP) && graph_pass_is_over (graph, ESTIMATES));
  const bool skips = graph->uncounted-- > 0;
  if (!skips)
    graph->uncounted = root_comes_first (graph) ? 0 : choices_a_count (graph);
  split_beside (graph);
  const bool splits = !skips && graph->game->key_bytes > 0 && !root_comes_first (graph);
  int expansions = splits ? 4 * graph->options.leaves_wanted + 16 : 0;
  struct bounds open;
  int test;
  do {
    open = graph_open_part (graph->options.query.window, graph->nodes[ROOT_NODE].bounds);
    if (graph_settled (open))
      return false;
    test = choose_test (open);
    assert (open.lower < test && test <= open.upper); /* either result narrows the open range */
  } while (expansions-- > 0 && more_leaves (graph, test));
  if (graph->nodes[ROOT_NODE].edges == 0) {
    *leaf = ROOT_NODE;
    *window = open;
    return graph_can_hand_out (&graph->nodes[ROOT_NODE]);
  }
  if (choose_for_test (graph, test, leaf, window))
    return true;
  if (skips) {
    graph->uncounted = 0;
    return graph_choose (graph, leaf, window);
  }
  if (graph->in_flight > 0)
    return false;
  if (test == 1 && open.lower < 0 && choose_for_test (graph, 0, leaf, window))
    return true;
  return any_live_leaf (graph, leaf, window) || whole_root (graph, leaf, window);
}
