/* All methods give the same value: on every board of the m,n,k-game and of its Maker-Breaker game up to 16
 * cells.
 *
 * test_methods_mnk [NAME] */
#include "support/boards.h"

#include <stdio.h>

static void test_boards_mnk (void **state) {
  (void) state;
  for (int cells = 1; cells <= 12; cells++)
    for (int m = 1; m <= cells; m++)
      for (int k = 1; cells % m == 0 && k <= (cells < 10 ? 5 : 4); k++)
        for (int exact = 0; exact < 2; exact++) {
          char title[60];
          snprintf (title, sizeof title, "mnk:%d,%d,%d%s", m, cells / m, k, exact ? ",exact" : "");
          check_board (title);
        }
}

static void test_boards_mnk_16 (void **state) {
  (void) state;
  for (int cells = 13; cells <= 16; cells++)
    for (int m = 1; m * m <= cells; m++)
      for (int k = 3; cells % m == 0 && k <= 4; k++) {
        char title[60];
        snprintf (title, sizeof title, "mnk:%d,%d,%d", cells / m, m, k);
        check_root (title);
        snprintf (title, sizeof title, "mnk:%d,%d,%d,exact", m, cells / m, k);
        if (k == 3 && cells == 16)
          check_root (title);
      }
}

/** The Maker-Breaker game: values, scores and methods as for every game. */
static void test_boards_maker_breaker (void **state) {
  (void) state;
  for (int cells = 1; cells <= 9; cells++)
    for (int m = 1; m <= cells; m++)
      for (int k = 1; cells % m == 0 && k <= 4; k++) {
        char title[60];
        snprintf (title, sizeof title, "mnk:%d,%d,%d,maker-breaker", m, cells / m, k);
        check_board (title);
      }
  const char *const larger[] = { "mnk:4,3,3,maker-breaker", "mnk:3,4,3,maker-breaker",
                                 "mnk:4,3,4,maker-breaker", "mnk:7,2,3,maker-breaker" };
  for (size_t i = 0; i < sizeof larger / sizeof *larger; i++)
    check_root (larger[i]);
}

/** What the two before leave: all boards of 13 to 16 cells both ways up, every k, both rules. Where a line of
 *  three or four can be made, every method; else the searches. */
static void test_boards_mnk_16_all (void **state) {
  (void) state;
  for (int cells = 13; cells <= 16; cells++)
    for (int m = 1; m <= cells; m++)
      for (int k = 1; cells % m == 0 && (k <= m || k <= cells / m); k++)
        for (int exact = 0; exact < 2; exact++) {
          char title[60];
          snprintf (title, sizeof title, "mnk:%d,%d,%d%s", m, cells / m, k, exact ? ",exact" : "");
          if (exact && (k == 3 || k == 4) && m * m <= cells)
            check_root (title);
          else
            check_root_by_search (title);
        }
}

int main (int argc, char **argv) {
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_boards_maker_breaker),
    cmocka_unit_test (test_boards_mnk),
    cmocka_unit_test (test_boards_mnk_16),
    cmocka_unit_test (test_boards_mnk_16_all),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
