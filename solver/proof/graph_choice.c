/* Which leaf comes next, and when there are enough of them.
 *
 * For few workers graph_optimistic.c chooses, for many graph_probability.c; here is what they have in common.
 * Ranks do not share a table but what cost much (sharing.h), and queries that are close to each other repeat
 * what cost little: by probability nodes are two or three times as many, which pays where ranks are many
 * (graph_split()). Many workers find too few leaves in one optimistic proof. */
#include "proof/graph_choice.h"

#include "proof/graph_nodes.h"
#include "proof/graph_optimistic.h"
#include "proof/graph_probability.h"
#include "proof/graph_window.h"

#include <assert.h>

/* Any leaf that matters, the cheapest: when estimates name none. */
static bool
any_live_leaf (struct graph *graph, uint32_t *leaf, struct bounds *window)
{
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
  return true;
}

/* ---- the choice ---- */

/* The test on the root to go on with: first the sign, then between what is known. */
static int
choose_test (struct bounds open)
{
  if (open.lower < 1 && 1 <= open.upper)
    return 1;
  if (open.lower < 0 && 0 <= open.upper)
    return 0;
  return open.lower + (open.upper - open.lower + 1) / 2;
}

/* A count costs as much as many choices by probability, so one of these serves for some expansions. */
static bool
more_leaves (struct graph *graph, int test)
{
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
  for (int i = 0; i < expansions; i++)
    graph_expand (graph, frontier.best[i].leaf, NULL);
  return true;
}

static bool
choose_for_test (struct graph *graph, int test, uint32_t *leaf, struct bounds *window)
{
  return graph->options.by_probability ? graph_probability_leaf (graph, test, leaf, window)
                                       : graph_optimistic_leaf (graph, test, leaf, window);
}

/* Where play can cycle the graph may come to hold all there is below the root and still prove nothing:
 * draws by endless play are not seen from child to parent. A search of the whole sees them. */
static bool
whole_root (const struct graph *graph, uint32_t *leaf, struct bounds *window)
{
  const struct node *root = &graph->nodes[ROOT_NODE];
  *leaf = ROOT_NODE;
  *window = graph_open_part (graph->options.query.window, root->bounds);
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

/* Choices for which a count of the leaves holds. It takes time in proportion to the leaves wanted, those of
 * hundreds of workers longer than all the rest of a choice; but there are two for each of many workers, so a
 * few choices take few of them. */
static int
choices_a_count (const struct graph *graph)
{
  enum { LEAVES_A_CHOICE = 16 };
  return graph->options.by_probability ? graph->options.leaves_wanted / LEAVES_A_CHOICE : 0;
}

bool
graph_choose (struct graph *graph, uint32_t *leaf, struct bounds *window)
{
  assert (graph->count > 0);
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
