/* What people read is laid out for a width (jobs/terminal/text_table.h), and drawn (base/diagram.h). */
#include "terminal/text_table.h"

#include "base/diagram.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static void assert_text (char *text, const char *expected) {
  assert_string_equal (text, expected);
  free (text);
}

static void test_paragraphs (void **state) {
  (void) state;
  assert_text (layout_wrap ("", 0, 2, 40), "");
  assert_text (layout_wrap ("one two three", 0, 2, 9), "one two\n  three");
  assert_text (layout_wrap ("one two", 0, 2, 7), "one two");
  assert_text (layout_wrap ("one  two  ", 0, 2, 40), "one  two");
  assert_text (layout_wrap ("one\ntwo three", 0, 2, 8), "one\ntwo\n  three");
  assert_text (layout_wrap ("W:W21,22,23:B1", 0, 2, 9), "W:W21,22,\n  23:B1");
  assert_text (layout_wrap ("abcdefghij", 0, 2, 4), "abcd\n  ef\n  gh\n  ij");
  assert_text (layout_wrap ("Erdős Erdős", 0, 2, 11), "Erdős Erdős"); /* columns, not bytes */
}

static void test_tables (void **state) {
  (void) state;
  static const struct column columns[]
      = { { "position", -24 }, { "nodes", 8 }, { "why", -20 }, { "moves", -1 } };
  int fitted[4];
  layout_fit (columns, 4, 0, 80, fitted);
  const int wide[] = { -24, 8, -20, -5 };
  assert_memory_equal (fitted, wide, sizeof wide);
  layout_fit (columns, 4, 0, 60, fitted);
  assert_int_equal (fitted[1], 6); /* numbers give way first */
  assert_true (-fitted[0] - fitted[2] + fitted[1] + 6 + 16 <= 60);
  layout_fit (columns, 4, 1 << 2, 50, fitted);
  assert_int_equal (fitted[2], 0); /* left out */
  const char *const texts[] = { "44", "123", "-", "1 2 3" };
  const int narrow[] = { -4, 6, 0, -5 };
  assert_text (layout_row (texts, narrow, 4, 40), "44       123  1 2 3");
  const char *const longer[] = { "444444", "123", "-", "1 2 3" };
  assert_text (layout_row (longer, narrow, 4, 40), "444444\n         123  1 2 3");
  const char *const moves[] = { "44", "123", "-", "11 22 33 44 55 66 77 88 99 11" };
  assert_text (layout_row (moves, narrow, 4, 40),
               "44       123  11 22 33 44 55 66 77 88 99\n              11");
  const int many[] = { -14, 14, 14, 14 };
  assert_text (layout_row (texts, many, 4, 40),
               "44                         123\n                 -           1 2 3");
}

static void test_numbers (void **state) {
  (void) state;
  static const struct {
    uint64_t number;
    int width;
    const char *text;
  } cases[] = { { 0, 6, "0" },
                { 9999, 6, "9999" },
                { 12345, 6, "12 345" },
                { 123456, 6, "123 k" },
                { 123456, 7, "123 456" },
                { 5200000, 8, "5.20 M" },
                { 85900584, 20, "85 900 584" },
                { UINT64_MAX, 30, "18 446 744 073 709 551 615" } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[32];
    layout_number (cases[i].number, cases[i].width, text, sizeof text);
    assert_string_equal (text, cases[i].text);
  }
}

static void test_diagrams (void **state) {
  (void) state;
  struct diagram diagram = { 0 };
  assert_text (diagram_text (&diagram, true), "");
  diagram_add (&diagram, INK_FAINT, " . ");
  diagram_add (&diagram, INK_FIRST, "%c", 'x');
  diagram_add (&diagram, INK_PLAIN, "  \n");
  diagram_add (&diagram, INK_SECOND + INK_LAST, "o");
  assert_text (diagram_text (&diagram, false), " . x\no");
  assert_text (diagram_text (&diagram, true), "\033[0;2m . \033[0;1;31mx\033[0m\n\033[0;1;34;7mo\033[0m");
  diagram_free (&diagram);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_paragraphs),
    cmocka_unit_test (test_tables),
    cmocka_unit_test (test_numbers),
    cmocka_unit_test (test_diagrams),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
