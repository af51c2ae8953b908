/* Which leaf comes next, and which leaves still matter.
 *
 * Every leaf has a chance that a test on it holds, a guess by the order of the moves (graph_nodes.c). A test on a node holds if
 * that on one child fails, so chances are handed up by multiplication: Slagle and Bursky, "Experiments with a multipurpose, theorem-proving
 * heuristic program", JACM 15(1), 1968; Saffidine and Cazenave, "Developments on product propagation", CG 2013. With a node's children in
 * order, the one most likely to fail its test first, a child is *needed* if the node is and no earlier child fails. A leaf is handed out if of
 * all that nobody works on it is the most likely to be needed. That is the order of a sequential search, which changes when answers say
 * so; and for many workers it is what that search would do next, works in flight counting with their chances: there
 * is no virtual loss to be set. So all replies to a good move are searched at once, and other moves are guessed in the measure
 * that the first is in doubt.
 *
 * Costs do not come into it. Where they did (proof-number search with expected costs) moves that nobody had looked into seemed cheap: Connect
 * Four 7x6 cut into leaves of 100 000 nodes took one worker 50 million nodes, and 13 with chances (a single search: 12.9).
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
  return (struct bounds){ graph_child_test (graph, window.upper) - 1,
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

/* The same for one node, by its ancestors: where play converges. */
static bool
find_need (struct graph *graph, uint32_t n)
{
  struct node *node = &graph->nodes[n];
  if (node->looked_at != graph->relevance) {
    node->looked_at = graph->relevance;
    if (n == ROOT_NODE)
      need (graph, n, graph->options.window);
    for (uint32_t l = node->parents; l != NO_NODE; l = graph->links[l].next) {
      const uint32_t parent = graph->links[l].parent;
      if (find_need (graph, parent))
        need (graph, n, child_window (graph, graph->nodes[parent].need));
    }
  }
  return node->relevant == graph->relevance;
}

bool
graph_is_relevant (struct graph *graph, uint32_t node)
{
  if (graph->game->plies_max > 0) {
    if (graph->relevance == 0)
      graph->relevance = ++graph->mark;
    return find_need (graph, node);
  }
  if (graph->relevance == 0)
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
estimate_leaf (const struct node *node, int test)
{
  return (struct estimate){ node->chance[test & 1], can_be_handed_out (node) ? 1 : 0 };
}

static struct estimate estimate (struct graph *graph, uint32_t n, int test);

/* Put the children on top of the stack of sights, the one most likely to fail its test first; among equals as they come.
 * Returns where. */
static size_t
look_at_children (struct graph *graph, const struct node *node, int child_test)
{
  const size_t first = graph->sight_count, last = first + node->edges;
  if (last > graph->sight_capacity) {
    graph->sight_capacity = 2 * last;
    graph->sights = reallocate (graph->sights, graph->sight_capacity, sizeof *graph->sights);
  }
  graph->sight_count = last;
  for (uint32_t i = 0; i < node->edges; i++) {
    const uint32_t child = graph->edges[node->first_edge + i];
    const struct sight seen = { child, estimate (graph, child, child_test) };
    size_t at = first + i;
    for (; at > first && graph->sights[at - 1].estimate.holds > seen.estimate.holds; at--)
      graph->sights[at] = graph->sights[at - 1];
    graph->sights[at] = seen;
  }
  return first;
}

static struct estimate
estimate (struct graph *graph, uint32_t n, int test)
{
  static const float SURE
      = 1e-5F; /* what is not settled is not certain: else other leaves would never be needed */
  struct node *node = &graph->nodes[n];
  if (node->bounds.lower >= test)
    return (struct estimate){ 1, 0 };
  if (node->bounds.upper < test)
    return (struct estimate){ 0, 0 };
  if (node->edges == 0)
    return estimate_leaf (node, test);
  if (node->visiting) /* play came back to it: no help from there */
    return (struct estimate){ 1, 0 };
  struct remembered *memory = &node->remembered[test & 1];
  if (memory->valid && (memory->test == test || graph->shifting))
    return memory->estimate;
  node->visiting = true;
  const size_t first = look_at_children (graph, node, graph_child_test (graph, test));
  node->visiting = false;
  float needed = 1, open = 0; /* that the next child is needed: no earlier one fails its test */
  for (size_t i = first; i < graph->sight_count; i++) {
    const struct estimate *child = &graph->sights[i].estimate;
    open = fmaxf (open, needed * child->open);
    needed *= child->holds;
  }
  graph->sight_count = first;
  *memory = (struct remembered){ { fminf (fmaxf (1 - needed, SURE), 1 - SURE), open }, test, true };
  return memory->estimate;
}

/* The child with the leaf that is most likely to be needed, or NO_NODE. */
static uint32_t
most_needed_child (struct graph *graph, const struct node *node, int child_test)
{
  const size_t first = look_at_children (graph, node, child_test);
  uint32_t best = NO_NODE;
  float needed = 1, open = 0;
  for (size_t i = first; i < graph->sight_count; i++) {
    const struct sight *seen = &graph->sights[i];
    if (needed * seen->estimate.open > open) {
      open = needed * seen->estimate.open;
      best = seen->child;
    }
    needed *= seen->estimate.holds;
  }
  graph->sight_count = first;
  return best;
}

/* The leaf that is most likely to be needed of those that can be handed out. */
static bool
most_needed_leaf (struct graph *graph, int test, uint32_t *leaf, struct bounds *window)
{
  uint32_t n = ROOT_NODE;
  for (uint32_t steps = 0; n != NO_NODE && graph->nodes[n].edges > 0; steps++) {
    if (steps > graph->count) /* going round in a cycle */
      return false;
    test = graph_child_test (graph, test);
    n = most_needed_child (graph, &graph->nodes[n], test);
  }
  if (n == NO_NODE || !can_be_handed_out (&graph->nodes[n]))
    return false;
  *leaf = n;
  *window = (struct bounds){ test - 1, test };
  return !graph_settled (graph_open_part (*window, graph->nodes[n].bounds));
}

/* ---- enough leaves ---- */

struct frontier {
  int leaves;         /* that are likely to be needed */
  uint32_t candidate; /* the one to expand if they are too few */
  float weight;
};

static void
count_leaf (struct graph *graph, uint32_t n, float needed, struct frontier *frontier)
{
  enum { LEAST_NODES = 10000 };
  const uint64_t least = graph->options.leaf_least > 0 ? graph->options.leaf_least : LEAST_NODES;
  const struct node *node = &graph->nodes[n];
  frontier->leaves++;
  const float weight = node->cost * needed;
  if (can_be_handed_out (node) && weight > frontier->weight && graph_nodes_expected (graph, n) > least) {
    frontier->weight = weight;
    frontier->candidate = n;
  }
}

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
    count_leaf (graph, n, needed, frontier);
    return;
  }
  const int child_test = graph_child_test (graph, test);
  const size_t first = look_at_children (graph, node, child_test);
  for (size_t i = first;
       i < first + node->edges && needed >= LEAST && frontier->leaves < graph->options.leaves_wanted; i++) {
    count_leaves (graph, graph->sights[i].child, child_test, needed, frontier);
    needed *= graph->sights[i].estimate.holds;
  }
  graph->sight_count = first;
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

static bool
more_leaves (struct graph *graph, int test)
{
  struct frontier frontier = { 0, NO_NODE, 0 };
  graph->mark++;
  count_leaves (graph, ROOT_NODE, test, 1, &frontier);
  if (frontier.leaves >= graph->options.leaves_wanted || frontier.candidate == NO_NODE)
    return false;
  graph_expand (graph, frontier.candidate, NULL);
  return true;
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
  if (most_needed_leaf (graph, test, leaf, window))
    return true;
  if (skips) {
    graph->uncounted = 0;
    return graph_choose (graph, leaf, window);
  }
  if (graph->in_flight > 0)
    return false;
  if (test == 1 && open.lower < 0 && most_needed_leaf (graph, 0, leaf, window))
    return true;
  return any_relevant_leaf (graph, leaf, window) || whole_root (graph, leaf, window);
}
