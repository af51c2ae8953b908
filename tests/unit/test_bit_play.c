/* Plans and small searches that are played on bits end as the checker says. */
#include "certificate/bit_play.h"
#include "support/support.h"

#include <stdlib.h>

static const char *const boards[] = { "4x4", "5x4", "4x5", "6x4" };

struct trial {
  struct array_game game;
  struct array_position position;
  struct bit_play *play;
  uint16_t number[BITS];
  uint64_t nodes, random;
  uint64_t stop_one_of; /* N: play stops at about every N-th position; 0: nowhere */
};

static uint64_t draw (struct trial *t, uint64_t below) {
  t->random = t->random * 6364136223846793005u + 1442695040888963407u;
  return (t->random >> 33) % below;
}

/* A position some stones from the start, without four in a row. */
static void draw_position (struct trial *t) {
  t->game.rules->unpack (&t->game, NULL, &t->position);
  for (uint64_t left = draw (t, (uint64_t) t->game.cells - 1); left > 0; left--) {
    const int column = (int) draw (t, (uint64_t) t->game.columns);
    const int cell = cell_of_place (&t->game, &t->position, column);
    if (cell >= 0 && !completes_row (&t->game, &t->position, cell, mark_to_move (&t->position)))
      place_stone (&t->position, cell);
  }
}

/* The cells of the board in any order. */
static void draw_plan (struct trial *t, struct argument *a) {
  for (int i = 0; i < t->game.cells; i++) {
    const int place = (int) draw (t, (uint64_t) i + 1);
    t->number[i] = t->number[place];
    t->number[place] = (uint16_t) i;
  }
  a->number = t->number;
  a->numbers = (size_t) t->game.cells;
}

static bool stop (void *context, uint64_t key) {
  const struct trial *t = context;
  return t->stop_one_of != 0 && (key * 0x9e3779b97f4a7c15u >> 32) % t->stop_one_of == 0;
}

static bool has_row (void *context, const struct array_position *position) {
  struct trial *t = context;
  const struct bit_board board = bit_board_of (&t->game);
  uint64_t stones[3];
  list_stones (&board, position, stones);
  const int mark = mark_to_move (position);
  return stop (t, bit_board_key (&board, stones[mark], stones[3 - mark]));
}

static void try_position (struct trial *t, int holds[2][2]) {
  draw_position (t);
  struct argument a = { .game = &t->game,
                        .position = &t->position,
                        .mark = 1 + (int) draw (t, 2),
                        .bound = (int) draw (t, 3) - 1,
                        .small_nodes = 1 + draw (t, 1000),
                        .nodes = &t->nodes,
                        .has_row = has_row,
                        .rows = t };
  t->stop_one_of = draw (t, 4);
  const bool small = check_small (&a) == NULL;
  assert_int_equal (bit_play_small (t->play, &a), small);
  draw_plan (t, &a);
  const bool plan = check_plan (&a) == NULL;
  assert_int_equal (bit_play_plan (t->play, &a, &(struct bit_stops){ stop, t }), plan);
  holds[0][small]++;
  holds[1][plan]++;
}

static void test_as_checker (void **state) {
  (void) state;
  for (size_t i = 0; i < 2 * sizeof boards / sizeof *boards; i++) {
    struct trial t = { .random = 7 + i };
    int holds[2][2] = { { 0 } };
    assert_true (array_game_open (&t.game, "connect4", boards[i / 2], "standard"));
    t.game.exact_score = i % 2 == 1;
    t.play = bit_play_create (&t.game);
    assert_non_null (t.play);
    for (int trial = 0; trial < repetitions (400); trial++)
      try_position (&t, holds);
    for (int kind = 0; kind < 2; kind++)
      assert_true (holds[kind][0] > 0 && holds[kind][1] > 0);
    bit_play_destroy (t.play);
    array_game_close (&t.game);
  }
}

/* No bits for boards on which stones do not fall. */
static void test_other_boards (void **state) {
  struct array_game game;
  (void) state;
  assert_true (array_game_open (&game, "mnk", "4,4,4", "standard"));
  assert_null (bit_play_create (&game));
  array_game_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_as_checker), cmocka_unit_test (test_other_boards) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
