#include "support/workers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

bool
simulation_settles (struct bounds bounds, struct bounds window)
{
  return bounds.lower >= window.upper || bounds.upper <= window.lower || bounds.lower == bounds.upper;
}

/* Right bounds, as far from the truth as they may be. */
static struct bounds
loose_bounds (int value, bool strong)
{
  const struct bounds range = search_range (strong);
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

static struct result
simulate_search (const struct simulation *s, const struct work *work, bool called_off)
{
  const int id = toy_id (work->key), value = toy_truth (&s->board, work->strong, id);
  struct result result = { .number = work->number,
                           .bounds = loose_bounds (value, work->strong),
                           .nodes = 1,
                           .method = METHOD_ALPHA_BETA };
  result.solved = simulation_settles (result.bounds, work->window);
  if (result.solved)
    return result;
  if (work->node_limit != 0 && toy_below (2) == 0) {
    result.stopped = result.out_of_budget = true;
    result.nodes = work->node_limit;
    result.has_best = s->board.count[id] > 0 && toy_below (2) == 0;
    if (result.has_best)
      toy_pack_canonical (&s->game, &(struct position){ s->board.moves[id][0], false }, result.best);
  } else if (called_off)
    result.stopped = true;
  else {
    if (value >= work->window.upper)
      result.bounds.lower = toy_between (work->window.upper, value);
    else if (value <= work->window.lower)
      result.bounds.upper = toy_between (value, work->window.lower);
    else
      result.bounds = (struct bounds){ value, value };
    result.solved = true;
  }
  return result;
}

static void
put_down (struct simulation *s, int i)
{
  s->works--;
  s->in_hand[i] = s->in_hand[s->works];
  s->called_off[i] = s->called_off[s->works];
}

void
simulation_take_work (struct simulation *s)
{
  struct work work;
  if (s->works == s->workers)
    return;
  const bool needed = s->source.next (s->source.context, &work);
  if (!needed && (toy_below (2) || !s->source.help (s->source.context, &work)))
    return;
  const int value = toy_truth (&s->board, work.strong, toy_id (work.key));
  assert_true (work.window.lower < work.window.upper);
  assert_true (value >= -SCORE_MAX && work.method == METHOD_ALPHA_BETA && strcmp (work.game, "toy:1") == 0);
  int others = 0; /* no position is in two hands, unless one was called off or helps */
  for (int i = 0; i < s->works; i++)
    others += !s->called_off[i] && s->in_hand[i].second_first == 0
              && memcmp (s->in_hand[i].key, work.key, KEY_BYTES) == 0;
  assert_true (needed ? others == 0 && work.second_first == 0 : others == 1 && work.second_first != 0);
  s->helps += !needed;
  s->called_off[s->works] = false;
  s->in_hand[s->works++] = work;
  s->handed_out++;
}

static void
answer (struct simulation *s, int i)
{
  const struct result result = simulate_search (s, &s->in_hand[i], s->called_off[i]);
  put_down (s, i);
  s->source.done (s->source.context, &result);
}

static void
call_off (struct simulation *s)
{
  for (int i = 0; i < s->works; i++)
    if (!s->called_off[i] && !s->source.matters (s->source.context, s->in_hand[i].number)) {
      s->called_off[i] = true;
      if (toy_below (2)) /* this worker died of grief */
        put_down (s, i--);
    }
}

/* A worker is gone, and its work with it: somebody says so, nobody has begun it. */
static void
die (struct simulation *s, int i)
{
  const struct result result
      = { .number = s->in_hand[i].number, .bounds = search_range (s->in_hand[i].strong), .stopped = true };
  put_down (s, i);
  s->source.done (s->source.context, &result);
  s->deaths++;
}

/* The run ends with all that is in hand, and another one begins where it was. */
static void
die_all (struct simulation *s)
{
  struct graph_picture picture = { 0 };
  struct statistics before = { 0 }, after = { 0 };
  const struct bounds bounds = graph_bounds (s->graph);
  graph_statistics (s->graph, &before);
  graph_picture_take (&picture, s->graph);
  graph_destroy (s->graph);
  s->works = 0;
  s->options.leaves_wanted = 1 << toy_below (6);
  s->graph = graph_create (&s->game, &(struct position){ 0, true }, &s->options);
  assert_true (graph_picture_put (&picture, s->graph));
  assert_true (graph_bounds (s->graph).lower == bounds.lower
               && graph_bounds (s->graph).upper == bounds.upper);
  graph_statistics (s->graph, &after);
  assert_memory_equal (&before, &after, sizeof before);
  s->source = graph_source (s->graph);
  graph_picture_free (&picture);
  s->deaths++;
}

bool
simulation_is_true (const struct simulation *s)
{
  for (int id = 0; id < s->board.positions; id++) {
    uint8_t key[KEY_BYTES];
    struct bounds bounds;
    toy_pack_canonical (&s->game, &(struct position){ id, true }, key);
    const int value = toy_truth (&s->board, s->options.strong, id);
    if (graph_lookup (s->graph, key, &bounds) && (bounds.lower > value || bounds.upper < value))
      return false;
  }
  return true;
}

void
simulation_begin (struct simulation *s, uint64_t seed, enum shape shape)
{
  toy_seed (seed);
  memset (s, 0, sizeof *s);
  toy_make (&s->board, shape);
  s->game = toy_game (&s->board);
  s->workers = toy_between (1, HANDS);
  const bool strong = shape != SKIPPING && toy_below (2);
  s->options = (struct graph_options){ .method = METHOD_ALPHA_BETA,
                                       .strong = strong,
                                       .window = search_range (strong),
                                       .leaves_wanted = 1 << toy_below (6),
                                       .leaf_budget = toy_below (2) ? 10 : 0,
                                       .root_budget = toy_below (2) ? 10 : 0,
                                       .helps = toy_below (4) > 0,
                                       .by_chance = toy_below (2) };
  if (toy_below (3) == 0) {
    s->options.window.lower = strong ? toy_between (-5, 5) : toy_between (-1, 0);
    s->options.window.upper = s->options.window.lower + 1;
  }
  s->graph = graph_create (&s->game, &(struct position){ 0, true }, &s->options);
  s->source = graph_source (s->graph);
}

/* Returns whether the question was settled. */
bool
simulation_run (struct simulation *s)
{
  for (int step = 0; step < 100000 && !s->source.finished (s->source.context); step++) {
    assert_true (graph_is_valid (s->graph));
    simulation_take_work (s);
    assert_true (graph_is_valid (s->graph));
    if (s->works == 0 && !s->source.finished (s->source.context))
      return false; /* only where nothing could be handed out */
    if (s->dying && s->works > 0 && toy_below (10) == 0)
      die (s, toy_below (s->works));
    if (s->dying && toy_below (30) == 0)
      die_all (s);
    if (s->works > 0 && (toy_below (3) == 0 || s->works == s->workers)) {
      answer (s, toy_below (s->works));
      if (toy_below (4) > 0)
        call_off (s);
    }
  }
  while (s->works > 0 && toy_below (8) > 0) /* late answers */
    answer (s, toy_below (s->works));
  assert_true (graph_is_valid (s->graph));
  return s->source.finished (s->source.context);
}

void
simulation_begin_tree (struct simulation *s, enum shape shape, struct graph_options options)
{
  memset (s, 0, sizeof *s);
  s->board = (struct board){ .shape = shape, .positions = 364, .plies = 6 };
  for (int i = 0; i < 121; i++)
    for (int m = 0; m < 3; m++)
      s->board.moves[i][s->board.count[i]++] = 3 * i + 1 + m;
  toy_find_truth (&s->board);
  s->game = toy_game (&s->board);
  s->options = options;
  s->options.method = METHOD_ALPHA_BETA;
  s->graph = graph_create (&s->game, &(struct position){ 0, false }, &s->options);
  s->source = graph_source (s->graph);
  s->workers = HANDS;
}
