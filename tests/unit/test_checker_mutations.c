/* Certificates that were changed: refused, or still true. */
#include "certificates/mutations.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static void
try_all (bool cyclic, int times)
{
  struct tally tally[MUTATIONS] = { { 0, 0, 0, 0 } };
  uint64_t wrong = 0;
  try_mutations (cyclic, times, false, tally);
  for (int i = 0; i < MUTATIONS; i++) {
    print_message ("%s: %d tried, %d refused, %d accepted and true, %d wrong\n", mutation_names[i],
                   (int) tally[i].tried, (int) tally[i].refused, (int) tally[i].sound, (int) tally[i].wrong);
    wrong += tally[i].wrong;
  }
  assert_int_equal (wrong, 0);
}

static void
test_acyclic (void **state)
{
  (void) state;
  try_all (false, repetitions (80));
}

static void
test_cyclic (void **state)
{
  (void) state;
  try_all (true, repetitions (200));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_acyclic),
    cmocka_unit_test (test_cyclic),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
