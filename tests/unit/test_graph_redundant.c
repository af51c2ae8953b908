/* What a rank that would have nothing to do is given, and what comes of it: on a tree small enough to say. */
#include "support/workers.h"

static struct simulation simulation, *const s = &simulation;

static void answer_in_hand (int hand, struct bounds bounds, bool solved, enum method method) {
  simulation_answer (s, hand,
                     (struct result){ .bounds = bounds,
                                      .cost.nodes = 10,
                                      .cost.seconds = 2,
                                      .solved = solved,
                                      .stopped = !solved,
                                      .out_of_budget = !solved,
                                      .method = method });
}

/* The root, on a first look of one node and then with its budget of ten, if another worker may search it,
 * too. */
static void begin_with_root (bool redundant_search, enum method method) {
  simulation_begin_tree (s, SKIPPING,
                         (struct graph_options){ .query.window = { 0, 1 },
                                                 .leaves_wanted = 3,
                                                 .root_budget = 10,
                                                 .redundant_search = redundant_search });
  struct query query;
  for (int look = redundant_search ? 1 : 0; look >= 0; look--) {
    assert_false (s->producer.next_redundant (s->producer.context, &query));
    assert_true (s->producer.next (s->producer.context, &s->in_hand[0]));
    assert_true (toy_id (s->in_hand[0].key) == 0 && s->in_hand[0].node_limit == (look > 0 ? 1 : 10));
    assert_false (s->producer.next (s->producer.context, &query));
    if (look > 0)
      answer_in_hand (0, (struct bounds){ -1, 1 }, false, method);
  }
}

/* The three replies to the first move, all in flight, after the root was tried by one. */
static void begin_with_replies (bool redundant_search) {
  begin_with_root (redundant_search, METHOD_ALPHA_BETA);
  answer_in_hand (0, (struct bounds){ -1, 1 }, false, METHOD_ALPHA_BETA);
  for (int i = 1; i < 4; i++) {
    assert_true (s->producer.next (s->producer.context, &s->in_hand[i]));
    assert_int_equal (s->in_hand[i].second_first, 0);
  }
  struct query query;
  assert_false (s->producer.next (s->producer.context, &query));
}

/* Before the root is split, others may search it, too, if its first search says that they can. A search that
 * runs out of its budget changes nothing; when the root is split it still matters, until there is something
 * better to do. */
static void test_redundant_root (void **state) {
  (void) state;
  struct query query;
  begin_with_root (true, METHOD_PROOF_NUMBER);
  assert_false (s->producer.next_redundant (s->producer.context, &query));
  graph_destroy (s->graph);
  for (int out_of_budget = 0; out_of_budget < 2; out_of_budget++) {
    begin_with_root (true, METHOD_ALPHA_BETA);
    assert_true (s->producer.next_redundant (s->producer.context, &s->in_hand[4]));
    assert_true (toy_id (s->in_hand[4].key) == 0 && s->in_hand[4].second_first == 0x2a);
    if (out_of_budget)
      answer_in_hand (4, (struct bounds){ -1, 1 }, false, METHOD_ALPHA_BETA);
    assert_false (s->producer.next (s->producer.context, &query));
    assert_true (s->producer.matters (s->producer.context, s->in_hand[0].number));
    answer_in_hand (0, (struct bounds){ -1, 1 }, false, METHOD_ALPHA_BETA);
    assert_true (s->producer.matters (s->producer.context, s->in_hand[4].number) == !out_of_budget);
    assert_true (s->producer.next (s->producer.context, &s->in_hand[1]) && toy_id (s->in_hand[1].key) != 0);
    assert_true (graph_is_valid (s->graph));
    if (!out_of_budget)
      answer_in_hand (4, (struct bounds){ 1, 1 }, true, METHOD_ALPHA_BETA);
    assert_true (s->producer.finished (s->producer.context) == !out_of_budget);
    graph_destroy (s->graph);
  }
}

/* Scores: the whole is searched to its end by two, if the second can. Both may have the answer at the
 * same time, and none waited for the other. */
static void test_whole (void **state) {
  (void) state;
  for (int redundant_first = 0; redundant_first < 2; redundant_first++)
    for (int method = METHOD_ALPHA_BETA; method <= METHOD_PROOF_NUMBER;
         method += METHOD_PROOF_NUMBER - METHOD_ALPHA_BETA) {
      simulation_begin_tree (s, SKIPPING,
                             (struct graph_options){ .query.window = { 0, 1 },
                                                     .leaves_wanted = 3,
                                                     .root_budget = 10,
                                                     .redundant_search = true,
                                                     .query.exact_score = true });
      assert_true (s->producer.next (s->producer.context, &s->in_hand[0]));
      answer_in_hand (0, (struct bounds){ -1, 1 }, false, (enum method) method);
      assert_true (s->producer.next (s->producer.context, &s->in_hand[0]));
      assert_int_equal (s->in_hand[0].node_limit, method == METHOD_ALPHA_BETA ? 0 : 10);
      if (s->producer.next_redundant (s->producer.context, &s->in_hand[1])) {
        answer_in_hand (redundant_first, (struct bounds){ 1, 1 }, true, METHOD_ALPHA_BETA);
        assert_true (s->producer.finished (s->producer.context));
        answer_in_hand (!redundant_first, (struct bounds){ 1, 1 }, true, METHOD_ALPHA_BETA);
        const struct result *root = graph_root_result (s->graph);
        assert_true (root->solved && root->cost.nodes == 30 && root->cost.seconds == 4);
      } else
        assert_int_equal (method, METHOD_PROOF_NUMBER);
      simulation_end (s);
    }
}

/* Who would have nothing to do searches the oldest leaf in flight, the same question in another order, if
 * that is allowed; one at a time. */
static void test_help (void **state) {
  (void) state;
  struct query query;
  begin_with_replies (false);
  assert_false (s->producer.next_redundant (s->producer.context, &query));
  graph_destroy (s->graph);
  begin_with_replies (true);
  assert_true (s->producer.next_redundant (s->producer.context, &query));
  assert_memory_equal (query.key, s->in_hand[1].key, KEY_BYTES);
  assert_true (query.window.lower == s->in_hand[1].window.lower && query.second_first == 0x2a
               && query.node_limit == s->in_hand[1].node_limit);
  assert_true (query.number != s->in_hand[1].number);
  assert_true (s->producer.matters (s->producer.context, query.number));
  assert_false (s->producer.next_redundant (s->producer.context, &query));
  simulation_end (s);
}

/* What it answers counts as if the other had answered, who is then called off; and the other way round. */
static void test_help_and_helped (void **state) {
  (void) state;
  for (int first = 0; first < 2; first++) {
    begin_with_replies (true);
    assert_true (s->producer.next_redundant (s->producer.context, &s->in_hand[4]));
    answer_in_hand (first == 0 ? 4 : 1, (struct bounds){ 1, 1 }, true, METHOD_ALPHA_BETA);
    struct bounds bounds;
    assert_true (graph_lookup (s->graph, s->in_hand[1].key, &bounds) && bounds.lower == 1);
    assert_false (s->producer.matters (s->producer.context, s->in_hand[first == 0 ? 1 : 4].number));
    assert_true (s->producer.matters (s->producer.context, s->in_hand[2].number));
    assert_true (graph_is_valid (s->graph));
    answer_in_hand (first == 0 ? 1 : 4, (struct bounds){ -1, 1 }, false, METHOD_ALPHA_BETA); /* late */
    assert_true (
        s->producer.next_redundant (s->producer.context, &s->in_hand[5])); /* another one may be helped */
    assert_memory_equal (s->in_hand[5].key, s->in_hand[2].key, KEY_BYTES);
    simulation_end (s);
  }
}

/* A redundant search that runs out of its budget changes nothing for the first one. */
static void test_redundant_in_vain (void **state) {
  (void) state;
  begin_with_replies (true);
  assert_true (s->producer.next_redundant (s->producer.context, &s->in_hand[4]));
  answer_in_hand (4, (struct bounds){ -1, 1 }, false, METHOD_ALPHA_BETA);
  assert_true (s->producer.matters (s->producer.context, s->in_hand[1].number));
  assert_false (s->producer.matters (s->producer.context, s->in_hand[4].number));
  struct query query;
  assert_false (s->producer.next (s->producer.context, &query)); /* it was not expanded */
  answer_in_hand (1, (struct bounds){ 1, 1 }, true, METHOD_ALPHA_BETA);
  simulation_end (s);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_redundant_root),
    cmocka_unit_test (test_whole),
    cmocka_unit_test (test_help),
    cmocka_unit_test (test_help_and_helped),
    cmocka_unit_test (test_redundant_in_vain),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
