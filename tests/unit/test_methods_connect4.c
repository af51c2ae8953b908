/* All methods give the same value: on every board of Connect Four up to 16 cells. */
#include "support/boards.h"

#include <stdio.h>

static void test_boards_connect4 (void **state) {
  (void) state;
  for (int width = 1; width <= 16; width++)
    for (int height = 1; width * height <= 16; height++) {
      char title[60];
      snprintf (title, sizeof title, "connect4:%dx%d", width, height);
      if (width * height <= 12)
        check_board (title);
      else
        check_root (title);
    }
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_boards_connect4) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
