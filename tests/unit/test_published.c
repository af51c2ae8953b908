/* Published numbers, on both sets of rules: perft, positions by ply, legal moves of the priority positions.
 *
 * The fast rules go to FAST_LIMIT leaves a row, the plain rules to PLAIN_LIMIT. Counts of positions are tried
 * by `zermelo count` too (command tests); here the plain rules list them, so data/counts.csv rests on neither
 * alone. */
#include "file/csv_file.h"
#include "games/draughts/plain/draughts_plain.h"
#include "layers/count_positions.h"

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAST_LIMIT = 40 * 1000 * 1000, PLAIN_LIMIT = 60 * 1000 };

static void read_data (struct csv_file *csv, const char *name) {
  char path[400];
  struct failure failure = { 0 };
  snprintf (path, sizeof path, "%s/%s", TEST_DATA_DIR, name);
  if (!csv_file_read (csv, path, &failure))
    fail_msg ("%s", failure.text);
}

static const char *field (const struct csv_file *csv, size_t row, const char *column) {
  const int number = csv_file_column (csv, column);
  assert_true (number >= 0);
  return csv_file_field (csv, row, number);
}

static uint64_t plain_perft (const struct plain_rules *rules, const struct plain *position, int depth,
                             bool distinct) {
  if (depth == 0)
    return 1;
  if (rules->outcome (position) != 2)
    return 0;
  struct plain_move *moves = malloc (PLAIN_MOVES_MAX * sizeof *moves); /* not zeroed: few are used */
  assert_non_null (moves);
  const int count = rules->moves (position, moves);
  uint64_t sum = 0;
  for (int i = 0; i < count; i++)
    sum += plain_perft (rules, &moves[i].after, depth - 1, distinct)
           * (distinct ? 1 : (uint64_t) moves[i].paths);
  free (moves);
  return sum;
}

static void test_perft (void **state) {
  (void) state;
  struct csv_file csv;
  read_data (&csv, "perft.csv");
  int fast_rows = 0, plain_rows = 0;
  for (size_t row = 1; row < csv.rows; row++) {
    const uint64_t expected = strtoull (field (&csv, row, "count"), NULL, 10);
    const char *text = field (&csv, row, "position");
    const int depth = atoi (field (&csv, row, "depth"));
    const bool distinct = strcmp (field (&csv, row, "convention"), "distinct") == 0;
    struct game game;
    game_open_or_fail (&game, field (&csv, row, "game"));
    if (expected <= FAST_LIMIT) {
      struct position *position = position_allocate (&game);
      struct failure failure = { 0 };
      assert_true (position_parse (&game, text, position, &failure));
      assert_int_equal (game.engine->perft (&game, position, depth, distinct), expected);
      free (position);
      fast_rows++;
    }
    if (expected <= PLAIN_LIMIT) {
      const struct plain_rules *rules = plain_rules_of (game.name);
      const char *board = strchr (game.title, ':') + 1;
      struct plain plain;
      if (*text == 0)
        assert_true (rules->start (board, &plain));
      else
        assert_true (rules->parse (board, text, &plain));
      assert_int_equal (plain_perft (rules, &plain, depth, distinct), expected);
      plain_rows++;
    }
    engine_close (&game);
  }
  assert_true (fast_rows > 80 && plain_rows > 40);
  csv_file_free (&csv);
}

static int compare_texts (const void *a, const void *b) {
  const char *const *x = a, *const *y = b;
  return strcmp (*x, *y);
}

static void test_priority (void **state) {
  (void) state;
  struct csv_file csv;
  read_data (&csv, "priority.csv");
  assert_true (csv.rows > 15);
  for (size_t row = 1; row < csv.rows; row++) {
    struct game game;
    game_open_or_fail (&game, field (&csv, row, "game"));
    const char *text = field (&csv, row, "position");
    struct position *position = position_allocate (&game);
    struct successor *list = allocate ((size_t) game.moves_max, sizeof *list);
    char joined[2000] = "";
    struct failure failure = { 0 };
    assert_true (position_parse (&game, text, position, &failure));
    const int count = game.engine->successors (&game, position, list);
    for (int i = 0; i < count; i++)
      sprintf (joined + strlen (joined), "%s%s", i > 0 ? " " : "", list[i].text);
    assert_string_equal (joined, field (&csv, row, "moves"));

    struct plain plain;
    struct plain_move *moves = allocate (PLAIN_MOVES_MAX, sizeof *moves);
    const char *names[PLAIN_MOVES_MAX];
    assert_true (plain_draughts.parse (strchr (game.title, ':') + 1, text, &plain));
    const int plain_count = plain_draughts.moves (&plain, moves);
    for (int i = 0; i < plain_count; i++)
      names[i] = moves[i].text;
    qsort (names, (size_t) plain_count, sizeof *names, compare_texts);
    joined[0] = 0;
    for (int i = 0; i < plain_count; i++)
      sprintf (joined + strlen (joined), "%s%s", i > 0 ? " " : "", names[i]);
    assert_string_equal (joined, field (&csv, row, "moves"));
    free (moves);
    free (position);
    free (list);
    engine_close (&game);
  }
  csv_file_free (&csv);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_perft),
    cmocka_unit_test (test_priority),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
