/* The choice for few workers: by optimistic proof cost.
 *
 * This is the choice of proof-number search (Allis, van der Meulen, van den Herik, "Proof-number search",
 * Artificial Intelligence 66, 1994), with expected costs instead of counts: at each node, follow the child
 * that is cheapest to disprove. First assume that the test on the root holds, or that it fails, whichever
 * looks cheaper. A leaf in flight is assumed to turn out well for this proof. So simultaneous queries belong
 * to one proof as long as it has leaves (compare Wu et al., "Job-level proof number search", IEEE TCIAIG
 * 5(1), 2013). The opposite assumption is tried only if no query is in flight: an idle rank costs less than a
 * wrong guess. */
#include "proof/graph_optimistic.h"
#include "proof/graph_window.h"

#include <assert.h>
#include <math.h>

/* ---- estimates ---- */

static struct cost_estimate estimate_leaf (const struct node *node, bool optimistic) {
  assert (node->edges == 0 && node->outcome == GOING_ON);
  if (node->dead)
    return (struct cost_estimate){ INFINITY, INFINITY, false };
  if (node->ticket != 0)
    return optimistic ? (struct cost_estimate){ 0, INFINITY, false }
                      : (struct cost_estimate){ INFINITY, 0, false };
  /* a move is expected to be refuted more easily the less likely it is to be good: see guess_child() */
  return (struct cost_estimate){ node->cost / node->prior, node->cost * node->prior, true };
}

/* `optimistic`: assume that tests in flight hold at nodes of this node's kind (OR or AND), and fail at nodes
 * of the other kind. */
static struct cost_estimate estimate (struct graph *graph, uint32_t n, int test, bool optimistic) {
  struct node *node = &graph->nodes[n];
  if (node->bounds.lower >= test)
    return (struct cost_estimate){ 0, INFINITY, false };
  if (node->bounds.upper < test)
    return (struct cost_estimate){ INFINITY, 0, false };
  if (node->edges == 0)
    return estimate_leaf (node, optimistic);
  if (node->visiting) /* a cycle: it proves nothing */
    return (struct cost_estimate){ INFINITY, INFINITY, false };
  struct remembered_cost *memory = &node->remembered_cost[optimistic][test & 1];
  if (memory->valid && (memory->test == test || graph->shifting))
    return memory->estimate;
  const int child_test = graph_child_test (graph, test);
  struct cost_estimate sum = { INFINITY, 0, false };
  node->visiting = true;
  for (uint32_t i = 0; i < node->edges; i++) {
    const struct cost_estimate child
        = estimate (graph, graph->edges[node->first_edge + i], child_test, !optimistic);
    if (child.disprove < sum.prove)
      sum.prove = child.disprove;
    sum.disprove += child.prove;
    sum.open |= child.open;
  }
  node->visiting = false;
  if (!(sum.prove > 0 && sum.disprove > 0))
    sum.open = false;
  assert (sum.prove >= 0 && sum.disprove >= 0 && !(sum.prove <= 0 && sum.disprove <= 0));
  *memory = (struct remembered_cost){ sum, test, true };
  return sum;
}

/* The child that is cheapest to disprove, the first one if several are; NO_NODE if there is none. */
static uint32_t cheapest_child (struct graph *graph, const struct node *node, int child_test,
                                bool child_optimistic, bool only_open) {
  assert (node->edges > 0);
  uint32_t best = NO_NODE;
  float least = INFINITY;
  for (uint32_t i = 0; i < node->edges; i++) {
    const uint32_t child = graph->edges[node->first_edge + i];
    const struct cost_estimate e = estimate (graph, child, child_test, child_optimistic);
    if (only_open && !e.open)
      continue;
    if (best == NO_NODE || e.disprove < least) {
      best = child;
      least = e.disprove;
    }
  }
  return best;
}

/* The most-proving node of proof-number search; NO_NODE if there is none. */
static uint32_t most_proving_leaf (struct graph *graph, int test, bool optimistic, struct bounds *window) {
  uint32_t n = ROOT_NODE;
  if (!estimate (graph, n, test, optimistic).open)
    return NO_NODE;
  for (uint32_t steps = 0; n != NO_NODE && graph->nodes[n].edges > 0; steps++) {
    if (steps > graph->count) /* the path runs in a cycle */
      return NO_NODE;
    test = graph_child_test (graph, test);
    optimistic = !optimistic;
    n = cheapest_child (graph, &graph->nodes[n], test, optimistic, true);
  }
  if (n == NO_NODE || !graph_can_hand_out (&graph->nodes[n]))
    return NO_NODE;
  *window = (struct bounds){ test - 1, test };
  graph->nodes[n].expected_to_hold = optimistic;
  return graph_settled (graph_open_part (*window, graph->nodes[n].bounds)) ? NO_NODE : n;
}

/* ---- enough leaves ---- */

/* Count the leaves of the cheapest proof (optimistic: of a proof that the test holds). The proof needs one
 * child of each node at which the test has to hold, and all children of each node at which it has to fail. */
static void count_leaves (struct graph *graph, uint32_t n, int test, bool optimistic,
                          struct frontier *frontier) {
  enum { ALL_NEEDED = 4 };
  struct node *node = &graph->nodes[n];
  if (node->counted == graph->mark || node->bounds.lower >= test || node->bounds.upper < test)
    return;
  node->counted = graph->mark;
  if (node->edges == 0) {
    /* Where the proof needs all moves, expanding a node yields many leaves and no guess at the best move. */
    graph_count_leaf (graph, n, optimistic ? 1 : ALL_NEEDED, frontier);
    return;
  }
  const int child_test = graph_child_test (graph, test);
  if (optimistic) {
    const uint32_t child = cheapest_child (graph, node, child_test, false, false);
    assert (child != NO_NODE);
    count_leaves (graph, child, child_test, false, frontier);
    return;
  }
  for (uint32_t i = 0; i < node->edges && frontier->leaves < graph->options.leaves_wanted; i++)
    count_leaves (graph, graph->edges[node->first_edge + i], child_test, true, frontier);
}

/* Is it cheaper to prove that the test on the root holds? */
static bool is_optimistic (struct graph *graph, int test) {
  return estimate (graph, ROOT_NODE, test, true).prove <= estimate (graph, ROOT_NODE, test, false).disprove;
}

void graph_optimistic_count (struct graph *graph, int test, struct frontier *frontier) {
  assert (frontier->leaves == 0 && graph->nodes[ROOT_NODE].counted < graph->mark);
  count_leaves (graph, ROOT_NODE, test, is_optimistic (graph, test), frontier);
}

bool graph_optimistic_leaf (struct graph *graph, int test, uint32_t *leaf, struct bounds *window) {
  const bool optimistic = is_optimistic (graph, test);
  *leaf = most_proving_leaf (graph, test, optimistic, window);
  if (*leaf == NO_NODE && graph->in_flight == 0)
    *leaf = most_proving_leaf (graph, test, !optimistic, window);
  assert (*leaf == NO_NODE
          || (graph_can_hand_out (&graph->nodes[*leaf]) && window->upper == window->lower + 1));
  return *leaf != NO_NODE;
}
