/* The choice for many workers: the leaf that is most likely to be needed.
 *
 * Every leaf has a probability that a test on it holds, guessed from the order of the moves (graph_nodes.c).
 * A test on a node holds if the test on one child fails, so probabilities are backed up by multiplication:
 * Slagle and Bursky, "Experiments with a multipurpose, theorem-proving heuristic program", JACM 15(1), 1968;
 * Saffidine and Cazenave, "Developments on product propagation", CG 2013. Order a node's children by the
 * probability that their test fails, the most likely first. A child is *needed* if the node is needed and no
 * earlier child fails its test. Of all leaves that no rank searches, the one most likely to be needed is
 * handed out.
 *
 * A single worker thus follows the order of a sequential search, which changes with the results. Further
 * workers get the leaves that this search would visit next. Queries in flight count with their probabilities,
 * so no virtual loss is needed. All replies to a good move are searched at once, and other moves the sooner,
 * the less certain the first move is.
 *
 * Expected costs are not used. Where they are (graph_optimistic.c), moves that have not been examined yet
 * look cheap, which costs many nodes when leaves are small (../../analysis/notes/scaling.md).
 *
 * Estimates are stored in the nodes. Where play converges, a change is propagated upwards as long as it makes
 * a difference. With transpositions a leaf has very many ancestors, but it is the leaf most likely to be
 * needed for only a few of them, and the effect of one result on probabilities fades on its way up. Where
 * play can cycle, all ancestors drop their estimates and compute them anew on demand. Estimates affect the
 * order of the searches, never a proven bound. */
#include "proof/graph_probability.h"
#include "proof/graph_window.h"

#include <assert.h>
#include <math.h>

/* ---- estimates ---- */

static struct estimate estimate_leaf (const struct node *node, int test) {
  assert (node->edges == 0 && node->outcome == GOING_ON);
  return (struct estimate){ node->probability[test & 1], graph_can_hand_out (node) ? 1 : 0 };
}

static struct estimate estimate (struct graph *graph, uint32_t n, int test);

/* Push the children onto the stack of estimates, the child most likely to fail its test first; children with
 * equal estimates keep their order. Returns the index of the first. */
static size_t probe_children (struct graph *graph, const struct node *node, int child_test) {
  const size_t first = graph->child_estimate_count, last = first + node->edges;
  if (last > graph->child_estimate_capacity) {
    graph->child_estimate_capacity = 2 * last;
    graph->child_estimates
        = reallocate (graph->child_estimates, graph->child_estimate_capacity, sizeof *graph->child_estimates);
  }
  graph->child_estimate_count = last;
  /* prefetch them together, since they are not adjacent in memory */
  for (uint32_t i = 0; i < node->edges; i++)
    __builtin_prefetch (&graph->nodes[graph->edges[node->first_edge + i]]);
  for (uint32_t i = 0; i < node->edges; i++) {
    const uint32_t child = graph->edges[node->first_edge + i];
    const struct child_estimate seen = { child, estimate (graph, child, child_test) };
    size_t at = first + i;
    for (; at > first && graph->child_estimates[at - 1].estimate.holds > seen.estimate.holds; at--)
      graph->child_estimates[at] = graph->child_estimates[at - 1];
    graph->child_estimates[at] = seen;
    assert (0 <= seen.estimate.holds && seen.estimate.holds <= 1);
    assert (0 <= seen.estimate.open && seen.estimate.open <= 1);
    assert (graph->child_estimate_count == last); /* estimates of grandchildren have been popped */
  }
  return first;
}

/* The distance that the probability of an unsettled test keeps from 0 and 1; otherwise other leaves would
 * never be needed. */
static const float SURE = 1e-5F;

static struct estimate estimate_by_children (struct graph *graph, struct node *node, int test) {
  assert (node->edges > 0 && !node->visiting);
  node->visiting = true;
  const size_t first = probe_children (graph, node, graph_child_test (graph, test));
  node->visiting = false;
  float needed = 1, open = 0; /* needed: the probability that no earlier child fails its test */
  for (size_t i = first; i < graph->child_estimate_count; i++) {
    const struct estimate *child = &graph->child_estimates[i].estimate;
    open = fmaxf (open, needed * child->open);
    needed *= child->holds;
  }
  graph->child_estimate_count = first;
  return (struct estimate){ fminf (fmaxf (1 - needed, SURE), 1 - SURE), open };
}

static struct estimate estimate (struct graph *graph, uint32_t n, int test) {
  struct node *node = &graph->nodes[n];
  if (node->bounds.lower >= test)
    return (struct estimate){ 1, 0 };
  if (node->bounds.upper < test)
    return (struct estimate){ 0, 0 };
  if (node->edges == 0)
    return estimate_leaf (node, test);
  if (node->visiting) /* a cycle: it proves nothing */
    return (struct estimate){ 1, 0 };
  struct remembered *memory = &node->remembered[test & 1];
  assert (INT16_MIN <= test && test <= INT16_MAX);
  if (!memory->valid || (memory->test != test && !graph->shifting))
    *memory = (struct remembered){ estimate_by_children (graph, node, test), (int16_t) test, true };
  return memory->estimate;
}

/* ---- up to date ---- */

/* Is the difference worth propagating to the parents? If not, the new estimate is not stored, so that small
 * differences add up until they are propagated. */
static bool differs (struct estimate a, struct estimate b) {
  static const float SHARE = 1.0F / 64;
  if ((a.open == 0) != (b.open == 0) || fabsf (a.open - b.open) > SHARE * a.open)
    return true;
  return fabsf (a.holds - b.holds) > SHARE * fminf (a.holds, 1 - a.holds);
}

/* Recompute the stored estimates of a node. Returns whether the parents must be renewed, too. */
static bool renew (struct graph *graph, struct node *node) {
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

void graph_probability_renew (struct graph *graph, uint32_t n) {
  assert (n < graph->count && graph->game->plies_max > 0);
  assert (graph_pass_is_over (graph, ESTIMATES) && graph->child_estimate_count == 0);
  uint32_t m;
  graph_parents_wait (graph, ESTIMATES, n);
  while ((m = graph_next (graph, ESTIMATES)) != NO_NODE)
    if (renew (graph, &graph->nodes[m]))
      graph_parents_wait (graph, ESTIMATES, m);
  assert (graph->child_estimate_count == 0);
}

bool graph_probabilities_follow (struct graph *graph) {
  for (uint32_t n = 0; n < graph->count; n++)
    if (graph->options.by_probability && graph->game->plies_max > 0 && renew (graph, &graph->nodes[n]))
      return false;
  return true;
}

/* ---- the choice ---- */

/* The child above the leaf that is most likely to be needed, or NO_NODE. */
static uint32_t most_needed_child (struct graph *graph, const struct node *node, int child_test) {
  const size_t first = probe_children (graph, node, child_test);
  assert (first == 0 && graph->child_estimate_count == node->edges); /* the stack was empty */
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

/* Choose the leaf most likely to be needed among the leaves that can be handed out. */
bool graph_probability_leaf (struct graph *graph, int test, uint32_t *leaf, struct bounds *window) {
  uint32_t n = ROOT_NODE;
  for (uint32_t steps = 0; n != NO_NODE && graph->nodes[n].edges > 0; steps++) {
    if (steps > graph->count) /* the path runs in a cycle */
      return false;
    test = graph_child_test (graph, test);
    n = most_needed_child (graph, &graph->nodes[n], test);
  }
  if (n == NO_NODE || !graph_can_hand_out (&graph->nodes[n]))
    return false;
  assert (graph->nodes[n].outcome == GOING_ON);
  *leaf = n;
  *window = (struct bounds){ test - 1, test };
  return !graph_settled (graph_open_part (*window, graph->nodes[n].bounds));
}

/* ---- enough leaves ---- */

/* Count the leaves below a node that are likely to be needed. */
static void count_leaves (struct graph *graph, uint32_t n, int test, float needed,
                          struct frontier *frontier) {
  /* the least probability with which a leaf counts as likely to be needed */
  static const float LEAST = 0.25F;
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
  assert (0 <= needed && needed <= 1);
  for (size_t i = first;
       i < first + node->edges && needed >= LEAST && frontier->leaves < graph->options.leaves_wanted; i++) {
    count_leaves (graph, graph->child_estimates[i].child, child_test, needed, frontier);
    needed *= graph->child_estimates[i].estimate.holds;
  }
  graph->child_estimate_count = first;
}

void graph_probability_count (struct graph *graph, int test, struct frontier *frontier) {
  assert (frontier->leaves == 0 && graph->nodes[ROOT_NODE].counted < graph->mark);
  count_leaves (graph, ROOT_NODE, test, 1, frontier);
  assert (graph->child_estimate_count == 0);
}
