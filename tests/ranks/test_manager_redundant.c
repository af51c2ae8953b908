/* Ranks that have nothing to do help: manager and workers at any number of ranks. */
#include "support/works.h"

#include <string.h>
#include <unistd.h>

enum { HELP = FIRST_NUMBER - 1 }; /* its number */

static int asked_for_help;  /* how often somebody did */
static int answered_before; /* works that were answered when the help was */
static bool help_called_off;

/* The others are not there before work 0 is done. */
static bool
next_later (void *context, struct query *query)
{
  return (list.handed_out == 0 || list.answers[0] > 0) && list_producer ().next (context, query);
}

static bool
help_once (void *context, struct query *query)
{
  (void) context;
  if (asked_for_help++ > 0)
    return false;
  *query = endless_query ();
  query->number = HELP;
  return true;
}

static void
done (void *context, const struct result *result)
{
  if (result->number != HELP) {
    list_producer ().done (context, result);
    return;
  }
  answered_before = list.answered;
  help_called_off = result->stopped && !result->out_of_budget;
}

/* As long as there is one work for all, another rank helps, without end; it is called off for the works that
 * come then, and does its part of them. */
static void
test_idle_ranks_help (void **state)
{
  (void) state;
  enum { QUERIES = 20 };
  for (list.count = 0; list.count < QUERIES; list.count++) {
    list.queries[list.count] = endless_query ();
    list.queries[list.count].seconds = list.count == 0 ? 0.3 : 0.03;
  }
  struct producer producer = list_producer ();
  producer.next = next_later;
  producer.next_redundant = help_once;
  producer.done = done;
  const struct resources resources = modest (1);
  const bool finished = run (producer, &resources, NULL);
  TOGETHER (finished);
  TOGETHER (ranks.rank != 0 || list_answered_once ());
  TOGETHER (ranks.rank != 0 || (asked_for_help > 0) == (ranks.size > 1));
  TOGETHER (ranks.rank != 0 || ranks.size == 1 || (help_called_off && answered_before < QUERIES - 1));
  bool everybody_worked = true;
  for (int r = 1; ranks.rank == 0 && r < ranks.size; r++)
    everybody_worked &= efforts[r].statistics.count[COUNT_works] > 1;
  TOGETHER (everybody_worked || ranks.size > 4);
}

int
main (int argc, char **argv)
{
  alarm (100); /* rather than hang */
  together_begin (argc, argv);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_idle_ranks_help),
  };
  return together_end (cmocka_run_group_tests (tests, NULL, NULL));
}
