/* The proof of one position: what it asks, when it ends, and how a later run takes it up. */
#include "support/support.h"

#include "proof/root_proof.h"

#include <stdlib.h>
#include <string.h>

static struct game game;
static struct position *start;

static struct root_proof begin (bool exact_score, uint64_t node_limit) {
  const struct query query = { .method = METHOD_NULL_WINDOW,
                               .exact_score = exact_score,
                               .window = search_range (exact_score),
                               .node_limit = node_limit };
  return root_proof_begin (&game, start, &query);
}

static struct query ask_next (struct root_proof *proof) {
  const struct producer producer = root_proof_producer (proof);
  struct query query, none;
  assert_true (producer.next (producer.context, &query));
  assert_false (producer.next (producer.context, &none)); /* one at a time */
  return query;
}

static void answer (struct root_proof *proof, struct result result) {
  const struct producer producer = root_proof_producer (proof);
  producer.done (producer.context, &result);
}

static bool is_over (struct root_proof *proof) {
  const struct producer producer = root_proof_producer (proof);
  return producer.finished (producer.context);
}

/* The window shrinks with what is proven, and the results make one. */
static void test_several_queries (void **state) {
  (void) state;
  struct root_proof proof = begin (false, 0);
  uint8_t key[PACKED_MAX] = { 0 };
  game.engine->pack_canonical (&game, start, key);
  struct query query = ask_next (&proof);
  assert_memory_equal (query.key, key, sizeof key);
  assert_string_equal (query.game, game.title);
  assert_true (query.shared && query.node_limit == 0 && query.window.lower == -1 && query.window.upper == 1);
  assert_null (root_proof_result (&proof));
  answer (&proof, (struct result){ .bounds = { 0, 1 },
                                   .cost = { .nodes = 30, .looks = 3, .seconds = 2 },
                                   .stopped = true,
                                   .has_best = true,
                                   .best_move = "b" });
  assert_false (is_over (&proof));
  query = ask_next (&proof);
  assert_true (query.window.lower == 0 && query.window.upper == 1);
  answer (&proof,
          (struct result){ .bounds = { -1, 0 }, .cost = { .nodes = 10, .seconds = 1 }, .solved = true });
  assert_true (is_over (&proof));
  const struct result *result = root_proof_result (&proof);
  assert_true (result->solved && result->bounds.lower == 0 && result->bounds.upper == 0);
  assert_true (result->cost.nodes == 40 && result->cost.seconds == 3 && result->best_move[0] == 'b');
  assert_true (proof.state.queries == 2 && proof.state.nodes == 40 && proof.state.looks == 3);
}

/* All nodes are for one query; when they are used up the proof is over. */
static void test_node_limit (void **state) {
  (void) state;
  struct root_proof proof = begin (true, 1000);
  struct query query = ask_next (&proof);
  assert_true (!query.shared && query.node_limit == 1000);
  answer (&proof, (struct result){ .bounds = query.window, .cost.nodes = 400, .stopped = true });
  query = ask_next (&proof);
  assert_int_equal (query.node_limit, 600);
  answer (&proof, (struct result){
                      .bounds = query.window, .cost.nodes = 590, .stopped = true, .out_of_budget = true });
  assert_true (is_over (&proof));
  assert_false (root_proof_result (&proof)->solved);
}

/* What no search can answer is not asked again, but nothing is proven. */
static void test_dead (void **state) {
  (void) state;
  for (int failed = 0; failed < 2; failed++) {
    struct query none;
    struct root_proof proof = begin (false, 0);
    const struct query query = ask_next (&proof);
    answer (&proof, (struct result){ .bounds = query.window, .failed = failed });
    const struct producer producer = root_proof_producer (&proof);
    assert_false (is_over (&proof) || producer.next (producer.context, &none));
    assert_int_equal (root_proof_result (&proof) == NULL, failed);
  }
}

/* A finished position needs no query. */
static void test_finished_position (void **state) {
  (void) state;
  struct game small;
  game_open_or_fail (&small, "connect4:4x4");
  struct failure failure = { 0 };
  struct position *position = position_allocate (&small);
  assert_true (position_parse (&small, "1212121", position, &failure));
  for (int exact_score = 0; exact_score < 2; exact_score++) {
    const struct query query = { .exact_score = exact_score, .window = search_range (exact_score) };
    struct root_proof proof = root_proof_begin (&small, position, &query);
    assert_true (is_over (&proof) && proof.state.bounds.lower == proof.state.bounds.upper
                 && proof.state.bounds.upper < 0 && root_proof_result (&proof) == NULL);
  }
  free (position);
  engine_close (&small);
}

/* What was found before a stop stays, also after a run that adds nothing. */
static void test_later_runs (void **state) {
  (void) state;
  struct proof_state kept = { .dead = false };
  for (int run = 0; run < 3; run++) {
    struct root_proof proof = begin (false, 100);
    if (run > 0)
      assert_true (root_proof_resume (&proof, &kept, run == 2));
    const struct query query = ask_next (&proof);
    assert_int_equal (query.node_limit, run == 2 ? 70 : 100);
    assert_int_equal (query.window.lower, run == 0 ? -1 : 0);
    if (run == 0)
      answer (&proof,
              (struct result){ .bounds = { 0, 1 }, .cost.nodes = 30, .stopped = true, .has_best = true });
    if (run == 2)
      answer (&proof, (struct result){ .bounds = { -1, 0 }, .cost.nodes = 10, .solved = true });
    kept = root_proof_state (&proof);
    assert_true (kept.answered && kept.nodes == (run == 2 ? 40 : 30));
    assert_true ((root_proof_result (&proof) != NULL) == (run != 1));
  }
  assert_true (kept.result.solved && kept.result.has_best && kept.result.cost.nodes == 40);
  /* a proof that is over is taken up as it is; one of other bounds is not */
  struct root_proof proof = begin (false, 100);
  assert_true (root_proof_resume (&proof, &kept, false) && is_over (&proof)
               && root_proof_result (&proof)->cost.nodes == 40);
  kept.bounds = (struct bounds){ 2, 2 };
  proof = begin (false, 100);
  assert_false (root_proof_resume (&proof, &kept, false));
  assert_true (proof.state.nodes == 0 && root_proof_result (&proof) == NULL);
}

int main (void) {
  game_open_or_fail (&game, "connect4:5x4");
  start = position_allocate (&game);
  game.engine->start (&game, start);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_several_queries),
    cmocka_unit_test (test_node_limit),
    cmocka_unit_test (test_dead),
    cmocka_unit_test (test_finished_position),
    cmocka_unit_test (test_later_runs),
  };
  const int failures = cmocka_run_group_tests (tests, NULL, NULL);
  free (start);
  engine_close (&game);
  return failures;
}
