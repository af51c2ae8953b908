/* Searches with endgame tables at their leaves say what larger tables say; and the value of draughts on
 * 6x6. */
#include "search/search.h"
#include "search/table.h"

#include "support/endgames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct result ask_tables (const struct game *game, const struct endgames *endgames,
                                 const struct position *position, bool exact_score, enum method method,
                                 int threads, struct table *table) {
  struct search search;
  const struct query query = {
    .window = search_range (exact_score), .exact_score = exact_score, .method = method, .node_limit = 20000000
  };
  const struct search_means means
      = { .table = table, .endgames = endgames_tables (endgames), .memory = 1 << 26, .threads = threads };
  search_fill (&search, game, position, &query, &means);
  search_run (&search, NULL, NULL);
  return search.result;
}

/* Random positions with one piece more than the tables have. */
static void compare_boards (const char *title, int pieces, int positions) {
  struct game game;
  struct failure failure = { 0 };
  uint64_t random = 20261121;
  game_open_or_fail (&game, title);
  struct endgames *small = endgames_up_to (&game, pieces - 1, 2), *large = endgames_up_to (&game, pieces, 2);
  struct position *position = position_allocate (&game);
  for (int i = 0; i < positions; i++) {
    char text[ENDGAME_TEXT];
    random_endgame (&game, pieces, &random, position);
    game.engine->slices->text (&game, position, text, sizeof text);
    enum outcome outcome;
    int distance;
    assert_true (endgames_probe (large, position, &outcome, &distance));
    for (int exact_score = 0; exact_score < 2; exact_score++)
      for (int method = 0; method < 2; method++) {
        struct table *table = table_create (1 << 22, game.key_words, REPLACE_TWOBIG1, &failure);
        const struct result result
            = ask_tables (&game, small, position, exact_score == 1,
                          method == 0 ? METHOD_ALPHA_BETA : METHOD_NULL_WINDOW, 1 + i % 2, table);
        const int value
            = exact_score == 1 ? game.engine->score (&game, position, outcome, distance) : (int) outcome;
        if (result.bounds.lower > value || result.bounds.upper < value)
          fail_msg ("%s %s: %d..%d, the table says %d", title, text, result.bounds.lower, result.bounds.upper,
                    value);
        if (!result.solved)
          fail_msg ("%s %s: not decided: %d..%d, the table says %d", title, text, result.bounds.lower,
                    result.bounds.upper, value);
        table_destroy (table);
      }
  }
  free (position);
  endgames_destroy (small);
  endgames_destroy (large);
  engine_close (&game);
}

static void test_against_tables (void **state) {
  (void) state;
  compare_boards ("draughts:4x4", 4, 300);
  compare_boards ("draughts:6x6", 3, 60);
  compare_boards ("draughts:6x6", 4, 60);
}

/* Tables of 6 pieces, forward search above: a draw, as the research found; and what each first move leads
 * to. */
static void test_6x6 (void **state) {
  (void) state;
  static const struct {
    const char *moves;
    int value;
  } known[] = { { "", 0 }, { "13-10", 0 }, { "14-10", 0 }, { "14-11", 1 }, { "15-11", 0 }, { "15-12", 1 } };
#ifndef NDEBUG
  skip (); /* half a minute of an optimised build */
#endif
  struct game game;
  struct failure failure = { 0 };
  game_open_or_fail (&game, "draughts:6x6");
  struct endgames *endgames = endgames_up_to (&game, 6, 2);
  struct table *table = table_create (1 << 27, game.key_words, REPLACE_TWOBIG1, &failure);
  struct position *position = position_allocate (&game);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    assert_true (position_parse (&game, known[i].moves, position, &failure));
    const struct result result = ask_tables (&game, endgames, position, false, METHOD_AUTO, 2, table);
    if (!result.solved || result.bounds.lower != known[i].value)
      fail_msg ("6x6 after \"%s\": %d..%d", known[i].moves, result.bounds.lower, result.bounds.upper);
  }
  free (position);
  table_destroy (table);
  endgames_destroy (endgames);
  engine_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_against_tables), cmocka_unit_test (test_6x6) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
