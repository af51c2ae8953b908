/* A redundant search, of a leaf that another rank is searching, for a rank that would have nothing to do.
 *
 * The choice by cost leaves a rank idle rather than guess (graph_optimistic.c), and the last leaf of a proof
 * may go on long after all others are done. An idle rank searches the same position with the same window. But
 * at nodes where all moves are expected to be needed it takes them in pairs, the second before the first: at
 * the leaf and at every other ply below it if the leaf is expected to fail its test, else at the plies
 * between. The two ranks share what they find at a cost (sharing.h). So while one is in the first move of a
 * pair, the other is in the second, and then both know both; if one takes longer, they are a pair again below
 * it. That is what threads of one search do (search/abdada.h), without marks, since a message takes too long.
 * Whoever is first has the answer for both.
 *
 * While one rank has the root before it is split (graph_split()), the root is searched like this as if it
 * were expected to hold: the other rank has nothing else to do. If the root is not split, as for a score by
 * few ranks, the redundant search lasts as long as the first.
 *
 * The query in flight is not affected; the redundant one is called off with it, or when there is a leaf to
 * hand out. There is one at a time. What this gains, and what was tried: ../../analysis/scaling.md. */
#include "proof/graph_redundant.h"
#include "proof/graph_leaf_query.h"
#include "proof/graph_window.h"

#include <assert.h>

/* At a leaf that is expected to fail its test, and to hold. */
static const uint32_t PLIES_IF_FAILS = UINT32_C (0x15), PLIES_IF_HOLDS = UINT32_C (0x2a);

/* The one that was handed out first is likely to go on the longest. */
static uint32_t
longest_in_flight (struct graph *graph)
{
  uint32_t longest = NO_NODE;
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct node *node = &graph->nodes[n];
    if (node->ticket != 0 && node->edges == 0
        && (longest == NO_NODE || node->ticket < graph->nodes[longest].ticket) && graph_is_live (graph, n))
      longest = n;
  }
  return longest;
}

bool
graph_allows_redundant_search (const struct graph *graph)
{
  const enum method method = graph->root_result.method;
  return graph->options.redundant_search && graph->game->plies_max > 0 && graph->options.query.node_limit == 0
         && (method == METHOD_NULL_WINDOW || method == METHOD_ALPHA_BETA);
}

bool
graph_redundant_search (struct graph *graph, struct query *query)
{
  if (graph->redundant_search.ticket != 0 || !graph_allows_redundant_search (graph))
    return false;
  const uint32_t n = longest_in_flight (graph);
  if (n == NO_NODE)
    return false;
  graph->redundant_search = (struct redundant_search){ n, graph_new_ticket (graph) };
  *query = graph_query (graph, n, graph->redundant_search.ticket);
  query->second_first = graph->nodes[n].expected_to_hold ? PLIES_IF_HOLDS : PLIES_IF_FAILS;
  return true;
}

bool
graph_is_redundant_search (struct graph *graph, uint32_t n, uint32_t ticket)
{
  assert (n < graph->count);
  return graph->redundant_search.ticket == ticket && graph->redundant_search.node == n;
}

bool
graph_redundant_search_ends (struct graph *graph, uint32_t n, uint32_t ticket)
{
  assert (n < graph->count);
  if (!graph_is_redundant_search (graph, n, ticket))
    return false;
  graph->redundant_search.ticket = 0;
  return true;
}
