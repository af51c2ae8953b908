/* The nodes of the graph: finding them by key, and expanding them into children. */
#include "proof/graph_nodes.h"
#include "proof/graph_backup.h"
#include "proof/graph_window.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <xxhash.h>

/* ---- nodes by key ---- */

const uint8_t *graph_key (const struct graph *graph, uint32_t node) {
  assert (node < graph->count);
  return graph->keys + (size_t) node * (size_t) graph->game->key_bytes;
}

static uint64_t hash_of (const struct graph *graph, const uint8_t *key) {
  return XXH3_64bits (key, (size_t) graph->game->key_bytes);
}

static bool has_key (const void *graph, size_t node, const void *key) {
  const struct graph *const in = graph;
  return memcmp (graph_key (in, (uint32_t) node), key, (size_t) in->game->key_bytes) == 0;
}

uint32_t graph_find (const struct graph *graph, const uint8_t *key) {
  const uint32_t found = *hash_index_slot (&graph->index, hash_of (graph, key), has_key, graph, key);
  return found == 0 ? NO_NODE : found - 1;
}

static void grow (struct graph *graph) {
  assert (graph->count == graph->capacity);
  if (graph->capacity >= UINT32_C (1) << 30)
    internal_error (__FILE__, __LINE__, "the graph of the proof has more than 2^30 nodes");
  const uint32_t capacity = graph->capacity == 0 ? 64 : 2 * graph->capacity;
  graph->nodes = reallocate (graph->nodes, capacity, sizeof *graph->nodes);
  graph->keys = reallocate (graph->keys, capacity, (size_t) graph->game->key_bytes);
  for (int pass = 0; pass < PASSES; pass++) {
    struct ring *ring = &graph->rings[pass];
    if (ring->first + ring->count > graph->capacity)
      internal_error (__FILE__, __LINE__, "a ring grows that does not begin at its beginning");
    ring->nodes = reallocate (ring->nodes, capacity, sizeof *ring->nodes);
  }
  graph->capacity = capacity;
  hash_index_resize (&graph->index, capacity);
  for (uint32_t n = 0; n < graph->count; n++)
    hash_index_add (&graph->index, hash_of (graph, graph_key (graph, n)), n);
}

struct bounds graph_static_bounds (const struct graph *graph, const struct position *position,
                                   enum outcome outcome) {
  assert (outcome == GOING_ON || (LOST <= outcome && outcome <= WON));
  const struct game *game = graph->game;
  if (!graph->options.query.exact_score)
    return outcome == GOING_ON ? graph->range : (struct bounds){ (int) outcome, (int) outcome };
  if (outcome == GOING_ON)
    return (struct bounds){ game->engine->score (game, position, LOST, 1),
                            game->engine->score (game, position, WON, 1) };
  const int score = game->engine->score (game, position, outcome, 0);
  return (struct bounds){ score, score };
}

uint32_t graph_add (struct graph *graph, const uint8_t *key, const struct position *position) {
  assert (graph->count < NO_NODE);
  /* positions reached by different move orders share a node */
  assert (graph->count == 0 || graph_find (graph, key) == NO_NODE);
  if (graph->count == graph->capacity)
    grow (graph);
  const uint32_t n = graph->count++;
  const enum outcome outcome = graph->game->engine->outcome (graph->game, position);
  graph->nodes[n] = (struct node){ .bounds = graph_static_bounds (graph, position, outcome),
                                   .outcome = (int) outcome,
                                   .parents = NO_NODE,
                                   .cost = 1,
                                   .prior = 1,
                                   .probability = { 0.5F, 0.5F } };
  memcpy (graph->keys + (size_t) n * (size_t) graph->game->key_bytes, key, (size_t) graph->game->key_bytes);
  hash_index_add (&graph->index, hash_of (graph, key), n);
  assert (graph->nodes[n].bounds.lower <= graph->nodes[n].bounds.upper);
  return n;
}

/* ---- children ---- */

static uint32_t find_or_add (struct graph *graph, const uint8_t *key) {
  uint32_t n = graph_find (graph, key);
  if (n != NO_NODE) {
    graph->statistics.count[COUNT_joined]++;
    return n;
  }
  if (!graph->game->engine->unpack (graph->game, key, graph->position))
    internal_error (__FILE__, __LINE__, "%s: a child is no position", graph->game->title);
  return graph_add (graph, key, graph->position);
}

/* Add an edge. False if it exists already, because two moves are symmetric. */
static bool add_edge (struct graph *graph, uint32_t parent, uint32_t child) {
  struct node *node = &graph->nodes[parent];
  assert (child < graph->count);
  assert (node->first_edge + node->edges == graph->edge_count); /* the edges of a node lie together */
  for (uint32_t i = 0; i < node->edges; i++)
    if (graph->edges[node->first_edge + i] == child)
      return false;
  if (graph->edge_count == graph->edge_capacity) {
    graph->edge_capacity = graph->edge_capacity == 0 ? 256 : 2 * graph->edge_capacity;
    graph->edges = reallocate (graph->edges, graph->edge_capacity, sizeof *graph->edges);
    graph->links = reallocate (graph->links, graph->edge_capacity, sizeof *graph->links);
  }
  graph->links[graph->edge_count] = (struct link){ parent, graph->nodes[child].parents };
  graph->nodes[child].parents = graph->edge_count;
  graph->edges[graph->edge_count++] = child;
  node->edges++;
  return true;
}

/* Guess the probabilities of a child. A test on a node holds if the test on some child fails, and the first
 * moves are the most likely to make it hold. So the logarithm of the probability that no child's test fails
 * is divided among the moves: each gets half as much as the move before. The probability of the parent thus
 * does not change when it is expanded; only results change it. How well the guesses agree with the results:
 * ../../analysis/notes/scaling.md. */
static void guess_probabilities (const struct node *parent, struct node *child, int rank, int moves) {
  assert (0 <= rank && rank < moves);
  static const float LEAST = 1e-3F;
  const float share = exp2f (-(float) rank) / (2 - exp2f (1 - (float) moves));
  for (int test = 0; test < 2; test++)
    child->probability[1 - test]
        = fminf (fmaxf (powf (1 - parent->probability[test], share), LEAST), 1 - LEAST);
}

/* Guess the cost of a child. In a tree with b moves in each position, the proofs of "holds" and of "fails"
 * grow by a factor of b alternately, at every other ply. So a child costs 1 / sqrt (b) of its parent, and
 * proving that a test holds costs 1 / sqrt (b) of proving that it fails. With these guesses, expanded nodes
 * and leaves are comparable. The order of the moves is a first guess at which moves are good. */
static void guess_child (struct graph *graph, uint32_t parent, uint32_t child, bool fresh, float index,
                         uint32_t moves) {
  assert (moves > 0 && (fresh || graph->nodes[child].parents != NO_NODE));
  struct node *const p = &graph->nodes[parent], *const c = &graph->nodes[child];
  const float cost = p->cost / sqrtf ((float) moves);
  const float prior = (1 + index / 4) * sqrtf (sqrtf ((float) moves));
  if (fresh || (c->edges == 0 && cost < c->cost))
    c->cost = cost;
  if (fresh || prior < c->prior)
    c->prior = prior;
  if (p->budget > c->budget)
    c->budget = p->budget;
}

/* The index of a key in a list; -1 if it is absent. */
static int index_of (const uint8_t *list, int count, size_t bytes, const uint8_t *key) {
  int i = 0;
  while (i < count && memcmp (list + (size_t) i * bytes, key, bytes) != 0)
    i++;
  return i < count ? i : -1;
}

#ifndef NDEBUG
/* Checks a node that was just expanded, and its children. */
static bool family_is_consistent (const struct graph *graph, uint32_t parent) {
  const struct node *node = &graph->nodes[parent];
  for (uint32_t i = 0; i < node->edges; i++)
    if (!graph_node_is_consistent (graph, graph->edges[node->first_edge + i]))
      return false;
  return graph_node_is_consistent (graph, parent);
}
#endif

void graph_expand (struct graph *graph, uint32_t parent, const uint8_t *best) {
  assert (parent < graph->count);
  assert (graph->nodes[parent].edges == 0);
  assert (graph->nodes[parent].outcome == GOING_ON && graph->game->key_bytes > 0);
  assert (graph->nodes[parent].ticket == 0 || parent == ROOT_NODE);
  assert (graph_pass_is_over (graph, BACKING_UP) && graph_pass_is_over (graph, ESTIMATES));
  const struct game *game = graph->game;
  const size_t bytes = (size_t) game->key_bytes;
  const int moves = game->engine->expand (game, graph_key (graph, parent), graph->children);
  if (moves <= 0)
    internal_error (__FILE__, __LINE__, "%s: an unfinished position without moves", game->title);
  assert (moves <= game->moves_max);
  graph->nodes[parent].first_edge = graph->edge_count;
  const int first = best != NULL ? index_of (graph->children, moves, bytes, best) : -1;
  for (int i = 0; i < moves; i++) {
    const uint8_t *key = graph->children + (size_t) i * bytes;
    const uint32_t before = graph->count;
    const uint64_t joined = graph->statistics.count[COUNT_joined];
    const uint32_t child = find_or_add (graph, key);
    if (graph->count > before)
      guess_probabilities (&graph->nodes[parent], &graph->nodes[child], i == first ? 0 : i + (i < first),
                           moves);
    if (add_edge (graph, parent, child))
      guess_child (graph, parent, child, graph->count > before, i == first ? -2 : (float) i,
                   (uint32_t) moves);
    else
      graph->statistics.count[COUNT_joined] = joined;
  }
  assert (1 <= graph->nodes[parent].edges && graph->nodes[parent].edges <= (uint32_t) moves);
  graph->statistics.count[COUNT_expansions]++;
  for (uint32_t i = 0; i < graph->nodes[parent].edges; i++)
    graph_live_window_changed (graph, graph->edges[graph->nodes[parent].first_edge + i]);
  graph_touch (graph, parent);
  graph_back_up (graph, parent);
  assert (family_is_consistent (graph, parent));
}
