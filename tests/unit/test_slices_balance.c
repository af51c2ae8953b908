/* Dealing pairs of slices to ranks: what is dealt comes out even, what would not is solved together, and
 * nothing depends on chance. */
#include "tablebase/slices_balance.h"

#include "support/support.h"

static void test_cases (void **state) {
  (void) state;
  static const struct {
    int count, ranks;
    uint64_t effort[6];
    int rank[6];
  } cases[] = {
    { 5, 2, { 37, 6, 18, 6, 9 }, { 0, 1, 1, 1, 1 } },
    { 4, 2, { 10, 10, 10, 10 }, { 0, 1, 0, 1 } },
    { 2, 2, { 4, 1 }, { BALANCE_TOGETHER, BALANCE_TOGETHER } },
    { 3, 2, { 40, 10, 10 }, { BALANCE_TOGETHER, 0, 1 } },
    { 4, 2, { 0, 10, 0, 10 }, { BALANCE_TOGETHER, 0, BALANCE_TOGETHER, 1 } },
    { 3, 8, { 5, 5, 5 }, { BALANCE_TOGETHER, BALANCE_TOGETHER, BALANCE_TOGETHER } },
    { 2, 1, { 7, 3 }, { 0, 0 } },
    { 1, 3, { 0 }, { BALANCE_TOGETHER } },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int rank[6];
    slices_balance (cases[i].effort, cases[i].count, cases[i].ranks, rank);
    for (int k = 0; k < cases[i].count; k++)
      assert_int_equal (rank[k], cases[i].rank[k]);
  }
}

/* Whatever the efforts: no rank has more than a fifth above the mean. */
static void test_even (void **state) {
  (void) state;
  uint64_t random = 5;
  for (int round = 0; round < 2000; round++) {
    uint64_t effort[12], load[5] = { 0 }, sum = 0;
    int rank[12];
    const int count = 1 + round % 12, ranks = 1 + round % 5;
    for (int i = 0; i < count; i++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      effort[i] = random >> 54;
    }
    slices_balance (effort, count, ranks, rank);
    for (int i = 0; i < count; i++) {
      assert_in_range (rank[i] + 1, 0, ranks);
      if (rank[i] == BALANCE_TOGETHER)
        continue;
      assert_int_not_equal (effort[i], 0);
      load[rank[i]] += effort[i];
      sum += effort[i];
    }
    for (int r = 0; r < ranks; r++)
      assert_true (5 * load[r] * (uint64_t) ranks <= 6 * sum);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_cases), cmocka_unit_test (test_even) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
