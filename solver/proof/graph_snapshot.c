#include "proof/graph_snapshot.h"

#include "proof/graph_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
graph_picture_take (struct graph_picture *picture, const struct graph *graph)
{
  const uint64_t *count = graph->statistics.count;
  const size_t bytes = (size_t) graph->game->key_bytes;
  picture->nodes = reallocate (picture->nodes, graph->count, sizeof *picture->nodes);
  picture->edges = reallocate (picture->edges, graph->edge_count, sizeof *picture->edges);
  picture->count = graph->count;
  picture->edge_count = graph->edge_count;
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct node *node = &graph->nodes[n];
    struct picture_node *shown = &picture->nodes[n];
    memset (shown, 0, sizeof *shown);
    memcpy (shown->key, graph_key (graph, n), bytes);
    shown->bounds = node->bounds;
    shown->cost = node->cost;
    shown->doubt = node->doubt;
    shown->chance_even = node->chance[0];
    shown->chance_odd = node->chance[1];
    shown->budget = node->budget;
    shown->first_edge = node->first_edge;
    shown->edges = node->edges;
    shown->dead = node->dead;
  }
  if (graph->edge_count > 0)
    memcpy (picture->edges, graph->edges, graph->edge_count * sizeof *picture->edges);
  picture->expansions = count[COUNT_expansions];
  picture->joined = count[COUNT_joined];
  picture->cancelled = count[COUNT_cancelled];
  picture->works = count[COUNT_works];
  picture->node_count = count[COUNT_nodes];
  picture->looks = count[COUNT_looks];
  picture->log_nodes_per_cost = graph->log_nodes_per_cost;
  picture->learned = graph->learned;
  picture->backing_cut = graph->backing_cut;
  /* What the first look at the root found is of use though more is asked since. */
  picture->root_answered = graph->root_answered || graph->root_result.nodes > 0;
  picture->root_answer = answer_keep (&graph->root_result);
}

void
graph_picture_free (struct graph_picture *picture)
{
  free (picture->nodes);
  free (picture->edges);
  *picture = (struct graph_picture){ 0 };
}

/* ---- back ---- */

static bool
is_chance (double chance)
{
  return chance > 0 && chance < 1;
}

/* Else the root is still to be searched as a whole: how long, and by whom, the ranks of now decide. */
static bool
is_root_done (const struct graph_picture *picture)
{
  const struct picture_node *root = &picture->nodes[ROOT_NODE];
  return root->edges > 0 || root->dead != 0 || (picture->root_answered && picture->root_answer.solved);
}

/* Positions of the game that differ, with bounds that the game allows. */
static bool
put_nodes (const struct graph_picture *picture, struct graph *graph)
{
  const struct engine *engine = graph->game->engine;
  const size_t bytes = (size_t) graph->game->key_bytes;
  if (picture->count == 0 || picture->count > UINT32_C (1) << 30
      || memcmp (picture->nodes[0].key, graph_key (graph, ROOT_NODE), bytes) != 0)
    return false;
  for (size_t i = 0; i < picture->count; i++) {
    const struct picture_node *shown = &picture->nodes[i];
    if (i > 0) {
      if (graph_find (graph, shown->key) != NO_NODE
          || !engine->unpack (graph->game, shown->key, graph->position))
        return false;
      graph_add (graph, shown->key, graph->position);
    }
    struct node *node = &graph->nodes[i];
    const struct bounds narrower = graph_open_part (node->bounds, shown->bounds);
    if (narrower.lower > narrower.upper || !(shown->cost > 0) || !(shown->doubt > 0)
        || !is_chance (shown->chance_even) || !is_chance (shown->chance_odd))
      return false;
    node->bounds = narrower;
    node->cost = (float) shown->cost;
    node->doubt = (float) shown->doubt;
    node->chance[0] = (float) shown->chance_even;
    node->chance[1] = (float) shown->chance_odd;
    if (i != ROOT_NODE || is_root_done (picture))
      node->budget = shown->budget;
    node->dead = shown->dead != 0;
  }
  return true;
}

static bool
put_edges (const struct graph_picture *picture, struct graph *graph)
{
  uint64_t edges = 0;
  if (picture->edge_count >= UINT32_MAX)
    return false;
  graph->edge_capacity = graph->edge_count = (uint32_t) picture->edge_count;
  graph->edges = reallocate (graph->edges, picture->edge_count, sizeof *graph->edges);
  graph->links = reallocate (graph->links, picture->edge_count, sizeof *graph->links);
  for (size_t e = 0; e < picture->edge_count; e++) {
    if (picture->edges[e] >= graph->count)
      return false;
    graph->edges[e] = picture->edges[e];
    graph->links[e].parent = NO_NODE;
  }
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct picture_node *shown = &picture->nodes[n];
    if (shown->first_edge > picture->edge_count || shown->edges > picture->edge_count - shown->first_edge)
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

bool
graph_picture_put (const struct graph_picture *picture, struct graph *graph)
{
  if (!put_nodes (picture, graph) || !put_edges (picture, graph))
    return false;
  uint64_t *const count = graph->statistics.count;
  count[COUNT_expansions] = picture->expansions;
  count[COUNT_joined] = picture->joined;
  count[COUNT_cancelled] = picture->cancelled;
  count[COUNT_works] = picture->works;
  count[COUNT_nodes] = picture->node_count;
  count[COUNT_looks] = picture->looks;
  graph->learned = picture->learned;
  graph->log_nodes_per_cost = isfinite (picture->log_nodes_per_cost) ? picture->log_nodes_per_cost : 0;
  graph->backing_cut = picture->backing_cut;
  graph->root_answered = picture->root_answered && is_root_done (picture);
  if (picture->root_answered)
    graph->root_result = answer_again (&picture->root_answer);
  return graph_is_valid (graph);
}
