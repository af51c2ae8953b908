/* All methods give the same value as a plain minimax over the plain rules, and the same score: on each board
 * that the plain rules of a game call small enough. Boards of single games by the hundred:
 * test_methods_NAME.c. */
#include "support/boards.h"

static void test_boards (void **state) {
  (void) state;
  for (const char *const *board = solved_boards (); *board != NULL; board++)
    check_board (*board);
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_boards) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
