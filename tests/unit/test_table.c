/* The transposition table: what goes in comes out; each replacement scheme keeps what its definition says;
 * many threads never read a value under a wrong key. */
#include "base/threads.h"
#include "search/table.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static struct table *make (uint64_t bytes, int key_words, enum replacement replacement) {
  struct failure failure = { 0 };
  struct table *table = table_create (bytes, key_words, replacement, &failure);
  assert_non_null (table);
  return table;
}

static struct record_entry entry (int lower, int upper, int move, int depth, uint64_t work) {
  return (struct record_entry){ { lower, upper }, move, depth, work };
}

static void test_round_trip (void **state) {
  (void) state;
  for (int words = 1; words <= 4; words *= 2) {
    struct table *table = make (1 << 20, words, REPLACE_TWOBIG1);
    uint64_t random = 1;
    for (int i = 0; i < 10000; i++) {
      uint64_t key[4];
      for (int w = 0; w < 4; w++)
        key[w] = random_next (&random);
      struct record_entry in = entry (random_below (&random, 65536) - 32768,
                                      random_below (&random, 65536) - 32768, random_below (&random, 256),
                                      random_below (&random, 256), (uint64_t) random_below (&random, 128));
      struct record_entry out = { 0 };
      table_store (table, key, words, &in);
      assert_true (table_probe (table, key, words, &out));
      assert_int_equal (in.bounds.lower, out.bounds.lower);
      assert_int_equal (in.bounds.upper, out.bounds.upper);
      assert_int_equal (in.move, out.move);
      assert_int_equal (in.depth, out.depth);
      assert_int_equal (in.work, out.work);
      key[words - 1] ^= UINT64_C (1) << random_below (&random, 64);
      assert_false (table_probe (table, key, words, &out));
    }
    table_destroy (table);
  }
}

static void test_work_code_keeps_order (void **state) {
  (void) state;
  uint64_t last = 0;
  for (uint64_t work = 1; work < UINT64_C (1) << 36; work += work / 300 + 1) {
    const uint64_t code = table_work_code (work);
    assert_true (code >= last && code < 4096);
    const uint64_t back = table_work_decode (code);
    assert_true (back <= work && work - back <= work / 128);
    last = code;
  }
}

static void test_clear_by_generation (void **state) {
  (void) state;
  struct table *table = make (1 << 16, 1, REPLACE_NEW);
  for (uint64_t round = 0; round < 40; round++) {
    uint64_t key = 42;
    struct record_entry out, in = entry (0, 1, 2, 3, 4);
    assert_false (table_probe (table, &key, 1, &out));
    table_store (table, &key, 1, &in);
    assert_true (table_probe (table, &key, 1, &out));
    assert_true (table_fill (table) <= 1);
    table_clear (table);
  }
  table_destroy (table);
}

/* Three keys that share a pair of entries. */
static void find_rivals (const struct table *table, uint64_t *key) {
  key[0] = 1;
  int found = 1;
  for (uint64_t k = 2; found < 3; k++)
    if (table_index (table, &k, 1) == table_index (table, key, 1)
        && __builtin_parityll (k) == __builtin_parityll (key[0]))
      key[found++] = k;
}

/** Store works or depths in turn; say which of the three keys are there afterwards, as bits. */
static int survivors (enum replacement replacement, const int *worth) {
  struct table *table = make (1 << 16, 1, replacement);
  uint64_t key[3];
  find_rivals (table, key);
  for (int i = 0; i < 3; i++) {
    struct record_entry in = entry (-1, 1, i, worth[i], (uint64_t) worth[i]);
    table_store (table, &key[i], 1, &in);
  }
  int alive = 0;
  for (int i = 0; i < 3; i++) {
    struct record_entry out;
    if (table_probe (table, &key[i], 1, &out) && out.move == i)
      alive |= 1 << i;
  }
  table_destroy (table);
  return alive;
}

static void test_replacement_schemes (void **state) {
  (void) state;
  /* Two levels: level one keeps the larger; the loser is in level two, which always takes the newest that
   * reaches it. */
  const int rising[] = { 1, 2, 3 }, falling[] = { 3, 2, 1 }, equal[] = { 2, 2, 2 }, middle[] = { 2, 3, 1 };
  const enum replacement two_levels[] = { REPLACE_TWOBIG1, REPLACE_TWODEEP };
  for (int i = 0; i < 2; i++) {
    assert_int_equal (survivors (two_levels[i], rising), 4 | 2);
    assert_int_equal (survivors (two_levels[i], falling), 1 | 4);
    assert_int_equal (survivors (two_levels[i], equal), 4 | 2);
    assert_int_equal (survivors (two_levels[i], middle), 2 | 4);
  }
  const enum replacement one_level[] = { REPLACE_BIG1, REPLACE_DEEP, REPLACE_BIGALL };
  for (int i = 0; i < 3; i++) {
    assert_int_equal (survivors (one_level[i], rising), 4);
    assert_int_equal (survivors (one_level[i], falling), 1);
    assert_int_equal (survivors (one_level[i], equal), 4);
    assert_int_equal (survivors (one_level[i], middle), 2);
  }
  assert_int_equal (survivors (REPLACE_NEW, falling), 4);
  assert_int_equal (survivors (REPLACE_OLD, rising), 1);
  assert_int_equal (survivors (REPLACE_OLD, falling), 1);
}

static void test_names (void **state) {
  (void) state;
  for (int i = 0; i < REPLACEMENTS; i++)
    assert_int_equal (replacement_by_name (replacement_names[i]), i);
  assert_int_equal (replacement_by_name ("oldest"), REPLACEMENTS);
}

/* Entries are made from their key, so a reader can tell a value that belongs to another one. */
static struct record_entry entry_of (const uint64_t *key) {
  const uint64_t x = key[0] * 31 + key[1] * 17;
  return entry ((int) (x % 20000), (int) (x / 7 % 20000), (int) (x % 255), (int) (x % 199), x % 100);
}

struct hammer {
  struct table *table;
  uint64_t keys;
  atomic_long hits, wrong;
};

static void hammer_thread (void *context, int thread) {
  struct hammer *h = context;
  uint64_t random = (uint64_t) thread + 1;
  long hits = 0, wrong = 0;
  for (int i = 0; i < 1000000; i++) {
    const uint64_t n = random_next (&random) % h->keys;
    const uint64_t key[2] = { n * UINT64_C (0x2545f4914f6cdd1d), n + 1 };
    struct record_entry out;
    if (table_probe (h->table, key, 2, &out)) {
      const struct record_entry right = entry_of (key);
      hits++;
      wrong += memcmp (&right.bounds, &out.bounds, sizeof right.bounds) != 0 || right.move != out.move
               || right.depth != out.depth;
    }
    const struct record_entry in = entry_of (key);
    table_store (h->table, key, 2, &in);
  }
  atomic_fetch_add (&h->hits, hits);
  atomic_fetch_add (&h->wrong, wrong);
}

static void test_threads_never_read_wrong (void **state) {
  (void) state;
  /* A table of 4 KiB and many keys: the same entries are written all the time. One of 16 MiB: it grows all
   * the time. */
  const struct { uint64_t bytes, keys; } sizes[] = { { 4096, 4096 }, { 1 << 24, 1 << 20 } };
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct hammer h = { .table = make (sizes[i].bytes, 2, REPLACE_TWOBIG1), .keys = sizes[i].keys };
    team_run (4, hammer_thread, &h);
    assert_true (atomic_load (&h.hits) > 1000);
    assert_int_equal (atomic_load (&h.wrong), 0);
    table_destroy (h.table);
  }
}

/** Growth loses nothing as long as every pair has room, takes what memory there is and no more, and begins
 *  anew. */
static void test_growth (void **state) {
  (void) state;
  for (int replacement = 0; replacement < REPLACEMENTS; replacement++) {
    const uint64_t bytes = (UINT64_C (1) << 24) + 4096;
    struct table *table = make (bytes, 2, (enum replacement) replacement);
    for (int round = 0; round < 2; round++) {
      assert_true (atomic_load (&table->pairs) < 1 << 14);
      uint64_t found = 0, overwritten = 0, random = 7;
      enum { KEYS = 1 << 17 };
      for (int pass = 0; pass < 2; pass++) {
        random = 7;
        for (int i = 0; i < KEYS; i++) {
          const uint64_t n = random_next (&random), key[2] = { n, n / 3 };
          const struct record_entry in = entry_of (key);
          struct record_entry out;
          if (pass == 0)
            overwritten += table_store (table, key, 2, &in);
          else if (table_probe (table, key, 2, &out)) {
            assert_int_equal (out.move, in.move);
            found++;
          }
        }
      }
      /* These schemes may refuse a new position. */
      const bool takes_all = replacement != REPLACE_BIG1 && replacement != REPLACE_DEEP
                             && replacement != REPLACE_OLD && replacement != REPLACE_BIGALL;
      assert_true (found + (takes_all ? overwritten : KEYS) >= KEYS && found > KEYS / 4);
      assert_true (atomic_load (&table->pairs) > 1 << 14 && table->pairs_written <= bytes / 48);
      table_clear (table);
    }
    table_destroy (table);
  }
}

/** Store many positions as `threads` threads in turn. How often was the shared counter written? */
static int store_in_turn (struct table *table, int threads) {
  enum { KEYS = 1 << 18, THREADS_MOST = 64 };
  struct table_arrivals arrivals[THREADS_MOST] = { 0 };
  assert_true (threads <= THREADS_MOST);
  for (int i = 0; i < threads; i++)
    arrivals[i].threads = threads;
  uint64_t random = 7, seen = 0;
  int writes = 0;
  for (int i = 0; i < KEYS; i++) {
    const uint64_t n = random_next (&random), key[2] = { n, n / 3 };
    const struct record_entry in = entry_of (key);
    table_store_counted (table, key, 2, &in, &arrivals[i % threads]);
    const uint64_t now = atomic_load (&table->arrivals);
    writes += now != seen;
    seen = now;
  }
  return writes;
}

/** One thread tells the table each arrival. Several seldom do, and the table grows with them nearly as it
 *  does with one. */
static void test_arrivals (void **state) {
  (void) state;
  struct table *table = make (UINT64_C (1) << 26, 2, REPLACE_TWOBIG1);
  const int alone = store_in_turn (table, 1);
  const uint64_t pairs = atomic_load (&table->pairs), arrivals = atomic_load (&table->arrivals);
  assert_int_equal (alone, arrivals);
  for (int threads = 2; threads <= 64; threads *= 2) {
    table_clear (table);
    const int writes = store_in_turn (table, threads);
    assert_true (writes < (threads <= 4 ? alone / 2 : alone));
    assert_int_equal (atomic_load (&table->pairs), pairs);
    assert_true (atomic_load (&table->arrivals) > arrivals - arrivals / 8);
  }
  table_destroy (table);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_round_trip),
    cmocka_unit_test (test_work_code_keeps_order),
    cmocka_unit_test (test_clear_by_generation),
    cmocka_unit_test (test_replacement_schemes),
    cmocka_unit_test (test_names),
    cmocka_unit_test (test_threads_never_read_wrong),
    cmocka_unit_test (test_growth),
    cmocka_unit_test (test_arrivals),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
