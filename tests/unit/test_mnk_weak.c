/* What the Maker-Breaker game says of the m,n,k-game, between the two engines: a first player who does not
 * even win as Maker does not win; if Maker does not win on the empty board, neither does the second (strategy
 * stealing), and the board is a draw.
 *
 * The m,n,k-game is solved from its rules alone (retrograde) up to 12 cells; above, by alpha-beta. */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** The value of a position for the first player. */
static int first_player (const struct game *game, const struct position *position, enum method method) {
  const int sign = game->engine->plies (game, position) % 2 == 0 ? 1 : -1;
  const enum outcome outcome = game->engine->outcome (game, position);
  if (outcome != GOING_ON)
    return sign * (int) outcome;
  const struct result result = ask (game, position, method, false, 1);
  assert_true (result.solved);
  return sign * result.bounds.lower;
}

/** Games on one board by three rules. */
struct rules_of_board {
  struct game standard, exact, weak;
};

static struct rules_of_board open_board (const char *board) {
  struct rules_of_board games;
  char title[60];
  game_open_or_fail (&games.standard, board);
  snprintf (title, sizeof title, "%s,exact", board);
  game_open_or_fail (&games.exact, title);
  snprintf (title, sizeof title, "%s,maker-breaker", board);
  game_open_or_fail (&games.weak, title);
  return games;
}

static void close_board (struct rules_of_board *games) {
  engine_close (&games->standard);
  engine_close (&games->exact);
  engine_close (&games->weak);
}

static int value_of (const struct game *game, const char *text, enum method method) {
  struct failure failure = { 0 };
  struct position *position = position_allocate (game);
  assert_true (position_parse (game, text, position, &failure));
  const int value = first_player (game, position, method);
  free (position);
  return value;
}

/** Breaker wins on the empty board: every first move keeps the draw. */
static void check_first_moves (const struct rules_of_board *games, enum method method) {
  struct position *position = position_allocate (&games->standard);
  struct successor *list = allocate ((size_t) games->standard.moves_max, sizeof *list);
  games->standard.engine->start (&games->standard, position);
  const int count = games->standard.engine->successors (&games->standard, position, list);
  for (int i = 0; i < count; i++) {
    assert_int_equal (value_of (&games->standard, list[i].text, method), 0);
    assert_int_equal (value_of (&games->exact, list[i].text, method), 0);
  }
  free (list);
  free (position);
}

/** Compare a position in all three games. Returns whether Breaker wins. */
static bool check_position (const struct rules_of_board *games, const char *text) {
  const int weak = value_of (&games->weak, text, METHOD_NULL_WINDOW);
  const enum method method = games->weak.plies_max <= 12 ? METHOD_RETROGRADE : METHOD_ALPHA_BETA;
  const int standard = value_of (&games->standard, text, method);
  const int exact = value_of (&games->exact, text, method);
  assert_int_not_equal (weak, 0);
  if (weak < 0) {
    assert_true (standard < 1 && exact < 1);
    if (*text == 0) {
      assert_int_equal (standard, 0);
      check_first_moves (games, method);
    }
  }
  assert_int_equal (value_of (&games->standard, text, METHOD_AUTO), standard);
  assert_int_equal (value_of (&games->exact, text, METHOD_AUTO), exact);
  return weak < 0;
}

/** Counts boards by (Maker-Breaker, m,n,k): both kinds of draws and wins must be there. */
static void test_boards (void **state) {
  (void) state;
  int breaker = 0, drawn_all_the_same = 0;
  for (int cells = 1; cells <= 16; cells++)
    for (int m = 1; m * m <= cells; m++)
      for (int k = 2; cells % m == 0 && k <= 4; k++) {
        char title[40];
        snprintf (title, sizeof title, "mnk:%d,%d,%d", cells / m, m, k);
        struct rules_of_board games = open_board (title);
        const bool breaks = check_position (&games, "");
        breaker += breaks;
        drawn_all_the_same += !breaks && value_of (&games.standard, "", METHOD_NULL_WINDOW) == 0;
        close_board (&games);
      }
  assert_true (breaker > 50);
  assert_int_equal (drawn_all_the_same, 1); /* 3,3,3 */
}

static void test_positions (void **state) {
  (void) state;
  static const char *const boards[] = { "mnk:3,3,3", "mnk:4,3,3", "mnk:4,4,4", "mnk:4,4,3", "mnk:5,4,4" };
  uint64_t random = 20261121;
  int breaker = 0;
  for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
    struct rules_of_board games = open_board (boards[b]);
    for (int i = 0; i < 200; i++) {
      char text[4096];
      const int least = games.standard.plies_max > 16 ? 6 : 1;
      struct position *position = random_position (
          &games.standard, &random, least + random_below (&random, games.standard.plies_max / 2), text);
      const bool over = games.standard.engine->outcome (&games.standard, position) != GOING_ON;
      free (position);
      if (!over)
        breaker += check_position (&games, text);
    }
    close_board (&games);
  }
  assert_true (breaker > 200);
}

/** If a search shows that Breaker wins on the empty board, it names a first move. */
static void test_first_move (void **state) {
  (void) state;
  struct rules_of_board games = open_board ("mnk:7,4,4");
  const struct game *by_rules[] = { &games.standard, &games.exact };
  for (int i = 0; i < 2; i++) {
    struct position *position = position_allocate (by_rules[i]);
    by_rules[i]->engine->start (by_rules[i], position);
    const struct result result = ask (by_rules[i], position, METHOD_AUTO, false, 1);
    assert_true (result.solved && result.cost.nodes > 0 && result.move >= 0);
    assert_int_equal (result.bounds.lower, 0);
    assert_int_equal (result.bounds.upper, 0);
    free (position);
  }
  close_board (&games);
}

int main (int argc, char **argv) {
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_boards), cmocka_unit_test (test_first_move),
                                      cmocka_unit_test (test_positions) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
