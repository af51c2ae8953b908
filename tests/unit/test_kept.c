/* What is kept for another run, in memory: the ledger of findings and the journal of answers. */
#include "support/kept.h"

#include <stdlib.h>
#include <string.h>

/* ---- the ledger ---- */

static void
test_ledger (void **state)
{
  (void) state;
  const struct subject a = subject_named ("a"), b = subject_named ("b"), c = subject_named ("c");
  struct ledger *ledger = ledger_create (10000);
  struct finding light = finding_of (1, LEDGER_LEAST - 1), heavy = finding_of (1, LEDGER_LEAST);
  ledger_add (ledger, &a, &light, 1);
  assert_int_equal (sum_of (ledger, &a).count, 0);
  ledger_add (ledger, &a, &heavy, 1);
  ledger_add (ledger, &b, &heavy, 1);
  assert_int_equal (sum_of (ledger, &a).count, 1);
  assert_int_equal (sum_of (ledger, &b).count, 1);
  assert_int_equal (sum_of (ledger, &c).count, 0);

  /* The same position again: both bounds hold; another depth replaces a smaller one. */
  heavy.bounds = (struct bounds){ 0, 1 };
  ledger_add (ledger, &a, &heavy, 1);
  size_t count;
  const struct entry *entries = ledger_entries (ledger, &count);
  assert_int_equal (count, 2);
  assert_true (entries[0].finding.bounds.lower == 0 && entries[0].finding.bounds.upper == 0);
  heavy.depth = 6;
  ledger_add (ledger, &a, &heavy, 1);
  heavy.depth = 4;
  heavy.bounds = (struct bounds){ 1, 1 };
  ledger_add (ledger, &a, &heavy, 1);
  entries = ledger_entries (ledger, &count);
  assert_true (entries[0].finding.bounds.lower == 0 && entries[0].finding.depth == 6);

  ledger_forget (ledger, &a);
  assert_int_equal (sum_of (ledger, &a).count, 0);
  assert_int_equal (sum_of (ledger, &b).count, 1);
  ledger_add (ledger, &c, &heavy, 1); /* in the place of a */
  assert_int_equal (sum_of (ledger, &c).count, 1);
  assert_int_equal (sum_of (ledger, &a).count, 0);
  ledger_destroy (ledger);
}

/* However many come, the heaviest stay. */
static void
test_ledger_is_bounded (void **state)
{
  (void) state;
  enum { CAPACITY = 5000, FINDINGS = 200000 };
  const struct subject subject = subject_named ("a");
  struct ledger *ledger = ledger_create (CAPACITY);
  uint64_t random = 1, *works = allocate (FINDINGS, sizeof *works);
  for (uint32_t i = 0; i < FINDINGS; i++) {
    works[i] = LEDGER_LEAST * (uint64_t) 1000000 / (uint64_t) (1 + random_below (&random, 1000000));
    const struct finding finding = finding_of (i, works[i]);
    ledger_add (ledger, &subject, &finding, 1);
  }
  size_t count, worth = 0;
  const struct entry *entries = ledger_entries (ledger, &count);
  assert_true (count <= CAPACITY && count > CAPACITY / 2);
  const uint64_t least = ledger_least (ledger);
  for (uint32_t i = 0; i < FINDINGS; i++)
    worth += works[i] >= least;
  assert_int_equal (count, worth); /* all of them and no others */
  for (size_t i = 0; i < count; i++) {
    uint32_t number;
    memcpy (&number, entries[i].finding.key, sizeof number);
    assert_true (entries[i].finding.work == works[number] && works[number] >= least);
  }
  free (works);
  ledger_destroy (ledger);
}

/* ---- the journal ---- */

static void
test_journal (void **state)
{
  (void) state;
  enum { QUESTIONS = 3000 };
  struct journal *journal = journal_create ();
  for (int i = 0; i < QUESTIONS; i++) {
    const struct work work = question (i);
    const struct result answer = reply (i);
    assert_null (journal_find (journal, &work));
    journal_add (journal, &work, &answer);
    journal_add (journal, &work, &answer);
  }
  size_t count;
  journal_answers (journal, &count);
  assert_int_equal (count, QUESTIONS);
  for (int i = 0; i < QUESTIONS; i++)
    check_reply (journal, i);

  /* Whatever a question says makes it another one; its number does not. */
  struct work works[8];
  for (int i = 0; i < 8; i++)
    works[i] = question (1);
  works[0].method = METHOD_MINIMAX;
  works[1].strong = true;
  works[2].window.lower = 0;
  works[3].depth = 3;
  works[4].node_limit = 9;
  works[5].start = true;
  works[6].game[9] = '7';
  works[7].key[0] = 200, works[7].key[2] = 1;
  for (int i = 0; i < 8; i++)
    assert_null (journal_find (journal, &works[i]));
  assert_null (journal_proof (journal));
  journal_destroy (journal);
}

/* What a question cost before it was cut off is in its answer, when that comes, whichever run it is of. */
static void
test_costs (void **state)
{
  (void) state;
  size_t count;
  struct journal *journal = journal_create ();
  const struct work cut_off = question (1), other = question (2);
  const struct result cost = { .nodes = 70, .looks = 7, .seconds = 0.5 }, nothing = { .nodes = 0 };
  struct result answer = reply (3);
  journal_spend (journal, &cut_off, &cost, false);
  journal_spend (journal, &cut_off, &cost, false);
  journal_spend (journal, &other, &nothing, false);
  journal_add_cost (journal, &cut_off, &answer); /* asked twice in one run: two answers, each with its cost */
  assert_int_equal (answer.nodes, reply (3).nodes);
  const struct kept_cost *costs = journal_costs (journal, &count);
  assert_int_equal (count, 1);
  struct kept_cost kept = *costs;
  journal_destroy (journal);

  kept.nodes_now = kept.looks_now = 0;
  kept.seconds_now = 0;
  journal = journal_create ();
  journal_restore_cost (journal, &kept);
  journal_spend (journal, &cut_off, &cost, true); /* as endgame tables for it */
  journal_spend (journal, &cut_off, &cost, false);
  journal_add_cost (journal, &cut_off, &answer);
  assert_int_equal (answer.nodes, reply (3).nodes + 3 * 70);
  assert_int_equal (answer.looks, reply (3).looks + 3 * 7);
  assert_true (answer.seconds > reply (3).seconds + 1.4 && answer.seconds < reply (3).seconds + 1.6);
  assert_int_equal (journal_costs (journal, &count)->nodes, 4 * 70);
  journal_add (journal, &cut_off, &answer);
  journal_costs (journal, &count);
  assert_int_equal (count, 0);
  assert_int_equal (journal_find (journal, &cut_off)->nodes, answer.nodes);
  journal_destroy (journal);
}

int
main (void)
{
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_ledger), cmocka_unit_test (test_ledger_is_bounded),
          cmocka_unit_test (test_journal), cmocka_unit_test (test_costs) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
