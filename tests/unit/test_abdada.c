/* What threads tell each other (search/abdada.h): where they expect a move to answer a node, on lines that
 * one can work out by hand, and marks. */
#define GAME_BITS 64
#include "games/connect4/connect4_rules.h"
#include "games/connect4/connect4_knowledge.h"
#include "games/connect4/search_key.h"

#include "game_defaults.h"
#include "search/searcher.h"

#include "search/abdada.h"

#include "support/support.h"

/** Expects the node at the end of a path a move to answer it? failed[i]: moves of the node at ply i that have
 *  failed. */
static bool expects (const int *failed, int plies) {
  static struct search search = { .threads = 2 };
  struct frame path[ABDADA_GUESSED + 2] = { { .key = NULL } };
  struct searcher s = { .search = &search, .path = path };
  struct key key = { 0 };
  bool expected = false;
  for (int ply = 0; ply < plies; ply++) {
    abdada_on_the_way (&s, &key, 0, 1, ply);
    expected = abdada_expects_answer (&s, ply, failed[ply]);
  }
  return expected;
}

static void test_expects (void **state) {
  (void) state;
  /* The first child of a node that a move answers is the one that answers it: nothing answers the child. */
  assert_true (expects ((int[]){ 1, 1 }, 2));
  assert_false (expects ((int[]){ 1, 0, 1 }, 3));
  assert_true (expects ((int[]){ 1, 0, 1, 1 }, 4));
  /* A late child of a node that has an answer is a wrong move, so it is answered itself. */
  assert_true (expects ((int[]){ 1, 3, 1 }, 3));
  /* The root may be either until moves have failed; then they all do. */
  assert_false (expects ((int[]){ 0 }, 1));
  assert_false (expects ((int[]){ 1 }, 1));
  assert_false (expects ((int[]){ 4 }, 1));
}

/** The more moves have failed, the less one expects the next to answer. */
static void test_monotonic (void **state) {
  (void) state;
  for (int above = 0; above < 8; above++)
    for (int failed = 0; failed < 20; failed++)
      assert_false (!expects ((int[]){ 0, above, failed }, 3)
                    && expects ((int[]){ 0, above, failed + 1 }, 3));
}

/** Far from the root nothing is guessed. */
static void test_far (void **state) {
  (void) state;
  const int failed[ABDADA_GUESSED + 1] = { 1, 1 };
  assert_false (expects (failed, ABDADA_GUESSED + 1));
}

/** From 16 threads on, the more threads, the more nodes between two looks, always a power of two: the search
 * takes them for a mask. */
static void test_nodes_between (void **state) {
  (void) state;
  uint64_t before = 16;
  for (int threads = 16; threads <= 1024; threads++) {
    const uint64_t now = abdada_nodes_between (threads, false);
    assert_true (now >= before && (now & (now - 1)) == 0);
    before = now;
  }
  assert_int_equal (abdada_nodes_between (2, false), 64);
  assert_int_equal (abdada_nodes_between (16, false), 16);
  assert_int_equal (abdada_nodes_between (127, false), 16);
  assert_int_equal (abdada_nodes_between (128, false), 32);
  assert_int_equal (abdada_nodes_between (256, false), 64);
  assert_int_equal (abdada_nodes_between (16, true), 64);
}

/** Where the same side is to move after a move, what is expected stays; else it turns round. */
static void test_same_side (void **state) {
  (void) state;
  static struct search search = { .threads = 2 };
  struct frame path[3] = { { .key = NULL } };
  struct searcher s = { .search = &search, .path = path };
  struct key key = { 0 };
  for (int sign = -1; sign <= 1; sign += 2) {
    abdada_on_the_way (&s, &key, 0, 1, 0);
    abdada_expects_answer (&s, 0, 3); /* most likely no move answers */
    abdada_take_move (&s, 0, false, sign);
    abdada_on_the_way (&s, &key, 0, 1, 1);
    assert_int_equal (abdada_expects_answer (&s, 1, 0), sign < 0);
  }
}

/** A mark is taken away by the thread that set it. */
static void test_marks (void **state) {
  (void) state;
  static struct search search = { .threads = 2 };
  const uint64_t mark = UINT64_C (12345) << 16, other = mark + (SEARCH_BUSY << 16);
  assert_true (abdada_enter (&search, mark));
  assert_false (abdada_enter (&search, mark));
  assert_true (abdada_busy (&search, mark));
  assert_true (abdada_enter (&search, other)); /* the list is lossy */
  assert_false (abdada_busy (&search, mark));
  abdada_leave (&search, mark);
  assert_true (abdada_busy (&search, other));
  abdada_leave (&search, other);
  assert_false (abdada_busy (&search, other));
}

/** Threads that search a position are counted; the list stays lossy. */
static void test_counts (void **state) {
  (void) state;
  static struct search search = { .threads = 2 };
  const uint64_t mark = UINT64_C (12345) << 16, other = mark + (SEARCH_BUSY << 16),
                 neighbour = mark + (1 << 16);
  for (unsigned threads = 1; threads <= 3; threads++) {
    abdada_recount (&search, mark, false);
    assert_int_equal (abdada_threads (&search, mark), threads);
  }
  abdada_recount (&search, neighbour, false);
  abdada_recount (&search, mark, true);
  assert_int_equal (abdada_threads (&search, mark), 2);
  abdada_recount (&search, other, true); /* not in the list */
  assert_int_equal (abdada_threads (&search, mark), 2);
  abdada_recount (&search, other, false);
  assert_int_equal (abdada_threads (&search, other), 1);
  assert_false (abdada_busy (&search, mark));
  abdada_recount (&search, mark, true); /* it has lost the slot */
  assert_int_equal (abdada_threads (&search, other), 1);
  for (unsigned threads = 0; threads < 1000; threads++)
    abdada_recount (&search, other, false);
  assert_int_equal (abdada_threads (&search, other), 255); /* the most that fits */
  assert_int_equal (abdada_threads (&search, neighbour), 1);
}

/* Of several hosts on one position, the first stays, in whatever order they hear of each other. */
static void test_marks_of_hosts (void **state) {
  (void) state;
  static struct search search = { .threads = 1, .host = 1, .replication = (struct replication *) &search };
  const uint64_t mark = UINT64_C (12345) << 16, of_first = abdada_of_host (mark, 0),
                 of_third = abdada_of_host (mark, 2);
  assert_true (abdada_enter (&search, mark));
  abdada_enter_other (&search, of_third);
  assert_false (abdada_is_taken (&search, mark));
  abdada_enter_other (&search, of_first);
  assert_true (abdada_is_taken (&search, mark) && abdada_busy (&search, mark));
  abdada_leave (&search, mark); /* which is another's now */
  abdada_leave_other (&search, of_third);
  assert_true (abdada_is_taken (&search, mark));
  abdada_leave_other (&search, of_first);
  assert_false (abdada_busy (&search, mark));
  abdada_enter_other (&search, of_third);
  assert_false (abdada_enter (&search, mark));
  abdada_leave_other (&search, of_third);
  assert_true (abdada_enter (&search, mark));
}

/* What a thread joins if all are busy: its own host, then its group. */
static void test_nearness (void **state) {
  (void) state;
  struct replication groups = { .host = 5, .hosts = 12, .group = 4 };
  static struct search search = { .threads = 1, .host = 5 };
  const uint64_t mark = UINT64_C (12345) << 16;
  abdada_enter_other (&search, abdada_of_host (mark, 9));
  assert_int_equal (abdada_nearness (&search, mark), 2); /* one host */
  search.replication = &groups;
  assert_int_equal (abdada_nearness (&search, mark), 0);
  abdada_enter_other (&search, abdada_of_host (mark, 4));
  assert_int_equal (abdada_nearness (&search, mark), 1);
  abdada_leave_other (&search, abdada_of_host (mark, 4));
  assert_true (abdada_enter (&search, mark));
  assert_int_equal (abdada_nearness (&search, mark), 2);
  abdada_leave (&search, mark);
}

int main (void) {
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_expects),   cmocka_unit_test (test_monotonic),
          cmocka_unit_test (test_far),       cmocka_unit_test (test_nodes_between),
          cmocka_unit_test (test_same_side), cmocka_unit_test (test_marks),
          cmocka_unit_test (test_counts),    cmocka_unit_test (test_marks_of_hosts),
          cmocka_unit_test (test_nearness) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
