/* The evaluations of Italian draughts against a plain count, piece by piece, and the depth-limited methods
 * that use them against a plain minimax over the plain rules: the same evaluation, and in minimax the same
 * nodes. */
#include "games/draughts/plain/draughts_plain_evaluate.h"
#include "support/support.h"
#include "search/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int count_plainly (const struct plain *);

static count_plainly *const plain_evaluations[] = { plain_draughts_balanced, plain_draughts_defence };
static const char *const names[] = { "balanced", "defence" };

/** Of the side to move, `depth` plies ahead; counts unfinished positions. */
static int plain_minimax (const struct plain *p, count_plainly *evaluate, int depth, uint64_t *nodes) {
  const int outcome = plain_draughts.outcome (p);
  if (outcome != 2)
    return outcome * EVALUATION_MAX;
  ++*nodes;
  if (depth == 0)
    return evaluate (p);
  struct plain_move *moves = allocate (PLAIN_MOVES_MAX, sizeof *moves);
  const int count = plain_draughts.moves (p, moves);
  int best = -EVALUATION_MAX - 1;
  for (int i = 0; i < count; i++) {
    const int value = -plain_minimax (&moves[i].after, evaluate, depth - 1, nodes);
    best = value > best ? value : best;
  }
  free (moves);
  return best;
}

static struct result ask_heuristic (const struct game *game, const struct position *position,
                                    enum method method, int which, int depth) {
  const struct query query = { .method = method, .depth = depth, .evaluation = which };
  return method == METHOD_BNS ? ask_limited (game, position, &query)
                              : ask_query (game, position, &query, 1, NULL);
}

/** Without a table minimax visits what the plain one does; its horizon of one ply shows the evaluation
 *  itself. */
static void check_position (const struct game *game, const struct plain *p, int depth) {
  struct failure failure = { 0 };
  char text[PLAIN_POSITION_TEXT];
  plain_draughts.print (p, text);
  struct position *position = position_allocate (game);
  assert_true (position_parse (game, text, position, &failure));
  for (int which = 0; which < 2; which++)
    for (int d = 1; d <= depth; d++) {
      uint64_t nodes = 0;
      const int expected = plain_minimax (p, plain_evaluations[which], d, &nodes);
      const struct result full = ask_heuristic (game, position, METHOD_MINIMAX, which, d);
      const struct result cut = ask_heuristic (game, position, METHOD_ALPHA_BETA, which, d);
      const struct result best = ask_heuristic (game, position, METHOD_BNS, which, d);
      if (full.evaluation != expected || cut.evaluation != expected || best.evaluation > expected
          || full.cost.nodes != nodes)
        fail_msg ("%s %s, %s to depth %d: %d, %d, at least %d instead of %d; %llu nodes instead of %llu",
                  game->title, text, names[which], d, full.evaluation, cut.evaluation, best.evaluation,
                  expected, (unsigned long long) full.cost.nodes, (unsigned long long) nodes);
    }
  free (position);
}

/** Positions of random games. */
static void check_board (const char *board, int games, int depth, uint64_t *random) {
  struct game game;
  char title[40];
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
      check_position (&game, &p, depth);
  }
  free (moves);
  engine_close (&game);
}

static void test_random_positions (void **state) {
  (void) state;
  uint64_t random = 20261121;
  check_board ("4x4", 200, 4, &random);
  check_board ("6x6", 200, 3, &random);
  check_board ("6x6,rules=seed", 50, 3, &random);
  check_board ("8x8", 200, 3, &random);
}

/** Positions counted by hand, from White's side. */
static void test_by_hand (void **state) {
  (void) state;
  static const struct {
    const char *fen;
    int balanced, defence;
  } cases[] = {
    { "W:WK1:BK10", -20, -20 },        /* a corner costs 20 */
    { "W:WK2:BK10", -10, -10 },        /* the first row costs 10 */
    { "W:W24:B1", 4, -24 },            /* two rows on, five to go; Black's man has seven to go */
    { "W:W23,27,28,31:B1", 306, 409 }, /* cover: 8 + 2 + 2 */
    { "W:W27,K31:B1", 191, 179 },      /* a king covers, and is not covered */
  };
  struct plain p;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_true (plain_draughts.parse ("8x8", cases[i].fen, &p));
    assert_int_equal (plain_draughts_balanced (&p), cases[i].balanced);
    assert_int_equal (plain_draughts_defence (&p), cases[i].defence);
  }
}

/** Both are there, in this order; a game may have none to choose. */
static void test_names (void **state) {
  (void) state;
  struct game game;
  game_open_or_fail (&game, "draughts:4x4");
  for (int i = 0; i < 2; i++)
    assert_string_equal (game.engine->evaluations[i], names[i]);
  assert_null (game.engine->evaluations[2]);
  engine_close (&game);
  game_open_or_fail (&game, "nim:3,4");
  assert_null (game.engine->evaluations);
  engine_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_random_positions),
                                      cmocka_unit_test (test_by_hand), cmocka_unit_test (test_names) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
