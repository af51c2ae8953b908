/* Endgame tables across ranks: the sums do not depend on ranks and threads, every rank has all values, and
 * what is done is not computed again, unless its file is damaged. Checks are collective. */
#include "support/endgames.h"
#include "support/collective.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Nothing is published; test_slices says what agrees with these. */
static const struct endgames_sum known[5] = {
  { 0 },
  { 0 },
  { 3488, 866, 2087, 535, 13 },
  { 196032, 96116, 17204, 82712, 65 },
  { 6209316, 2588968, 1579977, 2040371, 89 },
};

static void solve_and_check (int threads, int pieces, const char *directory) {
  struct game game;
  struct failure failure = { 0 };
  game_open_or_fail (&game, "draughts:8x8");
  const struct endgames_options options = { .threads = threads, .ranks = &ranks, .directory = directory };
  struct endgames *endgames = endgames_create (&game, &options);
  for (int n = 2; n <= pieces; n++) {
    struct endgames_sum sum = { .longest = -1 };
    collective_assert (endgames_solve (endgames, n, endgames_sum_add, &sum, &failure), failure.text);
    collective_assert (memcmp (&sum, &known[n], sizeof sum) == 0, "other sums than on one rank");
    collective_assert (endgames_follow (&game, endgames, n, 31), "a value does not follow");
  }
  endgames_destroy (endgames);
  engine_close (&game);
}

static void test_sums (void **state) {
  (void) state;
  solve_and_check (1, 4, NULL);
  solve_and_check (2, 4, NULL);
  solve_and_check (40, 3, NULL); /* more threads than some pairs have blocks of rows */
}

static void damage (const char *directory, const char *name, long at) {
  char path[300];
  snprintf (path, sizeof path, "%s/%s.slice", directory, name);
  FILE *file = fopen (path, "r+b");
  assert_non_null (file);
  fseek (file, at, SEEK_SET);
  const int byte = fgetc (file);
  fseek (file, at, SEEK_SET);
  fputc (byte ^ 1, file);
  fclose (file);
}

static void drop (const char *directory, const char *name) {
  char path[300];
  snprintf (path, sizeof path, "%s/%s.slice", directory, name);
  assert_int_equal (remove (path), 0);
}

static void test_resume (void **state) {
  (void) state;
  static const char *const names[] = { "0.1.0.1", "1.0.0.1", "1.0.1.0", "0.2.0.1", "0.2.1.0",
                                       "1.1.0.1", "1.1.1.0", "2.0.0.1", "2.0.1.0", "0.1.1.0" };
  char directory[200] = TEST_OUTPUT_DIR "/endgames-XXXXXX";
  if (ranks.rank == 0)
    assert_non_null (mkdtemp (directory));
  ranks_broadcast (&ranks, directory, sizeof directory);
  solve_and_check (1, 3, directory);
  if (ranks.rank == 0) {
    damage (directory, "0.2.0.1", 5000);
    damage (directory, "0.2.1.0", 150);
    drop (directory, "1.1.0.1");
  }
  for (int i = 0; i < 2; i++) {
    collective_assert (true, "");
    solve_and_check (1, 3, directory);
  }
  if (ranks.rank == 0) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      char path[300];
      snprintf (path, sizeof path, "%s/%s.slice", directory, names[i]);
      remove (path);
    }
    assert_int_equal (rmdir (directory), 0);
  }
}

int main (int argc, char **argv) {
  collective_begin (argc, argv);
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_sums), cmocka_unit_test (test_resume) };
  return collective_end (cmocka_run_group_tests (tests, NULL, NULL));
}
