/* Backing up: the bounds of a node follow from those of its children.
 *
 *   lower = max over children of the score that their upper bound gives the parent
 *   upper = max over children of the score that their lower bound gives the parent
 *
 * Bounds are facts about positions, whatever path led there. So this holds with transpositions, and around
 * the cycles of a game where play can cycle: a repetition proves nothing, and a cycle of unknown nodes stays
 * unknown. The cost is proportional to the number of edges of the ancestors that change. */
#include "proof/graph_backup.h"
#include "proof/graph_probability.h"
#include "proof/graph_window.h"

#include <assert.h>

/* The score that a child's bound gives the parent. Where scores count plies from the position, each step up
 * adds a ply. If a ply were added to an unproven end of the range, a cycle could narrow its own bounds by one
 * ply in each turn: correctly, but for thousands of turns. So an unproven end stays unchanged. */
static int passed_up (const struct graph *graph, const struct node *child, int bound) {
  assert (-SCORE_MAX <= bound && bound <= SCORE_MAX);
  if (!graph->options.query.exact_score)
    return -bound;
  bool unknown = (bound == graph->range.lower || bound == graph->range.upper)
                 && child->bounds.lower != child->bounds.upper;
  return graph->shifting && unknown ? -bound : graph->game->engine->score_from_child (bound);
}

struct bounds graph_bounds_of_children (const struct graph *graph, const struct node *node) {
  struct bounds bounds = { -SCORE_MAX, -SCORE_MAX };
  for (uint32_t i = 0; i < node->edges; i++) {
    const struct node *child = &graph->nodes[graph->edges[node->first_edge + i]];
    int lower = passed_up (graph, child, child->bounds.upper);
    int upper = passed_up (graph, child, child->bounds.lower);
    if (lower > bounds.lower)
      bounds.lower = lower;
    if (upper > bounds.upper)
      bounds.upper = upper;
  }
  assert (bounds.lower <= bounds.upper);
  return bounds;
}

/* Returns whether the node had estimates. */
static bool forget_estimates (struct node *node) {
  bool any = false;
  for (int i = 0; i < 4; i++) {
    any |= node->remembered_cost[i / 2][i % 2].valid | node->remembered[i % 2].valid;
    node->remembered_cost[i / 2][i % 2].valid = node->remembered[i % 2].valid = false;
  }
  return any;
}

void graph_touch (struct graph *graph, uint32_t first) {
  assert (first < graph->count);
  assert (graph_pass_is_over (graph, ESTIMATES));
  if (graph->options.by_probability && graph->game->plies_max > 0) {
    graph_probability_renew (graph, first);
    return;
  }
  for (uint32_t n = first; n != NO_NODE; n = graph_next (graph, ESTIMATES))
    for (uint32_t l = graph->nodes[n].parents; l != NO_NODE; l = graph->links[l].next)
      if (forget_estimates (&graph->nodes[graph->links[l].parent]))
        graph_wait (graph, ESTIMATES, graph->links[l].parent);
}

/* Returns whether the node changed. */
static bool narrow (struct graph *graph, uint32_t n, struct bounds bounds) {
  struct node *node = &graph->nodes[n];
  struct bounds narrower = graph_open_part (node->bounds, bounds);
  if (narrower.lower > narrower.upper)
    internal_error (__FILE__, __LINE__, "%s: proven both at least %d and at most %d", graph->game->title,
                    narrower.lower, narrower.upper);
  if (narrower.lower == node->bounds.lower && narrower.upper == node->bounds.upper)
    return false;
  assert (node->outcome == GOING_ON); /* the bounds of a finished position are known from the start */
  node->bounds = narrower;
  graph_live_window_changed (graph, n);
  graph_touch (graph, n);
  return true;
}

/* Propagate a change of node n. Each step only narrows bounds. If scores do not shift, a bound changes at
 * most as often as there are scores. If they do shift, a cycle may take thousands of turns; then backing up
 * is cut short. */
static void spread (struct graph *graph, uint32_t n) {
  uint64_t left = graph->shifting ? 16 * (uint64_t) graph->count : UINT64_MAX;
  uint32_t m;
  assert (graph_pass_is_over (graph, BACKING_UP));
  graph_parents_wait (graph, BACKING_UP, n);
  while ((m = graph_next (graph, BACKING_UP)) != NO_NODE) {
    if (left == 0) {
      graph->backing_cut = true;
      continue;
    }
    left--;
    if (narrow (graph, m, graph_bounds_of_children (graph, &graph->nodes[m])))
      graph_parents_wait (graph, BACKING_UP, m);
  }
}

#ifndef NDEBUG
/* Are all parents up to date with a node whose bounds have narrowed? */
static bool parents_follow (const struct graph *graph, uint32_t n) {
  for (uint32_t l = graph->nodes[n].parents; l != NO_NODE; l = graph->links[l].next)
    if (!graph_node_is_consistent (graph, graph->links[l].parent))
      return false;
  return graph_pass_is_over (graph, BACKING_UP) && graph_pass_is_over (graph, ESTIMATES);
}
#endif

bool graph_narrow (struct graph *graph, uint32_t n, struct bounds bounds) {
  assert (n < graph->count);
  assert (bounds.lower <= bounds.upper);
  if (!narrow (graph, n, bounds))
    return false;
  spread (graph, n);
  assert (graph_node_is_consistent (graph, n) && parents_follow (graph, n));
  return true;
}

void graph_back_up (struct graph *graph, uint32_t n) {
  assert (n < graph->count && graph->nodes[n].edges > 0);
  graph_narrow (graph, n, graph_bounds_of_children (graph, &graph->nodes[n]));
}
