/* The growth that is fitted to a comparison, depths and methods as they are written, and what is expected of
 * plies that are not listed yet. */
#include "analysis/comparison.h"
#include "run/compared_method.h"
#include "run/expected_plies.h"

#include "support/support.h"

#include <math.h>
#include <string.h>

static void test_growth (void **state) {
  (void) state;
  struct comparison_cell cells[6] = { { .searches = 0 } };
  struct growth growth;
  for (int i = 0; i < 6; i++)
    cells[i]
        = (struct comparison_cell){ .depth = i + 1, .searches = 2, .nodes = (uint64_t) (20 * pow (3, i)) };
  assert_true (comparison_growth (cells, 6, &growth));
  assert_int_equal (growth.depths, 6);
  assert_true (fabs (growth.rate - 3) < 1e-6 && growth.lower <= growth.rate && growth.rate <= growth.upper);
  assert_true (growth.upper - growth.lower < 1e-3);
  cells[2].nodes *= 2; /* off the line: the range widens, and holds the rate without it */
  assert_true (comparison_growth (cells, 6, &growth));
  assert_true (growth.lower < 2.9 && growth.upper > 3.1);
  cells[2].unfinished = 1; /* cut off, it says nothing */
  assert_true (comparison_growth (cells, 6, &growth));
  assert_true (growth.depths == 5 && fabs (growth.rate - 3) < 1e-6);
  assert_false (comparison_growth (cells, 2, &growth));
  cells[0].depth = cells[1].depth = cells[2].depth = 0;
  assert_false (comparison_growth (cells, 3, &growth));
}

static void test_groups (void **state) {
  (void) state;
  struct comparison_cell cells[4] = { { .game = "a", .method = "x" },
                                      { .game = "a", .method = "x" },
                                      { .game = "a", .method = "y" },
                                      { .game = "b", .method = "y" } };
  const struct comparison comparison = { .cells = cells, .count = 4 };
  assert_int_equal (comparison_group (&comparison, 0), 2);
  assert_int_equal (comparison_group (&comparison, 2), 1);
  assert_int_equal (comparison_group (&comparison, 3), 1);
}

static void test_texts (void **state) {
  (void) state;
  struct compared_method method;
  struct failure failure = { 0 };
  int first, last;
  assert_true (depths_read ("7", &first, &last, &failure) && first == 7 && last == 7);
  assert_true (depths_read ("2-9", &first, &last, &failure) && first == 2 && last == 9);
  static const char *const bad[] = { "", "-", "0", "3-2", "2-", "-2", "2-9x", "1-251", "two", "2--3" };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    failure = (struct failure){ 0 };
    assert_false (depths_read (bad[i], &first, &last, &failure));
    assert_int_equal (failure.code, EXIT_BAD_DATA);
  }
  failure = (struct failure){ 0 };
  assert_true (compared_method_read ("bns:table=64K,replacement=new,most=5", &method, &failure));
  assert_true (method.method == METHOD_BNS && method.table_given && method.table_bytes == 65536);
  assert_true (method.replacement == REPLACE_NEW && method.most == 5 && method.symmetry);
  assert_true (compared_method_read ("alpha-beta:table=none,symmetry=no,evaluation=zero", &method, &failure));
  assert_true (method.table_given && method.table_bytes == 0 && !method.symmetry);
  assert_string_equal (method.evaluation, "zero");
  assert_true (compared_method_read ("pvs:order=spiral,window=known,threats=no", &method, &failure));
  assert_true (method.method == METHOD_PVS && method.known && !method.threats && method.symmetry);
  assert_string_equal (method.order, "spiral");
  assert_true (compared_method_read ("alpha-beta:relevant=yes", &method, &failure) && method.relevant);
  assert_false (compared_method_read ("bns:window=shut", &method, &failure));
  failure = (struct failure){ 0 };
  assert_false (compared_method_read ("auto", &method, &failure));
}

/* The plies of 4x4 Connect Four from data/layers.csv: the rest is guessed within a factor of two from the
 * ninth on. */
static void test_expected (void **state) {
  (void) state;
  static const double size[]
      = { 1, 4, 16, 52, 160, 436, 1128, 2512, 5084, 9276, 14788, 21720, 26698, 28922, 24912, 18076, 7244 };
  double all = 0;
  for (int i = 0; i < 17; i++)
    all += size[i];
  assert_true (expected_positions (size, 4, 16) < 0);
  double known = 0;
  for (int i = 0; i < 9; i++)
    known += size[i];
  const double guess = known + expected_positions (size, 9, 16);
  assert_true (guess > all / 2 && guess < all * 2);
  assert_true (expected_positions (size, 9, 8) == 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_growth),
    cmocka_unit_test (test_groups),
    cmocka_unit_test (test_texts),
    cmocka_unit_test (test_expected),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
