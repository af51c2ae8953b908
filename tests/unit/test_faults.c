/* The comparisons of methods and of symmetries catch what they are there for: on engines with a planted fault
 * they must find a difference, and none on the engine without. (A wrong symmetry seldom changes a value:
 * small boards forgive much. It is the comparison of keys that finds it.) */
#include "search/table.h"

#include "support/support.h"

#include <stdlib.h>

extern const struct engine fault_engine_0, fault_engine_1, fault_engine_2, fault_engine_3;

static const char *const boards[] = { "3,3,3", "4,3,3", "4,4,3", "4,4,3,exact", "5,4,3,exact" };

/** Positions early in the game whose score by `method` of `engine` differs from that by null-window search
 *  of the sound engine (scores are more sensitive than values). */
static int count_differences (const struct engine *engine, enum method method) {
  int differences = 0;
  uint64_t random = 5;
  for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
    struct game sound, other;
    struct failure failure = { 0 };
    char text[2000];
    assert_int_equal (fault_engine_0.open (&sound, boards[b], &failure), OPENING_DONE);
    assert_int_equal (engine->open (&other, boards[b], &failure), OPENING_DONE);
    struct position *same = position_allocate (&other);
    for (int i = 0; i < 80; i++) {
      struct position *position = random_position (&sound, &random, i % 8, text);
      assert_true (position_parse (&other, text, same, &failure));
      const struct result right = ask (&sound, position, METHOD_NULL_WINDOW, true, 1);
      const struct result tried = ask (&other, same, method, true, 1);
      assert_true (right.solved);
      differences += !tried.solved || tried.bounds.lower != right.bounds.lower;
      free (position);
    }
    free (same);
    engine_close (&sound);
    engine_close (&other);
  }
  return differences;
}

static void test_sound (void **state) {
  (void) state;
  assert_int_equal (count_differences (&fault_engine_0, METHOD_ALPHA_BETA), 0);
}

static void test_short_keys (void **state) {
  (void) state;
  assert_true (count_differences (&fault_engine_1, METHOD_NULL_WINDOW) > 0);
}

static void test_wrong_symmetry (void **state) {
  (void) state;
  struct game game;
  struct failure failure = { 0 };
  assert_int_equal (fault_engine_0.open (&game, "4,4,4", &failure), OPENING_DONE);
  assert_int_equal (symmetry_differences (&game, 200, 1), 0);
  engine_close (&game);
  assert_int_equal (fault_engine_2.open (&game, "4,4,4", &failure), OPENING_DONE);
  assert_true (symmetry_differences (&game, 200, 1) > 0);
  engine_close (&game);
}

static void test_flipped_entry (void **state) {
  (void) state;
  assert_true (count_differences (&fault_engine_3, METHOD_NULL_WINDOW) > 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_sound),
    cmocka_unit_test (test_short_keys),
    cmocka_unit_test (test_wrong_symmetry),
    cmocka_unit_test (test_flipped_entry),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
