/* Where one of several threads of proof-number search descends (search/proof_number.h). */
#define GAME_BITS 64
#define GAME_COUNTS_EFFORT 1
#include "games/connect4/connect4_rules.h"
#include "games/connect4/connect4_knowledge.h"
#include "games/connect4/search_key.h"

#include "game_defaults.h"
#include "search/searcher.h"

#include "search/proof_number.h"

#include "support/support.h"

static struct proof_child child (uint32_t proof, unsigned threads, int order) {
  return (struct proof_child){ .numbers = { proof, proof == 0 ? PROOF_INFINITE : 10, 0 },
                               .threads = (uint16_t) threads,
                               .order = order };
}

/** Each thread below a child makes it less attractive; the numbers of the node do not depend on threads. */
static void test_penalties (void **state) {
  (void) state;
  (void) proof_search;
  for (unsigned threads = 0; threads < 1000; threads++) {
    struct proof_child less = child (100, threads, 0), more = child (100, threads + 1, 1);
    assert_true (proof_virtual (&less) < proof_virtual (&more));
    struct proof_child children[] = { more, less };
    const struct proof_choice choice = proof_choose (children, 2, 0, false);
    assert_ptr_equal (choice.first, &children[1]);
    assert_int_equal (choice.second, proof_virtual (&more));
    assert_int_equal (choice.numbers.proof, 100);
    assert_int_equal (choice.numbers.disproof, 11);
  }
}

/** However many threads there are, no open child is taken for an answer. */
static void test_large (void **state) {
  (void) state;
  struct proof_child children[] = { child (PROOF_INFINITE - 1, SEARCH_BUSY - 1, 0) };
  assert_int_equal (proof_virtual (&children[0]), PROOF_INFINITE - 1);
  assert_ptr_equal (proof_choose (children, 1, 0, false).first, &children[0]);
}

/** A child that answers the question is the choice, although the thread that has answered it is still there:
 *  its move is the one that is published. */
static void test_answer_of_another (void **state) {
  (void) state;
  struct proof_child children[] = { child (0, 1, 0), child (1, 0, 1) };
  const struct proof_choice choice = proof_choose (children, 2, 0, false);
  assert_int_equal (choice.numbers.proof, 0);
  assert_ptr_equal (choice.first, &children[0]);
}

/** Without a limit, a move of an attack that has been harder to refute may cost more; what is answered comes
 * first all the same, and what fails last. */
static void test_promise (void **state) {
  (void) state;
  struct proof_child children[] = { child (200, 0, 0), child (100, 0, 1), child (PROOF_INFINITE, 0, 2) };
  children[0].numbers.disproof = 900; /* 200 / 30 is less than 100 / sqrt (10) */
  children[2].numbers.disproof = 0;
  const struct proof_choice choice = proof_choose (children, 3, 0, true);
  assert_ptr_equal (choice.first, &children[0]);
  assert_int_equal (choice.second, 32);
  assert_int_equal (choice.numbers.proof, 100);
  assert_ptr_equal (proof_choose (children, 3, 0, false).first, &children[1]);
  children[1] = child (0, 0, 1);
  assert_ptr_equal (proof_choose (children, 3, 0, true).first, &children[1]);
}

static void check_effort (int target, struct proof_numbers numbers, uint64_t nodes, uint32_t proof,
                          uint32_t disproof) {
  proof_count_effort ((struct proof_question){ .target = (int8_t) target }, nodes, &numbers);
  assert_int_equal (numbers.proof, proof);
  assert_int_equal (numbers.disproof, disproof);
}

/** What an attack has cost is a lower bound of its number, whichever side is to move; an answer stays one. */
static void test_effort (void **state) {
  (void) state;
  const uint64_t nodes = 10 * (uint64_t) PROOF_EFFORT;
  check_effort (1, (struct proof_numbers){ 5, 7, 0 }, nodes, 10, 7);
  check_effort (0, (struct proof_numbers){ 5, 7, 0 }, nodes, 5, 10);
  check_effort (1, (struct proof_numbers){ 11, 7, 0 }, nodes, 11, 7);
  check_effort (1, (struct proof_numbers){ 0, PROOF_INFINITE, 0 }, nodes, 0, PROOF_INFINITE);
  check_effort (0, (struct proof_numbers){ PROOF_INFINITE, 0, 0 }, nodes, PROOF_INFINITE, 0);
  check_effort (1, (struct proof_numbers){ 5, 7, 0 }, UINT64_MAX, PROOF_INFINITE - 1, 7);
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_penalties), cmocka_unit_test (test_large),
                                      cmocka_unit_test (test_answer_of_another),
                                      cmocka_unit_test (test_promise), cmocka_unit_test (test_effort) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
