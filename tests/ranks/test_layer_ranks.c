/* The solution by layers at any number of ranks: the same bytes as one rank writes; a run that one rank is
 * told to end ends on all, and any other number of ranks goes on with it. Checks are collective. */
#include "support/layers.h"
#include "support/collective.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char path_alone[400], path[400];

/* By rank 0 alone, into the other file. */
static bool solve_alone (const char *title, const char *to, int calls_until_stop, struct layers_run *run) {
  *run = (struct layers_run){ .threads = 1, .calls_until_stop = calls_until_stop };
  return ranks.rank != 0 || layers_run (run, title, to);
}

static void compare_and_remove (const char *title) {
  collective_assert (ranks.rank != 0 || same_bytes (path, path_alone), title);
  if (ranks.rank == 0)
    unlink (path);
}

static void compare (const char *title) {
  struct layers_run alone;
  collective_assert (solve_alone (title, path_alone, 0, &alone), title);
  for (int threads = 1; threads <= 2; threads++) {
    struct layers_run run = { .ranks = &ranks, .threads = threads, .memory = threads == 1 ? 0 : 1 << 17 };
    collective_assert (layers_run (&run, title, path), "not finished");
    for (int ply = 0; ranks.rank == 0 && ply < alone.count; ply++) {
      assert_int_equal (run.plies[ply].positions, alone.plies[ply].positions);
      assert_int_equal (run.plies[ply].won, alone.plies[ply].won);
      assert_int_equal (run.plies[ply].longest, alone.plies[ply].longest);
    }
    compare_and_remove (title);
  }
}

static void test_same_bytes (void **state) {
  (void) state;
  compare ("mnk:3,3,3");
  compare ("connect4:4x4");
  for (const char *const *board = converging_boards (); *board != NULL; board++)
    compare (*board);
}

/* Ended on the last rank at different points, and finished by rank 0 alone. */
static void test_goes_on_alone (void **state) {
  (void) state;
  struct layers_run alone;
  collective_assert (solve_alone ("connect4:4x4", path_alone, 0, &alone), "alone");
  for (int calls = 5; calls < 65; calls += 20) {
    struct layers_run run = { .ranks = &ranks, .threads = 1 };
    run.calls_until_stop = ranks.rank == ranks.size - 1 ? calls : 0;
    collective_assert (!layers_run (&run, "connect4:4x4", path), "it did not stop");
    collective_assert (solve_alone ("connect4:4x4", path, 0, &alone), "it does not go on");
    compare_and_remove ("connect4:4x4");
  }
}

/* Ended by one rank, finished by all. */
static void test_goes_on_together (void **state) {
  (void) state;
  struct layers_run alone;
  collective_assert (solve_alone ("connect4:4x4", path_alone, 0, &alone), "alone");
  for (int calls = 5; calls < 65; calls += 20) {
    collective_assert (ranks.rank != 0 || !solve_alone ("connect4:4x4", path, calls, &alone),
                       "it did not stop");
    struct layers_run run = { .ranks = &ranks, .threads = 1 };
    collective_assert (layers_run (&run, "connect4:4x4", path), "it does not go on");
    compare_and_remove ("connect4:4x4");
  }
}

int main (int argc, char **argv) {
  collective_begin (argc, argv);
  snprintf (path, sizeof path, TEST_OUTPUT_DIR "/layers-of-%d.h5", ranks.size);
  snprintf (path_alone, sizeof path_alone, TEST_OUTPUT_DIR "/layers-alone-%d.h5", ranks.size);
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_same_bytes), cmocka_unit_test (test_goes_on_alone),
          cmocka_unit_test (test_goes_on_together) };
  const int failed = cmocka_run_group_tests (tests, NULL, NULL);
  if (ranks.rank == 0)
    unlink (path_alone);
  return collective_end (failed);
}
