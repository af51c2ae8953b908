/* The evaluations of m,n,k-positions (equation 9 of the MoNKey report, and `lines`) and the moves near
 * stones, against a slow count on the array board of the plain rules: after every move of random games, with
 * the one and the other side to move. */
#define GAME_BITS 128
#include "games/mnk/mnk_rules.h"

#include "games/mnk/mnk_evaluate.h"

#include "games/mnk/plain/mnk_plain.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the slow count ---- */

/** Rows of exactly `length` stones of a player with that many empty cells at their ends. */
static int slow_threats (const struct plain *p, int player, int length, int free_ends) {
  int count = 0;
  for (int direction = 0; direction < 4 && length > 0; direction++) {
    const int x = line_by_column[direction], y = line_by_row[direction];
    for (int cell = 0; cell < p->size[0] * p->size[1]; cell++) {
      const int column = cell % p->size[0], row = cell / p->size[0];
      int stones = 0, ends[2];
      for (int i = 0; i < length; i++)
        stones += mnk_cell (p, column + i * x, row + i * y) == player + 1;
      ends[0] = mnk_cell (p, column - x, row - y);
      ends[1] = mnk_cell (p, column + length * x, row + length * y);
      if (stones == length && ends[0] != player + 1 && ends[1] != player + 1)
        count += (ends[0] == 0) + (ends[1] == 0) == free_ends;
    }
  }
  return count;
}

static int slow_evaluation (const struct plain *p, int self) {
  const int k = p->size[2], other = 1 - self;
  return 100 * slow_threats (p, self, k - 2, 2) + 80 * slow_threats (p, self, k - 1, 1)
         + 250 * slow_threats (p, self, k - 1, 2) - 1300 * slow_threats (p, other, k - 2, 2)
         - 2000 * slow_threats (p, other, k - 1, 1) - 5020 * slow_threats (p, other, k - 1, 2);
}

/** The sum of the weights of the lines of k cells that only this player has stones on. */
static int slow_lines (const struct plain *p, int player) {
  static const int weight[] = { 0, 300, 75, 15, 1 }; /* by the stones that are missing */
  int sum = 0;
  for (int direction = 0; direction < 4; direction++)
    for (int cell = 0; cell < p->size[0] * p->size[1]; cell++) {
      int stones = 0, free = 0;
      for (int i = 0; i < p->size[2]; i++) {
        const int what = mnk_cell (p, cell % p->size[0] + i * line_by_column[direction],
                                   cell / p->size[0] + i * line_by_row[direction]);
        stones += what == player + 1;
        free += what == 0;
      }
      if (stones > 0 && stones + free == p->size[2])
        sum += weight[free < 4 ? free : 4];
    }
  return sum;
}

static bool slow_near (const struct plain *p, int cell, int steps) {
  const int column = cell % p->size[0], row = cell / p->size[0];
  if (p->cell[cell] != 0)
    return false;
  if (p->plies == 0)
    return column == p->size[0] / 2 && row == p->size[1] / 2;
  for (int x = -steps; x <= steps; x++)
    for (int y = -steps; y <= steps; y++)
      if (mnk_cell (p, column + x, row + y) == 1 || mnk_cell (p, column + x, row + y) == 2)
        return true;
  return false;
}

/* ---- one position ---- */

/** How often each kind was there, to see that the games have them all. */
static int seen[THREAT_NONE], seen_lines;

static int clamped (int value) {
  return value >= EVALUATION_MAX ? EVALUATION_MAX - 1 : value <= -EVALUATION_MAX ? 1 - EVALUATION_MAX : value;
}

static void check_evaluation (const struct board *board, const struct position *position,
                              const struct evaluation *kept, const struct plain *plain) {
  struct evaluation fresh;
  game_evaluation_begin (board, position, 0, &fresh);
  for (int player = 0; player < 2; player++)
    for (int kind = 0; kind < THREAT_NONE; kind++) {
      const int length = board->lines.length - (kind == THREAT_SHORT_OPEN ? 2 : 1);
      const int slow = slow_threats (plain, player, length, kind == THREAT_LONG_HALF ? 1 : 2);
      assert_int_equal (kept->threats[player][kind], slow);
      assert_int_equal (fresh.threats[player][kind], slow);
      seen[kind] += slow;
    }
  for (int other = 0; other < 2; other++)
    assert_int_equal (game_evaluation_value (board, position, kept, other),
                      clamped (slow_evaluation (plain, plain->to_move ^ other)));
}

static void check_lines (const struct board *board, const struct position *position,
                         const struct evaluation *kept, const struct plain *plain) {
  struct evaluation fresh;
  game_evaluation_begin (board, position, EVALUATE_LINES, &fresh);
  int lines[2];
  for (int player = 0; player < 2; player++) {
    lines[player] = slow_lines (plain, player);
    assert_int_equal (kept->lines[player], lines[player]);
    assert_int_equal (fresh.lines[player], lines[player]);
    seen_lines += lines[player] >= 300;
  }
  const int mover = plain->to_move;
  assert_int_equal (game_evaluation_value (board, position, kept, 0),
                    clamped (7 * lines[mover] / 4 - lines[!mover]));
  assert_int_equal (game_evaluation_value (board, position, kept, 1),
                    clamped (lines[!mover] - 7 * lines[mover] / 4));
}

static void check_near (const struct board *board, const struct position *position, const struct plain *plain,
                        int steps) {
  struct move list[GAME_MOVES_MAX];
  bool listed[GAME_BITS] = { false }, all;
  const int count = (steps == 1 ? game_relevant : game_candidates) (board, position, list, &all);
  assert_true (count > 0);
  for (int i = 0; i < count; i++) {
    assert_false (listed[list[i].cell]);
    listed[list[i].cell] = true;
  }
  for (int cell = 0; cell < board->area; cell++)
    assert_int_equal (listed[cell], slow_near (plain, cell, steps));
  assert_int_equal (all, count == board->area - plain->plies);
}

/* ---- games ---- */

/** Half of the moves next to the last stone, so that rows come about. */
static struct move some_move (const struct board *board, const struct position *position,
                              const struct plain *plain, uint64_t *random) {
  struct move list[GAME_MOVES_MAX];
  const int count = game_moves (board, position, list);
  for (int tries = 0; tries < 20 && plain->last >= 0 && random_below (random, 2); tries++) {
    const struct move move = list[random_below (random, count)];
    const int x = move.cell % board->columns - plain->last % board->columns;
    const int y = move.cell / board->columns - plain->last / board->columns;
    if (abs (x) <= 2 && abs (y) <= 2)
      return move;
  }
  return list[random_below (random, count)];
}

static void play_games (const char *text, int games, uint64_t *random) {
  static struct board board;
  struct failure failure = { 0 };
  memset (&board, 0, sizeof board);
  assert_int_equal (game_open (&board, text, &failure), OPENING_DONE);
  for (int game = 0; game < games; game++) {
    struct position position = game_start (&board);
    struct plain plain;
    struct evaluation evaluation, lines;
    assert_true (plain_mnk.start (text, &plain));
    game_evaluation_begin (&board, &position, EVALUATE_EQUATION_9, &evaluation);
    game_evaluation_begin (&board, &position, EVALUATE_LINES, &lines);
    while (position.outcome == GOING_ON) {
      check_evaluation (&board, &position, &evaluation, &plain);
      check_lines (&board, &position, &lines, &plain);
      check_near (&board, &position, &plain, 1);
      check_near (&board, &position, &plain, 2);
      const struct move move = some_move (&board, &position, &plain, random);
      game_evaluation_play (&board, &position, move, &evaluation);
      game_evaluation_play (&board, &position, move, &lines);
      position = game_play (&board, &position, move);
      plain.cell[move.cell] = (signed char) (1 + plain.to_move);
      plain.to_move = 1 - plain.to_move;
      plain.last = move.cell;
      plain.plies++;
    }
  }
}

static void test_random_games (void **state) {
  (void) state;
  static const char *const boards[]
      = { "3,3,3", "1,1,1",       "4,4,2",       "4,3,3",   "1,9,3", "5,4,4", "5,5,4,exact",
          "6,6,4", "7,7,5,exact", "7,5,3,exact", "11,11,5", "9,2,4", "2,8,3", "8,8,6",
          "3,3,4", "5,5,3,exact", "4,4,9",       "10,10,5", "16,8,5" };
  uint64_t random = 20211;
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
    play_games (boards[i], 30, &random);
  for (int kind = 0; kind < THREAT_NONE; kind++)
    assert_true (seen[kind] > 1000);
  assert_true (seen_lines > 1000);
}

/** A position by hand: open three, half four and open four of the first player on 11,11,5. */
static void test_weights (void **state) {
  (void) state;
  static struct board board;
  static const struct {
    int cells[2][8], threats[THREAT_NONE], own, other; /* for the first player to move, for the second */
  } cases[] = {
    { { { 36, 37, 38, -1 }, { 0, 10, 110, -1 } }, { 1, 0, 0 }, 100, -1300 },
    { { { 36, 37, 38, 39, -1 }, { 35, 10, 110, 120, -1 } }, { 0, 1, 0 }, 80, -2000 },
    { { { 36, 37, 38, 39, -1 }, { 0, 10, 110, 120, -1 } }, { 0, 0, 1 }, 250, -5020 },
    { { { 33, 34, 35, 36, -1 }, { 37, 10, 110, 120, -1 } },
      { 0, 0, 0 },
      0,
      0 }, /* between the edge and a stone */
    { { { 14, 26, 38, 50, -1 }, { 120, 10, 110, 5, -1 } },
      { 0, 0, 1 },
      250,
      -5020 }, /* rising; its ends are 2 and 62 */
  };
  struct failure failure = { 0 };
  assert_int_equal (game_open (&board, "11,11,5", &failure), OPENING_DONE);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct position position = game_start (&board);
    struct evaluation evaluation;
    for (int player = 0; player < 2; player++)
      for (const int *cell = cases[i].cells[player]; *cell >= 0; cell++) {
        position_place (&board, &position, player, *cell);
        position.plies++;
      }
    game_evaluation_begin (&board, &position, 0, &evaluation);
    for (int kind = 0; kind < THREAT_NONE; kind++)
      assert_int_equal (evaluation.threats[0][kind], cases[i].threats[kind]);
    const bool second = position_mover (&position) == 1;
    assert_int_equal (game_evaluation_value (&board, &position, &evaluation, second), cases[i].own);
    assert_int_equal (game_evaluation_value (&board, &position, &evaluation, !second), cases[i].other);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_random_games), cmocka_unit_test (test_weights) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
