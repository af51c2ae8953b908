/* Idle ranks join the search of another: manager and workers at any number of ranks. */
#include "support/query_list.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_TWO = 2 };

/* The others are not handed out before query 0 is done. */
static bool next_later (void *context, struct query *query) {
  return (list.handed_out < FIRST_TWO || list.answers[0] > 0) && list_producer ().next (context, query);
}

/* An endless query for each of two ranks, and others are idle; then many small ones, while one of the two
 * still runs. */
static void test_idle_ranks_join (void **state) {
  (void) state;
  enum { QUERIES = 20 };
  memset (&list, 0, sizeof list);
  for (list.count = 0; list.count < QUERIES; list.count++) {
    list.queries[list.count] = endless_query ();
    list.queries[list.count].shared = list.count < FIRST_TWO;
    list.queries[list.count].seconds = list.count == 0 ? 0.3 : list.count == 1 ? 2 : 0.02;
  }
  struct producer producer = list_producer ();
  producer.next = next_later;
  const struct resources resources = modest (1);
  const bool finished = run (producer, &resources, NULL);
  ASSERT_COLLECTIVE (finished);
  ASSERT_COLLECTIVE (ranks.rank != 0 || list_answered_once ());
  bool all_worked = true;
  for (int r = FIRST_TWO; ranks.rank == 0 && r < ranks.size; r++) /* on what it joined, and on small ones */
    all_worked &= efforts[r].statistics.count[COUNT_queries] > 1;
  ASSERT_COLLECTIVE (all_worked);
  /* Who has joined query 1 is freed for the small ones. */
  ASSERT_COLLECTIVE (ranks.rank != 0 || ranks.size < 3 || list.when[1] == QUERIES - 1);
}

/* What several ranks find together is the value, and costs what they did together. */
static void test_value_of_all (void **state) {
  (void) state;
  static const struct {
    const char *game;
    bool exact_score;
    int value;
  } cases[] = { { "connect4:6x5", false, 0 },
                { "connect4:5x6", false, 0 },
                { "connect4:6x5", true, 0 },
                { "mnk:6,5,4", false, 1 } };
  memset (&list, 0, sizeof list);
  list.count = sizeof cases / sizeof *cases;
  for (int i = 0; i < list.count; i++) {
    struct query *query = &list.queries[i];
    *query = (struct query){ .start = true, .shared = true, .exact_score = cases[i].exact_score };
    query->window = search_range (query->exact_score);
    snprintf (query->game, sizeof query->game, "%s", cases[i].game);
  }
  const struct resources resources = { .threads = 2, .table_bytes = 1 << 24, .memory = 1 << 20 };
  const bool finished = run (list_producer (), &resources, NULL);
  ASSERT_COLLECTIVE (finished);
  ASSERT_COLLECTIVE (ranks.rank != 0 || list_answered_once ());
  uint64_t nodes = 0;
  bool right = true;
  for (int i = 0; ranks.rank == 0 && i < list.count; i++) {
    right &= list.results[i].solved && list.results[i].bounds.lower == cases[i].value;
    nodes += list.results[i].cost.nodes;
  }
  ASSERT_COLLECTIVE (right);
  ASSERT_COLLECTIVE (ranks.rank != 0 || nodes == sum_of_efforts (COUNT_nodes));
}

/* The end of the run ends the search of all that joined. */
static void test_stopped (void **state) {
  (void) state;
  memset (&list, 0, sizeof list);
  list.count = 1;
  list.queries[0] = endless_query ();
  list.queries[0].shared = true;
  struct resources resources = modest (1);
  resources.deadline = clock_seconds () + 0.3;
  const bool finished = run (list_producer (), &resources, NULL);
  ASSERT_COLLECTIVE (!finished);
  ASSERT_COLLECTIVE (ranks.rank != 0 || (list_answered_once () && list.results[0].stopped));
  ASSERT_COLLECTIVE (ranks.rank != 0 || list.under_way <= 1); /* one query, on however many ranks */
}

int main (int argc, char **argv) {
  alarm (100); /* rather than hang */
  collective_begin (argc, argv);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_idle_ranks_join),
    cmocka_unit_test (test_value_of_all),
    cmocka_unit_test (test_stopped),
  };
  return collective_end (cmocka_run_group_tests (tests, NULL, NULL));
}
