/* graph_is_valid(): every invariant of the graph. */
#include "proof/graph_backup.h"
#include "proof/graph_data_private.h"
#include "proof/graph_nodes.h"
#include "proof/graph_probability.h"
#include "proof/graph_window.h"

#include <stdlib.h>

static bool children_name_it (const struct graph *graph, uint32_t n) {
  const struct node *node = &graph->nodes[n];
  if (node->edges > 0 && (uint64_t) node->first_edge + node->edges > graph->edge_count)
    return false;
  for (uint32_t e = node->first_edge; e < node->first_edge + node->edges; e++)
    if (graph->links[e].parent != n || graph->edges[e] >= graph->count)
      return false;
  return true;
}

static bool parents_name_it (const struct graph *graph, uint32_t n) {
  for (uint32_t l = graph->nodes[n].parents; l != NO_NODE; l = graph->links[l].next) {
    const struct node *parent = &graph->nodes[graph->links[l].parent];
    /* A link has the number of its edge. */
    if (graph->edges[l] != n || l < parent->first_edge || l >= parent->first_edge + parent->edges)
      return false;
  }
  return true;
}

static bool links_are_counted (const struct graph *graph) {
  uint64_t edges = 0, parents = 0;
  for (uint32_t n = 0; n < graph->count; n++) {
    edges += graph->nodes[n].edges;
    for (uint32_t l = graph->nodes[n].parents; l != NO_NODE; l = graph->links[l].next)
      parents++;
  }
  return edges == graph->edge_count && parents == graph->edge_count;
}

/* Bounds must be at least as narrow as the children's bounds make them; a search may have proven more. */
static bool bounds_follow (const struct graph *graph, const struct node *node) {
  if (node->bounds.lower > node->bounds.upper)
    return false;
  if (node->outcome != GOING_ON && (node->edges > 0 || node->bounds.lower != node->bounds.upper))
    return false;
  if (node->edges == 0 || graph->backing_cut)
    return true;
  const struct bounds below = graph_bounds_of_children (graph, node);
  return node->bounds.lower >= below.lower && node->bounds.upper <= below.upper;
}

/* A query can be in flight for an unfinished leaf or the root, about a window that was open. */
static bool may_be_in_flight (const struct graph *graph, uint32_t n) {
  const struct node *node = &graph->nodes[n];
  return (node->edges == 0 || n == ROOT_NODE) && node->outcome == GOING_ON
         && node->asked.lower < node->asked.upper;
}

/* Estimates decide no value, but it must be possible to multiply and compare them. */
static bool expects_something (const struct node *node) {
  return node->cost >= 0 && node->prior > 0 && node->probability[0] > 0 && node->probability[0] < 1
         && node->probability[1] > 0 && node->probability[1] < 1;
}

bool graph_node_is_consistent (const struct graph *graph, uint32_t n) {
  const struct node *node = &graph->nodes[n];
  return children_name_it (graph, n) && parents_name_it (graph, n) && bounds_follow (graph, node)
         && expects_something (node) && (node->ticket == 0 || may_be_in_flight (graph, n));
}

static bool keys_are_found (const struct graph *graph) {
  for (uint32_t n = 0; n < graph->count; n++)
    if (graph_find (graph, graph_key (graph, n)) != n)
      return false;
  return true;
}

static bool flights_are_counted (const struct graph *graph) {
  uint64_t in_flight = 0, promised = 0;
  for (uint32_t n = 0; n < graph->count; n++) {
    const struct node *node = &graph->nodes[n];
    if (node->waits[BACKING_UP] || node->waits[ESTIMATES] || node->visiting)
      return false;
    in_flight += node->ticket != 0;
    promised += node->ticket != 0 ? node->limit : 0;
  }
  return in_flight == graph->in_flight && promised == graph->nodes_promised;
}

static bool nodes_are_consistent (const struct graph *graph) {
  for (uint32_t n = 0; n < graph->count; n++)
    if (!graph_node_is_consistent (graph, n))
      return false;
  return links_are_counted (graph) && keys_are_found (graph) && flights_are_counted (graph)
         && graph_live_windows_follow (graph);
}

bool graph_is_consistent (const struct graph *graph) {
  enum { SMALL = 48 };
  return graph->count > SMALL || nodes_are_consistent (graph);
}

/* Remove nodes without parents as long as there are any: nodes remain if and only if there is a cycle. */
static bool has_no_cycle (const struct graph *graph) {
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

bool graph_is_valid (struct graph *graph) {
  return nodes_are_consistent (graph) && graph_probabilities_follow (graph)
         && (graph->game->plies_max == 0 || has_no_cycle (graph));
}
