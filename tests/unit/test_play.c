/* Players and their games: a perfect player never throws a value away, whoever it plays; the texts that name
 * players; where those who play stop; and that players keep their time. */
#include "play/play.h"
#include "base/clock.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** For a player that must be there. */
static struct player *player_or_fail (const struct game *game, const char *text) {
  struct failure failure = { 0 };
  const struct play_resources resources = { .game = game, .threads = 1, .table_bytes = UINT64_C (1) << 22 };
  struct player *player = player_open (text, &resources, NULL, &failure);
  if (player == NULL)
    fail_msg ("%s: %s", text, failure.text);
  return player;
}

/* ---- perfect players ---- */

/** The value of the current position for the first player, by retrograde analysis. */
static int value_for_first (const struct course *course) {
  const struct game *game = course->game;
  enum outcome outcome = game->engine->outcome (game, course_position (course));
  if (outcome == GOING_ON) {
    const struct query query = { .method = METHOD_RETROGRADE };
    const struct result result = ask_query (game, course_position (course), &query, 1, NULL);
    assert_true (result.solved);
    outcome = (enum outcome) result.bounds.lower;
  }
  return course_mover (course) == 0 ? (int) outcome : -(int) outcome;
}

struct watcher {
  int perfect; /* which side is perfect: 0 or 1 */
  int value;   /* of the position, for the first player */
  int proven;  /* moves of the perfect player that were proven */
};

static void watch_value (void *context, struct play *play, const struct thought *thought) {
  struct watcher *watcher = context;
  const int mover = !course_mover (&play->course), sign = mover == 0 ? 1 : -1;
  const int value = value_for_first (&play->course);
  if (mover == watcher->perfect) {
    if (value != watcher->value)
      fail_msg ("%s: %s threw value away by %s", play->game->title, player_text (play->player[mover]),
                thought->chosen.text);
    assert_true (thought->keeps);
    assert_int_equal (thought->bounds.lower, sign * value);
    watcher->proven++;
  } else
    assert_true (sign * value <= sign * watcher->value); /* no move gains for its player */
  watcher->value = value;
}

/** Some games against an opponent, with either side perfect: what is won is won, what is drawn is not lost.
 */
static void check_perfect (const char *title, const char *perfect_text, const char *opponent_format,
                           int games) {
  struct game game;
  game_open_or_fail (&game, title);
  struct player *perfect = player_or_fail (&game, perfect_text);
  for (int i = 0; i < games; i++) {
    char text[80];
    struct failure failure = { 0 };
    struct watcher watcher = { .perfect = i % 2 };
    const struct play_audience audience = { .context = &watcher, .moved = watch_value };
    snprintf (text, sizeof text, opponent_format, i);
    struct player *opponent = player_or_fail (&game, text);
    struct play play = { .game = &game };
    play.player[watcher.perfect] = perfect;
    play.player[!watcher.perfect] = opponent;
    assert_true (course_begin (&play.course, &game, "", &failure));
    watcher.value = value_for_first (&play.course);
    const int begun = watcher.value;
    assert_true (play_game (&play, &audience));
    enum outcome outcome;
    const enum game_end ending = course_ending (&play.course, &outcome);
    const int mover = course_mover (&play.course);
    const int result = mover == 0 ? (int) outcome : -(int) outcome;
    const int sign = watcher.perfect == 0 ? 1 : -1;
    if (sign * result < sign * begun || (ending == GAME_END_RULES && result != watcher.value)
        || (watcher.value != 0 && result != watcher.value))
      fail_msg ("%s, game %d against %s: %d instead of %d, %s", title, i, text, result, watcher.value,
                game_end_texts[ending]);
    assert_int_equal (watcher.proven, play.account[watcher.perfect].moves);
    player_close (opponent);
    play_end (&play);
  }
  player_close (perfect);
  engine_close (&game);
}

static void test_perfect (void **state) {
  (void) state;
  const int games = repetitions (100);
  static const char *const boards[] = { "mnk:3,3,3", "mnk:4,3,3", "connect4:4x4", "draughts:4x4" };
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    check_perfect (boards[i], "perfect", "random:seed=%d", games);
    check_perfect (boards[i], "perfect", "alpha-beta:depth=2", 2);
    check_perfect (boards[i], "perfect", "monkey:depth=3,seed=%d", 2);
    check_perfect (boards[i], "solver", "random:seed=%d", repetitions (20));
  }
  check_perfect ("draughts:4x4", "perfect", "dama:depth=4,evaluation=defence", 2);
  check_perfect ("connect4:4x4", "perfect", "forza4:depth=4", 2);
}

/* ---- texts ---- */

static void refuses (const struct game *game, const char *text, const char *says) {
  struct failure failure = { 0 };
  const struct play_resources resources = { .game = game, .threads = 1, .table_bytes = UINT64_C (1) << 22 };
  assert_null (player_open (text, &resources, NULL, &failure));
  if (strstr (failure.text, says) == NULL)
    fail_msg ("%s: '%s' does not say '%s'", text, failure.text, says);
}

static void test_texts (void **state) {
  (void) state;
  struct game game;
  game_open_or_fail (&game, "connect4:5x4");
  static const char *const good[] = { "human",
                                      "perfect",
                                      "perfect:time=0",
                                      "solver:time=2m",
                                      "alpha-beta:depth=4,evaluation=future",
                                      "minimax:depth=2,time=1s",
                                      "monkey:seed=7",
                                      "forza4:depth=8",
                                      "alpha-beta:depth=4,fixed=1,table=none",
                                      "random:seed=18446744073709551615" };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    struct player *player = player_or_fail (&game, good[i]);
    assert_string_equal (player_text (player), good[i]);
    player_close (player);
  }
  static const char *const bad[][2] = {
    { "", "unknown player '': human, perfect, solver" },
    { "nobody", "unknown player 'nobody': human, perfect, solver" },
    { "Human", "unknown player" },
    { "solver:depth=3", "player solver has no key 'depth': time" },
    { "perfect:when=now", "time, book or tables" },
    { "human:time=1", "player human has no keys" },
    { "forza4:depth", "needs a value" },
    { "forza4:depth=", "needs a value" },
    { "forza4:depth=0", "0" },
    { "forza4:depth=4,", "has no key ''" },
    { "forza4:time=soon", "soon" },
    { "dama", "present+future or present or future or lines+future or lines or zero" },
    { "alpha-beta:evaluation=balanced", "connect4 has present+future" },
    { "perfect:book=absent.h5", "absent.h5" },
    { "forza4:book=", "needs a value" },
    { "perfect:tables=absent.h5", "no endgame tables" },
    { "random:seed=-1", "-1" },
    { "minimax:capture_bonus=50", "connect4:5x4" }, /* nothing is taken there */
    { "alpha-beta:random=10001", "10000" },
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    refuses (&game, bad[i][0], bad[i][1]);
  engine_close (&game);
  game_open_or_fail (&game, "draughts:4x4");
  player_close (player_or_fail (&game, "dama:capture_bonus=50,random=10,seed=3,evaluation=cover"));
  refuses (&game, "dama:capture_bonus=1001", "1000");
  refuses (&game, "dama:random=some", "some");
  refuses (&game, "forza4:random=3", "present+future");
  engine_close (&game);
}

/* ---- ends of games ---- */

static enum game_end ending_of (const char *title, const char *start, const char *moves) {
  struct game game;
  struct course course;
  struct failure failure = { 0 };
  char copy[2000], *rest = copy;
  game_open_or_fail (&game, title);
  struct successor *list = allocate ((size_t) game.moves_max, sizeof *list);
  assert_true (course_begin (&course, &game, start, &failure));
  strcpy (copy, moves);
  for (char *move; (move = strtok_r (rest, " ", &rest)) != NULL;) {
    assert_int_equal (course_ending (&course, NULL), GAME_END_NONE);
    const int count = game.engine->successors (&game, course_position (&course), list);
    int i = 0;
    while (i < count && strcmp (list[i].text, move) != 0)
      i++;
    assert_true (i < count);
    course_play (&course, &list[i]);
  }
  const enum game_end ending = course_ending (&course, NULL);
  if (course_undo (&course))
    assert_int_equal (course_ending (&course, NULL), GAME_END_NONE);
  course_end (&course);
  free (list);
  engine_close (&game);
  return ending;
}

static void test_endings (void **state) {
  (void) state;
  assert_int_equal (ending_of ("mnk:3,3,3", "", "a1 b1 a2 b2 a3"), GAME_END_RULES);
  assert_int_equal (ending_of ("mnk:3,3,3", "a1 b1 a2 b2", ""), GAME_END_NONE);
  /* 4x1: one stone of each side leaves no line */
  assert_int_equal (ending_of ("connect4:4x1", "", "1 2"), GAME_END_STALE);
  static const char start[] = "W:WK31:BK1", round[] = "31-27 1-5 27-31 5-1 31-27 1-5 27-31 5-1";
  assert_int_equal (ending_of ("draughts:8x8", start, round), GAME_END_REPETITION);
}

/** 40 moves of each player without a capture or a man's move: kings that walk rounds of different lengths. */
static void test_reversible (void **state) {
  (void) state;
  struct game game;
  struct course course;
  struct failure failure = { 0 };
  uint64_t random = 5;
  int most = 0;
  game_open_or_fail (&game, "draughts:8x8");
  struct successor *list = allocate ((size_t) game.moves_max, sizeof *list);
  for (int i = 0; i < 2000 && most < 80; i++) {
    assert_true (course_begin (&course, &game, "W:WK31,K32:BK1,K2", &failure));
    while (course_ending (&course, NULL) == GAME_END_NONE) {
      const int count = game.engine->successors (&game, course_position (&course), list);
      course_play (&course, &list[random_below (&random, count)]);
      const struct course_step *step = &course.step[course.moves];
      assert_true (step->reversible <= 80);
      most = step->reversible > most ? step->reversible : most;
    }
    if (most == 80)
      assert_int_equal (course_ending (&course, NULL), GAME_END_REVERSIBLE);
    course_end (&course);
  }
  assert_int_equal (most, 80);
  free (list);
  engine_close (&game);
}

/* ---- time ---- */

/** A move takes its time at most. On a machine that does much else 50 ms cannot be asserted. */
static void test_time (void **state) {
  (void) state;
  static const char *const cases[][2] = {
    { "connect4:7x8", "solver:time=0.2" },  { "connect4:7x6", "forza4:time=0.2" },
    { "mnk:15,15,5", "monkey:time=0.2" },   { "mnk:15,15,5", "solver:time=0.2" },
    { "mnk:70,70,10", "monkey:time=0.2" },  { "mnk:10,10,5", "perfect:time=0.2" },
    { "draughts:8x8", "dama:time=0.2" },    { "draughts:8x8", "solver:time=0.2" },
    { "draughts:8x8", "minimax:time=0.2" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct game game;
    struct failure failure = { 0 };
    struct course course;
    struct thought thought;
    game_open_or_fail (&game, cases[i][0]);
    struct player *player = player_or_fail (&game, cases[i][1]);
    assert_true (course_begin (&course, &game, "", &failure));
    for (int move = 0; move < 4; move++) {
      const double begun = clock_seconds ();
      assert_true (player_think (player, &course, &thought));
      const double seconds = clock_seconds () - begun;
      if (seconds > 1.2)
        fail_msg ("%s on %s: %g seconds", cases[i][1], cases[i][0], seconds);
      course_play (&course, &thought.chosen);
    }
    course_end (&course);
    player_close (player);
    engine_close (&game);
  }
}

/** A search of fixed depth that is not done in time: the move is that of a look one ply ahead. */
static void test_fixed_depth_in_time (void **state) {
  (void) state;
  struct game game;
  struct failure failure = { 0 };
  struct course course;
  struct thought quick, cut_off;
  game_open_or_fail (&game, "connect4:7x8");
  struct player *player = player_or_fail (&game, "minimax:depth=1,fixed=1,table=none");
  assert_true (player_seconds (player) == 0);
  assert_true (course_begin (&course, &game, "33", &failure));
  assert_true (player_think (player, &course, &quick));
  player_close (player);
  player = player_or_fail (&game, "minimax:depth=30,fixed=1,table=none,time=0.05");
  assert_true (player_think (player, &course, &cut_off));
  assert_true (cut_off.has_evaluation);
  assert_int_equal (cut_off.depth, 1);
  assert_int_equal (cut_off.evaluation, quick.evaluation);
  assert_string_equal (cut_off.chosen.text, quick.chosen.text);
  assert_true (cut_off.cost.nodes > quick.cost.nodes);
  player_close (player);
  course_end (&course);
  engine_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_perfect),
                                      cmocka_unit_test (test_texts),
                                      cmocka_unit_test (test_endings),
                                      cmocka_unit_test (test_reversible),
                                      cmocka_unit_test (test_fixed_depth_in_time),
                                      cmocka_unit_test (test_time) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
