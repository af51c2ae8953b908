/* A board that several engines can hold (more bits, or made for another processor) is the same game in all of
 * them: the same answers and, where the keys are the same, by the same nodes. */
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

enum { ENGINES_MAX = 8 };

/** All engines that hold the board, opened. */
static int
open_all (const char *title, struct game *games)
{
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

static void
check_alike (const struct game *games, int count, const char *moves, bool exact_score)
{
  struct result results[ENGINES_MAX];
  struct statistics statistics[ENGINES_MAX];
  for (int i = 0; i < count; i++) {
    struct failure failure = { 0 };
    char normal[1024];
    struct position *position = position_allocate (&games[i]);
    assert_true (games[i].engine->parse (&games[i], moves, position, normal, &failure));
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

static void
test_boards (void **state)
{
  (void) state;
  static const struct {
    const char *title;
    int moves, positions;
  } boards[] = { { "connect4:4x4", 2, 5 },   { "connect4:3x7", 2, 5 },   { "connect4:7x3", 3, 5 },
                 { "connect4:7x6", 20, 40 }, { "connect4:8x7", 34, 20 }, { "connect4:7x8", 34, 20 },
                 { "connect4:9x5", 22, 20 }, { "mnk:4,3,3", 1, 5 } };
  uint64_t random = 11;
  for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
    struct game games[ENGINES_MAX];
    const int count = open_all (boards[b].title, games);
    print_message ("%s: %d engines\n", boards[b].title, count);
    for (int i = 0; i < boards[b].positions; i++) {
      char moves[4096];
      free (random_position (&games[0], &random, boards[b].moves, moves));
      check_alike (games, count, moves, i % 2 != 0);
    }
    for (int i = 0; i < count; i++)
      engine_close (&games[i]);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_boards) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
