/* A certificate in the making: what is open or handed out is never lost, reports of several ranks may
 * overlap, and what is no report is refused wherever it is cut. */
#include "certificate/partial_certificate.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_BYTES = 4 };

static const uint8_t *key_of (int i) {
  static uint8_t key[PACKED_MAX];
  key[0] = (uint8_t) i;
  return key;
}

/* A report: a row of the first key, the other two are open. */
static struct bytes make_report (int row, int one, int two) {
  struct certificate certificate;
  struct bytes report = { .data = NULL };
  const uint16_t move = (uint16_t) (row + 100);
  certificate_begin (&certificate, KEY_BYTES);
  strategy_add (&certificate.strategy[0], key_of (row), ROW_MOVE, &move, 1);
  report_row (&report, &certificate.strategy[0], 0);
  report_open (&report, key_of (one), KEY_BYTES);
  report_open (&report, key_of (two), KEY_BYTES);
  report_end (&report);
  certificate_free (&certificate);
  return report;
}

static size_t hand_out (struct partial_certificate *partial, bool newest, int expected) {
  const size_t place = partial_hand_out (partial, newest);
  assert_true (place != SIZE_MAX);
  assert_memory_equal (partial->out[place].key, key_of (expected), KEY_BYTES);
  return place;
}

static void take (struct partial_certificate *partial, size_t place, int row, int one, int two) {
  struct bytes report = make_report (row, one, two);
  assert_true (partial_take (partial, place, report.data, report.size));
  free (report.data);
}

static void test_nothing_is_lost (void **state) {
  (void) state;
  struct partial_certificate partial;
  partial_begin (&partial, KEY_BYTES, false, 1000);
  key_queue_add (&partial.open[0], key_of (1));
  const size_t first = hand_out (&partial, true, 1);
  assert_int_equal (partial_hand_out (&partial, true), SIZE_MAX);
  assert_int_equal (partial_open (&partial), 1);
  take (&partial, first, 1, 2, 3);
  const size_t newest = hand_out (&partial, true, 3), oldest = hand_out (&partial, false, 2);
  assert_true (partial_take (&partial, newest, NULL, 0)); /* no rank began it */
  take (&partial, oldest, 2, 3, 1);                       /* 1 has a row */
  take (&partial, hand_out (&partial, true, 3), 3, 2, 1);
  assert_int_equal (partial_hand_out (&partial, false), SIZE_MAX);
  assert_true (partial_is_complete (&partial));
  assert_int_equal (partial_rows (&partial), 3);
  partial_free (&partial);
}

static void test_not_handed_out_twice (void **state) {
  (void) state;
  struct partial_certificate partial;
  partial_begin (&partial, KEY_BYTES, false, 1000);
  key_queue_add (&partial.open[0], key_of (1));
  key_queue_add (&partial.open[0], key_of (2));
  key_queue_add (&partial.open[0], key_of (1));
  const size_t one = hand_out (&partial, false, 1), two = hand_out (&partial, false, 2);
  assert_int_equal (partial_hand_out (&partial, false), SIZE_MAX); /* 1 is out */
  assert_true (partial_take (&partial, one, NULL, 0)); /* no thread began it, so it is open again */
  take (&partial, hand_out (&partial, false, 1), 1, 2, 2);
  assert_int_equal (partial_hand_out (&partial, false), SIZE_MAX); /* 2 is out */
  take (&partial, two, 2, 1, 1);
  assert_int_equal (partial_hand_out (&partial, false), SIZE_MAX);
  assert_true (partial_is_complete (&partial));
  partial_free (&partial);
}

/* For threads with nothing else to do, positions are handed out again in turn, but not
 * those that were handed out in this way. */
static void test_handed_out_again (void **state) {
  (void) state;
  struct partial_certificate partial;
  partial_begin (&partial, KEY_BYTES, false, 1000);
  assert_int_equal (partial_hand_out_again (&partial), SIZE_MAX);
  key_queue_add (&partial.open[0], key_of (1));
  key_queue_add (&partial.open[0], key_of (2));
  const size_t one = hand_out (&partial, false, 1), two = hand_out (&partial, false, 2);
  const size_t copies[2] = { partial_hand_out_again (&partial), partial_hand_out_again (&partial) };
  assert_memory_equal (partial.out[copies[0]].key, key_of (1), KEY_BYTES);
  assert_memory_equal (partial.out[copies[1]].key, key_of (2), KEY_BYTES);
  take (&partial, one, 1, 2, 2);
  take (&partial, two, 2, 1, 1);
  assert_int_equal (partial_hand_out_again (&partial), SIZE_MAX);
  assert_false (partial_is_complete (&partial));
  take (&partial, copies[0], 3, 1, 2);
  take (&partial, copies[1], 3, 1, 2);
  assert_int_equal (partial_hand_out (&partial, true), SIZE_MAX); /* what is open has rows */
  assert_true (partial_is_complete (&partial));
  partial_free (&partial);
}

static void test_overlap (void **state) {
  (void) state;
  struct partial_certificate partial;
  partial_begin (&partial, KEY_BYTES, false, 1000);
  key_queue_add (&partial.open[0], key_of (1));
  key_queue_add (&partial.open[0], key_of (2));
  const size_t one = hand_out (&partial, false, 1), two = hand_out (&partial, false, 2);
  take (&partial, one, 7, 1, 2);
  take (&partial, two, 7, 1, 2);
  assert_int_equal (partial_rows (&partial), 1);
  assert_false (partial_is_complete (&partial));
  partial_free (&partial);
}

static void test_no_report (void **state) {
  (void) state;
  struct bytes report = make_report (1, 2, 3);
  uint8_t *longer = allocate (report.size + 1, 1);
  memcpy (longer, report.data, report.size);
  for (size_t size = 1; size <= report.size + 1; size++) {
    struct partial_certificate partial;
    partial_begin (&partial, KEY_BYTES, false, 1000);
    key_queue_add (&partial.open[0], key_of (1));
    assert_int_equal (partial_take (&partial, hand_out (&partial, true, 1), longer, size),
                      size == report.size);
    partial_free (&partial);
  }
  free (longer);
  free (report.data);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_nothing_is_lost),  cmocka_unit_test (test_not_handed_out_twice),
    cmocka_unit_test (test_handed_out_again), cmocka_unit_test (test_overlap),
    cmocka_unit_test (test_no_report),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
