/* The graph of a proof alone, with simulated workers, on thousands of random games: at the end the bounds of
 * the root and of every node are right. */
#include "support/workers.h"

static struct simulation simulation, *const s = &simulation;

static void test_random_games (void **state) {
  (void) state;
  int deaths = 0;
  for (uint64_t seed = 1; seed <= 6000; seed++) {
    simulation_begin (s, seed, (enum shape) (seed % SHAPES));
    s->dying = seed % 4 == 0;
    const bool settled = simulation_run (s);
    deaths += s->deaths;
    const struct bounds bounds = graph_bounds (s->graph);
    const bool whole = s->options.query.window.upper - s->options.query.window.lower > 1;
    const bool right = settled && simulation_settles (bounds, s->options.query.window)
                       && simulation_is_true (s)
                       && (!whole || bounds.lower == toy_truth (&s->board, s->options.query.exact_score, 0));
    if (!right)
      print_error ("seed %llu\n", (unsigned long long) seed);
    assert_true (right);
    graph_destroy (s->graph);
  }
  assert_true (deaths > 500);
}

/* With one leaf the root is asked once, with the whole window. */
static void test_single_leaf (void **state) {
  (void) state;
  int asked = 0;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    simulation_begin (s, seed, (enum shape) (seed % SHAPES));
    graph_destroy (s->graph);
    s->options.leaves_wanted = 1;
    s->options.leaf_budget = s->options.root_budget = 0;
    s->graph = graph_create (&s->game, &(struct position){ 0, false }, &s->options);
    s->producer = graph_producer (s->graph);
    assert_true (simulation_run (s));
    assert_true (s->handed_out == (s->board.count[0] > 0));
    assert_true ((graph_root_result (s->graph) != NULL) == (s->board.count[0] > 0));
    asked += s->handed_out;
    graph_destroy (s->graph);
  }
  assert_true (asked > 200);
}

/* The whole proof costs no more than its limit, and a limit that is too small ends it. */
static void test_node_limit (void **state) {
  (void) state;
  int unsettled = 0;
  for (uint64_t seed = 1; seed <= 600; seed++) {
    simulation_begin (s, seed, (enum shape) (seed % SHAPES));
    graph_destroy (s->graph);
    s->options.query.node_limit = (uint64_t) toy_between (1, 40);
    s->graph = graph_create (&s->game, &(struct position){ 0, false }, &s->options);
    s->producer = graph_producer (s->graph);
    assert_true (simulation_run (s));
    struct statistics sum = { 0 };
    graph_statistics (s->graph, &sum);
    assert_true (sum.count[COUNT_nodes] <= s->options.query.node_limit || sum.count[COUNT_cancelled] > 0);
    assert_true (simulation_is_true (s));
    unsettled += !simulation_settles (graph_bounds (s->graph), s->options.query.window);
    graph_destroy (s->graph);
  }
  assert_true (unsettled > 50);
}

/* A search that gives up, or fails, is not asked again; the proof runs dry and says so. */
static void test_dead_leaves (void **state) {
  (void) state;
  int dry = 0;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    simulation_begin (s, seed, (enum shape) (seed % SHAPES));
    int queries = 0;
    struct query query;
    while (s->producer.next (s->producer.context, &query)) {
      struct result result = { .number = query.number, .bounds = search_range (query.exact_score) };
      result.failed = seed % 2;
      s->producer.done (s->producer.context, &result);
      assert_true (graph_is_valid (s->graph));
      assert_true (++queries <= s->board.positions);
    }
    assert_true (simulation_is_true (s));
    dry += !s->producer.finished (s->producer.context);
    graph_destroy (s->graph);
  }
  assert_true (dry > 100);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_random_games),
    cmocka_unit_test (test_single_leaf),
    cmocka_unit_test (test_node_limit),
    cmocka_unit_test (test_dead_leaves),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
