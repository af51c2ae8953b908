/* Idle ranks run redundant searches: manager and workers at any number of ranks. */
#include "support/query_list.h"

#include <string.h>
#include <unistd.h>

enum { REDUNDANT = FIRST_NUMBER - 1 }; /* its number */

static int asked_for_redundant; /* how often somebody did */
static int answered_before;     /* queries that were answered when the redundant one was */
static bool redundant_cancelled;

/* The others are not handed out before query 0 is done. */
static bool next_later (void *context, struct query *query) {
  return (list.handed_out == 0 || list.answers[0] > 0) && list_producer ().next (context, query);
}

static bool redundant_once (void *context, struct query *query) {
  (void) context;
  if (asked_for_redundant++ > 0)
    return false;
  *query = endless_query ();
  query->number = REDUNDANT;
  return true;
}

static void done (void *context, const struct result *result) {
  if (result->number != REDUNDANT) {
    list_producer ().done (context, result);
    return;
  }
  answered_before = list.answered;
  redundant_cancelled = result->stopped && !result->out_of_budget;
}

/* While there is only one query, another rank runs an endless redundant search. That is cancelled for the
 * queries which come then, and the rank does its share of them. */
static void test_idle_ranks_search_redundantly (void **state) {
  (void) state;
  enum { QUERIES = 20 };
  for (list.count = 0; list.count < QUERIES; list.count++) {
    list.queries[list.count] = endless_query ();
    list.queries[list.count].seconds = list.count == 0 ? 0.3 : 0.03;
  }
  struct producer producer = list_producer ();
  producer.next = next_later;
  producer.next_redundant = redundant_once;
  producer.done = done;
  const struct resources resources = modest (1);
  const bool finished = run (producer, &resources, NULL);
  ASSERT_COLLECTIVE (finished);
  ASSERT_COLLECTIVE (ranks.rank != 0 || list_answered_once ());
  ASSERT_COLLECTIVE (ranks.rank != 0 || (asked_for_redundant > 0) == (ranks.size > 1));
  ASSERT_COLLECTIVE (ranks.rank != 0 || ranks.size == 1
                     || (redundant_cancelled && answered_before < QUERIES - 1));
  bool everybody_worked = true;
  for (int r = 1; ranks.rank == 0 && r < ranks.size; r++)
    everybody_worked &= efforts[r].statistics.count[COUNT_queries] > 1;
  ASSERT_COLLECTIVE (everybody_worked || ranks.size > 4);
}

int main (int argc, char **argv) {
  alarm (100); /* rather than hang */
  collective_begin (argc, argv);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_idle_ranks_search_redundantly),
  };
  return collective_end (cmocka_run_group_tests (tests, NULL, NULL));
}
