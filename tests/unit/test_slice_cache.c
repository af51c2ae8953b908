/* Tables in less memory than all values take: the same file comes out, from a run that is made anew and from
 * one that goes on, also with more or less memory than before; what a pair needs holds all positions after
 * its moves; a file of a slice that is gone or damaged is noticed. */

#include "support/endgames.h"
#include "support/layers.h"

#include "store/new_file.h"
#include "tablebase/endgames.h"
#include "tablebase/slice_cache.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER TEST_OUTPUT_DIR "/slice_cache.slices"
#define FILE_A TEST_OUTPUT_DIR "/slice_cache.a.h5"
#define FILE_B TEST_OUTPUT_DIR "/slice_cache.b.h5"

/* memory = 0: for all values */
static struct endgames *begin_within (const struct game *game, uint64_t memory, int threads) {
  mkdir (FOLDER, 0777);
  return endgames_create (
      game, &(struct endgames_options){ .threads = threads, .directory = FOLDER, .memory = memory });
}

static struct endgames *begin (const struct game *game, int pieces, int threads) {
  return begin_within (game, slice_cache_least (game, pieces), threads);
}

static bool solve (struct endgames *endgames, int pieces, struct failure *failure) {
  bool done = true;
  for (int n = 2; n <= pieces && done; n++)
    done = endgames_solve (endgames, n, NULL, NULL, failure);
  return done;
}

static int pairs_on_disk (const struct endgames *endgames) {
  int count = 0;
  for (int i = 0; i < endgames->pairs; i++)
    count += endgames->pair[i].value == NULL;
  return count;
}

static void compare (const char *board, int pieces, int threads, bool distances) {
  struct game game;
  struct failure failure = { 0 };
  game_open_or_fail (&game, board);
  struct endgames *whole = endgames_up_to (&game, pieces, 1);
  assert_true (endgames_write (whole, FILE_A, distances, &failure));
  for (int run = 0; run < 2; run++) { /* the second finds all slices in the folder */
    struct endgames *paged = begin (&game, pieces, threads);
    if (!solve (paged, pieces, &failure))
      fail_msg ("%s", failure.text);
    assert_true (pairs_on_disk (paged) > 0);
    for (int i = 0; i < whole->pairs; i++) {
      const struct endgame_pair *one = &whole->pair[i], *other = &paged->pair[i];
      assert_memory_equal (one->summary, other->summary, sizeof one->summary);
      if (other->value != NULL)
        assert_memory_equal (one->value, other->value, endgame_pair_bytes (one));
    }
    assert_true (endgames_write (paged, FILE_B, distances, &failure));
    assert_true (same_bytes (FILE_A, FILE_B));
    endgames_destroy (paged);
  }
  endgames_forget (FOLDER);
  endgames_destroy (whole);
  engine_close (&game);
  remove (FILE_A);
  remove (FILE_B);
}

static void test_same_file (void **state) {
  (void) state;
  compare ("draughts:4x4", 4, 1, true);
  compare ("draughts:6x6", 5, 2, false);
  compare ("draughts:6x6,rules=seed", 4, 3, true);
  compare ("draughts:8x8", 4, 2, false);
}

enum { PATH = 300 };

static void make_path (char path[PATH], const struct endgames *endgames, int pair) {
  snprintf (path, PATH, "%s/%s.slice", FOLDER, endgames->pair[pair].summary[0].slice.name);
}

static struct stat slice_status (const struct endgames *endgames, int pair) {
  struct stat status;
  char path[PATH];
  make_path (path, endgames, pair);
  assert_int_equal (stat (path, &status), 0);
  return status;
}

/* Slices are compressed if memory is too small for all; a run reads both kinds and makes none again. */
static void test_other_memory (void **state) {
  (void) state;
  struct game game;
  struct failure failure = { 0 };
  game_open_or_fail (&game, "draughts:6x6");
  struct endgames *whole = endgames_up_to (&game, 5, 1);
  assert_true (endgames_write (whole, FILE_A, true, &failure));
  const uint64_t memory[] = { slice_cache_least (&game, 5), 0 };
  for (int first = 0; first < 2; first++) {
    struct stat before[100];
    uint64_t bytes = 0, in_memory = 0;
    struct endgames *endgames = begin_within (&game, memory[first], 2);
    assert_true (solve (endgames, 4, &failure));
    const int pairs = endgames->pairs;
    assert_in_range (pairs, 1, 100);
    endgames_destroy (endgames);
    endgames = begin_within (&game, memory[1 - first], 2);
    for (int i = 0; i < pairs; i++) {
      const struct endgame_pair *pair = &whole->pair[i];
      before[i] = slice_status (whole, i);
      bytes += (uint64_t) before[i].st_size;
      in_memory += endgame_pair_bytes (pair);
    }
    assert_true (first == 0 ? bytes < in_memory / 2 : bytes > in_memory);
    assert_true (solve (endgames, 5, &failure));
    for (int i = 0; i < pairs; i++)
      assert_int_equal (slice_status (whole, i).st_ino, before[i].st_ino);
    assert_true (endgames_write (endgames, FILE_B, true, &failure));
    assert_true (same_bytes (FILE_A, FILE_B));
    endgames_destroy (endgames);
    endgames_forget (FOLDER);
  }
  endgames_destroy (whole);
  engine_close (&game);
  remove (FILE_A);
  remove (FILE_B);
}

/* The number of the pair that holds a position, -1 if it is finished. */
static int pair_of (const struct game *game, struct slice *all, int count, const struct position *position) {
  const struct slices_engine *slices = game->engine->slices;
  if (game->engine->outcome (game, position) != GOING_ON && slices->number_of (position) < 0)
    return -1;
  struct slice *slice = allocate (1, slices->slice_bytes);
  int pair = -1;
  for (int i = 0; i < 2 * count && pair < 0; i++) {
    memcpy (slice, slice_at (game, all, i / 2), slices->slice_bytes);
    slices->size (game, slice, i % 2 == 1);
    if (slices->number (slice) == slices->number_of (position))
      pair = i / 2;
  }
  free (slice);
  return pair;
}

/* From each slice of `pieces` pieces, with either side to move: every child is in the pair or in one that it
 * needs. Returns how many were in one that it needs. */
static int check_children (const struct game *game, int pieces, int samples) {
  const struct slices_engine *slices = game->engine->slices;
  int count, outside = 0;
  struct slice *all = slices_up_to (game, pieces, &count);
  struct position *position = position_allocate (game), *child = position_allocate (game);
  struct slice *slice = allocate (1, slices->slice_bytes);
  uint8_t *children = allocate ((size_t) game->moves_max, (size_t) game->key_bytes);
  uint64_t random = 7;
  for (int i = 0; i < 2 * count; i++) {
    memcpy (slice, slice_at (game, all, i / 2), slices->slice_bytes);
    const uint64_t size = slices->size (game, slice, i % 2 == 1);
    for (int k = 0; k < samples && size > 0; k++) {
      uint8_t packed[PACKED_MAX] = { 0 };
      struct terminal_status status;
      slices->position (game, slice, random_next (&random) % size, position);
      game->engine->pack (game, position, packed);
      const int moves = game->engine->children (game, packed, false, children, &status);
      for (int m = 0; m < moves && status.outcome == GOING_ON; m++) {
        assert_true (game->engine->unpack (game, children + m * game->key_bytes, child));
        if (game->engine->outcome (game, child) == LOST)
          continue; /* no pieces left, or no move: not in a table, or in the pair */
        const int pair = pair_of (game, all, count, child);
        assert_in_range (pair, 0, i / 2);
        if (pair == i / 2)
          continue;
        outside++;
        assert_true (slices->moves_into (slice_at (game, all, i / 2), i % 2, slice_at (game, all, pair)));
      }
    }
    for (int k = 0; k < count; k++) /* and it needs nothing that is not solved before it */
      assert_false (k >= i / 2
                    && slices->moves_into (slice_at (game, all, i / 2), i % 2, slice_at (game, all, k)));
  }
  free (children);
  free (slice);
  free (child);
  free (position);
  free (all);
  return outside;
}

static void test_needs (void **state) {
  (void) state;
  static const char *const boards[]
      = { "draughts:4x4", "draughts:6x6", "draughts:8x8,rules=seed", "draughts:8x8" };
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    struct game game;
    game_open_or_fail (&game, boards[i]);
    assert_true (check_children (&game, i == 0 ? 4 : 6, 300) > 1000);
    engine_close (&game);
  }
}

/* Pairs take less than all values, and the state of the largest is among it. */
static void test_memory (void **state) {
  (void) state;
  struct game game;
  game_open_or_fail (&game, "draughts:8x8");
  const uint64_t all = endgames_memory (&game, 7, 1), least = slice_cache_least (&game, 7);
  assert_int_equal (endgames_memory_within (&game, 7, all), all);
  assert_int_equal (endgames_memory_within (&game, 7, all - 1), least);
  assert_true (least < all / 4);
  assert_true (least > slice_room (93 * 1000 * 1000).state);
  engine_close (&game);
}

static void spoil (const char *path, int how) {
  struct stat status;
  if (how == 0)
    assert_int_equal (remove (path), 0);
  assert_true (how == 0 || stat (path, &status) == 0);
  if (how == 1)
    assert_int_equal (truncate (path, status.st_size - 1), 0);
  if (how == 2) { /* a bit in the middle */
    const int file = open (path, O_RDWR);
    char byte;
    assert_int_equal (pread (file, &byte, 1, status.st_size / 2), 1);
    byte ^= 4;
    assert_int_equal (pwrite (file, &byte, 1, status.st_size / 2), 1);
    close (file);
  }
}

static void test_missing (void **state) {
  (void) state;
  struct game game;
  game_open_or_fail (&game, "draughts:6x6");
  for (int how = 0; how < 3; how++) {
    struct failure failure = { 0 };
    char path[PATH];
    struct endgames *paged = begin (&game, 4, 1);
    assert_true (solve (paged, 4, &failure));
    int dropped = 0;
    while (paged->pair[dropped].value != NULL)
      dropped++;
    make_path (path, paged, dropped);
    spoil (path, how);
    assert_false (endgames_write (paged, FILE_B, false, &failure));
    assert_int_equal (failure.code, EXIT_IO);
    assert_non_null (strstr (failure.text, paged->pair[dropped].summary[0].slice.name));
    assert_int_equal (access (FILE_B, F_OK), -1);
    endgames_destroy (paged);
    failure = (struct failure){ 0 };
    paged = begin (&game, 4, 1); /* the next run makes it again */
    assert_true (solve (paged, 4, &failure) && endgames_write (paged, FILE_B, false, &failure));
    endgames_destroy (paged);
    remove (FILE_B);
    endgames_forget (FOLDER);
  }
  engine_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_same_file), cmocka_unit_test (test_other_memory), cmocka_unit_test (test_needs),
    cmocka_unit_test (test_memory),    cmocka_unit_test (test_missing),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
