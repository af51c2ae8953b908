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

int
main (void)
{
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_ledger), cmocka_unit_test (test_ledger_is_bounded),
          cmocka_unit_test (test_journal) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
