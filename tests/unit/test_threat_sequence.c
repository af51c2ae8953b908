/* Sequences of threats, and stones that threaten one: the checker accepts the first as they are, and the
 * second with rows after the replies that are said to refute them, but not without. */
#include "certificate/leaf_arguments.h"
#include "certificate/threat_sequence.h"

#include "support/support.h"

#include <string.h>

/* The replies after which play stops. */
struct stops {
  const struct argument *argument;
  const bool *refutes;
};

static bool has_row (void *rows, const struct array_position *position) {
  const struct stops *stops = rows;
  const struct array_position *begun = stops->argument->position;
  for (int cell = 0; cell < stops->argument->game->cells && position->plies == begun->plies + 2; cell++)
    if (position->cell[cell] == 3 - stops->argument->mark && begun->cell[cell] == 0)
      return stops->refutes[cell];
  return false;
}

/* Stones on random cells near the middle. False: one of them completed a row. */
static bool draw_position (const struct array_game *game, uint64_t *random, struct array_position *position) {
  enum { NEAR = 7 };
  game->rules->unpack (game, NULL, position);
  const int width = game->columns < NEAR ? game->columns : NEAR,
            height = game->rows < NEAR ? game->rows : NEAR;
  for (int left = game->length + random_below (random, width * height / 2); left > 0;) {
    const int column = (game->columns - width) / 2 + random_below (random, width);
    const int cell = ((game->rows - height) / 2 + random_below (random, height)) * game->columns + column;
    if (position->cell[cell] != 0)
      continue;
    place_stone (position, cell);
    left--;
    if (game->rules->ending (game, position) != NOT_OVER)
      return false;
  }
  return winning_cell (game, position, mark_to_move (position)) < 0;
}

struct seen {
  int sequences, plans, refuted, needed;
};

/* Try a stone on `cell`. */
static void try_plan (struct argument *a, int cell, uint16_t *number, struct seen *seen) {
  bool refutes[CELLS_MOST];
  struct stops stops = { a, refutes };
  if (!find_plan_of_threats (a, cell, number))
    return;
  find_refuting_replies (a, cell, refutes);
  a->has_row = has_row;
  a->rows = &stops;
  assert_null (check_plan (a));
  seen->plans++;
  for (int reply = 0; reply < a->game->cells; reply++) {
    if (!refutes[reply])
      continue;
    assert_int_equal (a->position->cell[reply], 0);
    assert_int_not_equal (reply, cell);
    seen->refuted++;
    refutes[reply] = false;
    seen->needed += check_plan (a) != NULL;
    refutes[reply] = true;
  }
}

static void try_position (const struct array_game *game, const struct array_position *position,
                          struct seen *seen) {
  uint16_t number[CELLS_MOST];
  uint64_t nodes = 0;
  struct argument a = { .game = game,
                        .position = position,
                        .mark = mark_to_move (position),
                        .bound = 1,
                        .number = number,
                        .nodes = &nodes,
                        .has_row = has_no_row };
  if (find_threat_sequence (&a, number)) {
    assert_null (check_plan (&a));
    seen->sequences++;
    return;
  }
  const int urgent = winning_cell (game, position, 3 - a.mark);
  for (int cell = 0; cell < game->cells; cell++)
    if (position->cell[cell] == 0 && (urgent < 0 || cell == urgent)) {
      a.has_row = has_no_row;
      try_plan (&a, cell, number, seen);
    }
}

static void test_accepted (void **state) {
  (void) state;
  static const char *const boards[][2]
      = { { "4,4,3", "standard" },      { "6,5,4", "standard" }, { "6,6,4", "exact" },
          { "7,7,5", "maker-breaker" }, { "9,9,5", "standard" }, { "9,8,5", "exact" } };
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    struct array_game game;
    struct array_position position;
    struct seen seen = { 0 };
    uint64_t random = 1 + i;
    assert_true (array_game_open (&game, "mnk", boards[i][0], boards[i][1]));
    for (int left = repetitions (200); left > 0;)
      if (draw_position (&game, &random, &position)) {
        try_position (&game, &position, &seen);
        left--;
      }
    array_game_close (&game);
    print_message ("%s %s: %d sequences, %d plans, %d of %d refutations needed\n", boards[i][0], boards[i][1],
                   seen.sequences, seen.plans, seen.needed, seen.refuted);
    assert_true (seen.sequences >= repetitions (200) / 20 && seen.plans >= repetitions (200) / 4);
    assert_true (seen.needed > seen.refuted / 2);
  }
}

/* A win that comes too late for a score is none. */
static void test_score (void **state) {
  (void) state;
  struct array_game game;
  struct array_position position;
  uint16_t number[CELLS_MOST];
  uint64_t nodes = 0;
  assert_true (array_game_open (&game, "mnk", "5,5,4", "standard"));
  game.exact_score = true;
  game.rules->unpack (&game, NULL, &position);
  for (size_t i = 0; i < 4; i++) /* two in the middle of a row: a third one leaves two cells to complete it */
    place_stone (&position, (int[]){ 11, 0, 12, 4 }[i]);
  for (int late = 0; late < 2; late++) {
    bool refutes[CELLS_MOST];
    int refuted = 0;
    struct argument a
        = { .game = &game, .position = &position, .mark = 1, .nodes = &nodes, .has_row = has_no_row };
    a.bound = worth_of (&game, WINS, position.plies + (late ? 1 : 3));
    assert_true (find_plan_of_threats (&a, 13, number));
    find_refuting_replies (&a, 13, refutes);
    for (int reply = 0; reply < game.cells; reply++)
      refuted += refutes[reply];
    assert_int_equal (refuted, late ? game.cells - position.plies - 1 : 0);
  }
  array_game_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_accepted),
    cmocka_unit_test (test_score),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
