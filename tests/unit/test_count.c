/* Counting positions by ply: against a count by hand on a plain list, with and without symmetry, in every
 * game on the boards that its plain rules name, with one thread and with three. */
#include "layers/count_positions.h"
#include "base/key_set.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES = 64 };

struct counts {
  uint64_t of[PLIES];
  int plies;
  int calls_until_stop; /* < 0: never */
};

static void take_ply (void *context, int ply, uint64_t positions) {
  struct counts *counts = context;
  assert_int_equal (ply, counts->plies);
  counts->of[counts->plies++] = positions;
}

static bool stop_by_calls (void *context) {
  struct counts *counts = context;
  return counts->calls_until_stop >= 0 && counts->calls_until_stop-- == 0;
}

static bool count_with (const struct game *game, bool canonical, int plies, int threads, uint64_t memory,
                        struct counts *counts, struct failure *failure) {
  const struct ranks ranks = { .size = 1 };
  const struct count_options options
      = { .plies = plies, .canonical = canonical, .threads = threads, .memory = memory };
  const struct count_calls calls = { counts, take_ply, stop_by_calls, NULL };
  return count_positions (game, &ranks, &options, &calls, failure);
}

/* All positions, breadth first, each looked for among all others: of the same ply if the game converges. */
static void count_plainly (const struct game *game, bool canonical, int plies, struct counts *counts) {
  enum { MOST = 30000 };
  const size_t key_bytes = (size_t) game->key_bytes;
  uint8_t *keys = allocate (MOST, key_bytes), *children = allocate ((size_t) game->moves_max, key_bytes);
  struct position *position = position_allocate (game), *child = position_allocate (game);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  size_t begin = 0, end = 1;
  game->engine->start (game, position);
  (canonical ? game->engine->pack_canonical : game->engine->pack) (game, position, keys);
  memset (counts, 0, sizeof *counts);
  while (begin < end && counts->plies <= plies) {
    counts->of[counts->plies++] = end - begin;
    const size_t layer_end = end;
    for (; begin < layer_end; begin++) {
      assert_true (game->engine->unpack (game, keys + begin * key_bytes, position));
      const int count = game->engine->successors (game, position, list);
      for (int i = 0; i < count; i++) {
        uint8_t key[PACKED_MAX];
        game->engine->child (game, position, list[i].move, child);
        (canonical ? game->engine->pack_canonical : game->engine->pack) (game, child, key);
        size_t j = game->plies_max > 0 ? layer_end : 0; /* a position may be reached at several plies */
        while (j < end && memcmp (keys + j * key_bytes, key, key_bytes) != 0)
          j++;
        assert_true (end < MOST);
        if (j == end)
          memcpy (keys + end++ * key_bytes, key, key_bytes);
      }
    }
  }
  free (keys);
  free (children);
  free (position);
  free (child);
  free (list);
}

static void compare (const char *text, int plies) {
  struct game game;
  game_open_or_fail (&game, text);
  for (int canonical = 0; canonical < 2; canonical++) {
    struct counts plain;
    count_plainly (&game, canonical, plies, &plain);
    for (int threads = 1; threads <= 3; threads += 2) {
      struct counts counts = { .calls_until_stop = -1 };
      struct failure failure = { 0 };
      assert_true (count_with (&game, canonical, plies, threads, 0, &counts, &failure));
      assert_int_equal (counts.plies, plain.plies);
      assert_memory_equal (counts.of, plain.of, sizeof counts.of);
    }
  }
  engine_close (&game);
}

static void test_against_plain_count (void **state) {
  (void) state;
  for (const struct plain_rules *const *rules = plain_rules; *rules != NULL; rules++)
    for (const struct plain_depth *board = (*rules)->counted; board->title != NULL; board++)
      compare (board->title, board->plies);
}

static void test_known_total (void **state) {
  (void) state;
  struct game game;
  game_open_or_fail (&game, "mnk:3,3,3");
  struct counts counts = { .calls_until_stop = -1 };
  struct failure failure = { 0 };
  assert_true (count_with (&game, false, -1, 2, 0, &counts, &failure));
  uint64_t total = 0;
  for (int i = 0; i < counts.plies; i++)
    total += counts.of[i];
  assert_int_equal (total, 5478);
  engine_close (&game);
}

static void test_stops_and_refuses (void **state) {
  (void) state;
  struct game game;
  game_open_or_fail (&game, "connect4:5x5");
  struct counts counts = { .calls_until_stop = 3 };
  struct failure failure = { 0 };
  assert_false (count_with (&game, false, -1, 1, 0, &counts, &failure));
  assert_int_equal (failure.code, 0);
  assert_true (counts.plies > 0);
  counts = (struct counts){ .calls_until_stop = -1 };
  assert_false (count_with (&game, false, -1, 1, 1 << 20, &counts, &failure));
  assert_int_equal (failure.code, EXIT_INTERNAL);
  engine_close (&game);
  game_open_or_fail (&game, "mnk:20,20,5");
  counts = (struct counts){ .calls_until_stop = -1 };
  failure = (struct failure){ 0 };
  assert_false (count_with (&game, false, -1, 1, 0, &counts, &failure));
  assert_int_equal (failure.code, EXIT_BAD_DATA);
  engine_close (&game);
}

static void test_key_set (void **state) {
  (void) state;
  enum { COUNT = 20000 };
  for (int key_bytes = 1; key_bytes <= 64; key_bytes += 21) {
    struct key_set set = { .key_bytes = key_bytes };
    uint64_t random = 7;
    uint8_t key[64];
    size_t added = 0;
    for (int i = 0; i < COUNT; i++) {
      for (int b = 0; b < key_bytes; b++)
        key[b] = (uint8_t) (b < 2 ? random_below (&random, 100) : b);
      const bool there = key_set_find (&set, key) != SIZE_MAX;
      assert_int_equal (key_set_add (&set, key, key_hash (key, key_bytes)), !there);
      added += !there;
      const size_t number = key_set_find (&set, key);
      assert_true (number < set.count);
      assert_memory_equal (key_set_key (&set, number), key, (size_t) key_bytes);
    }
    assert_int_equal (set.count, added);
    assert_true (key_set_bytes (&set) > added * (size_t) key_bytes);
    key_set_free (&set);
    assert_int_equal (set.count, 0);
    assert_int_equal (set.key_bytes, key_bytes);
  }
}

int main (void) {
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_key_set), cmocka_unit_test (test_known_total),
          cmocka_unit_test (test_against_plain_count), cmocka_unit_test (test_stops_and_refuses) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
