#include "search/variation.h"

#include "engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The state of a variation that is being found. */
struct place {
  struct search *search;
  const atomic_bool *stop;
  const struct game *game;
  struct position *position, *child;
  struct successor *successors;
  int count, value;
  uint64_t budget; /* nodes left */
  uint8_t *keys;   /* keys of the visited positions */
  struct result result;
  struct statistics statistics;
};

/* ---- small searches ---- */

static bool must_stop (const struct place *p) { return p->stop != NULL && atomic_load (p->stop); }

/* Search a position with at most `nodes` nodes; 0: probe it statically. */
static const struct result *ask (struct place *p, const struct position *position, struct bounds window,
                                 uint64_t nodes) {
  static const atomic_bool at_once = true;
  const struct result *result
      = search_small (p->search, position, window, nodes, nodes == 0 ? &at_once : p->stop);
  const uint64_t spent = result->cost.nodes;
  statistics_add (&p->statistics, &p->search->statistics);
  p->budget -= spent < p->budget ? spent : p->budget;
  return result;
}

static bool is_exact_score (const struct place *p) { return p->search->query.exact_score; }

/* The value of a move for the side that plays it, if the position after it has this score for the other
 * side. */
static int from_child (const struct place *p, int score) {
  return is_exact_score (p) ? p->game->engine->score_from_child (score) : -score;
}

/* The highest value, for the other side, of a position after a move that keeps the value. */
static int most_of_child (const struct place *p) {
  if (p->value == 0 || !is_exact_score (p))
    return -p->value;
  int most = -p->value + 2;
  while (from_child (p, most) < p->value)
    most--;
  assert (from_child (p, most) >= p->value && from_child (p, most + 1) < p->value);
  return most;
}

/* ---- a move ---- */

/* The move that a search of the position itself returns. If the value is the lowest, every move keeps it. */
static int named_move (struct place *p) {
  const struct bounds range = search_range (is_exact_score (p));
  const int lower = p->value > range.lower ? p->value - 1 : p->value;
  const struct result *result
      = ask (p, p->position, (struct bounds){ lower, lower + 1 }, p->budget / 2 + p->budget % 2);
  const bool reached = result->bounds.lower >= p->value && result->move >= 0;
  for (int i = 0; reached && i < p->count; i++)
    if (p->successors[i].move == result->move)
      return i;
  return -1;
}

static bool keeps (struct place *p, int i, uint64_t nodes) {
  const int most = most_of_child (p);
  p->game->engine->child (p->game, p->position, p->successors[i].move, p->child);
  const enum outcome outcome = p->game->engine->outcome (p->game, p->child);
  if (outcome != GOING_ON) {
    const int score
        = is_exact_score (p) ? p->game->engine->score (p->game, p->child, outcome, 0) : (int) outcome;
    return score <= most;
  }
  return ask (p, p->child, (struct bounds){ most, most + 1 }, nodes)->bounds.upper <= most;
}

/* A move that is proven to keep the value: first by static probes of all moves, then by searches of growing
 * cost. */
static int proven_move (struct place *p) {
  enum { FIRST_NODES = 16, GROWTH = 8 };
  uint64_t nodes = 0;
  for (;;) {
    for (int i = 0; i < p->count; i++) {
      const uint64_t most = nodes < p->budget ? nodes : p->budget;
      if (nodes > 0 && most == 0)
        return -1;
      if (keeps (p, i, most))
        return i;
    }
    if (p->budget == 0 || nodes > p->budget || must_stop (p))
      return -1;
    nodes = nodes == 0 ? FIRST_NODES : GROWTH * nodes;
  }
}

static int next_move (struct place *p) {
  int i = p->budget > 0 && p->search->query.kind != QUERY_MOVE ? named_move (p) : -1;
  if (i < 0)
    i = proven_move (p);
  return i;
}

/* ---- the line ---- */

/* Does the variation visit this position for the first time? Records the visit. */
static bool is_new (struct place *p) {
  const size_t size = (size_t) p->game->key_bytes, count = (size_t) p->result.line_moves;
  if (size == 0)
    return true;
  assert (count < VARIATION_MOVES);
  uint8_t *key = p->keys + count * size;
  p->game->engine->pack_canonical (p->game, p->position, key);
  for (size_t i = 0; i < count; i++)
    if (memcmp (p->keys + i * size, key, size) == 0)
      return false;
  return true;
}

/* Add a move to the line; false if none can be found. */
static bool go_on (struct place *p) {
  const struct engine *engine = p->game->engine;
  if (engine->outcome (p->game, p->position) != GOING_ON || !is_new (p))
    return false;
  p->count = engine->successors (p->game, p->position, p->successors);
  const int i = next_move (p);
  if (i < 0)
    return false;
  assert (i < p->count && i <= UINT8_MAX && p->result.line_moves < VARIATION_MOVES);
  p->result.line[p->result.line_moves++] = (uint8_t) i;
  p->value = most_of_child (p);
  engine->child (p->game, p->position, p->successors[i].move, p->child);
  memcpy (p->position, p->child, p->game->position_bytes);
  return true;
}

static void find_line (struct place *p) {
  const struct query *query = &p->search->query;
  const int most = query->kind == QUERY_MOVE ? 1 : VARIATION_MOVES;
  p->result = result_unknown (query);
  while (p->result.line_moves < most && go_on (p))
    continue;
  p->result.bounds = (struct bounds){ query->value, query->value };
  p->result.solved = true;
  p->result.cost.nodes = p->statistics.count[COUNT_nodes];
  p->result.cost.looks = p->statistics.count[COUNT_looks];
}

void variation_find (struct search *search, const atomic_bool *stop) {
  assert (search->query.kind == QUERY_MOVE || search->query.kind == QUERY_VARIATION);
  assert (search_range (search->query.exact_score).lower <= search->query.value
          && search->query.value <= search_range (search->query.exact_score).upper);
  assert (search->game->engine->outcome (search->game, search->position) == GOING_ON);
  const struct game *game = search->game;
  const enum method method = search->query.method;
  struct table *const table = search->table;
  struct place place = { .search = search,
                         .stop = stop,
                         .game = game,
                         .position = position_allocate (game),
                         .child = position_allocate (game),
                         .successors = allocate ((size_t) game->moves_max, sizeof *place.successors),
                         .value = search->query.value,
                         .budget = search->query.node_limit,
                         .keys = allocate (VARIATION_MOVES, (size_t) game->key_bytes) };
  memcpy (place.position, search->position, game->position_bytes);
  if (method_descriptions[method].exhaustive) {
    search->query.method = METHOD_AUTO;
    search->table = NULL;
  }
  search->threads = 1;
  find_line (&place);
  search->result = place.result;
  search->result.method = (uint8_t) method;
  search->statistics = place.statistics;
  search->table = table;
  search->query.method = method;
  free (place.position);
  free (place.child);
  free (place.successors);
  free (place.keys);
}
