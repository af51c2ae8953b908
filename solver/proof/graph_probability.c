/* The choice of many workers: the leaf that is most likely to be needed.
 *
 * Every leaf has a probability that a test on it holds, a guess by the order of the moves (graph_nodes.c). A
 * test on a node holds if that on one child fails, so probabilities are handed up by multiplication: Slagle
 * and Bursky, "Experiments with a multipurpose, theorem-proving heuristic program", JACM 15(1), 1968;
 * Saffidine and Cazenave, "Developments on product propagation", CG 2013. With a node's children in order,
 * the one most likely to fail its test first, a child is *needed* if the node is and no earlier child fails.
 * A leaf is handed out if of all that nobody searches it is the most likely to be needed. That is the order
 * of a sequential search, which changes when results say so; and for many workers it is what that search
 * would do next, queries in flight counting with their probabilities: there is no virtual loss to be set. So
 * all replies to a good move are searched at once, and other moves are guessed in the measure that the first
 * is in doubt.
 *
 * Costs do not come into it. Where they did (graph_optimistic.c) moves that nobody had looked into seemed
 * cheap: Connect Four 7x6 cut into leaves of 1 000 nodes, more where these did not do, took one worker 46
 * million nodes, and 13 with probabilities (a single search: 12.9).
 *
 * Estimates are remembered in the nodes. Where play converges they are renewed upwards from what changes, as
 * far as it makes a difference: a leaf has hundreds of ancestors in a graph with transpositions, but it is
 * for few of them the leaf that is most likely to be needed, and what one result tells of probabilities fades
 * on its way up. Where play can cycle they are forgotten by all ancestors and estimated anew when asked. They
 * decide what is done next, never what is true. */
#include "proof/graph_probability.h"
#include "proof/graph_window.h"

#include <assert.h>
#include <math.h>

/* ---- estimates ---- */

static struct estimate
estimate_leaf (const struct node *node, int test)
{
  return (struct estimate){ node->probability[test & 1], graph_can_hand_out (node) ? 1 : 0 };
}

static struct estimate estimate (struct graph *graph, uint32_t n, int test);

/* Put the children on top of the stack of sights, the one most likely to fail its test first; among equals as
 * they come. Returns where. */
static size_t
probe_children (struct graph *graph, const struct node *node, int child_test)
{
  const size_t first = graph->child_estimate_count, last = first + node->edges;
  if (last > graph->child_estimate_capacity) {
    graph->child_estimate_capacity = 2 * last;
    graph->child_estimates
        = reallocate (graph->child_estimates, graph->child_estimate_capacity, sizeof *graph->child_estimates);
  }
  graph->child_estimate_count = last;
  for (uint32_t i = 0; i < node->edges; i++) /* they lie anywhere: wait for all of them at once */
    __builtin_prefetch (&graph->nodes[graph->edges[node->first_edge + i]]);
  for (uint32_t i = 0; i < node->edges; i++) {
    const uint32_t child = graph->edges[node->first_edge + i];
    const struct child_estimate seen = { child, estimate (graph, child, child_test) };
    size_t at = first + i;
    for (; at > first && graph->child_estimates[at - 1].estimate.holds > seen.estimate.holds; at--)
      graph->child_estimates[at] = graph->child_estimates[at - 1];
    graph->child_estimates[at] = seen;
  }
  return first;
}

/* What is not settled is not certain: else other leaves would never be needed. */
static const float SURE = 1e-5F;

static struct estimate
estimate_by_children (struct graph *graph, struct node *node, int test)
{
  node->visiting = true;
  const size_t first = probe_children (graph, node, graph_child_test (graph, test));
  node->visiting = false;
  float needed = 1, open = 0; /* that the next child is needed: no earlier one fails its test */
  for (size_t i = first; i < graph->child_estimate_count; i++) {
    const struct estimate *child = &graph->child_estimates[i].estimate;
    open = fmaxf (open, needed * child->open);
    needed *= child->holds;
  }
  graph->child_estimate_count = first;
  return (struct estimate){ fminf (fmaxf (1 - needed, SURE), 1 - SURE), open };
}

static struct estimate
estimate (struct graph *graph, uint32_t n, int test)
{
  struct node *node = &graph->nodes[n];
  if (node->bounds.lower >= test)
    return (struct estimate){ 1, 0 };
  if (node->bounds.upper < test)
    return (struct estimate){ 0, 0 };
  if (node->edges == 0)
    return estimate_leaf (node, test);
  if (node->visiting) /* play came back to it: no proof from there */
    return (struct estimate){ 1, 0 };
  struct remembered *memory = &node->remembered[test & 1];
  if (!memory->valid || (memory->test != test && !graph->shifting))
    *memory = (struct remembered){ estimate_by_children (graph, node, test), (int16_t) test, true };
  return memory->estimate;
}

/* ---- up to date ---- */

/* Is the difference worth telling the parents? What is not told is not remembered, so small ones add up to
 * one that is. */
static bool
differs (struct estimate a, struct estimate b)
{
  static const float SHARE = 1.0F / 64;
  if ((a.open == 0) != (b.open == 0) || fabsf (a.open - b.open) > SHARE * a.open)
    return true;
  return fabsf (a.holds - b.holds) > SHARE * fminf (a.holds, 1 - a.holds);
}

/* Returns whether parents see a difference. */
static bool
renew (struct graph *graph, struct node *node)
{
  bool any = false;
  for (int i = 0; i < 2; i++) {
    struct remembered *memory = &node->remembered[i];
    if (!memory->valid || node->bounds.lower >= memory->test || node->bounds.upper < memory->test)
      continue;
    const struct estimate now = estimate_by_children (graph, node, memory->test);
    if (!differs (memory->estimate, now))
      continue;
    memory->estimate = now;
    any = true;
  }
  return any;
}

void
graph_probability_renew (struct graph *graph, uint32_t n)
{
  assert (n < graph->count);
  uint32_t m;
  graph_parents_wait (graph, ESTIMATES, n);
  while ((m = graph_next (graph, ESTIMATES)) != NO_NODE)
    if (renew (graph, &graph->nodes[m]))
      graph_parents_wait (graph, ESTIMATES, m);
}

bool
graph_probabilities_follow (struct graph *graph)
{
  for (uint32_t n = 0; n < graph->count; n++)
    if (graph->options.by_probability && graph->game->plies_max > 0 && renew (graph, &graph->nodes[n]))
      return false;
  return true;
}

/* ---- the choice ---- */

/* The child with the leaf that is most likely to be needed, or NO_NODE. */
static uint32_t
most_needed_child (struct graph *graph, const struct node *node, int child_test)
{
  const size_t first = probe_children (graph, node, child_test);
  uint32_t best = NO_NODE;
  float needed = 1, open = 0;
  for (size_t i = first; i < graph->child_estimate_count; i++) {
    const struct child_estimate *seen = &graph->child_estimates[i];
    if (needed * seen->estimate.open > open) {
      open = needed * seen->estimate.open;
      best = seen->child;
    }
    needed *= seen->estimate.holds;
  }
  graph->child_estimate_count = first;
  return best;
}

/* The leaf that is most likely to be needed of those that can be handed out. */
bool
graph_probability_leaf (struct graph *graph, int test, uint32_t *leaf, struct bounds *window)
{
  uint32_t n = ROOT_NODE;
  for (uint32_t steps = 0; n != NO_NODE && graph->nodes[n].edges > 0; steps++) {
    if (steps > graph->count) /* going round in a cycle */
      return false;
    test = graph_child_test (graph, test);
    n = most_needed_child (graph, &graph->nodes[n], test);
  }
  if (n == NO_NODE || !graph_can_hand_out (&graph->nodes[n]))
    return false;
  *leaf = n;
  *window = (struct bounds){ test - 1, test };
  return !graph_settled (graph_open_part (*window, graph->nodes[n].bounds));
}

/* ---- enough leaves ---- */

/* Leaves below a node, as long as they are likely to be needed. */
static void
count_leaves (struct graph *graph, uint32_t n, int test, float needed, struct frontier *frontier)
{
  static const float LEAST = 0.25F; /* likely to be needed */
  struct node *node = &graph->nodes[n];
  if (node->counted == graph->mark || node->bounds.lower >= test || node->bounds.upper < test)
    return;
  node->counted = graph->mark;
  if (node->edges == 0) {
    graph_count_leaf (graph, n, needed, frontier);
    return;
  }
  const int child_test = graph_child_test (graph, test);
  const size_t first = probe_children (graph, node, child_test);
  for (size_t i = first;
       i < first + node->edges && needed >= LEAST && frontier->leaves < graph->options.leaves_wanted; i++) {
    count_leaves (graph, graph->child_estimates[i].child, child_test, needed, frontier);
    needed *= graph->child_estimates[i].estimate.holds;
  }
  graph->child_estimate_count = first;
}

void
graph_probability_count (struct graph *graph, int test, struct frontier *frontier)
{
  count_leaves (graph, ROOT_NODE, test, 1, frontier);
}
