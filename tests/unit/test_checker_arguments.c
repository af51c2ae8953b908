/* What the checker accepts by an argument is true by full search; full search agrees with the engines. */
#include "certificates/argument_trials.h"

#include "certificate/leaf_arguments.h"
#include "certificate/plan_search.h"
#include "checker/alignment.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static void try_kind (enum row_kind kind, int positions) {
  const struct tally tally = try_arguments (kind, positions, false);
  print_message ("%s: %d rows tried, %d refused, %d accepted and true, %d wrong\n", row_kind_names[kind],
                 (int) tally.tried, (int) tally.refused, (int) tally.sound, (int) tally.wrong);
  if (kind == ROW_UPWARDS) /* no longer checked */
    assert_int_equal (tally.refused, tally.tried);
  else
    assert_true (tally.sound > 0);
  assert_int_equal (tally.wrong, 0);
}

static void test_arguments (void **state) {
  (void) state;
  for (int kind = 0; kind < ROW_KINDS; kind++)
    try_kind ((enum row_kind) kind, repetitions (kind == ROW_STEALING ? 8 : 500));
}

/* The position after moves by columns from 1, each a digit. */
static void play_columns (const struct array_game *game, const char *moves, struct array_position *position) {
  game->rules->unpack (game, NULL, position);
  for (; *moves != 0; moves++) {
    int cell = *moves - '1';
    while (position->cell[cell] != 0)
      cell += game->columns;
    place_stone (position, cell);
  }
}

/* A plan holds for the bound that it reaches, and not without its cells. */
static void test_plan (void **state) {
  struct array_game game;
  struct array_position position;
  uint16_t number[TRIAL_NUMBERS];
  uint64_t nodes = 0;
  const struct plan_effort effort = { .tries = 50, .steps = 2000 };
  (void) state;
  assert_true (array_game_open (&game, "connect4", "4x4", "standard"));
  struct plan_search *plans = plan_search_create (&game);
  play_columns (&game, "2", &position);
  struct argument a = {
    .game = &game, .position = &position, .mark = 2, .number = number, .nodes = &nodes, .has_row = has_no_row
  };
  assert_true (find_plan (plans, &a, number, &effort));
  assert_null (check_plan (&a));
  assert_true (nodes > 0 && nodes <= PLAN_POSITIONS);
  a.bound = 1;
  assert_non_null (check_plan (&a));
  a.bound = a.numbers = 0;
  assert_non_null (check_plan (&a));
  plan_search_destroy (plans);
  array_game_close (&game);
}

/* A plan that would hold, but meets too many positions. */
static void test_plan_too_long (void **state) {
  struct array_game game;
  struct array_position position;
  uint16_t number[TRIAL_NUMBERS];
  uint64_t nodes = 0;
  (void) state;
  assert_true (array_game_open (&game, "connect4", "7x6", "standard"));
  play_columns (&game, "", &position);
  for (int cell = 0; cell < game.cells; cell++)
    number[cell] = (uint16_t) cell;
  const struct argument a = { .game = &game,
                              .position = &position,
                              .mark = 2,
                              .bound = -1,
                              .number = number,
                              .numbers = (size_t) game.cells,
                              .nodes = &nodes,
                              .has_row = has_no_row };
  const char *reason = check_plan (&a);
  assert_non_null (reason);
  assert_non_null (strstr (reason, "more nodes"));
  array_game_close (&game);
}

/* The first player wins with an odd threat in the fifth column: there he claims the cells with an odd
 * distance to the top, in each other column those with an even one. */
static void test_plan_for_odd_threat (void **state) {
  static const char *const moves[] = { "12613616641361164324334", "712276666436214" };
  struct array_game game;
  struct array_position position;
  uint16_t number[TRIAL_NUMBERS];
  uint64_t nodes = 0;
  (void) state;
  assert_true (array_game_open (&game, "connect4", "7x6", "standard"));
  for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
    struct argument a = { .game = &game,
                          .position = &position,
                          .mark = 1,
                          .bound = 1,
                          .number = number,
                          .nodes = &nodes,
                          .has_row = has_no_row };
    play_columns (&game, moves[i], &position);
    assert_int_equal (propose_argument (&a, NULL, number), ROW_PLAN);
    assert_null (check_plan (&a));
  }
  array_game_close (&game);
}

/* Tiles that cover every line, and the same ones where two of them share a cell. */
static void test_shared_cell (void **state) {
  static const uint16_t apart[] = { 0, 1, 2, 3 }, sharing[] = { 0, 1, 1, 2 };
  static const uint16_t tiles[] = { 2, 0, 1, 1, 3, 2, 2, 3, 1, 3 },
                        shared[] = { 2, 0, 1, 1, 3, 2, 1, 2, 1, 3 };
  const uint16_t *const numbers[] = { apart, tiles, sharing, shared };
  struct array_game game;
  struct array_position position;
  (void) state;
  assert_true (array_game_open (&game, "mnk", "4,1,4", "standard"));
  game.rules->unpack (&game, NULL, &position);
  for (int i = 0; i < 4; i++) {
    const struct argument a = {
      .game = &game, .position = &position, .mark = 2, .number = numbers[i], .numbers = i % 2 == 0 ? 4 : 10
    };
    const char *reason = i % 2 == 0 ? check_pairing (&a) : check_tiling (&a);
    assert_int_equal (reason == NULL, i < 2);
  }
  array_game_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_arguments),
    cmocka_unit_test (test_shared_cell),
    cmocka_unit_test (test_plan),
    cmocka_unit_test (test_plan_too_long),
    cmocka_unit_test (test_plan_for_odd_threat),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
