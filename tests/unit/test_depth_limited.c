/* The methods that answer with a move and an evaluation: best node search and the immediate comparison, on
 * all games.
 *
 * What they say of m,n,k-positions is compared with a minimax over the plain rules that evaluates by a slow
 * count and looks at moves near stones only; what they claim to be proven, with the methods that prove. */
#include "base/clock.h"
#include "search/table.h"

#include "games/mnk/plain/mnk_plain.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void name_move (const struct game *game, const struct position *position, int move, char *text) {
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  const int count = game->engine->successors (game, position, list);
  *text = 0;
  for (int i = 0; i < count; i++)
    if (list[i].move == move)
      strcpy (text, list[i].text);
  assert_int_not_equal (*text, 0);
  free (list);
}

/* ---- m,n,k by the slow rules ---- */

/** What the rows of a player weigh, by three weights: k - 2 open, k - 1 half, k - 1 open. */
static int slow_rows (const struct plain *p, int player, const int weight[3]) {
  static const int right[4] = { 1, 0, 1, -1 }, up[4] = { 0, 1, 1, 1 };
  int sum = 0;
  for (int cell = 0; cell < p->size[0] * p->size[1]; cell++)
    for (int d = 0; d < 4; d++) {
      const int column = cell % p->size[0], row = cell / p->size[0];
      if (p->cell[cell] != player + 1 || mnk_cell (p, column - right[d], row - up[d]) == player + 1)
        continue;
      int length = 1;
      while (mnk_cell (p, column + length * right[d], row + length * up[d]) == player + 1)
        length++;
      const int free = (mnk_cell (p, column - right[d], row - up[d]) == 0)
                       + (mnk_cell (p, column + length * right[d], row + length * up[d]) == 0);
      if (length == p->size[2] - 2 && free == 2)
        sum += weight[0];
      if (length == p->size[2] - 1 && free > 0)
        sum += weight[free];
    }
  return sum;
}

/** For a player, beside the end of the game. */
static int slow_evaluation (const struct plain *p, int self) {
  static const int own[3] = { 100, 80, 250 }, other[3] = { 1300, 2000, 5020 };
  const int value = slow_rows (p, self, own) - slow_rows (p, 1 - self, other);
  return value >= EVALUATION_MAX ? EVALUATION_MAX - 1 : value <= -EVALUATION_MAX ? 1 - EVALUATION_MAX : value;
}

/** Does the last stone lie next to another, or alone in the middle? */
static bool was_relevant (const struct plain *p) {
  const int column = p->last % p->size[0], row = p->last / p->size[0];
  if (p->plies == 1)
    return column == p->size[0] / 2 && row == p->size[1] / 2;
  for (int x = -1; x <= 1; x++)
    for (int y = -1; y <= 1; y++)
      if ((x != 0 || y != 0)
          && (mnk_cell (p, column + x, row + y) == 1 || mnk_cell (p, column + x, row + y) == 2))
        return true;
  return false;
}

enum { SLOW_DEPTH_MAX = 4 };

/** What the position is worth to `self` after `depth` more plies. `relevant`: by moves near stones only. */
static int slow_value (const struct plain *p, int depth, int self, bool relevant) {
  static struct plain_move lists[SLOW_DEPTH_MAX + 1][PLAIN_MOVES_MAX]; /* by depth: large, and needed often */
  const int outcome = plain_mnk.outcome (p);
  if (outcome != 2)
    return EVALUATION_MAX * (p->to_move == self ? outcome : -outcome);
  if (depth == 0)
    return slow_evaluation (p, self);
  struct plain_move *moves = lists[depth];
  const int count = plain_mnk.moves (p, moves), sign = p->to_move == self ? 1 : -1;
  int value = -EVALUATION_MAX - 1;
  for (int i = 0; i < count; i++) {
    if (relevant && !was_relevant (&moves[i].after))
      continue;
    const int child = sign * slow_value (&moves[i].after, depth - 1, self, relevant);
    value = child > value ? child : value;
  }
  return sign * value;
}

/** The plain position after a move. */
static struct plain plain_after_move (const struct plain *p, const char *name) {
  static struct plain_move moves[PLAIN_MOVES_MAX];
  const int count = plain_mnk.moves (p, moves);
  int i = 0;
  while (i < count && strcmp (moves[i].text, name) != 0)
    i++;
  assert_true (i < count);
  return moves[i].after;
}

/** The plain position after these moves. */
static struct plain plain_after (const char *board, const char *text) {
  struct plain p;
  char copy[4096], *rest = copy;
  assert_true (plain_mnk.start (board, &p));
  strcpy (copy, text);
  for (char *word; (word = strtok_r (rest, " ", &rest)) != NULL;)
    p = plain_after_move (&p, word);
  return p;
}

/** What the slow minimax says of a position to a depth, by all moves [0] and by those near stones [1]: found
 *  once for all methods and orders that are asked. */
struct slow_answers {
  struct plain plain;
  int depth;
  struct slow_answer {
    bool known;
    int value;
  } whole[2], after[2][512]; /* after the move to each cell */
};

static int slow_answer (struct slow_answer *answer, const struct plain *p, int depth, int self,
                        bool relevant) {
  if (!answer->known)
    *answer = (struct slow_answer){ true, slow_value (p, depth, self, relevant) };
  return answer->value;
}

/* ---- evaluations and moves ---- */

enum { SLOW_POSITIONS = 25 };

/** One method: the evaluation is that of the slow minimax, and the move one that reaches it. */
static void check_query (const struct game *game, const char *text, const struct position *position,
                         struct slow_answers *slow, struct query query) {
  const enum method method = query.method;
  const struct plain *p = &slow->plain;
  const bool near = method_descriptions[method].heuristic || query.relevant;
  const int expected = slow_answer (&slow->whole[near], p, slow->depth, p->to_move, near);
  query.depth = method == METHOD_IMMEDIATE ? 0 : slow->depth;
  const struct result result = ask_limited (game, position, &query);
  assert_true (result.has_evaluation);
  char name[MOVE_TEXT];
  name_move (game, position, result.move, name);
  const struct plain after = plain_after_move (p, name);
  const int reached = slow_answer (&slow->after[near][after.last], &after, slow->depth - 1, p->to_move, near);
  const bool lost = expected == -EVALUATION_MAX; /* best node search keeps the move of the depth before */
  if (reached != expected || (near && !was_relevant (&after))
      || (method == METHOD_BNS ? result.evaluation > expected : result.evaluation != expected)
      || (lost && result.evaluation != expected))
    fail_msg ("%s '%s': %s to depth %d says %s %d, worth %d of %d", game->title, text,
              method_descriptions[method].name, slow->depth, name, result.evaluation, reached, expected);
  if (method == METHOD_IMMEDIATE)
    assert_false (result.solved);
}

static void check_heuristic (const struct game *game, const char *text, const struct position *position,
                             struct slow_answers *slow, enum method method) {
  check_query (game, text, position, slow, (struct query){ .method = method });
}

/** PVS finds what alpha-beta finds by the same moves, in whatever order, and so do the others in that order.
 */
static void check_orders (const struct game *game, const char *text, const struct position *position,
                          struct slow_answers *slow) {
  static const enum method methods[] = { METHOD_PVS, METHOD_ALPHA_BETA, METHOD_BNS, METHOD_MTDF };
  for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
    for (int order = 0; game->engine->orders[order] != NULL || order == 0; order++)
      check_query (game, text, position, slow,
                   (struct query){ .method = methods[m],
                                   .relevant = methods[m] == METHOD_ALPHA_BETA,
                                   .order = order + (m > 1) });
}

static void check_heuristics (const char *board, int least, int most, int depth, uint64_t *random) {
  struct game game;
  char title[60], text[4096];
  snprintf (title, sizeof title, "mnk:%s", board);
  game_open_or_fail (&game, title);
  for (int i = 0; i < SLOW_POSITIONS;) {
    struct position *position
        = random_position (&game, random, least + random_below (random, most - least + 1), text);
    if (game.engine->outcome (&game, position) == GOING_ON) {
      i++;
      for (int d = 1; d <= depth; d++) {
        struct slow_answers slow = { .plain = plain_after (board, text), .depth = d };
        if (d == 1)
          check_heuristic (&game, text, position, &slow, METHOD_IMMEDIATE);
        check_heuristic (&game, text, position, &slow, METHOD_BNS);
        check_heuristic (&game, text, position, &slow, METHOD_MTDF);
        check_orders (&game, text, position, &slow);
        if (d == 2 && depth > 2) {
          check_heuristic (&game, text, position, &slow, METHOD_MINIMAX);
          check_heuristic (&game, text, position, &slow, METHOD_ALPHA_BETA);
        }
      }
    }
    free (position);
  }
  engine_close (&game);
}

static void test_mnk_heuristics (void **state) {
  (void) state;
  uint64_t random = 9;
  check_heuristics ("3,3,3", 0, 5, 4, &random);
  check_heuristics ("5,4,4", 3, 14, 3, &random);
  check_heuristics ("4,4,3,exact", 1, 9, 3, &random);
  check_heuristics ("6,6,4", 2, 12, 3, &random);
  check_heuristics ("9,8,5", 6, 9, 2, &random);
  check_heuristics ("15,15,5", 2, 6, 2, &random);
}

/* ---- what they claim ---- */

/** Claims of best node search on random positions; returns how many there were. `knowledge`: as our own
 * players ask, with the game's knowledge and the evaluation of play. */
static int check_claims (const char *title, int positions, int least, int most, int depth, bool knowledge) {
  struct game game;
  char text[4096];
  uint64_t random = 5;
  int claims = 0;
  game_open_or_fail (&game, title);
  for (int i = 0; i < positions; i++) {
    struct position *position
        = random_position (&game, &random, least + random_below (&random, most - least + 1), text);
    if (game.engine->outcome (&game, position) == GOING_ON) {
      static const enum method methods[] = { METHOD_BNS, METHOD_MTDF, METHOD_PVS };
      const struct query query
          = { .method = methods[i % 3],
              .depth = depth,
              .evaluation = knowledge || i % 4 >= 2 ? game.engine->evaluation_of_play : 0,
              .has_known = i % 8 == 7, /* something, right or wrong: no claim rests on it */
              .known = { -(i / 8 % 2), 1 - i / 8 % 2 },
              .knowledge = knowledge };
      const struct result result = ask_limited (&game, position, &query);
      assert_true (result.has_evaluation && result.move >= 0);
      if (result.bounds.lower > -1 || result.bounds.upper < 1) {
        const struct result proof = ask (&game, position, METHOD_AUTO, false, 1);
        assert_true (proof.solved);
        if (result.bounds.lower > proof.bounds.lower || result.bounds.upper < proof.bounds.upper)
          fail_msg ("%s '%s': %s claims [%d, %d], the value is %d", title, text,
                    method_descriptions[query.method].name, result.bounds.lower, result.bounds.upper,
                    proof.bounds.lower);
        claims += result.solved;
      }
    }
    free (position);
  }
  engine_close (&game);
  return claims;
}

static void check_claims_on_boards (bool knowledge) {
  static const struct {
    const char *title;
    int positions, least, most, depth;
    int claims; /* more claims than that are there to be compared; 0: any number */
  } boards[] = {
    { "mnk:3,3,3", 300, 2, 7, 0, 100 },
    { "mnk:4,4,3", 300, 4, 12, 0, 100 },
    { "mnk:5,4,4", 300, 8, 18, 0, 150 },
    { "mnk:4,4,3,exact", 300, 6, 13, 0, 100 },
    { "mnk:5,5,4", 200, 6, 14, 3, 0 }, /* many wins that are wins only against moves near stones */
    /* Late moves that are reduced do not reach the end of the game, nor do stalemates of a report. */
    { "connect4:4x4", 200, 0, 12, 0, 50 },
    { "connect4:5x4", 200, 4, 16, 5, 20 },
    { "draughts:4x4", 200, 0, 20, 9, 20 },
    { "nim:3,4,5", 100, 0, 3, 0, 50 },
  };
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    const int claims = check_claims (boards[i].title, 10 + repetitions (boards[i].positions - 10),
                                     boards[i].least, boards[i].most, boards[i].depth, knowledge);
    if (boards[i].claims > 0)
      assert_true (claims > repetitions (boards[i].claims));
  }
}

static void test_claims (void **state) {
  (void) state;
  check_claims_on_boards (false);
}

static void test_claims_with_knowledge (void **state) {
  (void) state;
  check_claims_on_boards (true);
  check_claims ("mnk:6,6,4", repetitions (100), 6, 20, 4, true);
  check_claims ("mnk:7,7,5", repetitions (50), 10, 30, 3, true);
}

/** Replies to fours are no plies on the way to the horizon: with knowledge two plies show wins by four fours,
 *  which take seven. */
static void test_forced_replies_extend (void **state) {
  (void) state;
  static const char *const won[] = {
    "f5 h11 l6 k5 h7 j7 j4 g7 e11 k4 h4 e8 f7 h5 j12 d5 i4 h9 j9 e7 d4 k8 i7 j10",
    "h7 f12 k10 h4 g9 f9 g10 f4 f8 k7 i12 d7 l6 d8 k11 k9 h8 i8 j10 h5 l12 i9",
    "j8 e8 g10 g12 l9 h7 k11 e7 g7 f4 f9 f5 g9 g6 l11 k5 d11 i9 h10 k10 e11 g8 i12 i10",
  };
  struct game game;
  struct failure failure = { 0 };
  game_open_or_fail (&game, "mnk:15,15,5");
  struct position *position = position_allocate (&game);
  for (size_t i = 0; i < sizeof won / sizeof *won; i++) {
    assert_true (position_parse (&game, won[i], position, &failure));
    for (int knowledge = 0; knowledge < 2; knowledge++) {
      const struct query query = { .method = METHOD_MTDF, .depth = 2, .knowledge = knowledge };
      const struct result result = ask_limited (&game, position, &query);
      assert_int_equal (result.evaluation == EVALUATION_MAX, knowledge);
    }
  }
  free (position);
  engine_close (&game);
}

/** On the random positions of every game, except where few pieces are what makes them easy to decide. */
static void test_claims_of_all_games (void **state) {
  (void) state;
  for (const struct plain_rules *const *rules = plain_rules; *rules != NULL; rules++) {
    int claims = 0;
    for (const struct plain_sample *sample = (*rules)->samples; sample->title != NULL; sample++)
      for (int knowledge = 0; knowledge < 2 && sample->pieces == 0; knowledge++)
        claims
            += check_claims (sample->title, 10 + repetitions (10), sample->least, sample->most, 5, knowledge);
    assert_true (claims > 0);
  }
}

/** What is known from elsewhere is only where the windows begin: the evaluation is that of a search without,
 * as far as it lies within them, or where what is known is wrong. */
static void test_known_windows (void **state) {
  (void) state;
  static const enum method methods[] = { METHOD_BNS, METHOD_MTDF, METHOD_PVS, METHOD_ALPHA_BETA };
  struct game game;
  char text[4096];
  uint64_t random = 3;
  game_open_or_fail (&game, "mnk:5,5,4");
  for (int i = 0; i < 150; i++) {
    struct position *position = random_position (&game, &random, 3 + random_below (&random, 9), text);
    struct query query = { .method = METHOD_PVS, .depth = 3 };
    if (game.engine->outcome (&game, position) == GOING_ON) {
      const int value = ask_limited (&game, position, &query).evaluation;
      query.method = methods[i % 4];
      query.relevant = query.method == METHOD_ALPHA_BETA;
      query.has_known = true;
      query.known = (struct bounds){ -(i / 4 % 3 == 0), i / 4 % 3 != 1 };
      const int upper = query.known.upper * EVALUATION_MAX;
      const int found = ask_limited (&game, position, &query).evaluation;
      if ((value < upper ? value : upper) != (found < upper ? found : upper)
          && !(query.method == METHOD_BNS && found < value)) /* a lower bound */
        fail_msg ("'%s': %s says %d in [%d, %d], the value is %d", text,
                  method_descriptions[query.method].name, found, query.known.lower, query.known.upper, value);
    }
    free (position);
  }
  engine_close (&game);
}

/** From the empty board one move is looked at, which proves nothing. */
static void test_nothing_claimed_of_what_was_left_out (void **state) {
  (void) state;
  struct game game;
  game_open_or_fail (&game, "mnk:3,3,3");
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  const struct query query = { .method = METHOD_BNS };
  const struct result result = ask_limited (&game, start, &query);
  assert_false (result.solved);
  assert_int_equal (result.bounds.lower, -1);
  assert_int_equal (result.bounds.upper, 1);
  assert_int_equal (result.evaluation, 0);
  free (start);
  engine_close (&game);
}

/* ---- limits ---- */

/** When the nodes are used up, the answer is that of the last depth that was completed. */
static void check_node_limit (const char *title, const char *text, int depth) {
  struct game game;
  struct result by_depth[8];
  struct failure failure = { 0 };
  game_open_or_fail (&game, title);
  struct position *position = position_allocate (&game);
  assert_true (position_parse (&game, text, position, &failure));
  for (int d = 1; d <= depth; d++) {
    const struct query query = { .method = METHOD_BNS, .depth = d };
    by_depth[d] = ask_limited (&game, position, &query);
    const uint64_t nodes = by_depth[d].cost.nodes;
    if (d == 1)
      continue;
    const uint64_t before = by_depth[d - 1].cost.nodes;
    assert_true (nodes > before);
    const struct query limited = { .method = METHOD_BNS, .node_limit = nodes - 1 };
    const struct result result = ask_limited (&game, position, &limited);
    assert_int_equal (result.cost.nodes, nodes - 1);
    assert_int_equal (result.move, by_depth[d - 1].move);
    assert_int_equal (result.evaluation, by_depth[d - 1].evaluation);
  }
  const struct query none = { .method = METHOD_BNS, .node_limit = 1 };
  const struct result first = ask_limited (&game, position, &none);
  assert_true (first.has_evaluation && first.move >= 0);
  free (position);
  engine_close (&game);
}

static void test_node_limit (void **state) {
  (void) state;
  check_node_limit ("mnk:7,7,5", "d4 d5 c3", 5);
  check_node_limit ("mnk:15,15,5", "h8 h7 g7 i7", 4);
  check_node_limit ("draughts:8x8", "", 6);
}

/** In time, on all sizes of boards. */
static void test_deadline (void **state) {
  (void) state;
  const char *const titles[] = { "mnk:7,7,5", "mnk:15,15,5", "mnk:50,50,10", "mnk:70,70,10", "draughts:8x8" };
  for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
    struct game game;
    char text[4096];
    uint64_t random = 4;
    game_open_or_fail (&game, titles[i]);
    struct position *position = random_position (&game, &random, 12, text);
    const double begun = clock_seconds ();
    const struct query query = { .method = METHOD_BNS, .seconds = 0.3 };
    const struct result result = ask_limited (&game, position, &query);
    const double taken = clock_seconds () - begun;
    assert_true (result.has_evaluation && result.move >= 0);
    assert_true (taken > 0.25 && taken < 5); /* a busy machine */
    free (position);
    engine_close (&game);
  }
}

/** The clock ends a search only when it has had its nodes. */
static void test_least_nodes (void **state) {
  (void) state;
  struct game game;
  struct failure failure = { 0 };
  game_open_or_fail (&game, "connect4:7x6");
  struct position *position = position_allocate (&game);
  assert_true (position_parse (&game, "", position, &failure));
  for (uint64_t least = 0; least <= 100000; least += 50000) {
    const struct query query
        = { .method = METHOD_NULL_WINDOW, .window = { 0, 1 }, .seconds = 1e-9, .node_least = least };
    const struct result result = ask_limited (&game, position, &query);
    assert_false (result.solved);
    assert_in_range (result.cost.nodes, least, least + 10000);
  }
  free (position);
  engine_close (&game);
}

/** Equally good moves are all chosen for some seed, and the same one for the same seed. */
static void test_chance (void **state) {
  (void) state;
  struct game game;
  struct failure failure = { 0 };
  int chosen[4] = { 0 };
  game_open_or_fail (&game, "mnk:5,5,5");
  struct position *position = position_allocate (&game);
  assert_true (position_parse (&game, "c3", position, &failure));
  for (uint64_t seed = 0; seed < 400; seed++) {
    const struct query query = { .method = METHOD_IMMEDIATE, .seed = seed };
    const struct result result = ask_limited (&game, position, &query),
                        again = ask_limited (&game, position, &query);
    assert_int_equal (result.move, again.move);
    char name[MOVE_TEXT];
    name_move (&game, position, result.move, name);
    const char *found = strstr ("b2 b3 b4 c2 c4 d2 d3 d4", name);
    assert_non_null (found);
    chosen[found[1] == '3' || found[0] == 'c' ? 0 : 1]++;
  }
  assert_true (chosen[0] > 120 && chosen[1] > 120); /* sides and corners around the stone: four each */
  free (position);
  engine_close (&game);
}

int main (int argc, char **argv) {
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_mnk_heuristics),
    cmocka_unit_test (test_claims),
    cmocka_unit_test (test_claims_with_knowledge),
    cmocka_unit_test (test_forced_replies_extend),
    cmocka_unit_test (test_claims_of_all_games),
    cmocka_unit_test (test_known_windows),
    cmocka_unit_test (test_nothing_claimed_of_what_was_left_out),
    cmocka_unit_test (test_node_limit),
    cmocka_unit_test (test_deadline),
    cmocka_unit_test (test_least_nodes),
    cmocka_unit_test (test_chance),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
