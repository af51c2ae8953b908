/* Which leaf comes next, and which leaves still matter.
 *
 * For few workers graph_hopes.c chooses, for many graph_chances.c; here is what they have in common. Ranks do not share a table but
 * what cost much (sharing.h), and works that are close to each other repeat what cost little: two ranks took 12.6 to 16.7 million
 * nodes of Connect Four 7x6 with chances, 12.2 with hopes. Many workers find too few leaves in what is hoped for.
 */
#include "ranks/graph_inside.h"

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

/* Any leaf that matters, the cheapest: when estimates name none. */
static bool
any_relevant_leaf (struct graph *graph, uint32_t *leaf, struct bounds *window)
{
  *leaf = NO_NODE;
  find_relevant (graph);
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct node *node = &graph->nodes[n];
    if (node->relevant == graph->relevance && graph_can_hand_out (node)
        && (*leaf == NO_NODE || node->cost < graph->nodes[*leaf].cost))
      *leaf = n;
  }
  if (*leaf == NO_NODE)
    return false;
  *window = graph_open_part (graph->nodes[*leaf].need, graph->nodes[*leaf].bounds);
  return true;
}

/* ---- the choice ---- */

void
graph_count_leaf (const struct graph *graph, uint32_t n, float worth, struct frontier *frontier)
{
  enum { LEAST_NODES = 10000 };
  const uint64_t least = graph->options.leaf_least > 0 ? graph->options.leaf_least : LEAST_NODES;
  const struct node *node = &graph->nodes[n];
  frontier->leaves++;
  const float weight = node->cost * worth;
  if (graph_can_hand_out (node) && weight > frontier->weight && graph_nodes_expected (graph, n) > least) {
    frontier->weight = weight;
    frontier->candidate = n;
  }
}

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
  if (graph->options.by_chance)
    graph_chance_count (graph, test, &frontier);
  else
    graph_hope_count (graph, test, &frontier);
  if (frontier.leaves >= graph->options.leaves_wanted || frontier.candidate == NO_NODE)
    return false;
  graph_expand (graph, frontier.candidate, NULL);
  return true;
}

static bool
choose_for_test (struct graph *graph, int test, uint32_t *leaf, struct bounds *window)
{
  return graph->options.by_chance ? graph_chance_leaf (graph, test, leaf, window)
                                  : graph_hope_leaf (graph, test, leaf, window);
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
  return any_relevant_leaf (graph, leaf, window) || whole_root (graph, leaf, window);
}
