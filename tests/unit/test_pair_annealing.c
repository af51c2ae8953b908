/* Pairs by annealing: they settle positions for which the greedy choice finds none, are accepted by the
 * checker's own function, are the same every time, and are none where no pairs can be enough. */
#include "certificate/leaf_arguments.h"
#include "certificate/pair_annealing.h"

#include "support/support.h"

#include <string.h>

enum { TRIES = 3, STEPS_PER_LINE = 250 };

/* Rows from the top down; the first player is x. */
static struct array_position read_board (const struct array_game *game, const char *text) {
  struct array_position position;
  game->rules->unpack (game, NULL, &position);
  for (int y = game->rows - 1; y >= 0; y--, text++)
    for (int x = 0; x < game->columns; x++, text++) {
      const int mark = *text == 'x' ? 1 : *text == 'o' ? 2 : 0;
      position.cell[y * game->columns + x] = (int8_t) mark;
      position.plies += mark != 0;
    }
  position.to_move = position.plies % 2;
  return position;
}

static struct argument argument_of (const struct array_game *game, const struct array_position *position) {
  return (struct argument){ .game = game, .position = position, .mark = 2, .bound = 0 };
}

static void test_better_than_greedy (void **state) {
  (void) state;
  static const char *const boards[] = { ".x...../....x.x/...o.../...o.../......./......./.......",
                                        ".....x./..x..x./...o.../...o.../......./......./.......",
                                        ".x...x./......./...o..x/...o.../......./......./.......",
                                        "......./...x..x/...o..x/...o.../......./......./......." };
  struct array_game game;
  uint16_t number[49], again[49];
  assert_true (array_game_open (&game, "mnk", "7,7,5", "standard"));
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    const struct array_position position = read_board (&game, boards[i]);
    struct argument one = argument_of (&game, &position), two = one, three = one;
    assert_int_equal (propose_argument (&one, NULL, number), ROW_KINDS);
    assert_true (anneal_pairs (&two, number, TRIES, STEPS_PER_LINE));
    assert_null (check_pairing (&two));
    assert_true (anneal_pairs (&three, again, TRIES, STEPS_PER_LINE));
    assert_int_equal (two.numbers, three.numbers);
    assert_memory_equal (number, again, two.numbers * sizeof *number);
  }
  array_game_close (&game);
}

static void test_hopeless (void **state) {
  (void) state;
  static const char *const boards[][2]
      = { { "4,4,3", "..../..../..../...." }, { "5,5,5", "xxxx./ooo../...../...../....." } };
  struct array_game game;
  uint16_t number[25];
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    assert_true (array_game_open (&game, "mnk", boards[i][0], "standard"));
    struct array_position position = read_board (&game, boards[i][1]);
    position.to_move = 0;
    struct argument argument = argument_of (&game, &position);
    assert_false (anneal_pairs (&argument, number, TRIES, STEPS_PER_LINE));
    array_game_close (&game);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_better_than_greedy),
    cmocka_unit_test (test_hopeless),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
