/* The root of a proof while it is one search: before it is split, beside the parts, and in a checkpoint. */
#include "support/workers.h"

static struct simulation simulation, *const s = &simulation;

/* The whole root is for one rank, before it is split among all. */
static void test_root_first (void **state) {
  (void) state;
  struct query other;
  simulation_begin_tree (
      s, SKIPPING,
      (struct graph_options){
          .query.window = search_range (false), .leaves_wanted = 2, .leaf_budget = 100, .root_budget = 10 });
  simulation_take_query (s);
  assert_true (s->in_hand[0].node_limit == 10 && toy_id (s->in_hand[0].key) == 0);
  assert_false (s->producer.next (s->producer.context, &other));
  simulation_answer (
      s, 0, (struct result){ .bounds = { -1, 1 }, .cost.nodes = 10, .stopped = true, .out_of_budget = true });
  simulation_take_query (s);
  assert_true (s->in_hand[1].node_limit == 100 && toy_id (s->in_hand[1].key) != 0);
  assert_true (graph_is_valid (s->graph));
  assert_null (graph_root_result (s->graph));
  graph_destroy (s->graph);
}

/* One rank did not end its search of the whole: those that go on look at it first, and then split it. */
static void test_root_first_again (void **state) {
  (void) state;
  struct graph_snapshot snapshots[2] = { { 0 } }; /* under way; stopped */
  simulation_begin_tree (s, SKIPPING,
                         (struct graph_options){ .query.window = search_range (false), .leaves_wanted = 1 });
  simulation_take_query (s);
  assert_true (s->in_hand[0].node_limit == 0);
  graph_snapshot_take (&snapshots[0], s->graph);
  simulation_answer (s, 0, (struct result){ .bounds = { -1, 1 }, .cost.nodes = 30, .stopped = true });
  graph_snapshot_take (&snapshots[1], s->graph);
  graph_destroy (s->graph);
  for (int i = 0; i < 2; i++) {
    simulation_begin_tree (s, SKIPPING,
                           (struct graph_options){ .query.window = search_range (false),
                                                   .leaves_wanted = 2,
                                                   .leaf_budget = 100,
                                                   .root_budget = 10 });
    assert_true (graph_snapshot_put (&snapshots[i], s->graph));
    simulation_take_query (s);
    assert_true (s->in_hand[0].node_limit == 10 && toy_id (s->in_hand[0].key) == 0);
    simulation_answer (
        s, 0,
        (struct result){ .bounds = { -1, 1 }, .cost.nodes = 10, .stopped = true, .out_of_budget = true });
    simulation_take_query (s);
    assert_true (s->in_hand[1].node_limit == 100 && toy_id (s->in_hand[1].key) != 0);
    struct statistics sum = { 0 };
    graph_statistics (s->graph, &sum);
    assert_int_equal (sum.count[COUNT_nodes], i == 0 ? 10 : 40);
    graph_snapshot_free (&snapshots[i]);
    graph_destroy (s->graph);
  }
}

/* What a search of the whole found before it was stopped stays, also in a checkpoint of a run that adds
 * nothing. */
static void test_root_remembered (void **state) {
  (void) state;
  const struct graph_options options = { .query.window = search_range (false), .leaves_wanted = 1 };
  struct graph_snapshot snapshot = { 0 };
  const struct result result = { .bounds = { 0, 1 },
                                 .cost = { .nodes = 30, .seconds = 2 },
                                 .stopped = true,
                                 .has_best = true,
                                 .best_move = "b" };
  for (int run = 0; run < 3; run++) {
    simulation_begin_tree (s, SKIPPING, options);
    if (run > 0)
      assert_true (graph_snapshot_put (&snapshot, s->graph));
    simulation_take_query (s);
    if (run == 0)
      simulation_answer (s, 0, result);
    if (run < 2) {
      graph_snapshot_take (&snapshot, s->graph);
      graph_destroy (s->graph);
    }
  }
  simulation_answer (
      s, 0, (struct result){ .bounds = { -1, 0 }, .cost = { .nodes = 10, .seconds = 1 }, .solved = true });
  assert_true (s->producer.finished (s->producer.context));
  const struct result *root = graph_root_result (s->graph);
  assert_true (root->bounds.lower == 0 && root->bounds.upper == 0 && root->cost.nodes == 40
               && root->cost.seconds == 3);
  assert_true (root->has_best && root->best_move[0] == 'b');
  graph_snapshot_free (&snapshot);
  graph_destroy (s->graph);
}

/* A best-first search goes on with the root, others work below it; the first to settle it does. */
static void test_root_goes_on (void **state) {
  (void) state;
  simulation_begin_tree (
      s, SKIPPING,
      (struct graph_options){
          .query.window = search_range (false), .leaves_wanted = 2, .leaf_budget = 100, .root_budget = 10 });
  simulation_take_query (s);
  simulation_answer (s, 0,
                     (struct result){ .bounds = { -1, 1 },
                                      .cost.nodes = 10,
                                      .stopped = true,
                                      .out_of_budget = true,
                                      .method = METHOD_PROOF_NUMBER });
  s->called_off[0] = true;
  simulation_take_query (s);
  assert_true (s->in_hand[1].node_limit == 0 && toy_id (s->in_hand[1].key) == 0);
  simulation_take_query (s);
  assert_true (s->in_hand[2].node_limit == 100 && toy_id (s->in_hand[2].key) != 0);
  assert_true (graph_is_valid (s->graph));
  simulation_answer (
      s, 1,
      (struct result){ .bounds = { 1, 1 }, .cost.nodes = 30, .solved = true, .method = METHOD_PROOF_NUMBER });
  assert_true (s->producer.finished (s->producer.context));
  assert_false (s->producer.matters (s->producer.context, s->in_hand[2].number));
  assert_true (graph_bounds (s->graph).lower == 1 && graph_root_result (s->graph)->cost.nodes == 40);
  graph_destroy (s->graph);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_root_first),
    cmocka_unit_test (test_root_first_again),
    cmocka_unit_test (test_root_remembered),
    cmocka_unit_test (test_root_goes_on),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
