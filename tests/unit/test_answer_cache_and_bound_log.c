/* What is kept for another run, in memory: the ledger of findings and the journal of answers. */
#include "support/kept.h"

#include <stdlib.h>
#include <string.h>

/* ---- the ledger ---- */

static void
test_bound_log (void **state)
{
  (void) state;
  const struct subject a = subject_named ("a"), b = subject_named ("b"), c = subject_named ("c");
  struct bound_log *bound_log = bound_log_create (10000);
  struct proven_bound light = proven_bound_of (1, LEDGER_LEAST - 1),
                      heavy = proven_bound_of (1, LEDGER_LEAST);
  bound_log_add (bound_log, &a, &light, 1);
  assert_int_equal (sum_of (bound_log, &a).count, 0);
  bound_log_add (bound_log, &a, &heavy, 1);
  bound_log_add (bound_log, &b, &heavy, 1);
  assert_int_equal (sum_of (bound_log, &a).count, 1);
  assert_int_equal (sum_of (bound_log, &b).count, 1);
  assert_int_equal (sum_of (bound_log, &c).count, 0);

  /* The same position again: both bounds hold; another depth replaces a smaller one. */
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
static void
test_bound_log_is_bounded (void **state)
{
  (void) state;
  enum { CAPACITY = 5000, FINDINGS = 200000 };
  const struct subject subject = subject_named ("a");
  struct bound_log *bound_log = bound_log_create (CAPACITY);
  uint64_t random = 1, *queries = allocate (FINDINGS, sizeof *queries);
  for (uint32_t i = 0; i < FINDINGS; i++) {
    queries[i] = LEDGER_LEAST * (uint64_t) 1000000 / (uint64_t) (1 + random_below (&random, 1000000));
    const struct proven_bound proven_bound = proven_bound_of (i, queries[i]);
    bound_log_add (bound_log, &subject, &proven_bound, 1);
  }
  size_t count, worth = 0;
  const struct entry *entries = bound_log_entries (bound_log, &count);
  assert_true (count <= CAPACITY && count > CAPACITY / 2);
  const uint64_t least = bound_log_least (bound_log);
  for (uint32_t i = 0; i < FINDINGS; i++)
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

/* ---- the journal ---- */

static void
test_answer_cache (void **state)
{
  (void) state;
  enum { QUESTIONS = 3000 };
  struct answer_cache *answer_cache = answer_cache_create ();
  for (int i = 0; i < QUESTIONS; i++) {
    const struct query query = question (i);
    const struct result answer = reply (i);
    assert_null (answer_cache_find (answer_cache, &query));
    answer_cache_add (answer_cache, &query, &answer);
    answer_cache_add (answer_cache, &query, &answer);
  }
  size_t count;
  answer_cache_answers (answer_cache, &count);
  assert_int_equal (count, QUESTIONS);
  for (int i = 0; i < QUESTIONS; i++)
    check_reply (answer_cache, i);

  /* Whatever a question says makes it another one; its number does not. */
  struct query queries[8];
  for (int i = 0; i < 8; i++)
    queries[i] = question (1);
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

/* What a question cost before it was cut off is in its answer, when that comes, whichever run it is of. */
static void
test_costs (void **state)
{
  (void) state;
  size_t count;
  struct answer_cache *answer_cache = answer_cache_create ();
  const struct query cut_off = question (1), other = question (2);
  const struct result cost = { .nodes = 70, .looks = 7, .seconds = 0.5 }, nothing = { .nodes = 0 };
  struct result answer = reply (3);
  answer_cache_spend (answer_cache, &cut_off, &cost, false);
  answer_cache_spend (answer_cache, &cut_off, &cost, false);
  answer_cache_spend (answer_cache, &other, &nothing, false);
  answer_cache_add_cost (answer_cache, &cut_off,
                         &answer); /* asked twice in one run: two answers, each with its cost */
  assert_int_equal (answer.nodes, reply (3).nodes);
  const struct kept_cost *costs = answer_cache_costs (answer_cache, &count);
  assert_int_equal (count, 1);
  struct kept_cost kept = *costs;
  answer_cache_destroy (answer_cache);

  kept.nodes_now = kept.polls_now = 0;
  kept.seconds_now = 0;
  answer_cache = answer_cache_create ();
  answer_cache_restore_cost (answer_cache, &kept);
  answer_cache_spend (answer_cache, &cut_off, &cost, true); /* as endgame tables for it */
  answer_cache_spend (answer_cache, &cut_off, &cost, false);
  answer_cache_add_cost (answer_cache, &cut_off, &answer);
  assert_int_equal (answer.nodes, reply (3).nodes + 3 * 70);
  assert_int_equal (answer.looks, reply (3).looks + 3 * 7);
  assert_true (answer.seconds > reply (3).seconds + 1.4 && answer.seconds < reply (3).seconds + 1.6);
  assert_int_equal (answer_cache_costs (answer_cache, &count)->nodes, 4 * 70);
  answer_cache_add (answer_cache, &cut_off, &answer);
  answer_cache_costs (answer_cache, &count);
  assert_int_equal (count, 0);
  assert_int_equal (answer_cache_find (answer_cache, &cut_off)->nodes, answer.nodes);
  answer_cache_destroy (answer_cache);
}

int
main (void)
{
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_bound_log), cmocka_unit_test (test_bound_log_is_bounded),
          cmocka_unit_test (test_answer_cache), cmocka_unit_test (test_costs) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
