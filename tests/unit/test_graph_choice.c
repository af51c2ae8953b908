/* Which work the graph of a proof hands out, with what window and budget, and which works still matter: on a
 * tree small enough to say. */
#include "support/workers.h"

static struct simulation simulation, *const s = &simulation;

static int ply_in_tree (int id) { return id == 0 ? 0 : 1 + ply_in_tree ((id - 1) / 3); }

/* Who asks for leaves gets them: all workers are busy at the start. */
static void test_enough_leaves (void **state) {
  (void) state;
  for (int wanted = 1; wanted <= 9; wanted++) {
    simulation_begin_tree (
        s, SKIPPING, (struct graph_options){ .query.window = search_range (false), .leaves_wanted = wanted });
    for (int i = 0; i < HANDS; i++)
      simulation_take_query (s);
    assert_true (s->queries >= wanted && (wanted > 1 || s->queries == 1));
    for (int i = 0; i < s->queries; i++)
      assert_true (s->producer.matters (s->producer.context, s->in_hand[i].number));
    assert_true (graph_is_valid (s->graph));
    assert_true (simulation_run (s));
    graph_destroy (s->graph);
  }
}

/* "Is the root at least 1?" is "is the child at least 0?", and where scores count plies, "at least -1?". */
static void test_windows (void **state) {
  (void) state;
  for (int i = 0; i < 4; i++) {
    const bool exact_score = i % 2;
    const int leaves = i < 2 ? 3 : 9, queries = leaves;
    simulation_begin_tree (s, exact_score ? CYCLING : SKIPPING,
                           (struct graph_options){ .query.exact_score = exact_score,
                                                   .query.window = search_range (exact_score),
                                                   .leaves_wanted = leaves });
    static const int weak_test[] = { 1, 0, 1, 0, 1 }, exact_score_test[] = { 1, -1, 3, -3, 5 };
    bool plies[6] = { false };
    for (int w = 0; w < queries; w++) {
      simulation_take_query (s);
      const struct query *query = &s->in_hand[w];
      const int ply = ply_in_tree (toy_id (query->key)),
                test = exact_score ? exact_score_test[ply] : weak_test[ply];
      plies[ply] = true;
      assert_true (query->window.lower == test - 1 && query->window.upper == test);
    }
    assert_true (plies[leaves == 3 ? 2 : 4]);
    graph_destroy (s->graph);
  }
}

/* Ranks that find no leaf in the proof that is hoped for stay idle; then one reply shows that the first move
 * is not good enough: the other replies to it no longer matter, and those to another move are asked for. */
static void test_what_matters (void **state) {
  (void) state;
  simulation_begin_tree (s, SKIPPING, (struct graph_options){ .query.window = { 0, 1 }, .leaves_wanted = 3 });
  for (int i = 0; i < 5; i++) /* three replies to the first move */
    simulation_take_query (s);
  assert_int_equal (s->queries, 3);
  const int answered = 4;
  for (int i = 0; i < 3; i++)
    if (toy_id (s->in_hand[i].key) == answered) {
      simulation_answer (s, i, (struct result){ .bounds = { -1, 0 }, .solved = true });
    }
  for (int i = 0; i < 3; i++) {
    assert_in_range (toy_id (s->in_hand[i].key), answered, answered + 2);
    assert_false (s->producer.matters (s->producer.context, s->in_hand[i].number));
  }
  simulation_take_query (s);
  assert_int_equal (s->queries, 4);
  assert_true (toy_id (s->in_hand[3].key) < answered || toy_id (s->in_hand[3].key) > answered + 2);
  assert_true (s->producer.matters (s->producer.context, s->in_hand[3].number));
  simulation_end (s);
}

/* The replies to the first move and the other moves are asked for; then one reply shows that the first move
 * is not good enough: the other replies to it no longer matter, other moves do. */
static void test_what_is_needed (void **state) {
  (void) state;
  simulation_begin_tree (
      s, SKIPPING,
      (struct graph_options){ .query.window = { 0, 1 }, .leaves_wanted = 5, .by_probability = true });
  for (int i = 0; i < 5; i++)
    simulation_take_query (s);
  assert_int_equal (s->queries, 5);
  const int answered = 4;
  bool asked[7] = { false };
  for (int i = 0; i < 5; i++) {
    assert_in_range (toy_id (s->in_hand[i].key), 2, 6);
    asked[toy_id (s->in_hand[i].key)] = true;
    if (toy_id (s->in_hand[i].key) == answered) {
      simulation_answer (s, i, (struct result){ .bounds = { -1, 0 }, .solved = true });
    }
  }
  for (int i = 0; i < 5; i++) {
    assert_true (asked[i + 2]);
    assert_true (s->producer.matters (s->producer.context, s->in_hand[i].number)
                 == (toy_id (s->in_hand[i].key) < answered));
  }
  simulation_take_query (s); /* the other moves are in hand */
  assert_int_equal (s->queries, 5);
  for (int i = 0; i < 5; i++)
    if (toy_id (s->in_hand[i].key) == 2) {
      simulation_answer (s, i,
                         (struct result){ .bounds = { -1, 1 }, .stopped = true, .out_of_budget = true });
      s->called_off[i] = true;
    }
  simulation_take_query (s);
  assert_int_equal (s->queries, 6);
  assert_true (toy_id (s->in_hand[5].key) >= 7); /* below it */
  assert_true (s->producer.matters (s->producer.context, s->in_hand[5].number));
  simulation_end (s);
}

/* Budgets grow with what the proof has cost; by chance they are the same for all leaves, else a leaf below
 * one that ran out of its budget has twice as much. */
static void test_growing_budget (void **state) {
  (void) state;
  for (int by_probability = 0; by_probability < 2; by_probability++) {
    simulation_begin_tree (s, SKIPPING,
                           (struct graph_options){ .query.window = search_range (false),
                                                   .leaves_wanted = 1,
                                                   .leaf_budget = 100,
                                                   .by_probability = by_probability });
    for (int i = 0; i < 3; i++) {
      static const uint64_t limits[2][3] = { { 100, 200, 10000 }, { 100, 100, 468 } };
      simulation_take_query (s);
      assert_int_equal (s->in_hand[i].node_limit, limits[by_probability][i]);
      simulation_answer (s, i,
                         (struct result){ .bounds = { -1, 1 },
                                          .cost.nodes = i == 0 ? 100 : 30000 - 100,
                                          .stopped = true,
                                          .out_of_budget = true });
    }
    graph_destroy (s->graph);
  }
}

/* What the clock has ended comes back in parts that have more time, and more nodes before the clock counts.
 */
static void test_growing_time (void **state) {
  (void) state;
  simulation_begin_tree (s, SKIPPING,
                         (struct graph_options){ .query.window = search_range (false),
                                                 .leaves_wanted = 1,
                                                 .leaf_budget = 1600,
                                                 .leaf_seconds = 10 });
  for (int i = 0; i < 4; i++) {
    simulation_take_query (s);
    const struct query *query = &s->in_hand[i];
    assert_true (i == 0 ? query->seconds < 10.1 : query->seconds > 19.9);
    assert_in_range (query->node_least, i == 0 ? 100 : 200, i == 0 ? 100 : UINT64_MAX);
    assert_true (query->node_least < query->node_limit);
    simulation_answer (s, i,
                       (struct result){ .bounds = { -1, 1 },
                                        .cost = { .nodes = query->node_least, .seconds = query->seconds },
                                        .stopped = true,
                                        .out_of_budget = true });
  }
  simulation_end (s);
}

/* The busier the manager, the larger the works of many workers, and only theirs. */
static void test_load (void **state) {
  (void) state;
  for (int by_probability = 0; by_probability < 2; by_probability++) {
    simulation_begin_tree (s, SKIPPING,
                           (struct graph_options){ .query.window = search_range (false),
                                                   .leaves_wanted = 9,
                                                   .leaf_budget = 1000,
                                                   .by_probability = by_probability });
    static const double loads[] = { 0.3, 1, 0.85, 0.3, 0.3 };
    uint64_t limit[5];
    for (int i = 0; i < 5; i++) {
      s->producer.load (s->producer.context, loads[i]);
      simulation_take_query (s);
      limit[i] = s->in_hand[i].node_limit;
    }
    assert_int_equal (limit[0], 1000);
    assert_true (by_probability ? limit[1] > 1000 : limit[1] == 1000);
    assert_int_equal (limit[2], limit[1]);
    assert_in_range (limit[3], 999, 1001);
    assert_in_range (limit[4], 999, 1001);
    simulation_end (s);
  }
}

/* Out of budget: expanded, the best continuation is next, with a larger budget. A late answer is not lost. */
static void test_budget (void **state) {
  (void) state;
  simulation_begin_tree (
      s, SKIPPING,
      (struct graph_options){ .query.window = search_range (false), .leaves_wanted = 1, .leaf_budget = 100 });
  simulation_take_query (s);
  assert_true (s->in_hand[0].node_limit == 100 && toy_id (s->in_hand[0].key) == 0);
  struct result result = { .number = s->in_hand[0].number,
                           .bounds = { -1, 1 },
                           .cost.nodes = 100,
                           .stopped = true,
                           .out_of_budget = true,
                           .has_best = true };
  toy_pack_canonical (&s->game, &(struct position){ 2, false }, result.best);
  s->producer.done (s->producer.context, &result);
  assert_null (graph_root_result (s->graph));
  simulation_take_query (s);
  assert_true (s->in_hand[1].node_limit == 200 && toy_id (s->in_hand[1].key) == 2);
  result.bounds.lower = 0; /* from nowhere: a proof about the root, long given up */
  s->producer.done (s->producer.context, &result);
  assert_int_equal (graph_bounds (s->graph).lower, 0);
  struct statistics sum = { 0 };
  graph_statistics (s->graph, &sum);
  assert_true (sum.count[COUNT_expansions] == 1 && sum.count[COUNT_nodes] == 200);
  assert_int_equal (sum.count[COUNT_queries], 2);
  simulation_end (s);
}

/* Small leaves for many workers, unless they share a few cores. */
static void test_split (void **state) {
  (void) state;
  static const struct {
    int workers, at_once;
    bool by_probability;
  } splits[] = { { 1, 1, false }, { 2, 2, false },  { 6, 0, false },
                 { 8, 0, true },  { 16, 16, true }, { 16, 2, false } };
  for (size_t i = 0; i < sizeof splits / sizeof *splits; i++) {
    struct graph_options options = { .query.method = METHOD_AUTO };
    graph_split (&options, splits[i].workers, splits[i].at_once);
    assert_true (options.by_probability == splits[i].by_probability);
    assert_true ((options.leaves_wanted == 1) == (splits[i].workers == 1));
    assert_true (options.leaves_wanted == 1 || options.leaves_wanted >= 2 * splits[i].workers);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_enough_leaves),  cmocka_unit_test (test_windows),
    cmocka_unit_test (test_what_matters),   cmocka_unit_test (test_what_is_needed),
    cmocka_unit_test (test_growing_budget), cmocka_unit_test (test_load),
    cmocka_unit_test (test_budget),         cmocka_unit_test (test_split),
    cmocka_unit_test (test_growing_time),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
