/* Manager and workers at any number of ranks: every query is answered once, wherever; deadline,
 * signal, budget and bad queries end as they should on all ranks.
 * A check that fails on one rank fails on all, so that no rank is left waiting. */
#include "support/query_list.h"

#include "base/clock.h"
#include "proof/root_proof.h"
#include "parallel/manager.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void test_every_query_once (void **state) {
  (void) state;
  enum { QUERIES = 300 };
  struct game game;
  uint64_t random = 1, nodes = 0, looks = 0;
  double seconds = 0, busy = 0;
  game_open_or_fail (&game, nim);
  for (int threads = 1; threads <= 2; threads++) {
    memset (&list, 0, sizeof list);
    for (list.count = 0; list.count < QUERIES; list.count++)
      list.queries[list.count] = small_query (&game, &random);
    const struct resources resources = modest (threads);
    const bool finished = run (list_producer (), &resources, NULL);
    ASSERT_COLLECTIVE (finished);
    ASSERT_COLLECTIVE (ranks.rank != 0 || (list_answered_once () && list.handed_out == QUERIES));
    bool right = true, everybody_worked = true;
    nodes = looks = 0, seconds = busy = 0;
    for (int i = 0; ranks.rank == 0 && i < QUERIES; i++) {
      const struct result *result = &list.results[i];
      const int value = nim_value (&game, &list.queries[i]);
      right &= result->solved && result->bounds.lower == value && result->bounds.upper == value
               && !result->stopped && !result->failed;
      nodes += result->cost.nodes, looks += result->cost.looks, seconds += result->cost.seconds;
    }
    for (int r = 0; ranks.rank == 0 && r < ranks.size; r++) {
      busy += efforts[r].busy_seconds;
      everybody_worked &= efforts[r].statistics.count[COUNT_queries] > 0;
    }
    ASSERT_COLLECTIVE (right && (ranks.rank != 0 || everybody_worked));
    ASSERT_COLLECTIVE (ranks.rank != 0
                       || (sum_of_efforts (COUNT_queries) == QUERIES && sum_of_efforts (COUNT_nodes) == nodes
                           && sum_of_efforts (COUNT_looks) == looks && fabs (busy - seconds) < 1e-6));
    ASSERT_COLLECTIVE (ranks.rank != 0 || (sum_of_efforts (COUNT_messages) > 0) == (ranks.size > 1));
  }
  engine_close (&game);
}

/* The producer is finished after the first answer, with endless queries in flight. */
static void test_finished_early (void **state) {
  (void) state;
  struct game game;
  uint64_t random = 3;
  game_open_or_fail (&game, nim);
  memset (&list, 0, sizeof list);
  list.enough = 1;
  for (list.count = 0; list.count < ranks.size + 20; list.count++)
    list.queries[list.count] = list.count == 0 ? small_query (&game, &random) : endless_query ();
  const double begun = clock_seconds ();
  const struct resources resources = modest (2);
  const bool finished = run (list_producer (), &resources, NULL);
  ASSERT_COLLECTIVE (finished && clock_seconds () - begun < 10);
  ASSERT_COLLECTIVE (ranks.rank != 0 || (list_answered_once () && list.handed_out <= 2 * ranks.size));
  engine_close (&game);
}

/* ---- what is shown ---- */

/* Finished once nodes are shown while only query 1 is under way. */
static bool finished_when_shown (void *context) {
  (void) context;
  return list.seen == FIRST_NUMBER + 1 && list.updates_received > 0;
}

/* Rank 0 is done with a small query, so the nodes that are shown are those of another rank, and rank 0 hears
 * of them before the end. The deadline ends a run in which it does not. */
static void test_nodes_of_other_ranks (void **state) {
  (void) state;
  if (ranks.size == 1)
    return;
  memset (&list, 0, sizeof list);
  list.count = 2;
  list.queries[0] = list.queries[1] = endless_query ();
  list.queries[0].node_limit = 1000;
  struct producer producer = list_producer ();
  producer.finished = finished_when_shown;
  struct resources resources = modest (1);
  resources.deadline = clock_seconds () + 30;
  const bool finished = run (producer, &resources, NULL);
  ASSERT_COLLECTIVE (finished);
  ASSERT_COLLECTIVE (ranks.rank != 0
                     || (list_answered_once () && list.results[0].cost.nodes == 1000
                         && list.updates_received <= list.results[1].cost.nodes));
}

static double processor_seconds (void) {
  struct timespec used;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &used);
  return (double) used.tv_sec + 1e-9 * (double) used.tv_nsec;
}

/* One query for rank 0; the other ranks have nothing to do and use next to nothing. */
static void test_deadline_and_idle_ranks (void **state) {
  (void) state;
  memset (&list, 0, sizeof list);
  list.queries[0] = endless_query ();
  list.count = 1;
  struct resources resources = modest (1);
  const double begun = clock_seconds (), used = processor_seconds ();
  resources.deadline = begun + 0.8;
  const bool finished = run (list_producer (), &resources, NULL);
  const double wall = clock_seconds () - begun, processor = processor_seconds () - used;
  ASSERT_COLLECTIVE (!finished && wall > 0.79 && wall < 10);
  ASSERT_COLLECTIVE (ranks.rank != 0
                     || (list.updates_received > 0 && list.updates_received <= list.results[0].cost.nodes));
  ASSERT_COLLECTIVE (ranks.rank != 0 || list.seen == FIRST_NUMBER);
  ASSERT_COLLECTIVE (ranks.rank != 0
                     || (list_answered_once () && list.results[0].stopped && !list.results[0].solved
                         && !list.results[0].out_of_budget && list.results[0].cost.nodes > 0));
  /* About a hundredth on a quiet machine; spinning takes all. */
  ASSERT_COLLECTIVE (ranks.rank == 0 || processor < 0.2 * wall);
}

/* A signal may reach any rank. */
static void test_stop_on_any_rank (void **state) {
  (void) state;
  for (int told = 0; told < ranks.size; told++) {
    memset (&list, 0, sizeof list);
    for (list.count = 0; list.count < 2 * ranks.size; list.count++)
      list.queries[list.count] = endless_query ();
    const volatile int stop = ranks.rank == told;
    const double begun = clock_seconds ();
    const struct resources resources = modest (1);
    const bool finished = run (list_producer (), &resources, &stop);
    ASSERT_COLLECTIVE (!finished && clock_seconds () - begun < 10);
    ASSERT_COLLECTIVE (ranks.rank != 0 || list_answered_once ());
  }
}

static void test_budgets_and_bad_queries (void **state) {
  (void) state;
  memset (&list, 0, sizeof list);
  for (list.count = 0; list.count < 4 * ranks.size; list.count++) {
    struct query *query = &list.queries[list.count];
    *query = endless_query ();
    switch (list.count % 4) {
    case 0: query->node_limit = 1000; break;
    case 1: query->seconds = 0.05; break;
    case 2: strcpy (query->game, "connect4:7x600"); break;
    case 3:
      query->start = false;
      memset (query->key, 0xff, sizeof query->key);
      break;
    }
  }
  const struct resources resources = modest (1);
  const bool finished = run (list_producer (), &resources, NULL);
  ASSERT_COLLECTIVE (finished);
  bool right = ranks.rank != 0 || list.failure.code == EXIT_BAD_DATA;
  for (int i = 0; ranks.rank == 0 && i < list.count; i++) {
    const struct result *result = &list.results[i];
    right &= !result->solved;
    if (i % 4 < 2)
      right &= result->out_of_budget && result->stopped && !result->failed;
    else
      right &= result->failed && !result->stopped;
    if (i % 4 == 0)
      right &= result->cost.nodes == 1000;
  }
  ASSERT_COLLECTIVE (right && (ranks.rank != 0 || list_answered_once ()));
}

/* Short queries that wait behind a long one go to ranks that are idle. */
static void test_queries_are_asked_back (void **state) {
  (void) state;
  struct game game;
  uint64_t random = 4;
  const int before = 200;
  game_open_or_fail (&game, nim);
  memset (&list, 0, sizeof list);
  for (list.count = 0; list.count < before + 40; list.count++)
    list.queries[list.count] = small_query (&game, &random);
  list.queries[before] = endless_query ();
  list.queries[before].seconds = 0.5;
  const struct resources resources = modest (1);
  const bool finished = run (list_producer (), &resources, NULL);
  ASSERT_COLLECTIVE (finished);
  ASSERT_COLLECTIVE (ranks.rank != 0 || list_answered_once ());
  ASSERT_COLLECTIVE (ranks.rank != 0 || ranks.size == 1 || list.when[before] == list.count - 1);
  engine_close (&game);
}

/* A proof by all ranks has the value of one search. */
static void check_proof (const char *board, bool exact_score) {
  struct game game;
  game_open_or_fail (&game, board);
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  const struct query query
      = { .method = METHOD_NULL_WINDOW, .exact_score = exact_score, .window = search_range (exact_score) };
  struct root_proof proof = root_proof_begin (&game, start, &query);
  struct producer producer = root_proof_producer (&proof);
  const struct resources resources = modest (1);
  struct failure failure = { 0 };
  const bool finished
      = manage (&ranks, &resources, ranks.rank == 0 ? &producer : NULL, efforts, NULL, &failure);
  bool right = true;
  if (ranks.rank == 0) {
    const struct result one = ask (&game, start, METHOD_ALPHA_BETA, exact_score, 1);
    const struct bounds bounds = proof.state.bounds;
    right = one.solved && bounds.lower == one.bounds.lower && bounds.upper == one.bounds.lower
            && failure.code == 0;
  }
  ASSERT_COLLECTIVE (finished && right);
  free (start);
  engine_close (&game);
}

static void test_proofs (void **state) {
  (void) state;
  static const char *const boards[] = { "mnk:3,3,3", "mnk:4,3,3", "connect4:4x4", "connect4:5x4" };
  for (int exact_score = 0; exact_score < 2; exact_score++) {
    for (size_t b = 0; b < sizeof boards / sizeof *boards; b++)
      check_proof (boards[b], exact_score);
    for (const char *const *board = solved_boards (); *board != NULL; board++)
      check_proof (*board, exact_score);
  }
}

int main (int argc, char **argv) {
  alarm (100); /* rather than hang */
  collective_begin (argc, argv);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_every_query_once),       cmocka_unit_test (test_finished_early),
    cmocka_unit_test (test_nodes_of_other_ranks),   cmocka_unit_test (test_deadline_and_idle_ranks),
    cmocka_unit_test (test_stop_on_any_rank),       cmocka_unit_test (test_budgets_and_bad_queries),
    cmocka_unit_test (test_queries_are_asked_back), cmocka_unit_test (test_proofs),
  };
  return collective_end (cmocka_run_group_tests (tests, NULL, NULL));
}
