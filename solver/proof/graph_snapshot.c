#include "proof/graph_snapshot.h"

#include "proof/graph_data_private.h"
#include "proof/graph_nodes.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void graph_snapshot_take (struct graph_snapshot *snapshot, const struct graph *graph) {
  assert (graph_pass_is_over (graph, BACKING_UP)); /* so that all bounds follow from each other */
  assert (graph_is_consistent (graph));
  const uint64_t *count = graph->statistics.count;
  const size_t bytes = (size_t) graph->game->key_bytes;
  snapshot->nodes = reallocate (snapshot->nodes, graph->count, sizeof *snapshot->nodes);
  snapshot->edges = reallocate (snapshot->edges, graph->edge_count, sizeof *snapshot->edges);
  snapshot->count = graph->count;
  snapshot->edge_count = graph->edge_count;
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct node *node = &graph->nodes[n];
    struct snapshot_node *shown = &snapshot->nodes[n];
    memset (shown, 0, sizeof *shown);
    memcpy (shown->key, graph_key (graph, n), bytes);
    shown->bounds = node->bounds;
    shown->cost = node->cost;
    shown->prior = node->prior;
    shown->probability_even = node->probability[0];
    shown->probability_odd = node->probability[1];
    shown->budget = node->budget;
    shown->first_edge = node->first_edge;
    shown->edges = node->edges;
    shown->dead = node->dead;
  }
  if (graph->edge_count > 0)
    memcpy (snapshot->edges, graph->edges, graph->edge_count * sizeof *snapshot->edges);
  snapshot->expansions = count[COUNT_expansions];
  snapshot->joined = count[COUNT_joined];
  snapshot->cancelled = count[COUNT_cancelled];
  snapshot->queries = count[COUNT_queries];
  snapshot->node_count = count[COUNT_nodes];
  snapshot->looks = count[COUNT_looks];
  snapshot->log_nodes_per_cost = graph->log_nodes_per_cost;
  snapshot->learned = graph->learned;
  snapshot->backing_cut = graph->backing_cut;
  /* The result of the first search of the root is useful even if later queries are without a result. */
  snapshot->root_answered = graph->root_answered || graph->root_result.cost.nodes > 0;
  snapshot->root_result = graph->root_result;
  /* the result of a query that was cancelled belongs to this run only */
  snapshot->root_result.stopped = graph->root_result.out_of_budget;
}

void graph_snapshot_free (struct graph_snapshot *snapshot) {
  free (snapshot->nodes);
  free (snapshot->edges);
  *snapshot = (struct graph_snapshot){ 0 };
}

/* ---- restoring ---- */

static bool is_probability (double probability) { return probability > 0 && probability < 1; }

/* Is the search of the root as a whole over? If not, the ranks and options of the new run decide how long it
 * takes and which ranks take part. */
static bool is_root_done (const struct graph_snapshot *snapshot) {
  const struct snapshot_node *root = &snapshot->nodes[ROOT_NODE];
  return root->edges > 0 || root->dead != 0 || (snapshot->root_answered && snapshot->root_result.solved);
}

/* Restore the nodes. Fails unless they are distinct positions of the game with possible bounds. */
static bool put_nodes (const struct graph_snapshot *snapshot, struct graph *graph) {
  const struct engine *engine = graph->game->engine;
  const size_t bytes = (size_t) graph->game->key_bytes;
  if (snapshot->count == 0 || snapshot->count > UINT32_C (1) << 30
      || memcmp (snapshot->nodes[0].key, graph_key (graph, ROOT_NODE), bytes) != 0)
    return false;
  for (size_t i = 0; i < snapshot->count; i++) {
    const struct snapshot_node *shown = &snapshot->nodes[i];
    if (i > 0) {
      if (graph_find (graph, shown->key) != NO_NODE
          || !engine->unpack (graph->game, shown->key, graph->position))
        return false;
      graph_add (graph, shown->key, graph->position);
    }
    struct node *node = &graph->nodes[i];
    const struct bounds narrower = graph_open_part (node->bounds, shown->bounds);
    if (narrower.lower > narrower.upper || !(shown->cost > 0) || !(shown->prior > 0)
        || !is_probability (shown->probability_even) || !is_probability (shown->probability_odd))
      return false;
    node->bounds = narrower;
    node->cost = (float) shown->cost;
    node->prior = (float) shown->prior;
    node->probability[0] = (float) shown->probability_even;
    node->probability[1] = (float) shown->probability_odd;
    if (i != ROOT_NODE || is_root_done (snapshot))
      node->budget = shown->budget;
    node->dead = shown->dead != 0;
  }
  return true;
}

static bool put_edges (const struct graph_snapshot *snapshot, struct graph *graph) {
  uint64_t edges = 0;
  if (snapshot->edge_count >= UINT32_MAX)
    return false;
  graph->edge_capacity = graph->edge_count = (uint32_t) snapshot->edge_count;
  graph->edges = reallocate (graph->edges, snapshot->edge_count, sizeof *graph->edges);
  graph->links = reallocate (graph->links, snapshot->edge_count, sizeof *graph->links);
  for (size_t e = 0; e < snapshot->edge_count; e++) {
    if (snapshot->edges[e] >= graph->count)
      return false;
    graph->edges[e] = snapshot->edges[e];
    graph->links[e].parent = NO_NODE;
  }
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct snapshot_node *shown = &snapshot->nodes[n];
    if (shown->first_edge > snapshot->edge_count || shown->edges > snapshot->edge_count - shown->first_edge)
      return false;
    graph->nodes[n].first_edge = shown->first_edge;
    graph->nodes[n].edges = shown->edges;
    edges += shown->edges;
    for (uint32_t e = shown->first_edge; e < shown->first_edge + shown->edges; e++)
      graph->links[e].parent = n;
  }
  for (uint32_t e = 0; e < graph->edge_count; e++) {
    struct link *link = &graph->links[e];
    if (link->parent == NO_NODE)
      return false;
    link->next = graph->nodes[graph->edges[e]].parents;
    graph->nodes[graph->edges[e]].parents = e;
  }
  return edges == graph->edge_count;
}

bool graph_snapshot_put (const struct graph_snapshot *snapshot, struct graph *graph) {
  assert (graph->count == 1 && graph->edge_count == 0 && graph->in_flight == 0);
  if (!put_nodes (snapshot, graph) || !put_edges (snapshot, graph))
    return false;
  uint64_t *const count = graph->statistics.count;
  count[COUNT_expansions] = snapshot->expansions;
  count[COUNT_joined] = snapshot->joined;
  count[COUNT_cancelled] = snapshot->cancelled;
  count[COUNT_queries] = snapshot->queries;
  count[COUNT_nodes] = snapshot->node_count;
  count[COUNT_looks] = snapshot->looks;
  if (graph->options.counts_all_runs)
    graph->nodes_spent = snapshot->node_count;
  graph->learned = snapshot->learned;
  graph->log_nodes_per_cost = isfinite (snapshot->log_nodes_per_cost) ? snapshot->log_nodes_per_cost : 0;
  graph->backing_cut = snapshot->backing_cut;
  graph->root_answered = snapshot->root_answered && is_root_done (snapshot);
  if (snapshot->root_answered)
    graph->root_result = snapshot->root_result;
  return graph_is_valid (graph);
}
