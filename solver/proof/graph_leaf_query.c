#include "proof/graph_leaf_query.h"

#include "proof/graph_nodes.h"

#include <assert.h>
#include <string.h>

/* The number of a query consists of its node and a ticket, so that a late result of a cancelled query is not
 * mistaken for the result of a later query about the same node. */
static uint64_t number_of (uint32_t ticket, uint32_t node) { return (uint64_t) ticket << 32 | node; }

uint32_t graph_new_ticket (struct graph *graph) {
  return ++graph->serial == 0 ? ++graph->serial : graph->serial;
}

/* The time limit of a leaf grows with its node budget. It ends a search only after a part of its nodes:
 * otherwise a busy machine would never finish, since every leaf would be returned and expanded into smaller
 * leaves. */
static void limit_time (const struct graph *graph, const struct node *node, struct query *query) {
  enum { PART = 16 };
  const uint64_t usual = graph->options.leaf_budget;
  const double more = usual > 0 && node->budget > usual ? (double) node->budget / (double) usual : 1;
  query->seconds = more * graph->options.leaf_seconds;
  query->node_least = node->limit / PART;
}

struct query graph_query (const struct graph *graph, uint32_t n) {
  assert (n < graph->count);
  assert (graph->nodes[n].ticket != 0);
  assert (graph->nodes[n].asked.lower < graph->nodes[n].asked.upper);
  const struct node *node = &graph->nodes[n];
  struct query query = graph->options.query;
  query.number = number_of (node->ticket, n);
  memcpy (query.key, graph_key (graph, n), (size_t) graph->game->key_bytes);
  query.window = node->asked;
  query.shared = query.node_limit == 0;
  query.node_limit = node->limit;
  if (node->edges == 0 && node->limit != 0 && graph->options.leaf_seconds > 0)
    limit_time (graph, node, &query);
  assert (query_is_consistent (&query));
  return query;
}
