/* What is special in the second toy: passes, and a score by discs. The known results: 4x4 is won by White,
 * who is the second player, by 11 discs to 3 (all methods: test_methods.c). Endings on 6x6 are compared with
 * plain minimax. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

static void test_known_score (void **state) {
  (void) state;
  struct game game;
  game_open_or_fail (&game, "othello:4x4");
  struct position *position = position_allocate (&game);
  game.engine->start (&game, position);
  const enum method methods[]
      = { METHOD_AUTO, METHOD_MINIMAX, METHOD_ALPHA_BETA, METHOD_NULL_WINDOW, METHOD_RETROGRADE };
  for (int i = 0; i < 5; i++) {
    const struct result result = ask (&game, position, methods[i], true, 1);
    assert_true (result.solved);
    assert_int_equal (result.bounds.lower, 3 - 11);
    assert_int_equal (result.bounds.upper, 3 - 11);
  }
  free (position);
  engine_close (&game);
}

/** A random position with at most that many moves to put down, by both sets of rules. */
static struct position *random_ending (const struct game *game, const struct plain_rules *rules,
                                       uint64_t *random, int cells, struct plain *plain) {
  struct position *position = position_allocate (game), *child = position_allocate (game);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct plain_move *moves = allocate (40, sizeof *moves);
  assert_true (rules->start (game->board_text, plain));
  game->engine->start (game, position);
  int empty = 32, count;
  while (empty > cells && (count = game->engine->successors (game, position, list)) > 0) {
    const struct successor *chosen = &list[random_below (random, count)];
    int same = 0;
    assert_int_equal (rules->moves (plain, moves), count);
    while (strcmp (moves[same].text, chosen->text) != 0)
      same++;
    *plain = moves[same].after;
    game->engine->child (game, position, chosen->move, child);
    memcpy (position, child, game->position_bytes);
    empty -= strcmp (chosen->text, "pass") != 0;
  }
  free (child);
  free (list);
  free (moves);
  return position;
}

static void test_endings (void **state) {
  (void) state;
  struct game game;
  struct table *tables[METHODS_TABLES];
  uint64_t random = 36;
  game_open_or_fail (&game, "othello:6x6");
  methods_make_tables (&game, tables, UINT64_C (1) << 22);
  const struct plain_rules *rules = plain_rules_of (game.name);
  for (int i = 0; i < repetitions (60); i++) {
    struct plain plain;
    struct plain_memory *memory = plain_memory (true);
    struct position *position = random_ending (&game, rules, &random, 4 + i % 5, &plain);
    const int score = plain_minimax (rules, &plain, memory);
    assert_int_equal (
        check_all_methods (&game, position, "an ending", (score > 0) - (score < 0), tables, true), score);
    plain_memory_free (memory);
    free (position);
  }
  methods_destroy_tables (tables);
  engine_close (&game);
}

/** In every game that lasts long enough a player passes now and then; a player who need not pass may not. */
static void test_passes (void **state) {
  (void) state;
  struct game game;
  uint64_t random = 4;
  int passes = 0;
  char text[4096], kept[9000];
  struct normal_form normal = { .text = kept, .size = sizeof kept };
  struct failure failure = { 0 };
  game_open_or_fail (&game, "othello:4x4");
  struct position *position = position_allocate (&game);
  assert_false (game.engine->parse (&game, "pass", position, &normal, &failure));
  assert_int_equal (failure.code, EXIT_BAD_DATA);
  assert_false (game.engine->parse (&game, "a1", position, &normal, &failure));
  for (int i = 0; i < 200; i++) {
    free (random_position (&game, &random, 100, text));
    assert_true (game.engine->parse (&game, text, position, &normal, &failure));
    assert_string_equal (text, kept);
    passes += strstr (text, "pass") != NULL;
  }
  assert_true (passes > 20);
  free (position);
  engine_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_known_score),
    cmocka_unit_test (test_endings),
    cmocka_unit_test (test_passes),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
