/* All methods give the same value on 10 000 random positions a game, both sides to move, read by all methods
 * from one file. The plain rules say from which boards, and how far from the start.
 *
 * test_methods_random [NAME [SEED]]: only the tests of that name (test_random_mnk), another seed */
#include "support/methods.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 20261121;

/** So few moves are left that they do well, too. */
static bool near_the_end (const struct game *game, const struct position *position) {
  return game->plies_max == 0 || game->plies_max - game->engine->plies (game, position) <= 11;
}

static int positions_of (const struct plain_rules *rules) {
  return rules->random_positions == 0 ? 10000 : rules->random_positions;
}

/** Cells of the plain board that are taken, in a position as we print it. */
static int pieces_of (const struct plain_rules *rules, const char *board, const char *text) {
  struct plain plain;
  int pieces = 0;
  assert_true (rules->parse (board, text, &plain));
  for (size_t i = 0; i < sizeof plain.cell / sizeof *plain.cell; i++)
    pieces += plain.cell[i] != 0;
  return pieces;
}

/** Is this a position for the file? */
static bool suits (const struct game *game, const struct plain_rules *rules,
                   const struct plain_sample *sample, const struct position *position, const char *text) {
  char text_of_it[20000];
  struct normal_form normal = { .text = text_of_it, .size = sizeof text_of_it };
  struct failure failure = { 0 };
  if (game->engine->outcome (game, position) != GOING_ON)
    return false;
  struct position *same = position_allocate (game);
  assert_true (game->engine->parse (game, text, same, &normal, &failure));
  free (same);
  return sample->pieces == 0
         || pieces_of (rules, strchr (sample->title, ':') + 1, text_of_it) <= sample->pieces;
}

/** That of position i, as the shares say: one board after the other, since opening one takes a while. */
static const struct plain_sample *sample_of (const struct plain_rules *rules, int i, int shares) {
  const struct plain_sample *sample = rules->samples;
  for (int left = (int) ((int64_t) i * shares / positions_of (rules)); left >= sample->share; sample++)
    left -= sample->share;
  return sample;
}

/** Write the file: GAME, tab, moves. Half of the positions has an odd number of moves made. */
static void write_positions (const char *path, const struct plain_rules *rules) {
  FILE *file = fopen (path, "w");
  assert_non_null (file);
  uint64_t random = seed;
  char text[8192];
  int shares = 0;
  for (const struct plain_sample *sample = rules->samples; sample->title != NULL; sample++)
    shares += sample->share;
  for (int i = 0; i < positions_of (rules); i++) {
    const struct plain_sample *sample = sample_of (rules, i, shares);
    struct game game;
    game_open_or_fail (&game, sample->title);
    struct position *position = NULL;
    do {
      free (position);
      const int moves = sample->least + random_below (&random, sample->most - sample->least + 1);
      position = random_position (&game, &random, (moves & ~1) + i / shares % 2, text);
    } while (!suits (&game, rules, sample, position, text));
    fprintf (file, "%s\t%s\n", sample->title, text);
    free (position);
    engine_close (&game);
  }
  fclose (file);
}

/** Read the file once a method; all values must be those of the first one. */
static void compare_methods (const char *path, const struct plain_rules *rules) {
  signed char *expected = allocate ((size_t) positions_of (rules), 1);
  for (size_t m = 0; m < METHODS_EXACT; m++) {
    const enum method method = exact_methods[m];
    FILE *file = fopen (path, "r");
    assert_non_null (file);
    char line[8300], title[100] = "";
    struct game game = { 0 };
    struct table *tables[METHODS_TABLES] = { NULL };
    struct position *position = NULL;
    struct failure failure = { 0 };
    for (int i = 0; fgets (line, sizeof line, file) != NULL; i++) {
      line[strcspn (line, "\n")] = 0;
      char *text = strchr (line, '\t');
      *text++ = 0;
      if (strcmp (title, line) != 0) {
        free (position);
        engine_close (&game);
        methods_destroy_tables (tables);
        strcpy (title, line);
        game_open_or_fail (&game, title);
        methods_make_tables (&game, tables, UINT64_C (1) << 24);
        position = position_allocate (&game);
      }
      if (!method_applies (&game, method, false))
        continue;
      assert_true (position_parse (&game, text, position, &failure));
      if (method_is_exhaustive (method) && !near_the_end (&game, position))
        continue;
      table_clear (tables[0]);
      const struct result result = ask_with (&game, position, method, false, 1 + i % 2, tables[0]);
      assert_true (result.solved);
      if (m == 0)
        expected[i] = (signed char) result.bounds.lower;
      check_result (&game, text, &result, method, false, expected[i]);
    }
    free (position);
    engine_close (&game);
    methods_destroy_tables (tables);
    fclose (file);
  }
  free (expected);
}

static void test_random (void **state) {
  const struct plain_rules *rules = *state;
  char path[300];
  snprintf (path, sizeof path, "%s/positions-%s.tsv", TEST_OUTPUT_DIR, rules->name);
  write_positions (path, rules);
  compare_methods (path, rules);
}

int main (int argc, char **argv) {
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  if (argc > 2)
    seed = strtoull (argv[2], NULL, 0);
  enum { GAMES_MAX = 32 };
  static struct CMUnitTest tests[GAMES_MAX];
  static char names[GAMES_MAX][48];
  size_t count = 0;
  for (; plain_rules[count] != NULL && count < GAMES_MAX; count++) {
    snprintf (names[count], sizeof names[count], "test_random_%s", plain_rules[count]->name);
    tests[count] = (struct CMUnitTest){ names[count], test_random, NULL, NULL,
                                        (void *) (uintptr_t) plain_rules[count] };
  }
  return _cmocka_run_group_tests ("methods", tests, count, NULL, NULL);
}
