#include "proof/graph_backup.h"
#include "proof/graph_choice.h"
#include "proof/graph_data_private.h"
#include "proof/graph_leaf_query.h"
#include "proof/graph_nodes.h"
#include "proof/graph_window.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the whole ---- */

struct graph *graph_create (const struct game *game, const struct position *root,
                            const struct graph_options *options) {
  assert (query_is_consistent (&options->query));
  assert (options->leaves_wanted >= 1 && options->leaf_seconds >= 0);
  assert (game->moves_max > 0 && game->key_bytes >= 0 && game->key_bytes <= PACKED_MAX);
  struct graph *graph = allocate (1, sizeof *graph);
  graph->game = game;
  graph->options = *options;
  graph->options.query.start = game->key_bytes == 0;
  memcpy (graph->options.query.game, game->title, sizeof game->title);
  graph->granularity = 1;
  graph->shifting = options->query.exact_score && game->plies_max == 0;
  graph->position = position_allocate (game);
  graph->children = allocate ((size_t) game->moves_max, (size_t) game->key_bytes);
  /* The scores of unfinished positions. Scores of finished positions lie outside this range and are never
   * narrowed. */
  if (options->query.exact_score)
    graph->range = graph_static_bounds (graph, root, GOING_ON);
  else
    graph->range = search_range (false);
  assert (graph->range.lower < graph->range.upper);
  uint8_t key[PACKED_MAX] = { 0 };
  if (game->key_bytes > 0)
    game->engine->pack_canonical (game, root, key);
  graph_add (graph, key, root);
  graph->nodes[ROOT_NODE].budget = options->root_budget != 0 ? options->root_budget : options->leaf_budget;
  graph->nodes[ROOT_NODE].expected_to_hold = true;
  assert (graph->count == 1 && graph_is_consistent (graph));
  return graph;
}

void graph_destroy (struct graph *graph) {
  if (graph == NULL)
    return;
  free (graph->nodes);
  free (graph->keys);
  free (graph->edges);
  free (graph->links);
  hash_index_free (&graph->index);
  for (int pass = 0; pass < PASSES; pass++)
    free (graph->rings[pass].nodes);
  free (graph->position);
  free (graph->children);
  free (graph->child_estimates);
  free (graph);
}

struct bounds graph_bounds (const struct graph *graph) {
  assert (graph->nodes[ROOT_NODE].bounds.lower <= graph->nodes[ROOT_NODE].bounds.upper);
  return graph->nodes[ROOT_NODE].bounds;
}

bool graph_lookup (const struct graph *graph, const uint8_t *key, struct bounds *bounds) {
  assert (graph->count > 0);
  const uint32_t n = graph->game->key_bytes > 0 ? graph_find (graph, key) : NO_NODE;
  if (n == NO_NODE)
    return false;
  *bounds = graph->nodes[n].bounds;
  return true;
}

const struct result *graph_root_result (const struct graph *graph) {
  const bool whole = graph->nodes[ROOT_NODE].edges == 0 || graph->root_result.solved;
  assert (!graph->root_answered || result_is_consistent (&graph->root_result));
  return graph->root_answered && whole ? &graph->root_result : NULL;
}

void graph_statistics (const struct graph *graph, struct statistics *sum) {
  statistics_add (sum, &graph->statistics);
}

/* ---- a producer ---- */

static bool finished (void *context) {
  struct graph *graph = context;
  return graph->exhausted
         || graph_settled (graph_open_part (graph->options.query.window, graph_bounds (graph)));
}

/* Budgets grow with the cost of the proof so far. With many workers, the budget of a leaf is a fixed share of
 * this cost: hard leaves are found early, each worker gets about as many queries however long the job is, and
 * no query delays the end for long. With few workers the graph is split as little as possible, because the
 * parts together cost much more than the whole (../../analysis/notes/scaling.md). */
static uint64_t growing_budget (const struct graph *graph, uint64_t least) {
  enum { QUERIES_A_LEAF = 64, QUERIES_OF_FEW = 3 };
  const uint64_t queries = graph->options.by_probability
                               ? QUERIES_A_LEAF * (uint64_t) graph->options.leaves_wanted
                               : QUERIES_OF_FEW;
  const uint64_t share = graph->statistics.count[COUNT_nodes] / queries;
  return share > least ? share : least;
}

/* Set the node limit of a query: its budget, but at most its share of the nodes that remain for the whole
 * proof. False if no nodes remain. */
static bool share_nodes (struct graph *graph, const struct node *node, uint64_t *limit) {
  enum { LEAST_SHARE = 10000 };
  *limit = node->edges == 0 ? node->budget : 0;
  if (*limit > 0)
    *limit = graph_grown (graph, growing_budget (graph, *limit));
  if (graph->options.query.node_limit == 0)
    return true;
  const uint64_t taken = graph->nodes_spent + graph->nodes_promised;
  if (taken >= graph->options.query.node_limit) {
    graph->exhausted = graph->in_flight == 0;
    return false;
  }
  const uint64_t left = graph->options.query.node_limit - taken;
  uint64_t share = graph->options.leaves_wanted > 1 ? left / (uint64_t) graph->options.leaves_wanted : left;
  if (share < LEAST_SHARE)
    share = left < LEAST_SHARE ? left : LEAST_SHARE;
  if (*limit == 0 || share < *limit)
    *limit = share;
  assert (*limit > 0 && taken + *limit <= graph->options.query.node_limit);
  return true;
}

static bool next (void *context, struct query *query) {
  struct graph *graph = context;
  uint32_t n;
  uint64_t limit;
  struct bounds window;
  if (finished (graph) || !graph_choose (graph, &n, &window)
      || !share_nodes (graph, &graph->nodes[n], &limit))
    return false;
  struct node *node = &graph->nodes[n];
  /* a node has at most one query */
  assert (node->ticket == 0 && !node->dead && (node->edges == 0 || n == ROOT_NODE));
  assert (!graph_settled (graph_open_part (window, node->bounds)));
  node->ticket = graph_new_ticket (graph);
  node->asked = window;
  node->limit = limit;
  graph->in_flight++;
  graph->nodes_promised += limit;
  graph_touch (graph, n);
  *query = graph_query (graph, n);
  assert (graph_is_consistent (graph));
  return true;
}

_Static_assert(sizeof ((struct query *) 0)->game >= sizeof ((struct game *) 0)->title, "a title fits");

static void land (struct graph *graph, struct node *node) {
  assert (node->ticket != 0 && graph->in_flight > 0);
  assert (graph->nodes_promised >= node->limit);
  node->ticket = 0;
  graph->in_flight--;
  graph->nodes_promised -= node->limit;
}

/* Update the number of nodes per unit of expected cost: a moving geometric mean. */
static void learn (struct graph *graph, const struct node *node, uint64_t nodes) {
  assert (node->cost > 0);
  const double seen = log (((double) nodes + 1) / (double) node->cost);
  graph->learned++;
  graph->log_nodes_per_cost
      += (seen - graph->log_nodes_per_cost) / (graph->learned < 16 ? graph->learned : 16);
}

/* The result does not settle the window: search the node again with a larger budget, or expand it. */
static void go_deeper (struct graph *graph, uint32_t n, const struct result *result) {
  struct node *node = &graph->nodes[n];
  /* the query had all remaining nodes, give or take the nodes by which threads stop early or late */
  if (graph->options.query.node_limit != 0
      && graph->nodes_spent + node->limit / 8 >= graph->options.query.node_limit)
    graph->exhausted = true;
  if (graph->exhausted || graph->game->key_bytes == 0 || node->edges > 0)
    return;
  if (graph->options.root_budget != 0 && n == ROOT_NODE && method_descriptions[result->method].goes_on) {
    graph->root_goes_on = true;
    node->budget = 0;
    return;
  }
  const float spent = (float) ((double) result->cost.nodes / exp (graph->log_nodes_per_cost));
  assert (node->ticket == 0 && isfinite (spent)); /* the query is no longer in flight */
  node->cost = 2 * (spent > node->cost && graph->learned > 0 ? spent : node->cost);
  node->budget = node->budget < graph->options.leaf_budget || graph->options.by_probability
                     ? graph->options.leaf_budget
                     : 2 * node->budget;
  if (graph_is_live (graph, n))
    graph_expand (graph, n, result->has_best ? result->best : NULL);
}

static void count_answer (struct graph *graph, const struct result *result) {
  assert (graph->nodes_spent <= UINT64_MAX - result->cost.nodes);
  uint64_t *const count = graph->statistics.count;
  count[COUNT_nodes] += result->cost.nodes;
  count[COUNT_looks] += result->cost.looks;
  count[COUNT_queries]++;
  graph->nodes_spent += result->cost.nodes;
}

/* While the root is a leaf, its results are merged into a single result. */
static void take_root_answer (struct graph *graph, const struct result *result) {
  struct result *root = &graph->root_result;
  const struct result before = *root;
  assert (!before.solved); /* a solved root is not asked again */
  *root = *result;
  root->bounds = graph->nodes[ROOT_NODE].bounds;
  cost_add (&root->cost, &before.cost);
  if (!root->has_best && before.has_best) { /* the earlier move reached a bound that still holds */
    root->has_best = true;
    root->move = before.move;
    memcpy (root->best, before.best, sizeof root->best);
    memcpy (root->best_move, before.best_move, sizeof root->best_move);
  }
  graph->root_answered = true;
}

static void done (void *context, const struct result *result) {
  struct graph *graph = context;
  const uint32_t n = (uint32_t) result->number, ticket = (uint32_t) (result->number >> 32);
  if (n >= graph->count)
    internal_error (__FILE__, __LINE__, "an answer to a question that was never asked");
  assert (ticket != 0 && result_is_consistent (result));
  struct node *node = &graph->nodes[n];
  const bool awaited = node->ticket == ticket;
  count_answer (graph, result);
  if (awaited)
    land (graph, node);
  if (result->failed) {
    node->dead = true;
    graph_touch (graph, n);
    return;
  }
  const bool narrowed = graph_narrow (graph, n, result->bounds);
  if (n == ROOT_NODE && (node->edges == 0 || graph->root_goes_on) && (awaited || result->solved))
    take_root_answer (graph, result);
  if (result->solved || result->out_of_budget)
    learn (graph, node, result->cost.nodes);
  const bool settled = graph_settled (graph_open_part (node->asked, node->bounds));
  if (!awaited || (settled && narrowed))
    return;
  if (!settled && result->out_of_budget)
    go_deeper (graph, n, result);
  else if (!settled && !result->stopped)
    node->dead = true;
  graph_touch (graph, n);
  assert (graph_is_consistent (graph));
}

static bool matters (void *context, uint64_t number) {
  struct graph *graph = context;
  const uint32_t n = (uint32_t) number;
  const uint32_t ticket = (uint32_t) (number >> 32);
  assert (n < graph->count && ticket != 0);
  struct node *node = &graph->nodes[n];
  if (node->ticket != ticket)
    return false;
  if (!finished (graph) && graph_is_live (graph, n)
      && !graph_settled (graph_open_part (node->asked, graph_open_part (node->live_window, node->bounds))))
    return true;
  graph->statistics.count[COUNT_cancelled]++;
  land (graph, node);
  graph_touch (graph, n);
  assert (graph_is_consistent (graph));
  return false;
}

/* One manager serves many workers until their results take up all its time. From then on it is cheaper to
 * search some positions more than once than to wait for the manager. So the size of queries follows the
 * manager's load, whatever the cost of a result and the number of workers. Smaller steps react too late
 * (../../analysis/notes/scaling.md). */
static void load (void *context, double share) {
  static const double MOST = 0.9, LEAST = 0.8, STEP = 1.3, LARGEST = 1e6;
  struct graph *graph = context;
  if (share > MOST && graph->granularity < LARGEST)
    graph->granularity *= STEP;
  else if (share < LEAST && graph->granularity > 1)
    graph->granularity /= STEP;
  assert (share >= 0 && graph->granularity > 1 / STEP && graph->granularity < LARGEST * STEP);
}

struct producer graph_producer (struct graph *graph) {
  return (struct producer){
    .context = graph, .next = next, .done = done, .finished = finished, .matters = matters, .load = load
  };
}
