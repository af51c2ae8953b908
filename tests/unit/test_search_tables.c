/* Searches with endgame tables at their leaves say what larger tables say; and the value of draughts on 6x6. */
#include "retro/slices.h"
#include "search/search.h"
#include "table/table.h"

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct endgames *
make (const struct game *game, int pieces)
{
  struct failure failure = { 0 };
  struct endgames *endgames = endgames_create (game, &(struct endgames_options) { .threads = 2 });
  for (int n = 2; n <= pieces; n++)
    assert_true (endgames_solve (endgames, n, NULL, NULL, &failure));
  return endgames;
}

static struct answer
ask_tables (const struct game *game, const struct endgames *endgames, const struct position *position, bool strong,
            enum method method, int threads, struct table *table)
{
  const int most = strong ? SCORE_MAX : 1;
  struct search search = { .game = game, .table = table, .threads = threads };
  search.question = (struct question) { .position = position, .window = { -most, most }, .strong = strong,
                                        .method = method, .memory = 1 << 26, .node_limit = 20000000,
                                        .endgames = endgames_tables (endgames) };
  search_begin (&search);
  search_run (&search, NULL, NULL);
  return search.answer;
}

/* Random positions with one piece more than the tables have. */
static void
compare_boards (const char *title, int pieces, int positions)
{
  struct game game;
  struct failure failure = { 0 };
  uint64_t random = 20261121;
  game_open_or_fail (&game, title);
  struct endgames *small = make (&game, pieces - 1), *large = make (&game, pieces);
  const struct slices_engine *engine = game.engine->slices;
  const int count = engine->list (&game, pieces, NULL);
  struct position *position = position_allocate (&game);
  for (int i = 0; i < positions; i++) {
    char *list = calloc ((size_t) count, engine->slice_bytes), text[ENDGAME_TEXT];
    engine->list (&game, pieces, (struct slice *) list);
    struct slice *slice = (struct slice *) (list + (size_t) random_below (&random, count) * engine->slice_bytes);
    const uint64_t size = engine->size (&game, slice, random_below (&random, 2) == 1);
    engine->position (&game, slice, random_next (&random) % size, position);
    engine->text (&game, position, text);
    enum outcome outcome;
    int distance;
    assert_true (endgames_look_up (large, position, &outcome, &distance));
    for (int strong = 0; strong < 2; strong++)
      for (int method = 0; method < 2; method++) {
        struct table *table = table_create (1 << 22, game.key_words, REPLACE_TWOBIG1, &failure);
        const struct answer answer = ask_tables (&game, small, position, strong == 1,
                                                 method == 0 ? METHOD_ALPHA_BETA : METHOD_NULL_WINDOW, 1 + i % 2, table);
        const int value = strong == 1 ? game.engine->score (&game, position, outcome, distance) : (int) outcome;
        if (answer.bounds.lower > value || answer.bounds.upper < value)
          fail_msg ("%s %s: %d..%d, the table says %d", title, text, answer.bounds.lower, answer.bounds.upper, value);
        if (!answer.solved)
          fail_msg ("%s %s: not decided: %d..%d, the table says %d", title, text, answer.bounds.lower,
                    answer.bounds.upper, value);
        table_destroy (table);
      }
    free (list);
  }
  free (position);
  endgames_destroy (small);
  endgames_destroy (large);
  engine_close (&game);
}

static void
test_against_tables (void **state)
{
  (void) state;
  compare_boards ("draughts:4x4", 4, 300);
  compare_boards ("draughts:6x6", 3, 60);
  compare_boards ("draughts:6x6", 4, 60);
}

/* Tables of 6 pieces, forward search above: a draw, as the research found; and what each first move leads to. */
static void
test_6x6 (void **state)
{
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
  char normal[1024];
  game_open_or_fail (&game, "draughts:6x6");
  struct endgames *endgames = make (&game, 6);
  struct table *table = table_create (1 << 27, game.key_words, REPLACE_TWOBIG1, &failure);
  struct position *position = position_allocate (&game);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    assert_true (game.engine->parse (&game, known[i].moves, position, normal, &failure));
    const struct answer answer = ask_tables (&game, endgames, position, false, METHOD_AUTO, 2, table);
    if (!answer.solved || answer.bounds.lower != known[i].value)
      fail_msg ("6x6 after \"%s\": %d..%d", known[i].moves, answer.bounds.lower, answer.bounds.upper);
  }
  free (position);
  table_destroy (table);
  endgames_destroy (endgames);
  engine_close (&game);
}

int
main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_against_tables), cmocka_unit_test (test_6x6) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
