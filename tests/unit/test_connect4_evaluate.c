/* The evaluations of Connect Four against a plain count, cell by cell; the methods that use them against a
 * plain minimax; and where play stops because neither side can complete a line. */
#define GAME_BITS 64
#include "games/connect4/connect4_evaluate.h"
#include "games/connect4/plain/connect4_plain.h"
#include "search/table.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int count_plainly (const struct plain *);

static int plain_nothing (const struct plain *p) {
  (void) p;
  return 0;
}

enum { EVALUATIONS = 6, OF_THE_REPORT = 3 };

static const char *const names[EVALUATIONS]
    = { "present+future", "present", "future", "lines+future", "lines", "zero" };
static count_plainly *const plain_evaluations[EVALUATIONS]
    = { plain_connect4_both,  plain_connect4_present, plain_connect4_future, plain_connect4_lines_and_future,
        plain_connect4_lines, plain_nothing };

/** Of the side to move, `depth` plies ahead; counts unfinished positions. A stalemate of the report ends the
 * search, but not at the root. */
static int plain_minimax (const struct plain *p, int which, bool root, int depth, uint64_t *nodes) {
  const int outcome = plain_connect4.outcome (p);
  if (outcome != 2)
    return outcome * EVALUATION_MAX;
  ++*nodes;
  if (depth == 0 || (!root && which < OF_THE_REPORT && plain_connect4_stalemate (p)))
    return plain_evaluations[which](p);
  struct plain_move moves[35];
  const int count = plain_connect4.moves (p, moves);
  int best = -EVALUATION_MAX - 1;
  bool wins = false;
  for (int i = 0; i < count; i++) {
    const int value = -plain_minimax (&moves[i].after, which, false, depth - 1, nodes);
    if (root && value == EVALUATION_MAX && plain_connect4.outcome (&moves[i].after) == -1)
      wins = true;
    best = value > best ? value : best;
  }
  if (wins) /* taken at once */
    *nodes = 1;
  return best;
}

/** Minimax, alpha-beta and, with a table that outlives the search, alpha-beta once more; bns proves a lower
 *  bound. */
static void check_searches (const struct game *game, const struct position *position, const char *text,
                            int which, int depth, int expected, uint64_t nodes, struct table *table) {
  struct query query = { .method = METHOD_MINIMAX, .depth = depth, .evaluation = which };
  const struct result full = ask_query (game, position, &query, 1, NULL);
  query.method = METHOD_ALPHA_BETA;
  const struct result cut = ask_query (game, position, &query, 1, NULL);
  query.reuse = true;
  const struct result again = ask_query (game, position, &query, 1, table);
  query.method = METHOD_BNS;
  const struct result best = ask_limited (game, position, &query);
  if (full.evaluation != expected || cut.evaluation != expected || again.evaluation != expected
      || again.move != cut.move || best.evaluation > expected || full.cost.nodes != nodes)
    fail_msg ("%s %s, %s to depth %d: %d, %d, %d, at least %d instead of %d; %llu nodes instead of %llu",
              game->title, text, names[which], depth, full.evaluation, cut.evaluation, again.evaluation,
              best.evaluation, expected, (unsigned long long) full.cost.nodes, (unsigned long long) nodes);
}

/** Random positions: the evaluation one ply ahead, now and then deeper, and whether play stops. */
static void check_board (const char *board, int games, uint64_t *random) {
  struct game game;
  struct failure failure = { 0 };
  char title[40];
  snprintf (title, sizeof title, "connect4:%s", board);
  game_open_or_fail (&game, title);
  struct position *position = position_allocate (&game);
  struct table *tables[EVALUATIONS];
  for (int which = 0; which < EVALUATIONS; which++)
    tables[which] = table_create (UINT64_C (1) << 18, game.key_words, REPLACE_TWOBIG1, &failure);
  for (int i = 0; i < games; i++) {
    struct plain p;
    struct plain_move moves[35];
    char text[130] = "";
    int count;
    assert_true (plain_connect4.start (board, &p));
    const int plies = random_below (random, p.size[0] * p.size[1]);
    for (int ply = 0; ply < plies && (count = plain_connect4.moves (&p, moves)) > 0; ply++) {
      const struct plain_move *move = &moves[random_below (random, count)];
      strcat (text, move->text);
      p = move->after;
    }
    if (plain_connect4.outcome (&p) != 2)
      continue;
    assert_true (position_parse (&game, text, position, &failure));
    if (game.engine->stale (&game, position) != plain_connect4_stale (&p))
      fail_msg ("%s %s: does play stop?", title, text);
    const int deepest = i % 16 == 0 ? 3 : 1;
    for (int which = 0; which < EVALUATIONS; which++)
      for (int depth = 1; depth <= deepest; depth++) {
        uint64_t nodes = 0;
        const int expected = plain_minimax (&p, which, true, depth, &nodes);
        check_searches (&game, position, text, which, depth, expected, nodes, tables[which]);
      }
  }
  for (int which = 0; which < EVALUATIONS; which++)
    table_destroy (tables[which]);
  free (position);
  engine_close (&game);
}

static void test_random_positions (void **state) {
  (void) state;
  static const char *const boards[] = { "7x6", "7x8", "4x4", "5x4", "9x7", "3x9", "12x3", "1x9", "16x7" };
  uint64_t random = 20261123;
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
    check_board (boards[i], repetitions (500), &random);
}

/** A random move, seldom one that ends the game. */
static bool play_at_random (struct plain *p, struct position *position, const struct board *board,
                            uint64_t *random) {
  struct plain_move moves[35];
  const int count = plain_connect4.moves (p, moves);
  int chosen = 0;
  if (count == 0)
    return false;
  for (int tries = 0; tries < 5; tries++) {
    chosen = random_below (random, count);
    if (plain_connect4.outcome (&moves[chosen].after) == 2)
      break;
  }
  struct move list[GAME_MOVES_MAX];
  game_moves (board, position, list);
  *position = game_play (board, position, list[chosen]);
  *p = moves[chosen].after;
  return plain_connect4.outcome (p) == 2;
}

/** Every position of random games, evaluated by itself. */
static void test_each_position (void **state) {
  (void) state;
  static const char *const boards[]
      = { "7x8", "7x6", "8x7", "5x5", "4x4", "9x5", "12x3", "3x9", "1x9", "10x4" };
  enum { BOARDS = sizeof boards / sizeof *boards };
  uint64_t random = 3342;
  const int least = repetitions (20000);
  int positions = 0, stalemates = 0, not_stale = 0;
  for (int number = 0; positions < least; number++) {
    struct plain p;
    struct board board;
    assert_true (plain_connect4.start (boards[number % BOARDS], &p));
    board_prepare (&board, p.size[0], p.size[1]);
    struct position position = game_start (&board);
    do {
      const bool stalemate = plain_connect4_stalemate (&p);
      for (int which = 0; which < EVALUATIONS; which++) {
        assert_int_equal (game_evaluate (&board, &position, which), plain_evaluations[which](&p));
        assert_int_equal (game_evaluation_ends (&board, &position, which),
                          which < OF_THE_REPORT && stalemate);
      }
      positions++;
      stalemates += stalemate;
      not_stale += stalemate && !plain_connect4_stale (&p);
    } while (play_at_random (&p, &position, &board, &random));
  }
  assert_true (stalemates > least / 100 && not_stale > least / 1000);
}

/** The worked values of the report's evaluations on 7x8, for the first player. */
static void test_worked_values (void **state) {
  (void) state;
  static const struct {
    const char *moves;
    double present;
    int future, both;
  } cases[] = {
    { "", 0, 0, 0 },        { "4", 0, 12, 12 },      { "3342", 2, 5, 25 },      { "3344", 2, 9, 29 },
    { "3343", 1.5, 9, 24 }, { "33434", 4, 9, 49 },   { "445566", 2, 7, 27 },    { "4453", 2, 2, 22 },
    { "3233", 0, 3, 3 },    { "1122556", 5, 8, 58 }, { "1122554", 5.5, 6, 61 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const int sign = strlen (cases[i].moves) % 2 == 0 ? 1 : -1;
    const int expected[]
        = { sign * cases[i].both, sign * (int) (10 * cases[i].present), sign * cases[i].future };
    struct plain p;
    struct board board;
    assert_true (plain_connect4.start ("7x8", &p));
    board_prepare (&board, 7, 8);
    struct position position = game_start (&board);
    for (const char *move = cases[i].moves; *move != 0; move++) {
      struct plain_move moves[35];
      plain_connect4.moves (&p, moves);
      p = moves[*move - '1'].after;
      position = game_play (&board, &position, (struct move){ (uint8_t) (*move - '1') });
    }
    for (int which = 0; which < OF_THE_REPORT; which++) {
      assert_int_equal (plain_evaluations[which](&p), expected[which]);
      assert_int_equal (game_evaluate (&board, &position, which), expected[which]);
    }
  }
}

/** Lines counted by hand on 7x6, for the side to move. Of its own in row 1, from column 1: three stones and a
 * playable cell, 40; from column 2: two and two playable, 30; from 3: one stone. Of the other side in row 2:
 * three stones and a remote cell, 20; two and two remote, 10. */
static void test_lines_by_hand (void **state) {
  (void) state;
  struct plain p;
  struct plain_move moves[35];
  assert_true (plain_connect4.start ("7x6", &p));
  for (const char *move = "112233"; *move != 0; move++) {
    plain_connect4.moves (&p, moves);
    p = moves[*move - '1'].after;
  }
  assert_int_equal (plain_connect4_lines (&p), 40 + 30 - 20 - 10);
}

/** All are there, in this order. */
static void test_names (void **state) {
  (void) state;
  struct game game;
  game_open_or_fail (&game, "connect4:7x6");
  for (int i = 0; i < EVALUATIONS; i++)
    assert_string_equal (game.engine->evaluations[i], names[i]);
  assert_null (game.engine->evaluations[EVALUATIONS]);
  engine_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_random_positions), cmocka_unit_test (test_each_position),
          cmocka_unit_test (test_worked_values), cmocka_unit_test (test_lines_by_hand),
          cmocka_unit_test (test_names) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
