/* What all ranks do together: broadcasts, sums, agreement on a failure; everybody gives bytes to everybody,
 * at any number of ranks: what arrives is what was sent, in the order of ranks; and the counting of positions
 * that rests on it gives the published totals. Checks are collective. */
#include "support/collective.h"

#include "parallel/all_to_all.h"
#include "layers/count_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many bytes rank `from` sends to rank `to` in a round, and what byte i is. */
static size_t length (int from, int to, int round) {
  return round == 0 ? 0 : (size_t) ((from * 7 + to * 13 + round * 1000) % 4000);
}

static uint8_t content (int from, int to, size_t i) {
  return (uint8_t) ((size_t) from * 31 + (size_t) to * 17 + i);
}

static bool arrived (const uint8_t *in, size_t size, int round) {
  size_t at = 0;
  for (int from = 0; from < ranks.size; from++)
    for (size_t i = 0; i < length (from, ranks.rank, round); i++, at++)
      if (at >= size || in[at] != content (from, ranks.rank, i))
        return false;
  return at == size;
}

static void test_exchange (void **state) {
  (void) state;
  const size_t count = (size_t) ranks.size;
  uint8_t **out = allocate (count, sizeof *out);
  size_t *sizes = allocate (count, sizeof *sizes);
  for (int round = 0; round < 5; round++) {
    for (int to = 0; to < ranks.size; to++) {
      sizes[to] = length (ranks.rank, to, round);
      out[to] = allocate (sizes[to], 1);
      for (size_t i = 0; i < sizes[to]; i++)
        out[to][i] = content (ranks.rank, to, i);
    }
    uint8_t *in = NULL;
    const size_t size = ranks_exchange (&ranks, (const uint8_t *const *) out, sizes, &in);
    collective_assert (arrived (in, size, round), "what arrived is not what was sent");
    free (in);
    for (int to = 0; to < ranks.size; to++)
      free (out[to]);
  }
  free (out);
  free (sizes);
}

/* Each rank has some rows of one block, the first and every fourth none; then all have all, and nothing
 * between and behind them is touched. The parts lie in the order of ranks or the other way round. */
static void share_parts (bool reversed) {
  enum { GAP = 3 };
  const size_t size = (size_t) ranks.size;
  int *first = allocate (size, sizeof *first), *count = allocate (size, sizeof *count), rows = 0;
  for (int i = 0; i < ranks.size; i++) {
    const int rank = reversed ? ranks.size - 1 - i : i;
    first[rank] = rows;
    count[rank] = rank % 4 * 1000;
    rows += count[rank] + GAP;
  }
  uint8_t *block = allocate ((size_t) rows, 64), *expected = allocate ((size_t) rows, 64);
  for (int rank = 0; rank < ranks.size; rank++)
    for (int row = first[rank]; row < first[rank] + count[rank]; row++) {
      memset (expected + 64 * (size_t) row, 1 + row % 251, 64);
      if (rank == ranks.rank)
        memset (block + 64 * (size_t) row, 1 + row % 251, 64);
    }
  ranks_share (&ranks, block, 64, first, count);
  collective_assert (memcmp (block, expected, 64 * (size_t) rows) == 0, "not all have all rows");
  free (expected);
  free (block);
  free (count);
  free (first);
}

static void test_share (void **state) {
  (void) state;
  share_parts (false);
  share_parts (true);
}

/* ---- counting ---- */

static void add_ply (void *context, int ply, uint64_t positions) {
  (void) ply;
  uint64_t *total = context;
  *total += positions;
}

static bool never (void *context) {
  (void) context;
  return false;
}

static void count (const char *text, bool canonical, int plies, uint64_t expected) {
  struct game game;
  struct failure failure = { 0 };
  uint64_t total = 0;
  game_open_or_fail (&game, text);
  const struct count_options options = { .plies = plies, .canonical = canonical, .threads = 2 };
  const struct count_calls calls = { &total, add_ply, never, NULL };
  const bool done = count_positions (&game, &ranks, &options, &calls, &failure);
  if (total != expected)
    print_error ("rank %d: %s: %llu\n", ranks.rank, text, (unsigned long long) total);
  collective_assert (done && total == expected, text);
  engine_close (&game);
}

static void test_count (void **state) {
  (void) state;
  count ("mnk:3,3,3", false, -1, 5478);
  count ("mnk:3,3,3", true, -1, 765);
  count ("connect4:4x4", false, -1, 161029);
}

/* Only one rank is told to stop, and all do. */
static bool stop_on_last (void *context) {
  (void) context;
  return ranks.rank == ranks.size - 1;
}

static void test_stop (void **state) {
  (void) state;
  struct game game;
  struct failure failure = { 0 };
  uint64_t total = 0;
  game_open_or_fail (&game, "connect4:7x6");
  const struct count_options options = { .plies = -1, .threads = 1 };
  const struct count_calls calls = { &total, add_ply, stop_on_last, NULL };
  collective_assert (!count_positions (&game, &ranks, &options, &calls, &failure), "the count did not stop");
  engine_close (&game);
}

static void test_collectives (void **state) {
  (void) state;
  char word[8] = "";
  uint64_t sum[2] = { 1, (uint64_t) ranks.rank };
  uint32_t part = (uint32_t) ranks.rank + 7, *all = calloc ((size_t) ranks.size, sizeof *all);
  struct failure failure = { 0 };
  if (ranks.rank == 0)
    strcpy (word, "zermelo");
  ranks_broadcast (&ranks, word, sizeof word);
  ranks_sum (&ranks, sum, 2);
  ranks_gather (&ranks, &part, sizeof part, all);
  ASSERT_COLLECTIVE (strcmp (word, "zermelo") == 0);
  ASSERT_COLLECTIVE (sum[0] == (uint64_t) ranks.size
                     && sum[1] == (uint64_t) (ranks.size * (ranks.size - 1) / 2));
  ASSERT_COLLECTIVE (ranks.rank != 0 || (all[0] == 7 && all[ranks.size - 1] == (uint32_t) ranks.size + 6));
  ASSERT_COLLECTIVE (ranks_agree (&ranks, &failure) && failure.code == 0);
  if (ranks.rank >= ranks.size / 2)
    (fail) (&failure, EXIT_NO_INPUT, "rank %d", ranks.rank);
  char expected[20];
  snprintf (expected, sizeof expected, "rank %d", ranks.size / 2);
  ASSERT_COLLECTIVE (!ranks_agree (&ranks, &failure) && failure.code == EXIT_NO_INPUT
                     && strcmp (failure.text, expected) == 0);
  free (all);
}

/* The first ranks among themselves, and all again. */
static void test_part (void **state) {
  (void) state;
  for (int count = 1; count <= ranks.size; count++) {
    struct ranks part;
    ranks_part (&ranks, count, &part);
    collective_assert (part.size == (ranks.rank < count ? count : 0), "size of a part");
    uint64_t sum[2] = { 1, (uint64_t) ranks.rank };
    if (part.size > 0)
      ranks_sum (&part, sum, 2);
    const uint64_t members = (uint64_t) count;
    collective_assert (part.size == 0 || (sum[0] == members && sum[1] == members * (members - 1) / 2),
                       "sum over a part");
    collective_assert (part.size == 0 || part.rank == ranks.rank, "rank in a part");
    ranks_part_end (&ranks, &part);
  }
}

int main (int argc, char **argv) {
  collective_begin (argc, argv);
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_collectives), cmocka_unit_test (test_exchange),
                                      cmocka_unit_test (test_share),       cmocka_unit_test (test_part),
                                      cmocka_unit_test (test_count),       cmocka_unit_test (test_stop) };
  return collective_end (cmocka_run_group_tests (tests, NULL, NULL));
}
