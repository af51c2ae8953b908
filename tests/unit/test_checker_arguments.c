/* What the checker accepts by an argument is true by full search; full search agrees with the engines. */
#include "certificates/argument_trials.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static void
try_kind (enum row_kind kind, int positions)
{
  const struct tally tally = try_arguments (kind, positions, false);
  print_message ("%s: %d rows tried, %d refused, %d accepted and true, %d wrong\n", row_kind_names[kind],
                 (int) tally.tried, (int) tally.refused, (int) tally.sound, (int) tally.wrong);
  assert_true (tally.sound > 0);
  assert_int_equal (tally.wrong, 0);
}

static void
test_arguments (void **state)
{
  (void) state;
  for (int kind = 0; kind < ROW_KINDS; kind++)
    try_kind ((enum row_kind) kind, repetitions (kind == ROW_STEALING ? 8 : 500));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_arguments),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
