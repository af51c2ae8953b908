/* Which moves of a position must be searched, given what is known; and how a file is read that knows it. */
#include "answer/answer.h"
#include "answer/oracle.h"

#include "support/support.h"

#include <string.h>

/* The start of 4x4, a draw, and its moves: 1 and 4 lead to symmetric positions, and so do 2 and 3. */
static void begin (struct game *game, struct answer *answer) {
  struct failure failure = { 0 };
  game_open_or_fail (game, "connect4:4x4");
  assert_true (answer_begin (answer, game, "", &failure));
  assert_int_equal (answer->count, 4);
}

static void end (struct game *game, struct answer *answer) {
  answer_end (answer);
  engine_close (game);
}

static void settle (struct answer *answer, int value, bool exact_score) {
  const struct bounds bounds = { value, value };
  const zermelo_knowledge known = known_by_search (answer->game, answer->position, bounds, exact_score);
  known_narrow (&answer->known, &known);
}

/* A search has proven these bounds for the position after move i. */
static void take_bounds (struct answer *answer, int i, struct bounds bounds) {
  const struct answer_searches searches = { .on_trust = false };
  const struct result result = { .bounds = bounds };
  answer_take_result (answer, i, &result, false, &searches);
}

/* The moves that are asked about, as digits. Each is asked with the window from `lower` to `upper`. */
static void check_asked (const struct answer *answer, enum answer_goal goal, bool exact_score,
                         const char *moves, int lower, int upper) {
  char asked[8] = "";
  for (int i = 0; i < answer->count; i++) {
    struct bounds window;
    if (!answer_asks (answer, i, goal, exact_score, &window))
      continue;
    strcat (asked, answer->moves[i].successor.text);
    assert_int_equal (window.lower, lower);
    assert_int_equal (window.upper, upper);
  }
  assert_string_equal (asked, moves);
}

/* Each value is asked for until it is known, once for moves that lead to symmetric positions. */
static void test_values (void **state) {
  struct game game;
  struct answer answer;
  (void) state;
  begin (&game, &answer);
  check_asked (&answer, GOAL_VALUES, false, "12", -1, 1);
  take_bounds (&answer, 1, (struct bounds){ -1, 0 });
  check_asked (&answer, GOAL_VALUES, false, "12", -1, 1);
  take_bounds (&answer, 1, (struct bounds){ 0, 0 });
  check_asked (&answer, GOAL_VALUES, false, "1", -1, 1);
  take_bounds (&answer, 3, (struct bounds){ 1, 1 });
  check_asked (&answer, GOAL_VALUES, false, "", 0, 0);
  end (&game, &answer);
}

/* Whether a move keeps the value is asked once the value is known, until it is decided. */
static void test_keepers (void **state) {
  struct game game;
  struct answer answer;
  (void) state;
  begin (&game, &answer);
  check_asked (&answer, GOAL_KEEPERS, false, "", 0, 0);
  settle (&answer, 0, false);
  check_asked (&answer, GOAL_KEEPERS, false, "12", 0, 1);
  take_bounds (&answer, 0, (struct bounds){ 1, 1 }); /* it loses */
  assert_false (answer_keeps (&answer, 0, false));
  check_asked (&answer, GOAL_KEEPERS, false, "2", 0, 1);
  take_bounds (&answer, 2, (struct bounds){ -1, 0 }); /* symmetric to the second move */
  assert_true (answer_keeps (&answer, 1, false));
  check_asked (&answer, GOAL_KEEPERS, false, "", 0, 0);
  end (&game, &answer);
}

/* A move that is said to keep the value keeps it, and so do the moves that are symmetric to it. */
static void test_keeper_is_told (void **state) {
  struct game game;
  struct answer answer;
  (void) state;
  begin (&game, &answer);
  settle (&answer, 0, true);
  check_asked (&answer, GOAL_KEEPERS, true, "12", 0, 1);
  answer_take_keeper (&answer, 3);
  assert_true (answer_keeps (&answer, 0, true));
  assert_true (answer_keeps (&answer, 3, true));
  check_asked (&answer, GOAL_KEEPERS, true, "2", 0, 1);
  end (&game, &answer);
}

/* ---- searches that answer in another order than they are asked ---- */

enum { ASKED_MOST = 16 };

struct slow_searches {
  struct answer_query asked[ASKED_MOST];
  char moves[ASKED_MOST]; /* digits: after which move, the first of its twins; 's': about the position */
  int count, taken, done;
  const struct answer *answer;
};

static void note_query (void *context, const struct answer_query *query) {
  struct slow_searches *slow = context;
  const struct answer *answer = slow->answer;
  assert_true (slow->count < ASKED_MOST);
  uint8_t key[PACKED_MAX] = { 0 };
  char move = 's';
  answer->game->engine->pack_canonical (answer->game, query->position, key);
  for (int i = answer->count - 1; i >= 0; i--)
    if (memcmp (key, answer->moves[i].key, sizeof key) == 0)
      move = answer->moves[i].successor.text[0];
  slow->moves[slow->count] = move;
  slow->asked[slow->count++] = *query;
}

static void note_taken (void *context, int move, const struct result *result) {
  (void) move, (void) result;
  ((struct slow_searches *) context)->taken++;
}

static void note_end (void *context) { ((struct slow_searches *) context)->done++; }

static void reply (struct slow_searches *slow, int i, int value, uint64_t nodes) {
  const struct result result = { .bounds = { value, value }, .cost = { .nodes = nodes } };
  slow->asked[i].take (slow->asked[i].taker, &result);
}

static void ask_slowly (struct slow_searches *slow, struct answer *answer, enum answer_goal moves,
                        bool side_by_side, uint64_t node_limit) {
  *slow = (struct slow_searches){ .answer = answer };
  answer_ask (&(struct answer_searches){ .ask = note_query, .context = slow, .side_by_side = side_by_side },
              &(struct answer_question){ .answer = answer,
                                         .position = true,
                                         .moves = moves,
                                         .node_limit = node_limit,
                                         .taken = note_taken,
                                         .taken_context = slow,
                                         .done = note_end,
                                         .done_context = slow });
}

/* No move is asked about before the position is known; then all are, and results may come in any order. */
static void test_side_by_side (void **state) {
  struct game game;
  struct answer answer;
  struct slow_searches slow;
  (void) state;
  begin (&game, &answer);
  ask_slowly (&slow, &answer, GOAL_KEEPERS, true, 0);
  assert_string_equal (slow.moves, "s");
  reply (&slow, 0, 0, 1);
  assert_string_equal (slow.moves, "s12");
  reply (&slow, 2, 0, 1);
  assert_int_equal (slow.done, 0);
  assert_true (answer_keeps (&answer, 1, false));
  reply (&slow, 1, 1, 1);
  assert_int_equal (slow.taken, 3);
  assert_int_equal (slow.done, 1);
  assert_false (answer_keeps (&answer, 3, false));
  end (&game, &answer);
}

/* One query at a time; each result may settle what need not be asked any more. */
static void test_one_by_one (void **state) {
  struct game game;
  struct answer answer;
  struct slow_searches slow;
  (void) state;
  begin (&game, &answer);
  ask_slowly (&slow, &answer, GOAL_VALUES, false, 0);
  reply (&slow, 0, -1, 1); /* then every move loses */
  assert_string_equal (slow.moves, "s");
  assert_int_equal (slow.done, 1);
  assert_true (answer_is_complete (&answer, false));
  end (&game, &answer);
}

/* A node limit is for all queries together: each is given what those before it have left. */
static void test_node_limit (void **state) {
  struct game game;
  struct answer answer;
  struct slow_searches slow;
  (void) state;
  begin (&game, &answer);
  ask_slowly (&slow, &answer, GOAL_KEEPERS, true, 100);
  assert_int_equal (slow.asked[0].query.node_limit, 100);
  reply (&slow, 0, 0, 30);
  assert_string_equal (slow.moves, "s1");
  assert_int_equal (slow.asked[1].query.node_limit, 70);
  reply (&slow, 1, 1, 70);
  assert_string_equal (slow.moves, "s1");
  assert_int_equal (slow.done, 1);
  end (&game, &answer);
}

/* What is known narrows an upper bound and then a lower one, or the other way round. Each is said to be
 * proven or not. */
static void check_proven (bool upper_proven, bool lower_proven, bool upper_first) {
  zermelo_knowledge known = known_nothing (), upper = known_nothing (), lower = known_nothing ();
  assert_int_equal (known.proven, 0);
  known_set (&upper, false, (struct bounds){ LOST, DRAWN });
  known_set (&lower, false, (struct bounds){ DRAWN, WON });
  assert_true (upper.proven && lower.proven && upper.value == ZERMELO_UNKNOWN);
  upper.proven = upper_proven;
  lower.proven = lower_proven;
  known_narrow (&known, upper_first ? &upper : &lower);
  assert_int_equal (known.proven, upper_first ? upper_proven : lower_proven);
  assert_int_equal (known.value, ZERMELO_UNKNOWN);
  known_narrow (&known, upper_first ? &lower : &upper);
  assert_int_equal (known.proven, upper_proven && lower_proven);
  assert_int_equal (known.value, ZERMELO_DRAW);
  /* what says nothing new, or contradicts, changes nothing */
  known_set (&upper, false, (struct bounds){ LOST, LOST });
  upper.proven = !known.proven;
  lower.proven = !known.proven;
  known_narrow (&known, &upper);
  known_narrow (&known, &lower);
  assert_int_equal (known.proven, upper_proven && lower_proven);
  assert_int_equal (known.value, ZERMELO_DRAW);
}

static void test_proven (void **state) {
  (void) state;
  for (int i = 0; i < 8; i++)
    check_proven (i & 1, i & 2, i & 4);
}

/* A structure that stands alone has the score that the distance tells, and its bounds. */
static void test_score_is_added (void **state) {
  struct game game;
  struct answer answer;
  (void) state;
  begin (&game, &answer);
  zermelo_knowledge known = known_nothing (), wins = known_nothing ();
  known.score = 5; /* left from elsewhere, and not known */
  known_add_score (&known, &game, answer.position);
  assert_int_equal (known.has_score, 0);
  assert_int_equal (known.score, 0);
  assert_int_equal (known.score_lower, search_range (true).lower);
  known_set (&wins, false, (struct bounds){ WON, WON });
  wins.distance = 9;
  known_add_score (&wins, &game, answer.position);
  assert_int_equal (wins.has_score, 1);
  assert_int_equal (wins.score_lower, game.engine->score (&game, answer.position, WON, 9));
  assert_int_equal (wins.score_upper, wins.score_lower);
  assert_int_equal (distance_of_score (&game, answer.position, WON, wins.score), 9);
  end (&game, &answer);
}

/* To find the kind of a file, its seal and its rows, it is read once; to ask it, not at all. */
static void test_book_is_read_once (void **state) {
  static const char path[] = TEST_DATA_DIR "/books/connect4_7x6.h5";
  struct failure failure = { 0 };
  struct oracle oracle;
  struct answer answer;
  (void) state;
  const int64_t before = bytes_read ();
  assert_true (oracle_open (&oracle, path, &failure));
  assert_true (answer_begin (&answer, &oracle.game, "4", &failure));
  assert_true (answer_take_file (&answer, &oracle, 0, &failure));
  assert_int_equal (answer.known.lower, LOST);
  answer_end (&answer);
  oracle.close (&oracle);
  check_read_once (before, path);
}

int main (void) {
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_values),           cmocka_unit_test (test_keepers),
          cmocka_unit_test (test_keeper_is_told),   cmocka_unit_test (test_side_by_side),
          cmocka_unit_test (test_one_by_one),       cmocka_unit_test (test_node_limit),
          cmocka_unit_test (test_proven),           cmocka_unit_test (test_score_is_added),
          cmocka_unit_test (test_book_is_read_once) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
