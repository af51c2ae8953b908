/* The tests of the checker catch what they are there for: with each condition of its arguments broken in turn
 * (faults/checker.tsv) something is accepted that is not true, and nothing without a fault. */
#include "certificates/mutations.h"
#include "certificates/table_trials.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

extern int planted_fault;
int planted_fault;

static const struct fault {
  const char *trial, *text;
  bool planted;
} faults[] = {
#include "faults.h"
};

static bool is_caught_by_mutations (bool cyclic) {
  struct tally tally[MUTATIONS] = { { 0, 0, 0, 0 } };
  uint64_t wrong = 0;
  try_mutations (cyclic, 200, true, tally);
  for (int i = 0; i < MUTATIONS; i++)
    wrong += tally[i].wrong;
  return wrong > 0;
}

static bool is_caught (const struct fault *fault) {
  for (int kind = 0; kind < ROW_KINDS; kind++)
    if (strcmp (fault->trial, row_kind_names[kind]) == 0)
      return try_arguments ((enum row_kind) kind, 1500, true).wrong > 0;
  if (strcmp (fault->trial, "rules") == 0)
    return try_endings (100).wrong > 0;
  if (strcmp (fault->trial, "tables") == 0)
    return try_tables (400, true).wrong > 0;
  return is_caught_by_mutations (strcmp (fault->trial, "cyclic") == 0);
}

static void test_sound (void **state) {
  (void) state;
  planted_fault = 0;
  for (int kind = 0; kind < ROW_KINDS; kind++)
    assert_int_equal (try_arguments ((enum row_kind) kind, 4, false).wrong, 0);
  assert_int_equal (try_tables (20, false).wrong, 0);
}

static void test_faults (void **state) {
  int missed = 0;
  (void) state;
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    planted_fault = (int) i + 1;
    if (!faults[i].planted)
      print_message ("not in the checker, or not once: %s\n", faults[i].text);
    else if (!is_caught (&faults[i]))
      print_message ("not caught: %s\n", faults[i].text);
    else
      continue;
    missed++;
  }
  planted_fault = 0;
  assert_int_equal (missed, 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_sound),
    cmocka_unit_test (test_faults),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
