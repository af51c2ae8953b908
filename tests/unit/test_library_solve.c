/* zermelo_solve() against the program's own searches; its limits, its cancellation, and probes meanwhile. */
#include "support/support.h"

#include "zermelo/zermelo.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static zermelo *opened (const char *game, int threads) {
  zermelo *z;
  assert_int_equal (zermelo_open (game, &z), 0);
  assert_int_equal (zermelo_set_threads (z, threads), 0);
  assert_int_equal (zermelo_set_memory (z, 16 << 20), 0);
  return z;
}

/* The value is that of a search, and of the best move; the line keeps it. */
static void check_position (zermelo *z, const struct game *game, const struct position *position,
                            const char *text) {
  zermelo_answer *answer;
  const int wants = ZERMELO_MOVES | ZERMELO_LINE | ZERMELO_SCORES;
  assert_int_equal (zermelo_solve (z, text, wants, 0, 0, &answer), 0);
  if (game->engine->outcome (game, position) != GOING_ON) {
    assert_int_equal (answer->ended, 1);
    assert_int_equal (answer->known.value, game->engine->outcome (game, position));
    assert_string_equal (answer->known.source, "rules");
  } else {
    const struct result result = ask (game, position, METHOD_AUTO, true, 1);
    char score[SCORE_TEXT];
    int number;
    assert_true (score_text (game, position, result.bounds, score, &number));
    assert_int_equal (answer->known.value, value_of_score (result.bounds).lower);
    assert_int_equal (answer->known.proven, 1);
    assert_int_equal (answer->known.score, number);
    assert_int_equal (answer->known.score_lower, result.bounds.lower);
    assert_int_equal (answer->known.score_upper, result.bounds.lower);
    for (int i = 0; i < answer->move_count; i++) {
      const zermelo_knowledge *move = &answer->moves[i].known;
      assert_true (move->score_lower <= move->score_upper);
      assert_true (move->score_lower <= answer->known.score_lower);
      assert_true (move->has_score ? move->score_lower == move->score_upper : move->score == 0);
    }
    assert_true (answer->move_count > 0);
    assert_int_equal (answer->moves[0].known.value, answer->known.value);
    assert_int_equal (answer->moves[0].known.score, answer->known.score);
    assert_int_equal (answer->moves[0].best, 1);
    if (answer->known.value != ZERMELO_DRAW)
      assert_int_equal (answer->line_count, answer->known.distance);
  }
  zermelo_answer_free (answer);
}

static void check_game (const char *title, int positions, int moves) {
  struct game game;
  char text[4096];
  uint64_t random = 20261127;
  zermelo *z = opened (title, 1);
  game_open_or_fail (&game, title);
  for (int i = 0; i < repetitions (positions); i++) {
    struct position *position = random_position (&game, &random, random_below (&random, moves), text);
    check_position (z, &game, position, text);
    free (position);
  }
  engine_close (&game);
  zermelo_close (z);
}

static void test_values (void **state) {
  (void) state;
  check_game ("connect4:5x4", 200, 16);
  check_game ("connect4:6x5", 100, 24);
  check_game ("mnk:3,3,3", 200, 8);
  check_game ("mnk:4,4,3", 100, 10);
  check_game ("mnk:5,4,4", 200, 16);
  check_game ("draughts:4x4", 200, 12);
}

static void test_arguments (void **state) {
  (void) state;
  zermelo_answer *answer;
  zermelo *z = opened ("connect4:5x4", 1);
  assert_int_equal (zermelo_solve (z, "9", 0, 0, 0, &answer), ZERMELO_BAD_DATA);
  assert_null (answer);
  assert_non_null (strstr (zermelo_error (), "9"));
  assert_int_equal (zermelo_solve (z, "", 8, 0, 0, &answer), ZERMELO_USAGE);
  assert_int_equal (zermelo_solve (z, "", 0, -1, 0, &answer), ZERMELO_USAGE);
  assert_int_equal (zermelo_set_threads (z, 0), ZERMELO_USAGE);
  assert_int_equal (zermelo_set_memory (z, 1), ZERMELO_USAGE);
  zermelo_close (z);
  assert_int_equal (zermelo_open (NULL, &z), 0);
  assert_int_equal (zermelo_solve (z, "", 0, 0, 0, &answer), ZERMELO_USAGE);
  zermelo_close (z);
}

static void test_limits (void **state) {
  (void) state;
  zermelo_answer *answer;
  zermelo *z = opened ("connect4:9x8", 1);
  assert_int_equal (zermelo_solve (z, "", ZERMELO_MOVES, 0, 1000, &answer), ZERMELO_UNFINISHED);
  assert_int_equal (answer->known.value, ZERMELO_UNKNOWN);
  assert_int_equal (answer->move_count, 9);
  assert_true (answer->nodes >= 1000 && answer->nodes <= 1010);
  zermelo_answer_free (answer);
  assert_int_equal (zermelo_solve (z, "", ZERMELO_SCORES, 0.05, 0, &answer), ZERMELO_UNFINISHED);
  assert_int_equal (answer->known.value, ZERMELO_UNKNOWN);
  zermelo_answer_free (answer);
  zermelo_close (z);
}

/* A board without keys is settled by theory, or not at all. */
static void test_boards_without_keys (void **state) {
  (void) state;
  zermelo_answer *answer;
  zermelo *z = opened ("mnk:70,70,10", 1);
  assert_int_equal (zermelo_solve (z, "", ZERMELO_LINE, 0, 0, &answer), 0);
  assert_int_equal (answer->known.value, ZERMELO_DRAW);
  assert_string_equal (answer->known.source, "theory");
  zermelo_answer_free (answer);
  zermelo_close (z);
  z = opened ("mnk:70,70,5", 1);
  assert_int_equal (zermelo_solve (z, "", 0, 0, 0, &answer), ZERMELO_UNFINISHED);
  assert_int_equal (answer->known.value, ZERMELO_UNKNOWN);
  zermelo_answer_free (answer);
  zermelo_close (z);
}

struct search_with_reports {
  zermelo *z;
  sem_t reported;
  int reports;
};

static int note_report (const zermelo_progress *progress, void *context) {
  struct search_with_reports *search = context;
  assert_true (progress->seconds > 0);
  if (search->reports++ == 0)
    sem_post (&search->reported);
  return 0;
}

static void *probe_and_cancel (void *context) {
  struct search_with_reports *search = context;
  zermelo_answer *answer;
  sem_wait (&search->reported);
  for (int i = 0; i < 100; i++) {
    if (zermelo_probe (search->z, "1", ZERMELO_MOVES, &answer) != 0)
      return "a probe failed";
    zermelo_answer_free (answer);
  }
  zermelo_cancel (search->z);
  return NULL;
}

static void test_cancellation (void **state) {
  (void) state;
  zermelo_answer *answer;
  pthread_t other;
  void *fault;
  struct search_with_reports search = { .z = opened ("connect4:9x8", 2) };
  sem_init (&search.reported, 0, 0);
  assert_int_equal (zermelo_set_progress (search.z, note_report, &search), 0);
  assert_int_equal (pthread_create (&other, NULL, probe_and_cancel, &search), 0);
  assert_int_equal (zermelo_solve (search.z, "", 0, 0, 0, &answer), ZERMELO_UNFINISHED);
  assert_non_null (strstr (zermelo_error (), "cancelled"));
  assert_int_equal (pthread_join (other, &fault), 0);
  assert_null (fault);
  zermelo_answer_free (answer);
  assert_int_equal (zermelo_solve (search.z, "", 0, 0, 1000, &answer), ZERMELO_UNFINISHED);
  assert_null (strstr (zermelo_error (), "cancelled"));
  zermelo_answer_free (answer);
  zermelo_close (search.z);
}

static int cancel_at_once (const zermelo_progress *progress, void *context) {
  (void) progress;
  (void) context;
  return 1;
}

static void test_report_cancels (void **state) {
  (void) state;
  zermelo_answer *answer;
  zermelo *z = opened ("connect4:9x8", 1);
  assert_int_equal (zermelo_set_progress (z, cancel_at_once, NULL), 0);
  assert_int_equal (zermelo_solve (z, "", 0, 0, 0, &answer), ZERMELO_UNFINISHED);
  zermelo_answer_free (answer);
  zermelo_close (z);
}

int main (void) {
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_values),       cmocka_unit_test (test_arguments),
          cmocka_unit_test (test_limits),       cmocka_unit_test (test_boards_without_keys),
          cmocka_unit_test (test_cancellation), cmocka_unit_test (test_report_cancels) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
