/* A redundant search: an idle rank searches a leaf that another rank is searching already.
 *
 * The choice by cost leaves a rank idle rather than guess (graph_optimistic.c), and the last leaf of a proof
 * may take long after all others are done. So an idle rank searches the same position with the same window,
 * but in another order: at nodes where all moves are expected to be needed it takes the moves in pairs, the
 * second of each pair before the first. These are the leaf and every other ply below it if the leaf is
 * expected to fail its test, else the plies between. The two ranks share costly bounds (sharing.h). While one
 * searches the first move of a pair, the other searches the second, and then each knows the bounds of both;
 * where one takes longer, the other joins it and divides the moves below in the same way. Threads of one
 * search do the same with marks on busy positions (search/abdada.h); between ranks a message would take too
 * long for that. The first rank to finish has the answer for both.
 *
 * While one rank searches the root before it is split (graph_split()), other ranks have nothing else to do,
 * so the root is searched redundantly, too, as if its test were expected to hold. If the root is never split,
 * as for a score by few ranks, the redundant search lasts as long as the first.
 *
 * The first query is not affected. The redundant one is cancelled together with it, or when there is a leaf
 * to hand out. There is at most one at a time. Figures, and what was tried: ../../analysis/scaling.md. */
#include "proof/graph_redundant.h"
#include "proof/graph_leaf_query.h"
#include "proof/graph_window.h"

#include <assert.h>

/* query.second_first of a leaf whose test is expected to fail, and of one whose test is expected to hold. */
static const uint32_t PLIES_IF_FAILS = UINT32_C (0x15), PLIES_IF_HOLDS = UINT32_C (0x2a);

/* The leaf that was handed out first is likely to take the longest. */
static uint32_t longest_in_flight (struct graph *graph) {
  uint32_t longest = NO_NODE;
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct node *node = &graph->nodes[n];
    if (node->ticket != 0 && node->edges == 0
        && (longest == NO_NODE || node->ticket < graph->nodes[longest].ticket) && graph_is_live (graph, n))
      longest = n;
  }
  return longest;
}

bool graph_allows_redundant_search (const struct graph *graph) {
  const enum method method = graph->root_result.method;
  return graph->options.redundant_search && graph->game->plies_max > 0 && graph->options.query.node_limit == 0
         && (method == METHOD_NULL_WINDOW || method == METHOD_ALPHA_BETA);
}

bool graph_redundant_search (struct graph *graph, struct query *query) {
  if (graph->redundant_search.ticket != 0 || !graph_allows_redundant_search (graph))
    return false;
  const uint32_t n = longest_in_flight (graph);
  if (n == NO_NODE)
    return false;
  graph->redundant_search = (struct redundant_search){ n, graph_new_ticket (graph) };
  assert (graph->redundant_search.ticket != graph->nodes[n].ticket); /* answers are told apart by it */
  *query = graph_query (graph, n, graph->redundant_search.ticket);
  query->second_first = graph->nodes[n].expected_to_hold ? PLIES_IF_HOLDS : PLIES_IF_FAILS;
  return true;
}

bool graph_is_redundant_search (struct graph *graph, uint32_t n, uint32_t ticket) {
  assert (n < graph->count && ticket != 0);
  return graph->redundant_search.ticket == ticket && graph->redundant_search.node == n;
}

bool graph_redundant_search_ends (struct graph *graph, uint32_t n, uint32_t ticket) {
  assert (n < graph->count);
  if (!graph_is_redundant_search (graph, n, ticket))
    return false;
  graph->redundant_search.ticket = 0;
  return true;
}
