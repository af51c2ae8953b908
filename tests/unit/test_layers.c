/* The strong solution by layers: each position of small boards, and a sample of a larger one, is worth what
 * the searches say; each ply has as many positions as are counted elsewhere; the file is the same bytes
 * whatever memory and threads, and however often the run was ended or its files damaged.
 *
 *     test_layers sample FILE COUNT SEED       COUNT positions of a file that is there, and
 *                                              a hundredth as many of each ply (long) */
#include "support/layers.h"

#include "layers/count_positions.h"
#include "layers/layers_file.h"

#include "file/csv_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_A TEST_OUTPUT_DIR "/layers-a.h5"
#define FILE_B TEST_OUTPUT_DIR "/layers-b.h5"

/* ---- values ---- */

struct value_check {
  struct layers_file *file;
  struct game game;
  struct table *table;
  struct position *position;
  enum method method; /* what the table is of */
  uint64_t wrong, asked;
};

static void begin_query (struct value_check *a, const char *path) {
  struct failure failure = { 0 };
  *a = (struct value_check){ .wrong = 0 };
  a->file = layers_file_open (path, UINT64_C (1) << 30, &a->game, &failure);
  if (a->file == NULL)
    fail_msg ("%s: %s", path, failure.text);
  a->table = table_create (UINT64_C (1) << 24, a->game.key_words, REPLACE_TWOBIG1, &failure);
  a->position = position_allocate (&a->game);
}

static void end_query (struct value_check *a) {
  table_destroy (a->table);
  free (a->position);
  layers_file_close (a->file);
}

/* Does a row hold what the method says, and does a probe find it? */
static void ask_row (struct value_check *a, int ply, size_t row, enum method method) {
  uint8_t key[PACKED_MAX], canonical[PACKED_MAX];
  enum outcome outcome, probed;
  int distance, probed_distance;
  assert_true (layers_file_row (a->file, ply, row, key, &outcome, &distance));
  assert_true (a->game.engine->unpack (&a->game, key, a->position));
  a->game.engine->pack_canonical (&a->game, a->position, canonical);
  assert_memory_equal (key, canonical, (size_t) a->game.key_bytes);
  if (method != a->method)
    table_clear (a->table);
  a->method = method;
  const int score = score_by_search (&a->game, a->position, method, a->table);
  const struct engine *engine = a->game.engine;
  const int expected
      = engine->score_by_distance ? engine->score (&a->game, a->position, outcome, distance) : score;
  a->asked++;
  a->wrong += score != expected || (score > 0) - (score < 0) != (int) outcome;
  assert_int_equal (layers_file_probe (a->file, a->position, &probed, &probed_distance), LAYERS_FOUND);
  assert_int_equal (probed, outcome);
  assert_int_equal (probed_distance, distance);
}

/* Every position by null-window search, one in `step` of those from `ply` on by the slow methods. */
static void ask_board (const char *title, int ply_of_minimax, size_t step) {
  struct value_check a;
  struct layers_run run = { .threads = 2 };
  assert_true (layers_run (&run, title, FILE_A));
  begin_query (&a, FILE_A);
  assert_int_equal (layers_file_plies (a.file), run.count);
  for (int ply = 0; ply < run.count; ply++) {
    assert_int_equal (layers_file_rows (a.file, ply), run.plies[ply].canonical);
    for (size_t row = 0; row < layers_file_rows (a.file, ply); row++) {
      ask_row (&a, ply, row, METHOD_NULL_WINDOW);
      if (row % step == 0 && ply >= ply_of_minimax) {
        ask_row (&a, ply, row, METHOD_MINIMAX);
        ask_row (&a, ply, row, METHOD_RETROGRADE);
      }
    }
  }
  assert_true (a.asked > 0);
  assert_int_equal (a.wrong, 0);
  end_query (&a);
  unlink (FILE_A);
}

static void test_every_position (void **state) {
  (void) state;
  ask_board ("mnk:3,3,3", 0, 1);
  ask_board ("mnk:4,3,3", 5, 50);
  ask_board ("mnk:3,3,3,exact", 0, 10);
  ask_board ("mnk:1,6,2", 0, 1);
  for (const char *const *board = converging_boards (); *board != NULL; board++)
    ask_board (*board, 4, 20);
  ask_board ("connect4:1x5", 0, 1);
  ask_board ("connect4:3x4", 4, 50);
  ask_board ("connect4:4x4", 7, 100);
}

/* Rows of all plies, each as likely as any other. */
static void ask_sample (struct value_check *a, int count, uint64_t seed) {
  size_t total = 0;
  for (int ply = 0; ply < layers_file_plies (a->file); ply++)
    total += layers_file_rows (a->file, ply);
  for (int i = 0; i < count && total > 0; i++) {
    size_t row = (size_t) (random_next (&seed) % total);
    int ply = 0;
    for (; row >= layers_file_rows (a->file, ply); ply++)
      row -= layers_file_rows (a->file, ply);
    ask_row (a, ply, row, METHOD_NULL_WINDOW);
  }
}

/* As many of each ply: of the early ones, which few positions are in, most. */
static void ask_plies (struct value_check *a, int count, uint64_t seed) {
  for (int ply = 0; ply < layers_file_plies (a->file); ply++)
    for (int i = 0; i < count; i++)
      ask_row (a, ply, (size_t) (random_next (&seed) % layers_file_rows (a->file, ply)), METHOD_NULL_WINDOW);
}

static void test_sample (void **state) {
  (void) state;
  struct value_check a;
  struct layers_run run = { .threads = 2 };
  assert_true (layers_run (&run, "connect4:5x4", FILE_A));
  begin_query (&a, FILE_A);
  ask_sample (&a, 5000, 20261121);
  assert_int_equal (a.asked, 5000);
  assert_int_equal (a.wrong, 0);
  end_query (&a);
  unlink (FILE_A);
}

/* ---- numbers ---- */

static void check_ply (void *context, int ply, uint64_t positions) {
  const struct layers_run *run = context;
  assert_int_equal (run->plies[ply].positions, positions);
}

static void check_canonical (void *context, int ply, uint64_t positions) {
  const struct layers_run *run = context;
  assert_int_equal (run->plies[ply].canonical, positions);
}

static bool never (void *context) {
  (void) context;
  return false;
}

static void check_numbers (const char *const *board) {
  for (; *board != NULL; board++) {
    const struct ranks alone = { .size = 1 };
    struct layers_run run = { .threads = 1 };
    struct failure failure = { 0 };
    struct game game;
    game_open_or_fail (&game, *board);
    assert_true (layers_run (&run, *board, FILE_A));
    for (int canonical = 0; canonical < 2; canonical++) {
      const struct count_options options = { .plies = -1, .canonical = canonical, .threads = 1 };
      const struct count_calls calls = { &run, canonical ? check_canonical : check_ply, never, NULL };
      assert_true (count_positions (&game, &alone, &options, &calls, &failure));
    }
    for (int ply = 0; ply < run.count; ply++)
      assert_int_equal (run.plies[ply].positions,
                        run.plies[ply].won + run.plies[ply].drawn + run.plies[ply].lost);
    engine_close (&game);
  }
}

static void test_numbers (void **state) {
  (void) state;
  static const char *const boards[]
      = { "mnk:3,3,3", "mnk:4,3,3,exact", "mnk:3,4,2", "connect4:4x4", "connect4:1x5", NULL };
  check_numbers (boards);
  check_numbers (converging_boards ());
  unlink (FILE_A);
}

/* What data/layers.csv says of a board, by ply. */
static void compare_with_data (const struct csv_file *csv, const char *name, const char *board,
                               const char *title) {
  struct layers_run run = { .threads = 2 };
  int rows = 0;
  assert_true (layers_run (&run, title, FILE_A));
  unlink (FILE_A);
  for (size_t row = 1; row < csv->rows; row++) {
    const char *ply = csv_file_field (csv, row, csv_file_column (csv, "ply"));
    if (strcmp (csv_file_field (csv, row, csv_file_column (csv, "game")), name) != 0
        || strcmp (csv_file_field (csv, row, csv_file_column (csv, "board")), board) != 0 || *ply == 0)
      continue;
    const struct layer_summary *summary = &run.plies[atoi (ply)];
    assert_true (atoi (ply) < run.count);
    assert_int_equal (summary->positions,
                      strtoull (csv_file_field (csv, row, csv_file_column (csv, "positions")), NULL, 10));
    assert_int_equal (summary->won,
                      strtoull (csv_file_field (csv, row, csv_file_column (csv, "win")), NULL, 10));
    assert_int_equal (summary->drawn,
                      strtoull (csv_file_field (csv, row, csv_file_column (csv, "draw")), NULL, 10));
    assert_int_equal (summary->lost,
                      strtoull (csv_file_field (csv, row, csv_file_column (csv, "loss")), NULL, 10));
    rows++;
  }
  assert_int_equal (rows, run.count);
}

static void test_data (void **state) {
  (void) state;
  struct csv_file csv;
  struct failure failure = { 0 };
  assert_true (csv_file_read (&csv, TEST_DATA_DIR "/layers.csv", &failure));
  compare_with_data (&csv, "mnk", "3,3,3", "mnk:3,3,3");
  compare_with_data (&csv, "connect4", "4x4", "connect4:4x4");
  csv_file_free (&csv);
}

/* ---- the same bytes ---- */

static void check_same_bytes (const char *const *board) {
  for (; *board != NULL; board++) {
    struct layers_run first = { .threads = 1 };
    assert_true (layers_run (&first, *board, FILE_A));
    for (int threads = 1; threads <= 3; threads += 2) {
      struct layers_run run = { .threads = threads, .memory = threads == 1 ? 1 << 17 : 1 << 19 };
      assert_true (layers_run (&run, *board, FILE_B));
      assert_true (same_bytes (FILE_A, FILE_B));
    }
  }
}

static void test_memory_and_threads (void **state) {
  (void) state;
  static const char *const boards[] = { "connect4:4x4", "mnk:4,3,3", NULL };
  check_same_bytes (boards);
  check_same_bytes (converging_boards ());
  unlink (FILE_A);
  unlink (FILE_B);
}

/* Turn over a byte of a file in the folder, or cut it short. */
static void damage (const char *name, long place) {
  char path[400];
  snprintf (path, sizeof path, FILE_B ".plies/%s", name);
  FILE *file = fopen (path, "r+b");
  assert_non_null (file);
  if (place < 0)
    assert_int_equal (ftruncate (fileno (file), 100), 0);
  else {
    fseek (file, place, SEEK_SET);
    const int byte = getc (file);
    fseek (file, place, SEEK_SET);
    putc (~byte & 0xff, file);
  }
  fclose (file);
}

/* A run that is stopped after a few steps each time gets further each time, and to the same end. */
static void test_goes_on (void **state) {
  (void) state;
  struct layers_run whole = { .threads = 1 };
  assert_true (layers_run (&whole, "connect4:4x4", FILE_A));
  int runs = 0, stage = -1;
  for (bool done = false; !done; runs++) {
    struct layers_run run = { .threads = 1 + runs % 2, .calls_until_stop = 7 };
    done = layers_run (&run, "connect4:4x4", FILE_B);
    /* Plies listed, then plies valued, then written. */
    const int now = run.phase == LAYERS_LISTING   ? run.first_ply
                    : run.phase == LAYERS_VALUING ? 100 - run.first_ply
                                                  : 200;
    assert_true (run.first_ply < 0 || now > stage || run.phase == LAYERS_WRITING);
    stage = run.first_ply < 0 ? stage : now;
    assert_true (runs < 100);
    if (!done) {
      FILE *file = fopen (FILE_B, "rb");
      assert_null (file);
    }
    if (run.phase == LAYERS_WRITING && !done) {
      struct layers_run last = { .threads = 1 };
      done = layers_run (&last, "connect4:4x4", FILE_B);
    }
  }
  assert_true (runs > 5);
  assert_true (same_bytes (FILE_A, FILE_B));
  assert_int_not_equal (access (FILE_B ".plies", F_OK), 0);
  unlink (FILE_B);
}

static void test_damaged_layers (void **state) {
  (void) state;
  struct layers_run whole = { .threads = 1 };
  assert_true (layers_run (&whole, "connect4:4x4", FILE_A));
  /* Stopped when all is listed and something valued. */
  struct layers_run stopped = { .threads = 1, .calls_until_stop = whole.calls / 2 + 10 };
  assert_false (layers_run (&stopped, "connect4:4x4", FILE_B));
  damage ("ply03.keys.0-of-1", 30000);
  damage ("ply05.keys.0-of-1", 40);
  damage ("ply07.keys.0-of-1", -1);
  damage ("ply16.codes.0-of-1", 25000);
  struct layers_run last = { .threads = 1 };
  assert_true (layers_run (&last, "connect4:4x4", FILE_B));
  assert_int_equal (last.phase, LAYERS_LISTING);
  assert_int_equal (last.first_ply, 3);
  assert_true (same_bytes (FILE_A, FILE_B));
  unlink (FILE_A);
  unlink (FILE_B);
}

static void test_refuses (void **state) {
  (void) state;
  static const char *const boards[] = { "draughts:4x4", "mnk:17,17,5", "mnk:12,12,5" };
  for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
    struct game game;
    struct failure failure = { 0 };
    game_open_or_fail (&game, boards[b]);
    assert_false (layers_possible (&game, &failure));
    assert_int_equal (failure.code, EXIT_BAD_DATA);
    engine_close (&game);
  }
}

/* ---- large boards, by hand ---- */

static int sample (const char *path, int count, uint64_t seed) {
  struct value_check a;
  begin_query (&a, path);
  ask_sample (&a, count, seed);
  ask_plies (&a, count / 100, seed);
  printf ("%s: %llu positions asked, %llu differ\n", a.game.title, (unsigned long long) a.asked,
          (unsigned long long) a.wrong);
  const int code = a.wrong > 0;
  end_query (&a);
  return code;
}

int main (int argc, char **argv) {
  if (argc == 5 && strcmp (argv[1], "sample") == 0)
    return sample (argv[2], atoi (argv[3]), strtoull (argv[4], NULL, 10));
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_every_position),
                                      cmocka_unit_test (test_sample),
                                      cmocka_unit_test (test_numbers),
                                      cmocka_unit_test (test_data),
                                      cmocka_unit_test (test_memory_and_threads),
                                      cmocka_unit_test (test_goes_on),
                                      cmocka_unit_test (test_damaged_layers),
                                      cmocka_unit_test (test_refuses) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
