#include "support/workers.h"

#include <stdlib.h>
#include <string.h>

bool simulation_settles (struct bounds bounds, struct bounds window) {
  return bounds.lower >= window.upper || bounds.upper <= window.lower || bounds.lower == bounds.upper;
}

/* Right bounds, as far from the truth as they may be. */
static struct bounds loose_bounds (int value, bool exact_score) {
  const struct bounds range = search_range (exact_score);
  struct bounds bounds = { value, value };
  if (toy_below (2))
    bounds.lower = toy_between (value - toy_below (4), value);
  if (toy_below (2))
    bounds.upper = toy_between (value, value + toy_below (4));
  if (toy_below (2))
    bounds.lower = range.lower;
  if (toy_below (2))
    bounds.upper = range.upper;
  bounds.lower = bounds.lower < range.lower ? range.lower : bounds.lower;
  bounds.upper = bounds.upper > range.upper ? range.upper : bounds.upper;
  return bounds;
}

static struct result simulate_search (const struct simulation *s, const struct query *query,
                                      bool called_off) {
  const int id = toy_id (query->key), value = toy_truth (&s->board, query->exact_score, id);
  struct result result = { .number = query->number,
                           .bounds = loose_bounds (value, query->exact_score),
                           .cost.nodes = 1,
                           .method = METHOD_ALPHA_BETA };
  result.solved = simulation_settles (result.bounds, query->window);
  if (result.solved)
    return result;
  if (query->node_limit != 0 && toy_below (2) == 0) {
    result.stopped = result.out_of_budget = true;
    result.cost.nodes = query->node_limit;
    result.has_best = s->board.count[id] > 0 && toy_below (2) == 0;
    if (result.has_best)
      toy_pack_canonical (&s->game, &(struct position){ s->board.moves[id][0], false }, result.best);
  } else if (called_off)
    result.stopped = true;
  else {
    if (value >= query->window.upper)
      result.bounds.lower = toy_between (query->window.upper, value);
    else if (value <= query->window.lower)
      result.bounds.upper = toy_between (value, query->window.lower);
    else
      result.bounds = (struct bounds){ value, value };
    result.solved = true;
  }
  return result;
}

static void put_down (struct simulation *s, int i) {
  s->queries--;
  s->in_hand[i] = s->in_hand[s->queries];
  s->called_off[i] = s->called_off[s->queries];
}

void simulation_take_query (struct simulation *s) {
  struct query query;
  if (s->queries == s->workers)
    return;
  if (!s->producer.next (s->producer.context, &query))
    return;
  const int value = toy_truth (&s->board, query.exact_score, toy_id (query.key));
  assert_true (query.window.lower < query.window.upper);
  assert_true (value >= -SCORE_MAX && query.method == METHOD_ALPHA_BETA && strcmp (query.game, "toy:1") == 0);
  for (int i = 0; i < s->queries; i++) /* no two workers search a position, unless one is cancelled */
    assert_true (s->called_off[i] || memcmp (s->in_hand[i].key, query.key, KEY_BYTES) != 0);
  s->called_off[s->queries] = false;
  s->in_hand[s->queries++] = query;
  s->handed_out++;
}

static void answer (struct simulation *s, int i) {
  const struct result result = simulate_search (s, &s->in_hand[i], s->called_off[i]);
  put_down (s, i);
  s->producer.done (s->producer.context, &result);
}

void simulation_answer (struct simulation *s, int hand, struct result result) {
  result.number = s->in_hand[hand].number;
  s->producer.done (s->producer.context, &result);
}

void simulation_end (struct simulation *s) {
  assert_true (graph_is_valid (s->graph));
  graph_destroy (s->graph);
}

static void call_off (struct simulation *s) {
  for (int i = 0; i < s->queries; i++)
    if (!s->called_off[i] && !s->producer.matters (s->producer.context, s->in_hand[i].number)) {
      s->called_off[i] = true;
      if (toy_below (2)) /* this worker died of grief */
        put_down (s, i--);
    }
}

/* A worker dies, and its query with it: the producer gets it back as not begun. */
static void die (struct simulation *s, int i) {
  const struct result result = { .number = s->in_hand[i].number,
                                 .bounds = search_range (s->in_hand[i].exact_score),
                                 .stopped = true };
  put_down (s, i);
  s->producer.done (s->producer.context, &result);
  s->deaths++;
}

/* The run ends with all that is in hand, and another one begins where it was. */
static void die_all (struct simulation *s) {
  struct graph_snapshot snapshot = { 0 };
  struct statistics before = { 0 }, after = { 0 };
  const struct bounds bounds = graph_bounds (s->graph);
  graph_statistics (s->graph, &before);
  graph_snapshot_take (&snapshot, s->graph);
  graph_destroy (s->graph);
  s->queries = 0;
  s->options.leaves_wanted = 1 << toy_below (6);
  s->graph = graph_create (&s->game, &(struct position){ 0, true }, &s->options);
  assert_true (graph_snapshot_put (&snapshot, s->graph));
  assert_true (graph_bounds (s->graph).lower == bounds.lower
               && graph_bounds (s->graph).upper == bounds.upper);
  graph_statistics (s->graph, &after);
  assert_memory_equal (&before, &after, sizeof before);
  s->producer = graph_producer (s->graph);
  graph_snapshot_free (&snapshot);
  s->deaths++;
}

bool simulation_is_true (const struct simulation *s) {
  for (int id = 0; id < s->board.positions; id++) {
    uint8_t key[KEY_BYTES];
    struct bounds bounds;
    toy_pack_canonical (&s->game, &(struct position){ id, true }, key);
    const int value = toy_truth (&s->board, s->options.query.exact_score, id);
    if (graph_lookup (s->graph, key, &bounds) && (bounds.lower > value || bounds.upper < value))
      return false;
  }
  return true;
}

void simulation_begin (struct simulation *s, uint64_t seed, enum shape shape) {
  toy_seed (seed);
  memset (s, 0, sizeof *s);
  toy_make (&s->board, shape);
  s->game = toy_game (&s->board);
  s->workers = toy_between (1, HANDS);
  const bool exact_score = shape != SKIPPING && toy_below (2);
  s->options = (struct graph_options){ .query.method = METHOD_ALPHA_BETA,
                                       .query.exact_score = exact_score,
                                       .query.window = search_range (exact_score),
                                       .leaves_wanted = 1 << toy_below (6),
                                       .leaf_budget = toy_below (2) ? 10 : 0,
                                       .root_budget = toy_below (2) ? 10 : 0,
                                       .by_probability = toy_below (2) };
  if (toy_below (3) == 0) {
    s->options.query.window.lower = exact_score ? toy_between (-5, 5) : toy_between (-1, 0);
    s->options.query.window.upper = s->options.query.window.lower + 1;
  }
  s->graph = graph_create (&s->game, &(struct position){ 0, true }, &s->options);
  s->producer = graph_producer (s->graph);
}

/* Returns whether the question was settled. */
bool simulation_run (struct simulation *s) {
  for (int step = 0; step < 100000 && !s->producer.finished (s->producer.context); step++) {
    assert_true (graph_is_valid (s->graph));
    simulation_take_query (s);
    assert_true (graph_is_valid (s->graph));
    if (s->queries == 0 && !s->producer.finished (s->producer.context))
      return false; /* only where nothing could be handed out */
    if (s->dying && s->queries > 0 && toy_below (10) == 0)
      die (s, toy_below (s->queries));
    if (s->dying && toy_below (30) == 0)
      die_all (s);
    if (s->queries > 0 && (toy_below (3) == 0 || s->queries == s->workers)) {
      answer (s, toy_below (s->queries));
      if (toy_below (4) > 0)
        call_off (s);
    }
  }
  while (s->queries > 0 && toy_below (8) > 0) /* late answers */
    answer (s, toy_below (s->queries));
  assert_true (graph_is_valid (s->graph));
  return s->producer.finished (s->producer.context);
}

void simulation_begin_tree (struct simulation *s, enum shape shape, struct graph_options options) {
  memset (s, 0, sizeof *s);
  s->board = (struct board){ .shape = shape, .positions = 364, .plies = 6 };
  for (int i = 0; i < 121; i++)
    for (int m = 0; m < 3; m++)
      s->board.moves[i][s->board.count[i]++] = 3 * i + 1 + m;
  toy_find_truth (&s->board);
  s->game = toy_game (&s->board);
  s->options = options;
  s->options.query.method = METHOD_ALPHA_BETA;
  s->graph = graph_create (&s->game, &(struct position){ 0, false }, &s->options);
  s->producer = graph_producer (s->graph);
  s->workers = HANDS;
}
