/* What is kept for another run, in memory: the bound log and the answer cache. */
#include "support/checkpoint_samples.h"

#include <stdlib.h>
#include <string.h>

/* ---- the bound log ---- */

static void test_bound_log (void **state) {
  (void) state;
  const struct subject a = subject_named ("a"), b = subject_named ("b"), c = subject_named ("c");
  struct bound_log *bound_log = bound_log_create (10000);
  struct proven_bound light = proven_bound_of (1, BOUND_LOG_LEAST - 1),
                      heavy = proven_bound_of (1, BOUND_LOG_LEAST);
  bound_log_add (bound_log, &a, &light, 1);
  assert_int_equal (sum_of (bound_log, &a).count, 0);
  bound_log_add (bound_log, &a, &heavy, 1);
  bound_log_add (bound_log, &b, &heavy, 1);
  assert_int_equal (sum_of (bound_log, &a).count, 1);
  assert_int_equal (sum_of (bound_log, &b).count, 1);
  assert_int_equal (sum_of (bound_log, &c).count, 0);

  /* The first position again: both bounds hold; another depth replaces a smaller one. */
  heavy.bounds = (struct bounds){ 0, 1 };
  bound_log_add (bound_log, &a, &heavy, 1);
  size_t count;
  const struct entry *entries = bound_log_entries (bound_log, &count);
  assert_int_equal (count, 2);
  assert_true (entries[0].proven_bound.bounds.lower == 0 && entries[0].proven_bound.bounds.upper == 0);
  heavy.depth = 6;
  bound_log_add (bound_log, &a, &heavy, 1);
  heavy.depth = 4;
  heavy.bounds = (struct bounds){ 1, 1 };
  bound_log_add (bound_log, &a, &heavy, 1);
  entries = bound_log_entries (bound_log, &count);
  assert_true (entries[0].proven_bound.bounds.lower == 0 && entries[0].proven_bound.depth == 6);

  bound_log_forget (bound_log, &a);
  assert_int_equal (sum_of (bound_log, &a).count, 0);
  assert_int_equal (sum_of (bound_log, &b).count, 1);
  bound_log_add (bound_log, &c, &heavy, 1); /* in the place of a */
  assert_int_equal (sum_of (bound_log, &c).count, 1);
  assert_int_equal (sum_of (bound_log, &a).count, 0);
  bound_log_destroy (bound_log);
}

/* However many come, the heaviest stay. */
static void test_bound_log_is_bounded (void **state) {
  (void) state;
  enum { CAPACITY = 5000, BOUNDS = 200000 };
  const struct subject subject = subject_named ("a");
  struct bound_log *bound_log = bound_log_create (CAPACITY);
  uint64_t random = 1, *queries = allocate (BOUNDS, sizeof *queries);
  for (uint32_t i = 0; i < BOUNDS; i++) {
    queries[i] = BOUND_LOG_LEAST * (uint64_t) 1000000 / (uint64_t) (1 + random_below (&random, 1000000));
    const struct proven_bound proven_bound = proven_bound_of (i, queries[i]);
    bound_log_add (bound_log, &subject, &proven_bound, 1);
  }
  size_t count, worth = 0;
  const struct entry *entries = bound_log_entries (bound_log, &count);
  assert_true (count <= CAPACITY && count > CAPACITY / 2);
  const uint64_t least = bound_log_least (bound_log);
  for (uint32_t i = 0; i < BOUNDS; i++)
    worth += queries[i] >= least;
  assert_int_equal (count, worth); /* all of them and no others */
  for (size_t i = 0; i < count; i++) {
    uint32_t number;
    memcpy (&number, entries[i].proven_bound.key, sizeof number);
    assert_true (entries[i].proven_bound.work == queries[number] && queries[number] >= least);
  }
  free (queries);
  bound_log_destroy (bound_log);
}

/* ---- the answer cache ---- */

static void test_answer_cache (void **state) {
  (void) state;
  enum { QUERIES = 3000 };
  struct answer_cache *answer_cache = answer_cache_create ();
  for (int i = 0; i < QUERIES; i++) {
    const struct query query = query_number (i);
    const struct result result = result_number (i);
    assert_null (answer_cache_find (answer_cache, &query));
    answer_cache_add (answer_cache, &query, &result);
    answer_cache_add (answer_cache, &query, &result);
  }
  size_t count;
  answer_cache_results (answer_cache, &count);
  assert_int_equal (count, QUERIES);
  for (int i = 0; i < QUERIES; i++)
    check_result_number (answer_cache, i);

  /* Whatever a query says makes it another one; its number does not. */
  struct query queries[8];
  for (int i = 0; i < 8; i++)
    queries[i] = query_number (1);
  queries[0].method = METHOD_MINIMAX;
  queries[1].exact_score = true;
  queries[2].window.lower = 0;
  queries[3].depth = 3;
  queries[4].node_limit = 9;
  queries[5].start = true;
  queries[6].game[9] = '7';
  queries[7].key[0] = 200, queries[7].key[2] = 1;
  for (int i = 0; i < 8; i++)
    assert_null (answer_cache_find (answer_cache, &queries[i]));
  assert_null (answer_cache_proof (answer_cache));
  answer_cache_destroy (answer_cache);
}

/* What a query cost before it was cut off is in its result, when that comes, whichever run it is of. */
static void test_costs (void **state) {
  (void) state;
  size_t count;
  struct answer_cache *answer_cache = answer_cache_create ();
  const struct query cut_off = query_number (1), other = query_number (2);
  const struct cost cost = { .nodes = 70, .looks = 7, .seconds = 0.5 }, nothing = { .nodes = 0 };
  struct result result = result_number (3);
  answer_cache_spend (answer_cache, &cut_off, &cost, false);
  answer_cache_spend (answer_cache, &cut_off, &cost, false);
  answer_cache_spend (answer_cache, &other, &nothing, false);
  answer_cache_add_cost (answer_cache, &cut_off,
                         &result); /* asked twice in one run: two results, each with its cost */
  assert_int_equal (result.cost.nodes, result_number (3).cost.nodes);
  const struct kept_cost *costs = answer_cache_costs (answer_cache, &count);
  assert_int_equal (count, 1);
  struct kept_cost kept = *costs;
  answer_cache_destroy (answer_cache);

  kept.earlier = kept.now; /* as a checkpoint makes of it */
  kept.now = nothing;
  answer_cache = answer_cache_create ();
  answer_cache_restore_cost (answer_cache, &kept);
  answer_cache_spend (answer_cache, &cut_off, &cost, true); /* as endgame tables for it */
  answer_cache_spend (answer_cache, &cut_off, &cost, false);
  answer_cache_add_cost (answer_cache, &cut_off, &result);
  assert_int_equal (result.cost.nodes, result_number (3).cost.nodes + 3 * 70);
  assert_int_equal (result.cost.looks, result_number (3).cost.looks + 3 * 7);
  assert_true (result.cost.seconds > result_number (3).cost.seconds + 1.4
               && result.cost.seconds < result_number (3).cost.seconds + 1.6);
  costs = answer_cache_costs (answer_cache, &count);
  assert_int_equal (costs->earlier.nodes + costs->now.nodes, 4 * 70);
  answer_cache_add (answer_cache, &cut_off, &result);
  answer_cache_costs (answer_cache, &count);
  assert_int_equal (count, 0);
  assert_int_equal (answer_cache_find (answer_cache, &cut_off)->cost.nodes, result.cost.nodes);
  answer_cache_destroy (answer_cache);
}

int main (void) {
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_bound_log), cmocka_unit_test (test_bound_log_is_bounded),
          cmocka_unit_test (test_answer_cache), cmocka_unit_test (test_costs) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
