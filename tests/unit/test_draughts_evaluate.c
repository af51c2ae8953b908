/* The evaluations of Italian draughts against a plain count, piece by piece, and the depth-limited methods
 * that use them against a plain minimax over the plain rules: the same evaluation, and in minimax the same
 * nodes. */
#define GAME_BITS 32
#include "games/draughts/draughts_rules.h"

#include "games/draughts/draughts_knowledge.h"

#include "games/draughts/plain/draughts_plain.h"
#include "support/support.h"
#include "search/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int count_plainly (const struct plain *);

enum { EVALUATIONS = 3 };

static count_plainly *const plain_evaluations[EVALUATIONS]
    = { plain_draughts_balanced, plain_draughts_defence, plain_draughts_cover };
static const char *const names[EVALUATIONS] = { "balanced", "defence", "cover" };

/* ---- one position ---- */

/** Of the side to move, by the evaluation under test. */
static int evaluate (const char *board_text, const char *fen, int which) {
  struct failure failure = { 0 };
  struct board board;
  struct position position;
  char text[FEN_TEXT];
  struct normal_form normal = { .text = text, .size = sizeof text };
  assert_int_equal (game_open (&board, board_text, &failure), OPENING_DONE);
  assert_true (game_parse_position (&board, fen, &position, &normal, &failure));
  return game_evaluate (&board, &position, which);
}

/** Any number of pieces of any kind anywhere, men on no row where they would be kings. */
static struct plain any_position (const char *board, uint64_t *random) {
  struct plain p;
  assert_true (plain_draughts.start (board, &p));
  const int size = p.size[0], empty = random_below (random, 10), kings = random_below (random, 10);
  p.to_move = random_below (random, 2);
  for (int row = 0; row < size; row++)
    for (int column = 0; column < size; column++) {
      signed char *const cell = &p.cell[row * size + column];
      const int colour = random_below (random, 2) == 0 ? 1 : -1;
      *cell = 0;
      if ((row + column) % 2 != 0 || random_below (random, 10) < empty)
        continue;
      const bool promotes = row == (colour > 0 ? 0 : size - 1);
      *cell = (signed char) (promotes || random_below (random, 10) < kings ? 2 * colour : colour);
    }
  return p;
}

static void test_any_positions (void **state) {
  (void) state;
  static const char *const boards[] = { "8x8", "6x6", "4x4" };
  uint64_t random = 20261126;
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
    for (int j = 0; j < repetitions (10000); j++) {
      char fen[PLAIN_POSITION_TEXT];
      struct plain p;
      bool white = false, black = false;
      while (!white || !black) {
        p = any_position (boards[i], &random);
        white = black = false;
        for (int cell = 0; cell < p.size[0] * p.size[0]; cell++) {
          white = white || p.cell[cell] > 0;
          black = black || p.cell[cell] < 0;
        }
      }
      plain_draughts.print (&p, fen);
      for (int which = 0; which < EVALUATIONS; which++)
        if (evaluate (boards[i], fen, which) != plain_evaluations[which](&p))
          fail_msg ("%s %s, %s: %d instead of %d", boards[i], fen, names[which],
                    evaluate (boards[i], fen, which), plain_evaluations[which](&p));
    }
}

/** Positions counted by hand, from White's side. */
static void test_by_hand (void **state) {
  (void) state;
  static const struct {
    const char *fen;
    int value[EVALUATIONS];
  } cases[] = {
    { "W:WK1:BK10", { -20, -20, -20 } },        /* a corner costs 20 */
    { "W:WK2:BK10", { -10, -10, -10 } },        /* the first row costs 10 */
    { "W:W24:B1", { 4, -28, -24 } },            /* two rows on, five to go; Black's man has seven, and 4 */
    { "W:W25:B1", { 1, -11, -13 } },            /* at the side edge: 2, and 4 of the square on the base row */
    { "W:W23,27,28,31:B1", { 306, 449, 409 } }, /* cover: 28 + 12 + 12 + 4; 8 + 2 + 2 */
    { "W:W27,K31:B1", { 191, 172, 179 } },      /* a king covers no square, but a piece */
    { "W:W21,K30:B1,K5", { -6, -39, -34 } },    /* the report's values: 39 and 29 for Black */
    { "W:W21,K26:B1,K5", { 4, -29, -22 } },
    { "B:W21,K30:B1,K5", { 6, 39, 34 } },
    { "B:W21,K26:B1,K5", { -4, 29, 22 } },
  };
  struct plain p;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int which = 0; which < EVALUATIONS; which++) {
      assert_true (plain_draughts.parse ("8x8", cases[i].fen, &p));
      assert_int_equal (plain_evaluations[which](&p), cases[i].value[which]);
      assert_int_equal (evaluate ("8x8", cases[i].fen, which), cases[i].value[which]);
    }
}

/** At the start the squares of White's men on 29, 21 and 22 have a cover of 4, 22 and 28; all of White's, and
 *  all of Black's, 150. */
static void test_cover_at_the_start (void **state) {
  (void) state;
  struct plain p;
  struct board board;
  struct failure failure = { 0 };
  int white = 0, black = 0;
  assert_true (plain_draughts.start ("8x8", &p));
  assert_int_equal (plain_draughts_cover_of_square (&p, false, 7, 1), 4);
  assert_int_equal (plain_draughts_cover_of_square (&p, false, 5, 1), 22);
  assert_int_equal (plain_draughts_cover_of_square (&p, false, 5, 3), 28);
  for (int row = 0; row < 8; row++)
    for (int column = row % 2; column < 8; column += 2) {
      white += row >= 5 ? plain_draughts_cover_of_square (&p, false, row, column) : 0;
      black += row < 3 ? plain_draughts_cover_of_square (&p, true, row, column) : 0;
    }
  assert_int_equal (white, 150);
  assert_int_equal (black, 150);
  assert_int_equal (game_open (&board, "8x8", &failure), OPENING_DONE);
  assert_int_equal (cover_of_squares (&board, game_start (&board).own), 150);
}

/* ---- searches ---- */

static int count_pieces (const struct plain *p) {
  int count = 0;
  for (int cell = 0; cell < p->size[0] * p->size[0]; cell++)
    count += p->cell[cell] != 0;
  return count;
}

/** Of the side to move, `depth` plies ahead, with so much for each piece that the last move took, for the
 *  side that moved; `taken`: by the move that led here. Counts unfinished positions. */
static int plain_minimax (const struct plain *p, count_plainly *count_for_mover, int depth, int bonus,
                          int taken, uint64_t *nodes) {
  const int outcome = plain_draughts.outcome (p);
  if (outcome != 2)
    return outcome * EVALUATION_MAX;
  ++*nodes;
  if (depth == 0)
    return count_for_mover (p) - bonus * taken;
  struct plain_move *moves = allocate (PLAIN_MOVES_MAX, sizeof *moves);
  const int count = plain_draughts.moves (p, moves), pieces = count_pieces (p);
  int best = -EVALUATION_MAX - 1;
  for (int i = 0; i < count; i++) {
    const struct plain *after = &moves[i].after;
    const int value
        = -plain_minimax (after, count_for_mover, depth - 1, bonus, pieces - count_pieces (after), nodes);
    best = value > best ? value : best;
  }
  free (moves);
  return best;
}

/** By minimax and alpha-beta, each without a table and with one, and by best node search: the evaluations
 *  are the same, but that of best node search is a lower bound. Returns that of minimax. */
static int search (const struct game *game, const char *text, struct query query, uint64_t *nodes) {
  struct failure failure = { 0 };
  struct position *position = position_allocate (game);
  assert_true (position_parse (game, text, position, &failure));
  query.method = METHOD_MINIMAX;
  const struct result full = ask_query (game, position, &query, 1, NULL);
  const struct result shared = ask_limited (game, position, &query);
  query.method = METHOD_ALPHA_BETA;
  const struct result cut = ask_query (game, position, &query, 1, NULL);
  query.reuse = true;
  const struct result reused = ask_limited (game, position, &query);
  query.method = METHOD_BNS;
  const struct result best = ask_limited (game, position, &query);
  if (shared.evaluation != full.evaluation || cut.evaluation != full.evaluation
      || reused.evaluation != full.evaluation || best.evaluation > full.evaluation)
    fail_msg ("%s %s, %s to depth %d, bonus %d, random %d: minimax %d, with a table %d; alpha-beta %d, with "
              "a table %d; bns at least %d",
              game->title, text, names[query.evaluation], query.depth, query.capture_bonus, query.random,
              full.evaluation, shared.evaluation, cut.evaluation, reused.evaluation, best.evaluation);
  free (position);
  *nodes = full.cost.nodes;
  return full.evaluation;
}

/** What chance adds is in favour of Black, less than asked for, and the same each time: so is what comes of
 *  it, since minimax only chooses among values. Returns whether it made a difference. */
static bool check_chance (const struct game *game, const struct plain *p, const char *text, int depth) {
  enum { RANDOM = 40 };
  struct query query = { .depth = depth, .evaluation = depth % EVALUATIONS, .seed = (uint64_t) depth };
  uint64_t nodes;
  const int sign = p->to_move == 1 ? 1 : -1, without = sign * search (game, text, query, &nodes);
  query.random = RANDOM;
  const int value = sign * search (game, text, query, &nodes);
  if (value < without || value > without + RANDOM - 1)
    fail_msg ("%s %s to depth %d: %d for Black, with a random number below %d %d", game->title, text, depth,
              without, RANDOM, value);
  query.seed += 1000;
  return sign * search (game, text, query, &nodes) != value;
}

/** Without a table minimax visits what the plain one does; its horizon of one ply shows the evaluation
 *  itself. Returns in how many searches another seed changed the value. */
static int check_position (const struct game *game, const struct plain *p, int depth) {
  char text[PLAIN_POSITION_TEXT];
  int changed = 0;
  plain_draughts.print (p, text);
  for (int d = 1; d <= depth; d++) {
    for (int which = 0; which < EVALUATIONS; which++) {
      const struct query query = { .depth = d, .evaluation = which, .capture_bonus = which == 2 ? 0 : 50 };
      uint64_t expected_nodes = 0, nodes;
      const int expected
          = plain_minimax (p, plain_evaluations[which], d, query.capture_bonus, 0, &expected_nodes),
          value = search (game, text, query, &nodes);
      if (value != expected
          || (nodes != expected_nodes && (expected < EVALUATION_MAX || nodes > 1))) /* won at once */
        fail_msg ("%s %s, %s to depth %d: %d instead of %d; %llu nodes instead of %llu", game->title, text,
                  names[which], d, value, expected, (unsigned long long) nodes,
                  (unsigned long long) expected_nodes);
    }
    changed += check_chance (game, p, text, d);
  }
  return changed;
}

/** Positions of random games. */
static void check_board (const char *board, int games, int depth, uint64_t *random) {
  struct game game;
  char title[40];
  int changed = 0;
  snprintf (title, sizeof title, "draughts:%s", board);
  game_open_or_fail (&game, title);
  struct plain_move *moves = allocate (PLAIN_MOVES_MAX, sizeof *moves);
  for (int i = 0; i < games; i++) {
    struct plain p;
    assert_true (plain_draughts.start (board, &p));
    const int plies = random_below (random, 60);
    int count;
    for (int ply = 0; ply < plies && (count = plain_draughts.moves (&p, moves)) > 0; ply++)
      p = moves[random_below (random, count)].after;
    if (plain_draughts.outcome (&p) == 2)
      changed += check_position (&game, &p, depth);
  }
  assert_true (changed > 0);
  free (moves);
  engine_close (&game);
}

static void test_searches (void **state) {
  (void) state;
  uint64_t random = 20261121;
  check_board ("4x4", 200, 4, &random);
  check_board ("6x6", 200, 3, &random);
  check_board ("6x6,rules=seed", 50, 3, &random);
  check_board ("8x8", 200, 3, &random);
}

/** White takes one piece, and then Black nothing: only the last move counts. */
static void test_capture_bonus (void **state) {
  (void) state;
  struct game game;
  uint64_t nodes;
  static const char fen[] = "W:W22:B18,5";
  game_open_or_fail (&game, "draughts:8x8");
  for (int depth = 1; depth <= 2; depth++) {
    struct query query = { .depth = depth };
    const int without = search (&game, fen, query, &nodes);
    query.capture_bonus = 50;
    assert_int_equal (search (&game, fen, query, &nodes) - without, depth == 1 ? 50 : 0);
  }
  engine_close (&game);
}

/** All are there, in this order; a game may have none to choose, and nothing to take. */
static void test_names (void **state) {
  (void) state;
  struct game game;
  game_open_or_fail (&game, "draughts:4x4");
  for (int i = 0; i < EVALUATIONS; i++)
    assert_string_equal (game.engine->evaluations[i], names[i]);
  assert_null (game.engine->evaluations[EVALUATIONS]);
  assert_true (game.engine->captures);
  engine_close (&game);
  game_open_or_fail (&game, "nim:3,4");
  assert_null (game.engine->evaluations);
  assert_false (game.engine->captures);
  engine_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_any_positions),      cmocka_unit_test (test_by_hand),
    cmocka_unit_test (test_cover_at_the_start), cmocka_unit_test (test_searches),
    cmocka_unit_test (test_capture_bonus),      cmocka_unit_test (test_names),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
