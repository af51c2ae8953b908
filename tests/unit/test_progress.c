/* The progress line by itself: what is left out when it does not fit, and what is said of the end. */
#include "terminal/progress.h"

#include "support/support.h"

#include <string.h>

static struct progress some_progress (void) {
  struct progress progress;
  progress_begin (&progress, true, true);
  progress_task (&progress, "nodes", "verify");
  progress_now (&progress, "mnk:6,6,5");
  strcpy (progress.proven, "draw or win");
  progress.done = 12;
  progress.total = 47;
  progress.things = "boards";
  progress.count = 30000000;
  progress.running = 22000000;
  progress.table_fill = 0.123;
  progress.begun = 90;
  progress.task_begun = 100;
  return progress;
}

static void test_parts (void **state) {
  (void) state;
  char text[600];
  struct progress progress = some_progress ();
  progress.first = progress.marks[0] = progress.marks[1] = (struct progress_mark){ 100, 0 };
  progress_line (&progress, 110, 0, text, sizeof text);
  assert_string_equal (text, "verify: mnk:6,6,5, draw or win, 12 of 47 boards, 52.0 M nodes, 5.20 M nodes/s, "
                             "table 12 % full, 20 s, about 24 to 36 s left");
  progress = (struct progress){ .unit = "nodes", .things = "", .share = -1, .table_fill = -1 };
  strcpy (progress.task, "solve connect4:7x6");
  progress_line (&progress, 1.3, 0, text, sizeof text);
  assert_string_equal (text, "solve connect4:7x6, 1.3 s"); /* no rate of nothing */
}

/* What matters least goes first, and the line never is wider. */
static void test_width (void **state) {
  (void) state;
  struct progress progress = some_progress ();
  progress.first = progress.marks[0] = progress.marks[1] = (struct progress_mark){ 100, 0 };
  static const struct {
    size_t width;
    const char *text;
  } cases[] = {
    { 79, "verify: mnk:6,6,5, draw or win, 12 of 47 boards, about 24 to 36 s left" },
    { 88, "verify: mnk:6,6,5, draw or win, 12 of 47 boards, 5.20 M nodes/s, about 24 to 36 s left" },
    { 50, "verify: mnk:6,6,5, draw or win, 12 of 47 boards" },
    { 31, "verify: mnk:6,6,5, draw or win" },
    { 20, "verify: mnk:6,6,5..." },
    { 2, ".." },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[600];
    progress_line (&progress, 110, cases[i].width, text, sizeof text);
    assert_string_equal (text, cases[i].text);
  }
  for (size_t width = 1; width < 200; width++) {
    char text[600];
    progress_line (&progress, 110, width, text, sizeof text);
    assert_true (strlen (text) <= width);
  }
}

/* One of 100 pieces a second; then, from the fiftieth on, only one in two seconds. */
static void test_end (void **state) {
  (void) state;
  struct progress progress = some_progress ();
  double least, most;
  progress.total = 100;
  progress.first = (struct progress_mark){ 0, 0 };
  for (int second = 1; second <= 50; second++) {
    progress.done = (uint64_t) second - 1;
    progress_look (&progress, second);
    if (second < 3)
      assert_false (progress_left (&progress, second, &least, &most)); /* too early to tell */
  }
  assert_true (progress_left (&progress, 50, &least, &most));
  assert_true (least > 40 && least < 51 && most > 51 && most < 65);
  for (int second = 52; second <= 100; second += 2) {
    progress.done++;
    progress_look (&progress, second);
  }
  assert_int_equal (progress.done, 74);
  assert_true (progress_left (&progress, 100, &least, &most)); /* 26 are left: 34 s or 52 s */
  assert_true (least > 25 && least < 35 && most > 45 && most < 70);
  progress.done = progress.total;
  assert_false (progress_left (&progress, 101, &least, &most));
  /* As long as nothing more gets done, nothing is said. */
  progress.marks[0].share = progress.marks[1].share = 0.5;
  progress.done = 50;
  assert_false (progress_left (&progress, 200, &least, &most));
}

/* A share that is not that of the things counted; what is done when the task begins is no speed. */
static void test_share (void **state) {
  (void) state;
  struct progress progress = some_progress ();
  double least, most;
  progress.share = 0.5;
  progress_look (&progress, 10);
  progress.share = 0.6;
  for (int second = 11; second <= 20; second++)
    progress_look (&progress, second);
  assert_true (progress.first.share == 0.5);
  progress.marks[0] = progress.first;
  assert_true (progress_left (&progress, 20, &least, &most));
  assert_true (least > 30 && most < 50);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_parts),
    cmocka_unit_test (test_width),
    cmocka_unit_test (test_end),
    cmocka_unit_test (test_share),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
