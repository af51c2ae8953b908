/* graph_is_valid(): every invariant of the graph. */
#include "proof/graph_backup.h"
#include "proof/graph_data_private.h"
#include "proof/graph_nodes.h"
#include "proof/graph_probability.h"
#include "proof/graph_window.h"

#include <stdlib.h>

static bool
links_agree (const struct graph *graph)
{
  uint64_t edges = 0, parents = 0;
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct node *node = &graph->nodes[n];
    edges += node->edges;
    for (uint32_t l = node->parents; l != NO_NODE; l = graph->links[l].next) {
      const struct node *parent = &graph->nodes[graph->links[l].parent];
      /* A link has the index of its edge. */
      if (graph->edges[l] != n || l < parent->first_edge || l >= parent->first_edge + parent->edges)
        return false;
      parents++;
    }
  }
  return edges == graph->edge_count && parents == graph->edge_count;
}

static bool
keys_are_found (const struct graph *graph)
{
  for (uint32_t n = 0; n < graph->count; n++)
    if (graph_find (graph, graph_key (graph, n)) != n)
      return false;
  return true;
}

/* At least as narrow as the children make them: a search may have proven more. */
static bool
bounds_follow (const struct graph *graph)
{
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct node *node = &graph->nodes[n];
    if (node->bounds.lower > node->bounds.upper)
      return false;
    if (node->outcome != GOING_ON && (node->edges > 0 || node->bounds.lower != node->bounds.upper))
      return false;
    if (node->edges == 0 || graph->backing_cut)
      continue;
    const struct bounds below = graph_bounds_of_children (graph, node);
    if (node->bounds.lower < below.lower || node->bounds.upper > below.upper)
      return false;
  }
  return true;
}

static bool
flights_are_counted (const struct graph *graph)
{
  uint64_t in_flight = 0, promised = 0;
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct node *node = &graph->nodes[n];
    if (node->waits[BACKING_UP] || node->waits[ESTIMATES] || node->visiting)
      return false;
    if (node->ticket == 0)
      continue;
    if ((node->edges > 0 && n != ROOT_NODE) || node->outcome != GOING_ON)
      return false;
    in_flight++;
    promised += node->limit;
  }
  return in_flight == graph->in_flight && promised == graph->nodes_promised;
}

/* Take away nodes without parents until none is left. */
static bool
has_no_cycle (const struct graph *graph)
{
  uint32_t *parents = allocate (graph->count, sizeof *parents);
  uint32_t *ready = allocate (graph->count, sizeof *ready);
  uint32_t waiting = 0, taken = 0;
  for (uint32_t e = 0; e < graph->edge_count; e++)
    parents[graph->edges[e]]++;
  for (uint32_t n = 0; n < graph->count; n++)
    if (parents[n] == 0)
      ready[waiting++] = n;
  while (waiting > 0) {
    const struct node *node = &graph->nodes[ready[--waiting]];
    taken++;
    for (uint32_t i = 0; i < node->edges; i++)
      if (--parents[graph->edges[node->first_edge + i]] == 0)
        ready[waiting++] = graph->edges[node->first_edge + i];
  }
  free (parents);
  free (ready);
  return taken == graph->count;
}

bool
graph_is_valid (struct graph *graph)
{
  return links_agree (graph) && keys_are_found (graph) && bounds_follow (graph) && flights_are_counted (graph)
         && graph_live_windows_follow (graph) && graph_probabilities_follow (graph)
         && (graph->game->plies_max == 0 || has_no_cycle (graph));
}
