/* Eight in a row on boards too large for brute force: the strategy that tiling_placed_blocks() stands for is
 * played against a Maker who likes to prolong his rows. */
#define GAME_BITS 512
#include "games/mnk/mnk_rules.h"

#include "games/mnk/periodic.h"

#include "support/support.h"

#include <stdlib.h>

/** Breaker to move: a stone after which he is still seen to win. */
static struct move answer_of_breaker (const struct board *board, int placement,
                                      const struct position *position) {
  struct move list[GAME_MOVES_MAX];
  const int count = game_moves (board, position, list);
  for (int i = 0; i < count; i++) {
    const struct position next = game_play (board, position, list[i]);
    if (tiling_placed_blocks (board, placement, &next.stones[0][0], &next.stones[1][0], true))
      return list[i];
  }
  fail_msg ("no answer after %d plies", position->plies);
  return list[0];
}

/** A cell two rows and columns at most from the last one, if forty tries find one. */
static struct move move_of_maker (const struct board *board, const struct position *position, int last,
                                  uint64_t *random) {
  struct move list[GAME_MOVES_MAX];
  const int count = game_moves (board, position, list);
  int chosen = 0;
  for (int i = 0; i < 40; i++) {
    chosen = random_below (random, count);
    const int columns = list[chosen].cell % board->columns - last % board->columns;
    if (abs (columns) <= 2 && abs (list[chosen].cell - last - columns) <= 2 * board->columns)
      break;
  }
  return list[chosen];
}

static void test_played (void **state) {
  (void) state;
  static const char *const boards[] = { "16,15,8", "9,30,8", "22,22,8" };
  uint64_t random = 20261121;
  for (int i = 0; i < 6; i++) {
    static struct board board;
    struct failure failure = { 0 };
    assert_int_equal (game_open (&board, boards[i % 3], &failure), OPENING_DONE);
    struct position position = game_start (&board);
    const int placement = 17 * i; /* upside down, turned, moved: some of each */
    int last = 0;
    assert_true (periodic_blocks (&board, &position.stones[0][0], &position.stones[1][0], true));
    while (position.plies < board.area) {
      const bool maker = position_mover (&position) == 0;
      const struct move move = maker ? move_of_maker (&board, &position, last, &random)
                                     : answer_of_breaker (&board, placement, &position);
      last = maker ? move.cell : last;
      position_place (&board, &position, !maker, move.cell);
      position.plies++;
      assert_false (lines_any (&board.lines, &position.stones[0][0])); /* Breaker's rows do not count */
    }
  }
}

/** Every way to lay the pattern is one: a cell of the board and its place on a tile name each other. */
static void test_placements (void **state) {
  (void) state;
  struct tiling tiling;
  assert_true (tiling_find (&tiling));
  for (int placement = 0; placement < TILING_PLACEMENTS; placement++)
    for (int cell = 0; cell < 400; cell++) {
      int column, row;
      tiling_placed_cell (&tiling, placement, tiling_placed_at (&tiling, placement, cell % 20, cell / 20),
                          &column, &row);
      assert_int_equal (20 * row + column, cell);
    }
}

/** Drawn positions after some stones near the middle. */
static void test_middle (void **state) {
  (void) state;
  static struct board board;
  struct failure failure = { 0 };
  uint64_t random = 20261121;
  int drawn = 0;
  assert_int_equal (game_open (&board, "15,15,8", &failure), OPENING_DONE);
  for (int i = 0; i < 100; i++) {
    struct position position = game_start (&board);
    int last = 112;
    while (position.plies < 6) {
      const struct move move = move_of_maker (&board, &position, last, &random);
      position = game_play (&board, &position, move);
      last = move.cell;
    }
    drawn += tiling_blocks_otherwise (&board, &position.stones[0][0], &position.stones[1][0], true)
             && tiling_blocks_otherwise (&board, &position.stones[1][0], &position.stones[0][0], false);
  }
  assert_true (drawn > 40);
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_played), cmocka_unit_test (test_placements),
                                      cmocka_unit_test (test_middle) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
