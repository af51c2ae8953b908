/* Which rows are tried again while a certificate is shrunk, and which moves are ruled out by the search. */
#include "certificate/bound_search.h"
#include "certificate/shrink_attempts.h"
#include "checker/alignment.h"
#include "checker/certificate_file.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static void play (const struct array_game *board, const char *moves, struct array_position *position) {
  board->rules->unpack (board, NULL, position);
  for (; *moves != 0; moves++)
    place_stone (position, cell_of_place (board, position, *moves - '1'));
}

static void key_of (const struct array_game *board, const char *moves, uint8_t key[KEY_MOST]) {
  struct array_position position;
  memset (key, 0, KEY_MOST);
  play (board, moves, &position);
  array_canonical (board, &position, key);
}

/* A strategy with rows for two positions, none of which is in use. */
struct setting {
  struct array_game board;
  struct strategy strategy;
  struct rows_in_use rows;
  struct shrink_attempts attempts;
};

static void begin (struct setting *s, const char *one, const char *two) {
  uint8_t key[KEY_MOST];
  const uint16_t move = 0;
  assert_true (array_game_open (&s->board, "connect4", "5x4", "standard"));
  s->strategy = (struct strategy){ .present = true, .positions = { .key_bytes = s->board.key_bytes } };
  key_of (&s->board, one, key);
  strategy_add (&s->strategy, key, ROW_MOVE, &move, 1);
  key_of (&s->board, two, key);
  strategy_add (&s->strategy, key, ROW_MOVE, &move, 1);
  s->rows = (struct rows_in_use){ .game = &s->board, .strategy = &s->strategy };
  rows_in_use_grow (&s->rows);
  shrink_attempts_begin (&s->attempts, &s->board);
}

static void end (struct setting *s) {
  shrink_attempts_end (&s->attempts);
  rows_in_use_end (&s->rows);
  strategy_free (&s->strategy);
  array_game_close (&s->board);
}

static bool tries (struct setting *s, const char *moves, int effort, size_t freed) {
  uint8_t key[KEY_MOST];
  key_of (&s->board, moves, key);
  return shrink_attempts_begin_one (&s->attempts, key, effort, freed);
}

static void test_effort (void **state) {
  struct setting s;
  (void) state;
  begin (&s, "12", "13");
  assert_true (tries (&s, "33", 8, 2));
  assert_false (tries (&s, "33", 8, 2));
  assert_false (tries (&s, "33", 4, 1));
  assert_true (tries (&s, "33", 8, 3)); /* more to gain */
  assert_true (tries (&s, "33", 32, 3));
  assert_false (tries (&s, "33", 8, 3));
  assert_true (tries (&s, "3333", 8, 3)); /* another position */
  end (&s);
}

/* A row comes into use at a position that can follow from `follows` or from its mirror image, but not from
 * `other`. */
static void check_arrival (const char *follows, const char *other) {
  struct setting s;
  begin (&s, "1123", "2245");
  shrink_attempts_look (&s.attempts, &s.rows);
  assert_true (tries (&s, follows, 8, 1));
  assert_true (tries (&s, other, 8, 1));
  shrink_attempts_look (&s.attempts, &s.rows); /* neither row is in use yet */
  assert_false (tries (&s, follows, 8, 1));
  s.rows.used[0] = 1;
  shrink_attempts_look (&s.attempts, &s.rows);
  assert_true (tries (&s, follows, 8, 1));
  assert_false (tries (&s, other, 8, 1));
  assert_false (tries (&s, follows, 8, 1)); /* that row is known now */
  end (&s);
}

static void test_arrivals (void **state) {
  (void) state;
  check_arrival ("11", "22");
  check_arrival ("55", "44"); /* the mirror images of 11 and 22 */
}

/* 4x4 is a draw, and the position after 1212313 is won for the side to move, the second player. */
static void test_bounds (void **state) {
  struct game game;
  struct array_game board;
  struct array_position position;
  (void) state;
  game_open_or_fail (&game, "connect4:4x4");
  assert_true (array_game_open (&board, "connect4", "4x4", "standard"));
  for (int bound = 0; bound <= 1; bound++) {
    struct bound_search *search = bound_search_create (&game, &board, bound, 1 << 20);
    for (int time = 0; time < 2; time++) { /* searched, then remembered */
      play (&board, "1", &position);
      assert_int_equal (bound_search_may_hold (search, &position), bound == 0);
      play (&board, "1212313", &position);
      assert_false (bound_search_may_hold (search, &position));
    }
    bound_search_destroy (search);
  }
  bound_search_destroy (NULL);
  array_game_close (&board);
  engine_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_effort), cmocka_unit_test (test_arrivals), cmocka_unit_test (test_bounds) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
