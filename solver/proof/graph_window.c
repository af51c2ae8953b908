/* The live window of each node: the part of its range that the root needs. It tells which queries still
 * matter.
 *
 * A node is *live* if some path from the root leads to it on which no node is settled. Its window is the hull
 * of the windows that its live parents need. Where play converges, a change is followed downwards from the
 * nodes whose bounds or parents changed, as far as live windows change. So each node is reviewed only a few
 * times during a proof; visiting the ancestors of all queries in flight after each result would take too much
 * of the manager's time (../../analysis/notes/scaling.md). Where play can cycle, nodes might keep each other
 * live although the root needs none of them; there all windows are recomputed from the root. */
#include "proof/graph_window.h"

#include <assert.h>

int graph_child_test (const struct graph *graph, int test) {
  assert (-SCORE_MAX <= test && test <= SCORE_MAX + 1);
  if (!graph->shifting)
    return 1 - test;
  /* the largest score of a child that gives the parent `test` */
  int score = 2 - test < SCORE_MAX ? 2 - test : SCORE_MAX;
  while (score > -SCORE_MAX && graph->game->engine->score_from_child (score) < test)
    score--;
  assert (score == SCORE_MAX || graph->game->engine->score_from_child (score + 1) < test);
  return score + 1;
}

/* A window is settled by lower >= window.upper, that is, the test window.upper holds; or by upper <=
 * window.lower, that is, the test window.lower + 1 fails. */
static struct bounds child_window (const struct graph *graph, struct bounds window) {
  assert (window.lower < window.upper);
  return (struct bounds){ graph_child_test (graph, window.upper) - 1,
                          graph_child_test (graph, window.lower + 1) };
}

static bool is_live (const struct graph *graph, const struct node *node) {
  return node->live == graph->live_mark;
}

/* ---- the whole graph ---- */

#ifndef NDEBUG
/* A live window is open, and lies within the bounds of its node. */
static bool live_window_is_inside (const struct node *node) {
  return node->bounds.lower <= node->live_window.lower && node->live_window.lower < node->live_window.upper
         && node->live_window.upper <= node->bounds.upper;
}
#endif

/* Widen the live window of a node. Returns whether it changed. */
static bool live_window (struct graph *graph, uint32_t n, struct bounds window) {
  struct node *node = &graph->nodes[n];
  window = graph_open_part (window, node->bounds);
  if (graph_settled (window))
    return false;
  if (!is_live (graph, node)) {
    node->live = graph->live_mark;
    node->live_window = window;
    assert (live_window_is_inside (node));
    return true;
  }
  if (window.lower >= node->live_window.lower && window.upper <= node->live_window.upper)
    return false;
  if (graph->shifting) /* otherwise a cycle might widen the window by one in each turn */
    node->live_window = node->bounds;
  if (window.lower < node->live_window.lower)
    node->live_window.lower = window.lower;
  if (window.upper > node->live_window.upper)
    node->live_window.upper = window.upper;
  assert (live_window_is_inside (node));
  return true;
}

static void find_all (struct graph *graph) {
  assert (graph_pass_is_over (graph, LIVE_WINDOWS));
  graph->live_mark = ++graph->mark;
  live_window (graph, ROOT_NODE, graph->options.query.window);
  for (uint32_t n = ROOT_NODE; n != NO_NODE; n = graph_next (graph, LIVE_WINDOWS)) {
    struct node *node = &graph->nodes[n];
    if (node->edges == 0 || !is_live (graph, node))
      continue;
    const struct bounds window = child_window (graph, node->live_window);
    for (uint32_t i = 0; i < node->edges; i++)
      if (live_window (graph, graph->edges[node->first_edge + i], window))
        graph_wait (graph, LIVE_WINDOWS, graph->edges[node->first_edge + i]);
  }
}

/* ---- after a change ---- */

/* The live window that the parents of a node need. If it is settled, the node is not live. */
static struct bounds live_window_of_parents (const struct graph *graph, uint32_t n) {
  const struct node *node = &graph->nodes[n];
  if (n == ROOT_NODE)
    return graph_open_part (graph->options.query.window, node->bounds);
  struct bounds hull = { SCORE_MAX, -SCORE_MAX };
  for (uint32_t l = node->parents; l != NO_NODE; l = graph->links[l].next) {
    const struct node *parent = &graph->nodes[graph->links[l].parent];
    if (!is_live (graph, parent))
      continue;
    const struct bounds window = graph_open_part (child_window (graph, parent->live_window), node->bounds);
    if (graph_settled (window))
      continue;
    if (window.lower < hull.lower)
      hull.lower = window.lower;
    if (window.upper > hull.upper)
      hull.upper = window.upper;
  }
  return hull;
}

void graph_live_window_changed (struct graph *graph, uint32_t n) {
  assert (n < graph->count);
  if (graph->game->plies_max == 0)
    graph->live_mark = 0;
  if (graph->live_mark != 0)
    graph_wait (graph, LIVE_WINDOWS, n);
}

/* Recompute a node's live window; if it changed, its children wait to be reviewed. */
static void review (struct graph *graph, uint32_t n) {
  assert (graph->game->plies_max > 0 && graph->live_mark != 0);
  struct node *node = &graph->nodes[n];
  const struct bounds window = live_window_of_parents (graph, n);
  const bool live = !graph_settled (window);
  if (live == is_live (graph, node)
      && (!live || (window.lower == node->live_window.lower && window.upper == node->live_window.upper)))
    return;
  node->live_window = window;
  node->live = live ? graph->live_mark : 0;
  assert (!live || live_window_is_inside (node));
  for (uint32_t i = 0; i < node->edges; i++)
    graph_live_window_changed (graph, graph->edges[node->first_edge + i]);
}

bool graph_is_live (struct graph *graph, uint32_t n) {
  assert (n < graph->count);
  if (graph->live_mark == 0)
    find_all (graph);
  uint32_t m;
  while ((m = graph_next (graph, LIVE_WINDOWS)) != NO_NODE)
    review (graph, m);
  assert (!is_live (graph, &graph->nodes[n]) || live_window_is_inside (&graph->nodes[n]));
  assert (!is_live (graph, &graph->nodes[n]) || n == ROOT_NODE || graph->nodes[n].parents != NO_NODE);
  return is_live (graph, &graph->nodes[n]);
}

bool graph_live_windows_follow (const struct graph *graph) {
  if (graph->live_mark == 0 || graph->game->plies_max == 0 || graph->rings[LIVE_WINDOWS].count > 0)
    return true;
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct node *node = &graph->nodes[n];
    const struct bounds window = live_window_of_parents (graph, n);
    if (is_live (graph, node) == graph_settled (window)
        || (is_live (graph, node)
            && (window.lower != node->live_window.lower || window.upper != node->live_window.upper)))
      return false;
  }
  return true;
}
