/* Winning sequences of threes on a board of 15 x 15, where nothing can be tried by brute force: each win is
 * played out against all replies. */
#define GAME_BITS 512
#include "games/mnk/mnk_rules.h"

#include "games/mnk/mnk_knowledge.h"

#include "support/mnk_played.h"

static struct board *board_of (const char *text) {
  struct board *board = allocate (1, sizeof *board);
  struct failure failure = { 0 };
  assert_int_equal (game_open (board, text, &failure), OPENING_DONE);
  return board;
}

static bool position_plays_out (const struct board *board, const struct position *position) {
  const int mover = position_mover (position);
  return plays_out (board, position->stones[mover][0], position->stones[!mover][0]);
}

/* ---- threes that cross ---- */

static const struct {
  const char *moves;
  int stones[2], by_fours; /* that win under the two rules, the last completing a line; 0: none found */
} known[] = {
  /* j7 makes two open threes */
  { "h7 a1 i7 o1 j8 a15 j9 o15", { 3, 3 }, 0 },
  /* the same, and the other side has a four */
  { "h7 a1 i7 b1 j8 c1 j9 o15", { 4, 4 }, 0 },
  /* a four at k7 closes one end of the row, too */
  { "h7 l7 i7 m7 j8 n7 j9 o15", { 12, 13 }, 0 },
  /* one more stone in the row: a four and a three */
  { "h7 a1 i7 o1 j8 a15 j9 o15 g7 f7", { 3, 3 }, 3 },
  /* two stones in the corner are too few */
  { "a1 h8 b1 i8", { 0, 0 }, 0 },
};

static void test_known (void **state) {
  (void) state;
  const char *const boards[] = { "15,15,5", "15,15,5,exact" };
  for (int i = 0; i < 2; i++) {
    struct board *board = board_of (boards[i]);
    for (size_t j = 0; j < sizeof known / sizeof *known; j++) {
      char text[1024];
      struct normal_form normal = { .text = text, .size = sizeof text };
      struct position position;
      struct failure failure = { 0 };
      struct move first;
      if (!game_parse_position (board, known[j].moves, &position, &normal, &failure))
        fail_msg ("%s", failure.text);
      const cells none = cells_none ();
      const int stones = stones_to_win_by_threes (board, &position, PLAYED_MOST / 20, &first);
      assert_int_equal (stones, known[j].stones[i]);
      assert_int_equal (stones_to_win (board, &position, &none, &first), known[j].by_fours);
      assert_int_equal (game_static_move (board, &position, &first), known[j].by_fours != 0);
      assert_true (stones == 0 || position_plays_out (board, &position));
    }
    free (board);
  }
}

/* ---- random stones in the middle ---- */

static bool random_middle (const struct board *board, uint64_t *random, int plies,
                           struct position *position) {
  *position = game_start (board);
  while (position->plies < plies && position->outcome == GOING_ON) {
    const int cell = board->columns * (4 + random_below (random, 7)) + 4 + random_below (random, 7);
    const cells empty = position_empty (board, position);
    if (cells_has (&empty, cell))
      *position = game_play (board, position, (struct move){ (uint16_t) cell });
  }
  return position->outcome == GOING_ON;
}

static void test_random (void **state) {
  (void) state;
  const char *const boards[] = { "15,15,5", "15,15,5,exact" };
  uint64_t random = 20261121;
  for (int i = 0; i < 2; i++) {
    struct board *board = board_of (boards[i]);
    int threes = 0;
    for (int asked = 0; asked < repetitions (600);) {
      struct position position;
      struct move first;
      if (!random_middle (board, &random, 8 + random_below (&random, 8), &position))
        continue;
      asked++;
      const struct threats threats = threats_of (board, &position);
      if (cells_any (&threats.own) || cells_exceed (&threats.other, 1)
          || stones_to_win (board, &position, &threats.other, &first) != 0
          || stones_to_win_by_threes (board, &position, 500, &first) == 0)
        continue;
      threes++;
      assert_true (position_plays_out (board, &position));
    }
    assert_true (threes > repetitions (20));
    free (board);
  }
}

/** If the other side wins by threes when the side to move passes, a stone that is not among the replies must
 *  lose to threes. */
static void test_replies (void **state) {
  (void) state;
  struct board *board = board_of ("15,15,5");
  uint64_t random = 20261127;
  int left_out = 0;
  for (int asked = 0; asked < repetitions (300);) {
    struct position position;
    if (!random_middle (board, &random, 6 + random_below (&random, 8), &position))
      continue;
    const struct threats threats = threats_of (board, &position);
    if (cells_any (&threats.own) || cells_any (&threats.other))
      continue;
    asked++;
    cells out = cells_minus (position_empty (board, &position), replies_to_threes (board, &position, 500));
    while (cells_any (&out)) {
      const int cell = cells_pop (&out);
      if (random_below (&random, 16) != 0)
        continue;
      const struct position next = game_play (board, &position, (struct move){ (uint16_t) cell });
      struct move first;
      left_out++;
      assert_int_not_equal (stones_to_win_by_threes (board, &next, PLAYED_MOST, &first), 0);
    }
  }
  assert_true (left_out > repetitions (300));
  free (board);
}

int main (void) {
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_known), cmocka_unit_test (test_random), cmocka_unit_test (test_replies) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
