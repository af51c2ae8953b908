/* Quantities as people read them: the unit fits, and no number rounds out of its unit. */
#include "base/quantity_print.h"

#include "support/support.h"

#include <math.h>

struct printed {
  double number;
  const char *text;
};

static void check (void (*print) (double, char *, size_t), const struct printed *cases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    char text[QUANTITY_TEXT];
    print (cases[i].number, text, sizeof text);
    assert_string_equal (text, cases[i].text);
  }
}

#define CHECK(print, cases) check (print, cases, sizeof cases / sizeof *cases)

static void test_counts (void **state) {
  (void) state;
  static const struct printed cases[] = {
    { 0, "0" },
    { 1, "1" },
    { 2474, "2474" },
    { 9999, "9999" },
    { 9999.4, "9999" },
    { 9999.5, "10.0 k" },
    { 12345, "12.3 k" },
    { 99950, "100 k" },
    { 241000, "241 k" },
    { 999499, "999 k" },
    { 999500, "1.00 M" },
    { 5.2e6, "5.20 M" },
    { 9.995e6, "10.0 M" },
    { 834e6, "834 M" },
    { 1.974e9, "1.97 G" },
    { 1.8e19, "18.0 E" },
    { 1e24, "1000000 E" },
    { -3, "0" },
    { NAN, "0" },
    { INFINITY, "0" },
  };
  CHECK (quantity_print_count, cases);
}

static void test_seconds (void **state) {
  (void) state;
  static const struct printed cases[] = {
    { 0, "0 s" },
    { 3.5e-7, "350 ns" },
    { 9.999e-7, "1.0 µs" },
    { 7.71e-05, "77 µs" },
    { 0.0009994, "999 µs" },
    { 0.0009996, "1.0 ms" },
    { 0.01234, "12 ms" },
    { 0.9996, "1.0 s" },
    { 1.3, "1.3 s" },
    { 9.94, "9.9 s" },
    { 9.96, "10 s" },
    { 42.4, "42 s" },
    { 59.4, "59 s" },
    { 59.6, "1 min 0 s" },
    { 245, "4 min 5 s" },
    { 3599, "59 min 59 s" },
    { 3599.6, "1 h 0 min" },
    { 7620, "2 h 7 min" },
    { 7199, "2 h 0 min" },
    { 172800, "2 d 0 h" },
    { 273600, "3 d 4 h" },
    { 1e10, "1.16e+05 d" },
    { -1, "0 s" },
    { NAN, "0 s" },
  };
  CHECK (quantity_print_seconds, cases);
}

static void test_rates (void **state) {
  (void) state;
  static const struct {
    double count, seconds;
    const char *text;
  } cases[] = {
    { 5.2e6, 1, "5.20 M/s" }, { 24, 2, "12/s" }, { 7, 2, "3.5/s" },          { 1, 30, "2.0/min" },
    { 1, 3600, "1.0/h" },     { 0, 3, "0/s" },   { 661502, 0, "-" },         { 1, -1, "-" },
    { 4000, 1, "4000/s" },    { 1, NAN, "-" },   { 123456, 10, "12.3 k/s" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[QUANTITY_TEXT];
    quantity_print_rate (cases[i].count, cases[i].seconds, text, sizeof text);
    assert_string_equal (text, cases[i].text);
  }
}

static void test_shares (void **state) {
  (void) state;
  static const struct {
    double part, whole;
    const char *text;
  } cases[] = {
    { 0, 7, "0 %" },           { 7, 7, "100 %" },         { 1, 3, "33.3 %" },   { 999999, 1000000, "99.9 %" },
    { 4, 10000, "0.04 %" },    { 1, 1000000, "<0.01 %" }, { 1, 1000, "0.1 %" }, { 5, 0, "-" },
    { 2632, 1000, "263.2 %" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[QUANTITY_TEXT];
    quantity_print_share (cases[i].part, cases[i].whole, text, sizeof text);
    assert_string_equal (text, cases[i].text);
  }
}

static void test_between (void **state) {
  (void) state;
  static const struct {
    double least, most;
    const char *text;
  } cases[] = {
    { 180, 290, "3 to 5 min" },
    { 3.2, 9.1, "3 to 10 s" },
    { 0.2, 0.9, "under 1 s" },
    { 12, 130, "under 3 min" },
    { 12, 99, "12 to 99 s" },
    { 120, 120, "2 min" },
    { 7200, 14000, "2 to 4 h" },
    { 86400, 260000, "1 to 4 d" },
    { 10, 1e12, "years" },
    { 0, 0, "under 1 s" },
    { 5, 3, "5 s" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[QUANTITY_TEXT];
    quantity_print_between (cases[i].least, cases[i].most, text, sizeof text);
    assert_string_equal (text, cases[i].text);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_counts), cmocka_unit_test (test_seconds), cmocka_unit_test (test_rates),
    cmocka_unit_test (test_shares), cmocka_unit_test (test_between),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
