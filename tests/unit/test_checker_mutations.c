/* Certificates that were changed: refused, or still true. With `FOLDER TIMES SEED` what is accepted is
 * written there as text, and how many were tried and accepted is printed: second_checker.py. */
#include "certificates/mutations.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static uint64_t refused_of_all[MUTATIONS];

static void try_all (bool cyclic, int times) {
  struct tally tally[MUTATIONS] = { { 0, 0, 0, 0 } };
  uint64_t wrong = 0;
  try_mutations (cyclic, times, false, tally);
  for (int i = 0; i < MUTATIONS; i++) {
    print_message ("%s: %d tried, %d refused, %d accepted and true, %d wrong\n", mutation_names[i],
                   (int) tally[i].tried, (int) tally[i].refused, (int) tally[i].sound, (int) tally[i].wrong);
    wrong += tally[i].wrong;
    refused_of_all[i] += tally[i].refused;
  }
  assert_int_equal (wrong, 0);
}

static void test_acyclic (void **state) {
  (void) state;
  try_all (false, repetitions (80));
}

static void test_cyclic (void **state) {
  (void) state;
  try_all (true, repetitions (200));
}

/* Enough of each class, after the others. */
static void test_enough (void **state) {
  (void) state;
  for (int i = 0; i < MUTATIONS; i++)
    assert_true (refused_of_all[i] >= (uint64_t) repetitions (500));
}

static struct {
  const char *folder;
  int times;
  uint64_t seed;
} wanted;

static void test_write_accepted (void **state) {
  struct tally tally = { 0, 0, 0, 0 };
  (void) state;
  write_accepted (wanted.folder, wanted.times, wanted.seed, &tally);
  print_message ("%d tried, %d refused, %d accepted and true, %d wrong\n", (int) tally.tried,
                 (int) tally.refused, (int) tally.sound, (int) tally.wrong);
  assert_int_equal (tally.wrong, 0);
}

int main (int argc, char **argv) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_acyclic),
    cmocka_unit_test (test_cyclic),
    cmocka_unit_test (test_enough),
  };
  const struct CMUnitTest write[] = { cmocka_unit_test (test_write_accepted) };
  if (argc != 4)
    return cmocka_run_group_tests (tests, NULL, NULL);
  wanted.folder = argv[1];
  wanted.times = atoi (argv[2]);
  wanted.seed = strtoull (argv[3], NULL, 10);
  return cmocka_run_group_tests (write, NULL, NULL);
}
