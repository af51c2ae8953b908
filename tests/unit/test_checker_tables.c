/* Endgame tables in the checker: it finds every position of them, accepts what is right, in any number of
 * threads, and of what was changed nothing that is wrong. */
#include "certificates/table_trials.h"

#include "support/support.h"

#include <omp.h>
#include <string.h>

static void test_right_tables (void **state) {
  static const struct {
    const char *title;
    int pieces;
  } tables[] = {
    { "draughts:4x4", 8 }, { "draughts:4x4,rules=seed", 4 }, { "draughts:6x6", 3 }, { "draughts:8x8", 2 }
  };
  (void) state;
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    for (int threads = 1; threads <= 2; threads++) {
      struct array_game game;
      struct endgame_tables read;
      struct array_position wrong;
      uint64_t positions, checked;
      trial_tables_open (tables[i].title, tables[i].pieces, &game, &read, &positions);
      omp_set_num_threads (threads);
      assert_true (endgame_tables_hold (&read, &checked, &wrong));
      assert_int_equal (checked, positions);
      trial_tables_close (&game, &read);
    }
}

/* A wrong number of plies is refused even if it leaves all values right. */
static void test_wrong_tables (void **state) {
  (void) state;
  const struct tally tally = try_tables (repetitions (1500), false);
  print_message ("%d tried, %d refused, %d accepted, %d judged wrongly\n", (int) tally.tried,
                 (int) tally.refused, (int) tally.sound, (int) tally.wrong);
  assert_int_equal (tally.wrong, 0);
  assert_true (tally.refused >= (uint64_t) repetitions (500));
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_right_tables),
    cmocka_unit_test (test_wrong_tables),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
