/* A board that several engines can hold (more bits, or made for another processor) is the same game in all of
 * them: the same answers and, where the keys are the same, by the same nodes. */
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

enum { ENGINES_MAX = 8 };

/** All engines that hold the board, opened. */
static int open_all (const char *title, struct game *games) {
  struct game first;
  struct failure failure = { 0 };
  int count = 0;
  game_open_or_fail (&first, title);
  for (const struct engine *const *e = engines; *e != NULL; e++) {
    const bool is_it
        = strcmp ((*e)->name, first.name) == 0 && ((*e)->runs_here == NULL || (*e)->runs_here ());
    const char *board = strchr (title, ':') + 1;
    if (is_it && first.key_bytes > 0 && (*e)->open (&games[count], board, &failure) == OPENING_DONE)
      count++;
    assert_true (count < ENGINES_MAX);
  }
  assert_true (count > 0 && games[0].engine == first.engine);
  engine_close (&first);
  return count;
}

static void check_alike (const struct game *games, int count, const char *moves, bool exact_score) {
  struct result results[ENGINES_MAX];
  struct statistics statistics[ENGINES_MAX];
  for (int i = 0; i < count; i++) {
    struct failure failure = { 0 };
    struct position *position = position_allocate (&games[i]);
    assert_true (position_parse (&games[i], moves, position, &failure));
    results[i] = ask (&games[i], position, METHOD_NULL_WINDOW, exact_score, 1);
    statistics[i] = asked_statistics;
    free (position);
    assert_true (results[i].solved);
    assert_int_equal (results[i].bounds.lower, results[0].bounds.lower);
    assert_int_equal (results[i].bounds.upper, results[0].bounds.upper);
    const bool same_keys = games[i].key_words == games[0].key_words;
    for (int c = 0; same_keys && c < COUNTERS; c++)
      assert_int_equal (statistics[i].count[c], statistics[0].count[c]);
  }
}

static void check_board (const struct plain_depth *board, uint64_t *random) {
  struct game games[ENGINES_MAX];
  const int count = open_all (board->title, games), positions = board->plies < 4 ? 5 : 40;
  print_message ("%s: %d engines\n", board->title, count);
  for (int i = 0; i < positions; i++) {
    char moves[4096];
    free (random_position (&games[0], random, board->plies, moves));
    check_alike (games, count, moves, i % 2 != 0);
  }
  for (int i = 0; i < count; i++)
    engine_close (&games[i]);
}

static void test_boards (void **state) {
  (void) state;
  uint64_t random = 11;
  for (const struct plain_rules *const *rules = plain_rules; *rules != NULL; rules++)
    for (const struct plain_depth *b = (*rules)->searched; b != NULL && b->title != NULL; b++)
      check_board (b, &random);
}

/** A game of several engines has boards for that. */
static void test_all_games (void **state) {
  (void) state;
  for (const struct engine *const *e = engines; *e != NULL; e++)
    if (!engine_begins_game (e) && plain_rules_of ((*e)->name)->searched == NULL)
      fail_msg ("%s has several engines, and its plain rules no boards for them", (*e)->name);
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_boards), cmocka_unit_test (test_all_games) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
