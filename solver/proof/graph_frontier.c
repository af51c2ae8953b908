#include "proof/graph_frontier.h"

#include <assert.h>
#include <math.h>

uint64_t graph_nodes_expected (const struct graph *graph, uint32_t n) {
  assert (n < graph->count);
  if (graph->learned < 4)
    return UINT64_MAX;
  return (uint64_t) (exp (graph->log_nodes_per_cost) * (double) graph->nodes[n].cost);
}

#ifndef NDEBUG
/* In descending order of weight, and without duplicates. */
static bool frontier_is_sorted (const struct frontier *frontier) {
  for (int i = 1; i < frontier->candidates; i++)
    if (frontier->best[i - 1].weight < frontier->best[i].weight
        || frontier->best[i - 1].leaf == frontier->best[i].leaf)
      return false;
  return true;
}
#endif

static void add_candidate (struct frontier *frontier, uint32_t leaf, float weight) {
  assert (weight >= 0 && frontier->candidates <= EXPANDED_AT_ONCE);
  int at = frontier->candidates;
  if (at < EXPANDED_AT_ONCE)
    frontier->candidates++;
  else if (weight <= frontier->best[--at].weight)
    return;
  for (; at > 0 && frontier->best[at - 1].weight < weight; at--)
    frontier->best[at] = frontier->best[at - 1];
  frontier->best[at] = (struct candidate){ leaf, weight };
  assert (frontier_is_sorted (frontier));
}

void graph_count_leaf (const struct graph *graph, uint32_t n, float worth, struct frontier *frontier) {
  assert (n < graph->count);
  assert (graph->nodes[n].edges == 0 && graph->nodes[n].outcome == GOING_ON);
  assert (worth >= 0 && frontier->leaves >= frontier->candidates);
  enum { LEAST_NODES = 10000 };
  const uint64_t least
      = graph_grown (graph, graph->options.leaf_least > 0 ? graph->options.leaf_least : LEAST_NODES);
  const struct node *node = &graph->nodes[n];
  frontier->leaves++;
  if (graph_can_hand_out (node) && graph_nodes_expected (graph, n) > least)
    add_candidate (frontier, n, node->cost * worth);
}
