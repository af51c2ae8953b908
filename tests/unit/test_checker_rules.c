/* The rules of the checker: perft as published, and the same moves, ends and keys as the plain rules have, in
 * random games. */
#include "checker/checker.h"
#include "file/csv_file.h"

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void open_checker_game (struct array_game *game, const struct game *engine) {
  assert_true (array_game_open (game, engine->name, engine->board_text, engine->rules));
  assert_int_equal (game->key_bytes, engine->key_bytes);
}

/* The key of a position that was reached by these moves, by the engine's packing. */
static void key_of_moves (const struct game *engine, const char *moves, struct position *room, uint8_t *key) {
  struct failure failure = { 0 };
  if (!position_parse (engine, moves, room, &failure))
    fail_msg ("%s: '%s': %s", engine->title, moves, failure.text);
  engine->engine->pack_canonical (engine, room, key);
}

/* ---- perft ---- */

struct perft {
  const struct array_game *game;
  int depth;
  uint64_t sum;
};

static bool count_after (void *context, int move, const struct array_position *after) {
  struct perft *perft = context;
  struct perft deeper = { perft->game, perft->depth - 1, 0 };
  (void) move;
  if (deeper.depth == 0)
    deeper.sum = 1;
  else if (perft->game->rules->ending (perft->game, after) == NOT_OVER)
    perft->game->rules->each_move (perft->game, after, count_after, &deeper);
  perft->sum += deeper.sum;
  return true;
}

static void test_perft (void **state) {
  (void) state;
  struct csv_file csv;
  struct failure failure = { 0 };
  int rows = 0;
  if (!csv_file_read (&csv, TEST_DATA_DIR "/perft.csv", &failure))
    fail_msg ("%s", failure.text);
  for (size_t row = 1; row < csv.rows; row++) {
    const char *const title = csv_file_field (&csv, row, csv_file_column (&csv, "game"));
    const char *const text = csv_file_field (&csv, row, csv_file_column (&csv, "position"));
    const char *const convention = csv_file_field (&csv, row, csv_file_column (&csv, "convention"));
    const uint64_t expected
        = strtoull (csv_file_field (&csv, row, csv_file_column (&csv, "count")), NULL, 10);
    struct game engine;
    game_open_or_fail (&engine, title);
    /* Moves of the checker are paths; but where games are of stones, the two are the same. */
    if (expected <= (uint64_t) repetitions (800000) && *text == 0
        && (strcmp (convention, "paths") == 0 || strcmp (engine.name, "draughts") != 0)) {
      struct array_game game;
      struct array_position start;
      uint8_t key[KEY_MOST];
      struct position *room = position_allocate (&engine);
      if (engine.key_bytes > 0)
        key_of_moves (&engine, "", room, key);
      free (room);
      open_checker_game (&game, &engine);
      struct perft perft = { &game, atoi (csv_file_field (&csv, row, csv_file_column (&csv, "depth"))), 0 };
      assert_true (game.rules->unpack (&game, game.key_bytes == 0 ? NULL : key, &start));
      game.rules->each_move (&game, &start, count_after, &perft);
      if (perft.sum != expected)
        fail_msg ("%s depth %d: %d", title, perft.depth, (int) perft.sum);
      array_game_close (&game);
      rows++;
    }
    engine_close (&engine);
  }
  assert_true (rows > 20);
  csv_file_free (&csv);
}

/* ---- random games ---- */

struct keys {
  const struct array_game *game;
  int count;
  uint8_t key[PLAIN_MOVES_MAX][KEY_MOST];
};

static bool list_key (void *context, int move, const struct array_position *after) {
  struct keys *keys = context;
  (void) move;
  assert_true (keys->count < PLAIN_MOVES_MAX);
  array_canonical (keys->game, after, keys->key[keys->count++]);
  return true;
}

static int compare_keys (const void *a, const void *b) { return memcmp (a, b, KEY_MOST); }

static void sort_keys (struct keys *keys) {
  int kept = 0;
  qsort (keys->key, (size_t) keys->count, KEY_MOST, compare_keys);
  for (int i = 0; i < keys->count; i++)
    if (kept == 0 || memcmp (keys->key[kept - 1], keys->key[i], KEY_MOST) != 0)
      memmove (keys->key[kept++], keys->key[i], KEY_MOST);
  keys->count = kept;
}

static void compare_position (const struct game *engine, const struct array_game *game,
                              const struct plain *plain, const char *moves) {
  static struct plain_move list[PLAIN_MOVES_MAX];
  static struct keys expected, found;
  const struct plain_rules *rules = plain_rules_of (engine->name);
  struct position *room = position_allocate (engine);
  struct array_position position;
  uint8_t key[KEY_MOST], longer[PLAIN_POSITION_TEXT];
  memset (&expected, 0, sizeof expected);
  memset (&found, 0, sizeof found);
  found.game = game;
  key_of_moves (engine, moves, room, key);
  assert_true (is_canonical_key (game, key, &position));
  assert_int_equal (game->rules->ending (game, &position), rules->outcome (plain));
  if (rules->outcome (plain) == 2) {
    game->rules->each_move (game, &position, list_key, &found);
    expected.count = rules->moves (plain, list);
    for (int i = 0; i < expected.count; i++) {
      snprintf ((char *) longer, sizeof longer, "%s%s%s", moves, *moves == 0 ? "" : move_separator (engine),
                list[i].text);
      key_of_moves (engine, (const char *) longer, room, expected.key[i]);
    }
    sort_keys (&expected);
    sort_keys (&found);
    assert_int_equal (found.count, expected.count);
    assert_memory_equal (found.key, expected.key, (size_t) found.count * KEY_MOST);
  }
  free (room);
}

static void play_games (const char *title, int games) {
  static struct plain_move list[PLAIN_MOVES_MAX];
  struct game engine;
  struct array_game game;
  uint64_t random = 20261123;
  game_open_or_fail (&engine, title);
  open_checker_game (&game, &engine);
  const struct plain_rules *rules = plain_rules_of (engine.name);
  for (int i = 0; i < games; i++) {
    struct plain plain;
    char moves[PLAIN_POSITION_TEXT / 2] = "";
    assert_true (rules->start (strchr (title, ':') + 1, &plain));
    for (int ply = 0; ply < 80; ply++) {
      if (random_below (&random, 6) == 0 || rules->outcome (&plain) != 2)
        compare_position (&engine, &game, &plain, moves);
      if (rules->outcome (&plain) != 2)
        break;
      const struct plain_move *move = &list[random_below (&random, rules->moves (&plain, list))];
      const size_t length = strlen (moves);
      snprintf (moves + length, sizeof moves - length, "%s%s", length == 0 ? "" : move_separator (&engine),
                move->text);
      plain = move->after;
    }
  }
  array_game_close (&game);
  engine_close (&engine);
}

static void test_games (void **state) {
  (void) state;
  static const char *const titles[] = { "mnk:3,3,3",       "mnk:5,4,3,exact",
                                        "mnk:6,6,5,exact", "mnk:4,4,4,maker-breaker",
                                        "mnk:7,5,4",       "mnk:1,9,3",
                                        "connect4:4x4",    "connect4:7x6",
                                        "connect4:3x6",    "connect4:9x4",
                                        "draughts:4x4",    "draughts:6x6",
                                        "draughts:8x8",    "draughts:8x8,rules=seed" };
  for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
    play_games (titles[i], repetitions (60));
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_perft),
    cmocka_unit_test (test_games),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
