/* All methods give the same value on 10 000 random positions a game, both sides to move, read by all methods
 * from one file.
 *
 * test_methods_random [NAME [SEED]] */
#include "support/methods.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 20261121;

/** So few moves are left that they do well, too. */
static bool
near_the_end (const struct game *game, const struct position *position)
{
  return game->plies_max == 0 || game->plies_max - game->engine->plies (game, position) <= 11;
}

enum { RANDOM_POSITIONS = 10000 };

struct origin {
  const char *game;
  int least, most; /* moves made */
  int pieces;      /* draughts: at most so many on the board; 0: any */
};

/** Pieces on the board of a FEN as we print it. */
static int
pieces_of (const char *fen)
{
  int pieces = 2;
  for (; *fen != 0; fen++)
    pieces += *fen == ',';
  return pieces;
}

/** Is this a position for the file? */
static bool
suits (const struct game *game, const struct position *position, const char *text, int pieces)
{
  char normal[20000];
  struct failure failure = { 0 };
  if (game->engine->outcome (game, position) != GOING_ON)
    return false;
  struct position *same = position_allocate (game);
  assert_true (game->engine->parse (game, text, same, normal, &failure));
  free (same);
  return pieces == 0 || pieces_of (normal) <= pieces;
}

/** Write the file: GAME, tab, moves. Half of the positions has an odd number of moves made. */
static void
write_positions (const char *path, const struct origin *origins, int count)
{
  FILE *file = fopen (path, "w");
  assert_non_null (file);
  uint64_t random = seed;
  char text[8192];
  for (int i = 0; i < RANDOM_POSITIONS; i++) {
    const struct origin *origin = &origins[i % count];
    struct game game;
    game_open_or_fail (&game, origin->game);
    struct position *position = NULL;
    do {
      free (position);
      const int moves = origin->least + random_below (&random, origin->most - origin->least + 1);
      position = random_position (&game, &random, (moves & ~1) + i / count % 2, text);
    } while (!suits (&game, position, text, origin->pieces));
    fprintf (file, "%s\t%s\n", origin->game, text);
    free (position);
    engine_close (&game);
  }
  fclose (file);
}

/** Read the file once a method; all values must be those of the first one. */
static void
compare_methods (const char *path)
{
  signed char *expected = allocate (RANDOM_POSITIONS, 1);
  for (size_t m = 0; m < METHODS_EXACT; m++) {
    const enum method method = exact_methods[m];
    FILE *file = fopen (path, "r");
    assert_non_null (file);
    char line[8300], normal[20000], title[100] = "";
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
      assert_true (game.engine->parse (&game, text, position, normal, &failure));
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

static void
compare_on_random (const char *name, const struct origin *origins, int count)
{
  char path[300];
  snprintf (path, sizeof path, "%s/positions-%s.tsv", TEST_OUTPUT_DIR, name);
  write_positions (path, origins, count);
  compare_methods (path);
}

static void
test_random_mnk (void **state)
{
  (void) state;
  /* Every board up to 5x5 with k from 3 on, both rules; half of them from the first moves on, half near the
   * end. */
  static char titles[100][32];
  struct origin origins[200];
  int boards = 0;
  for (int m = 3; m <= 5; m++)
    for (int n = 3; n <= m; n++)
      for (int k = 3; k <= m; k++)
        for (int exact = 0; exact < 2; exact++, boards++) {
          snprintf (titles[boards], sizeof titles[boards], "mnk:%d,%d,%d%s", m, n, k, exact ? ",exact" : "");
          origins[2 * boards] = (struct origin){ titles[boards], 0, m * n - 9, 0 };
          origins[2 * boards + 1] = (struct origin){ titles[boards], m * n - 9, m * n - 2, 0 };
        }
  compare_on_random ("mnk", origins, 2 * boards);
}

static void
test_random_connect4 (void **state)
{
  (void) state;
  const struct origin origins[] = { { "connect4:4x4", 3, 14, 0 },
                                    { "connect4:5x4", 9, 18, 0 },
                                    { "connect4:5x5", 14, 23, 0 },
                                    { "connect4:7x6", 31, 40, 0 },
                                    { "connect4:7x8", 45, 54, 0 } };
  compare_on_random ("connect4", origins, 5);
}

static void
test_random_draughts (void **state)
{
  (void) state;
  /* On 6x6 a few endings: retrograde analysis lists all that can be reached. */
  struct origin origins[50];
  for (int i = 0; i < 50; i++)
    origins[i] = (struct origin){ i % 2 ? "draughts:4x4,rules=seed" : "draughts:4x4", 0, 20, 0 };
  origins[7] = (struct origin){ "draughts:6x6", 40, 120, 3 };
  compare_on_random ("draughts", origins, 50);
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    cmocka_set_test_filter (argv[1]);
  if (argc > 2)
    seed = strtoull (argv[2], NULL, 0);
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_random_mnk), cmocka_unit_test (test_random_connect4),
          cmocka_unit_test (test_random_draughts) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
