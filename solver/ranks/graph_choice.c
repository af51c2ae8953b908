/* Which leaf comes next, and which leaves still matter.
 *
 * The choice is that of proof-number search (Allis, van der Meulen, van den Herik, "Proof-number
 * search", Artificial Intelligence 66, 1994), with expected costs instead of counts: at each node follow
 * the child that is cheapest to disprove. A leaf in flight counts as if it ended as hoped, first in the
 * hope that the test on the root holds or fails, whichever looks cheaper, then in the opposite hope; so
 * works at the same time belong to the same proof as long as it has leaves (compare Wu et al., "Job-level
 * proof number search", IEEE TCIAIG 5(1), 2013). Before handing out, leaves of that proof are expanded
 * until there are enough of them.
 *
 * Estimates are remembered in the nodes and forgotten upwards from what changes, so a choice costs the
 * changed paths. They decide what is done next, never what is true. */
#include "ranks/graph_inside.h"

#include <math.h>

/* ---- windows and tests ---- */

int
graph_child_test (const struct graph *graph, int test)
{
  if (!graph->shifting)
    return 1 - test;
  int score = 2 - test < SCORE_MAX ? 2 - test : SCORE_MAX; /* the largest that gives the parent `test` */
  while (score > -SCORE_MAX && graph->game->engine->score_from_child (score) < test)
    score--;
  return score + 1;
}

/* lower >= window.upper and upper <= window.lower settle a window: the first is a test on
 * window.upper that holds, the second one on window.lower + 1 that fails. */
static struct bounds
child_window (const struct graph *graph, struct bounds window)
{
  return (struct bounds) { graph_child_test (graph, window.upper) - 1,
                           graph_child_test (graph, window.lower + 1) };
}

/* ---- what matters ---- */

/* Widen what is needed of a node. Returns whether that is news. */
static bool
need (struct graph *graph, uint32_t n, struct bounds window)
{
  struct node *node = &graph->nodes[n];
  window = graph_open_part (window, node->bounds);
  if (graph_settled (window))
    return false;
  if (node->relevant != graph->relevance) {
    node->relevant = graph->relevance;
    node->need = window;
    return true;
  }
  if (window.lower >= node->need.lower && window.upper <= node->need.upper)
    return false;
  if (graph->shifting) /* else a cycle might widen it by one, turn by turn */
    node->need = node->bounds;
  if (window.lower < node->need.lower)
    node->need.lower = window.lower;
  if (window.upper > node->need.upper)
    node->need.upper = window.upper;
  return true;
}

/* Mark all nodes that can still change what the root is asked. */
static void
find_relevant (struct graph *graph)
{
  if (graph->relevance != 0)
    return;
  graph->relevance = ++graph->mark;
  uint32_t waiting = 0;
  if (need (graph, ROOT_NODE, graph->options.window))
    graph->queue[waiting++] = ROOT_NODE;
  while (waiting > 0) {
    struct node *node = &graph->nodes[graph->queue[--waiting]];
    node->queued = false;
    if (node->edges == 0)
      continue;
    const struct bounds window = child_window (graph, node->need);
    for (uint32_t i = 0; i < node->edges; i++) {
      const uint32_t child = graph->edges[node->first_edge + i];
      if (need (graph, child, window) && !graph->nodes[child].queued) {
        graph->nodes[child].queued = true;
        graph->queue[waiting++] = child;
      }
    }
  }
}

bool
graph_is_relevant (struct graph *graph, uint32_t node)
{
  find_relevant (graph);
  return graph->nodes[node].relevant == graph->relevance;
}

static bool
can_be_handed_out (const struct node *node)
{
  return node->edges == 0 && node->ticket == 0 && !node->dead;
}

/* Any leaf that matters, the cheapest: when estimates name none. */
static bool
any_relevant_leaf (struct graph *graph, uint32_t *leaf, struct bounds *window)
{
  *leaf = NO_NODE;
  find_relevant (graph);
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct node *node = &graph->nodes[n];
    if (node->relevant == graph->relevance && can_be_handed_out (node)
        && (*leaf == NO_NODE || node->cost < graph->nodes[*leaf].cost))
      *leaf = n;
  }
  if (*leaf == NO_NODE)
    return false;
  *window = graph_open_part (graph->nodes[*leaf].need, graph->nodes[*leaf].bounds);
  return true;
}

/* ---- estimates ---- */

static struct estimate
estimate_leaf (const struct node *node, bool hope)
{
  if (node->dead)
    return (struct estimate) { INFINITY, INFINITY, false };
  if (node->ticket != 0)
    return hope ? (struct estimate) { 0, INFINITY, false } : (struct estimate) { INFINITY, 0, false };
  /* A doubtful move is easy to refute and hard to make work: see guess_child(). */
  return (struct estimate) { node->cost / node->doubt, node->cost * node->doubt, true };
}

/* `hope`: works in flight at nodes that are tested like this one hold, the others fail. */
static struct estimate
estimate (struct graph *graph, uint32_t n, int test, bool hope)
{
  struct node *node = &graph->nodes[n];
  if (node->bounds.lower >= test)
    return (struct estimate) { 0, INFINITY, false };
  if (node->bounds.upper < test)
    return (struct estimate) { INFINITY, 0, false };
  if (node->edges == 0)
    return estimate_leaf (node, hope);
  if (node->visiting) /* play came back to it: no help from there */
    return (struct estimate) { INFINITY, INFINITY, false };
  struct remembered *memory = &node->remembered[hope][test & 1];
  if (memory->valid && (memory->test == test || graph->shifting))
    return memory->estimate;
  const int child_test = graph_child_test (graph, test);
  struct estimate sum = { INFINITY, 0, false };
  node->visiting = true;
  for (uint32_t i = 0; i < node->edges; i++) {
    const struct estimate child = estimate (graph, graph->edges[node->first_edge + i], child_test, !hope);
    if (child.disprove < sum.prove)
      sum.prove = child.disprove;
    sum.disprove += child.prove;
    sum.open |= child.open;
  }
  node->visiting = false;
  if (!(sum.prove > 0 && sum.disprove > 0))
    sum.open = false;
  *memory = (struct remembered) { sum, test, true };
  return sum;
}

/* The child that is cheapest to disprove; among equals the first. NO_NODE if there is none. */
static uint32_t
cheapest_child (struct graph *graph, const struct node *node, int child_test, bool child_hope, bool only_open)
{
  uint32_t best = NO_NODE;
  float least = INFINITY;
  for (uint32_t i = 0; i < node->edges; i++) {
    const uint32_t child = graph->edges[node->first_edge + i];
    const struct estimate e = estimate (graph, child, child_test, child_hope);
    if (only_open && !e.open)
      continue;
    if (best == NO_NODE || e.disprove < least) {
      best = child;
      least = e.disprove;
    }
  }
  return best;
}

/* The leaf that proof-number search would take, or NO_NODE. */
static uint32_t
most_telling_leaf (struct graph *graph, int test, bool hope, struct bounds *window)
{
  uint32_t n = ROOT_NODE;
  if (!estimate (graph, n, test, hope).open)
    return NO_NODE;
  for (uint32_t steps = 0; n != NO_NODE && graph->nodes[n].edges > 0; steps++) {
    if (steps > graph->count) /* going round in a cycle */
      return NO_NODE;
    test = graph_child_test (graph, test);
    hope = !hope;
    n = cheapest_child (graph, &graph->nodes[n], test, hope, true);
  }
  if (n == NO_NODE || !can_be_handed_out (&graph->nodes[n]))
    return NO_NODE;
  *window = (struct bounds) { test - 1, test };
  return graph_settled (graph_open_part (*window, graph->nodes[n].bounds)) ? NO_NODE : n;
}

/* ---- enough leaves ---- */

struct frontier {
  int leaves;         /* of the proof that is hoped for */
  uint32_t candidate; /* the one to expand if they are too few */
  float weight;
};

static void
count_leaf (struct graph *graph, uint32_t n, bool hope, struct frontier *frontier)
{
  enum { LEAST_NODES = 10000, ALL_NEEDED = 4 };
  const uint64_t least = graph->options.leaf_least > 0 ? graph->options.leaf_least : LEAST_NODES;
  const struct node *node = &graph->nodes[n];
  frontier->leaves++;
  /* Below a node where the proof needs all moves expanding makes many leaves and guesses no move. */
  const float weight = node->cost * (hope ? 1 : ALL_NEEDED);
  if (can_be_handed_out (node) && weight > frontier->weight
      && graph_nodes_expected (graph, n) > least) {
    frontier->weight = weight;
    frontier->candidate = n;
  }
}

/* Leaves of the cheapest proof (hope: that the test holds): at one kind of nodes one child, at the
 * other all. */
static void
count_leaves (struct graph *graph, uint32_t n, int test, bool hope, struct frontier *frontier)
{
  struct node *node = &graph->nodes[n];
  if (node->counted == graph->mark || node->bounds.lower >= test || node->bounds.upper < test)
    return;
  node->counted = graph->mark;
  if (node->edges == 0) {
    count_leaf (graph, n, hope, frontier);
    return;
  }
  const int child_test = graph_child_test (graph, test);
  if (hope) {
    const uint32_t child = cheapest_child (graph, node, child_test, false, false);
    count_leaves (graph, child, child_test, false, frontier);
    return;
  }
  for (uint32_t i = 0; i < node->edges && frontier->leaves < graph->options.leaves_wanted; i++)
    count_leaves (graph, graph->edges[node->first_edge + i], child_test, true, frontier);
}

/* ---- the choice ---- */

/* The test on the root to work on: first the sign, then between what is known. */
static int
choose_test (struct bounds open)
{
  if (open.lower < 1 && 1 <= open.upper)
    return 1;
  if (open.lower < 0 && 0 <= open.upper)
    return 0;
  return open.lower + (open.upper - open.lower + 1) / 2;
}

/* Is it cheaper to hope that the test on the root holds? */
static bool
hopeful (struct graph *graph, int test)
{
  return estimate (graph, ROOT_NODE, test, true).prove <= estimate (graph, ROOT_NODE, test, false).disprove;
}

static bool
more_leaves (struct graph *graph, int test)
{
  struct frontier frontier = { 0, NO_NODE, 0 };
  graph->mark++;
  count_leaves (graph, ROOT_NODE, test, hopeful (graph, test), &frontier);
  if (frontier.leaves >= graph->options.leaves_wanted || frontier.candidate == NO_NODE)
    return false;
  graph_expand (graph, frontier.candidate, NULL);
  return true;
}

/* The opposite hope only if nothing runs: an idle rank is cheaper than a guess. (Connect Four 7x6 by 8 workers:
 * 13 million nodes, and 28 million with guesses, for a tenth of the time.) Dozens would be idle most of the time, and
 * guess. (64 simulated workers, a job of 485 s: 39 s and 30 million nodes instead of 102 s and 52 million.) */
static bool
choose_for_test (struct graph *graph, int test, uint32_t *leaf, struct bounds *window)
{
  enum { MANY_LEAVES = 512 }; /* of 16 workers */
  const bool hope = hopeful (graph, test);
  *leaf = most_telling_leaf (graph, test, hope, window);
  if (*leaf == NO_NODE && (graph->in_flight == 0 || graph->options.leaves_wanted > MANY_LEAVES))
    *leaf = most_telling_leaf (graph, test, !hope, window);
  return *leaf != NO_NODE;
}

/* Where play can cycle the graph may come to hold all there is below the root and still prove nothing:
 * draws by endless play are not seen from child to parent. A search of the whole sees them. */
static bool
whole_root (const struct graph *graph, uint32_t *leaf, struct bounds *window)
{
  const struct node *root = &graph->nodes[ROOT_NODE];
  *leaf = ROOT_NODE;
  *window = graph_open_part (graph->options.window, root->bounds);
  return graph->game->plies_max == 0 && graph->in_flight == 0 && !root->dead;
}

/* Is the root for one rank alone, before it is split? */
static bool
root_comes_first (const struct graph *graph)
{
  return graph->options.root_budget != 0 && graph->nodes[ROOT_NODE].edges == 0
         && (!graph->root_answered || graph->root_goes_on);
}

/* Somebody is at the root and stays there: leaves for the others. */
static void
split_beside (struct graph *graph)
{
  struct node *root = &graph->nodes[ROOT_NODE];
  if (!graph->root_goes_on || root->ticket == 0 || root->edges > 0)
    return;
  root->budget = graph->options.leaf_budget;
  graph_expand (graph, ROOT_NODE, NULL);
}

/* Counting takes time in proportion to the leaves wanted, those of hundreds of workers longer than all the rest of a
 * choice. There are several a worker, so a count holds for some choices: with less than 16 workers for one, and for none
 * that finds no leaf. */
bool
graph_choose (struct graph *graph, uint32_t *leaf, struct bounds *window)
{
  enum { LEAVES_A_CHOICE = 512 };
  const bool skips = graph->uncounted-- > 0;
  if (!skips)
    graph->uncounted = root_comes_first (graph) ? 0 : graph->options.leaves_wanted / LEAVES_A_CHOICE;
  split_beside (graph);
  const bool splits = !skips && graph->game->key_bytes > 0 && !root_comes_first (graph);
  int expansions = splits ? 4 * graph->options.leaves_wanted + 16 : 0;
  struct bounds open;
  int test;
  do {
    open = graph_open_part (graph->options.window, graph_bounds (graph));
    if (graph_settled (open))
      return false;
    test = choose_test (open);
  } while (expansions-- > 0 && more_leaves (graph, test));
  if (graph->nodes[ROOT_NODE].edges == 0) {
    *leaf = ROOT_NODE;
    *window = open;
    return can_be_handed_out (&graph->nodes[ROOT_NODE]);
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
  return any_relevant_leaf (graph, leaf, window) || whole_root (graph, leaf, window);
}
