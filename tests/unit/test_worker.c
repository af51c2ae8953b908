/* A worker answers queries side by side, each once and rightly, whatever they are about and in whatever order
 * they come, are taken back or cancelled. */
#include "support/support.h"

#include "base/clock.h"
#include "parallel/worker.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, QUERIES = 60 };

static struct worker *make (int threads) {
  static const struct ranks alone = { .rank = 0, .size = 1 };
  const struct resources resources = { .threads = threads, .table_bytes = 1 << 22, .memory = 1 << 20 };
  return worker_create (&resources, &alone);
}

static struct query about (const struct game *game, const struct position *position, bool exact_score) {
  struct query query;
  memset (&query, 0, sizeof query);
  memcpy (query.game, game->title, sizeof query.game);
  query.method = METHOD_AUTO;
  query.exact_score = exact_score;
  query.window = search_range (exact_score);
  game->engine->pack_canonical (game, position, query.key);
  return query;
}

/* ---- right ---- */

struct expected {
  bool answered;
  struct bounds bounds;
};

/* Queries about three subjects, some in a row about one. */
static void make_queries (struct query *queries, struct expected *expected) {
  static const char *const texts[] = { "connect4:5x4", "connect4:5x4", "mnk:4,3,3" };
  uint64_t random = 20261126;
  for (int i = 0; i < QUERIES; i++) {
    char text[4096];
    struct game game;
    const int subject = i / 5 % 3;
    game_open_or_fail (&game, texts[subject]);
    struct position *position = random_position (&game, &random, 1 + i % 6, text);
    queries[i] = about (&game, position, subject == 1);
    queries[i].number = (uint64_t) i;
    const struct result result = ask (&game, position, METHOD_AUTO, subject == 1, 1);
    assert_true (result.solved);
    expected[i] = (struct expected){ false, result.bounds };
    free (position);
    engine_close (&game);
  }
}

static void take_one (struct worker *worker, struct expected *expected) {
  struct result result;
  struct failure failure;
  assert_true (worker_collect (worker, &result, &failure));
  assert_true (result.solved && !result.failed && result.number < QUERIES);
  struct expected *it = &expected[result.number];
  assert_false (it->answered);
  it->answered = true;
  assert_int_equal (result.bounds.lower, it->bounds.lower);
  assert_int_equal (result.bounds.upper, it->bounds.upper);
}

static void test_side_by_side (void **state) {
  (void) state;
  static struct query queries[QUERIES];
  static struct expected expected[QUERIES];
  for (int threads = 1; threads <= THREADS; threads++) {
    struct worker *worker = make (threads);
    make_queries (queries, expected);
    const int most = worker_capacity (threads) < QUERIES ? worker_capacity (threads) : QUERIES;
    for (int i = 0; i < most; i++)
      worker_start (worker, &queries[i]);
    for (int i = 0; i < QUERIES; i++) {
      take_one (worker, expected);
      if (most + i < QUERIES)
        worker_start (worker, &queries[most + i]);
    }
    assert_false (worker_is_busy (worker));
    assert_int_equal (worker_effort (worker)->statistics.count[COUNT_queries], QUERIES);
    worker_destroy (worker);
  }
}

/* ---- large ones get all threads ---- */

static void test_joined (void **state) {
  (void) state;
  struct game game;
  struct result result;
  struct failure failure;
  game_open_or_fail (&game, "connect4:6x5");
  struct position *position = position_allocate (&game);
  game.engine->start (&game, position);
  struct worker *worker = make (2);
  const struct query query = about (&game, position, true);
  worker_start (worker, &query);
  assert_true (worker_collect (worker, &result, &failure));
  assert_true (result.solved && result.bounds.lower == 0);
  /* A thread by itself defers no move. */
  assert_true (worker_effort (worker)->statistics.count[COUNT_deferred] > 0);
  worker_destroy (worker);
  free (position);
  engine_close (&game);
}

/* ---- reports ---- */

struct reporters {
  atomic_int inside, calls[2];
  atomic_bool met; /* both were inside at a time */
};

/* Wait for the other thread, but not for ever. */
static void report_together (void *context, int thread, struct search *search, const atomic_bool *stop,
                             struct bytes *report, struct failure *failure) {
  struct reporters *reporters = context;
  const double end = clock_seconds () + 30;
  const uint64_t number = search->query.number;
  (void) stop, (void) failure;
  atomic_fetch_add (&reporters->calls[thread], 1);
  if (atomic_fetch_add (&reporters->inside, 1) == 1)
    atomic_store (&reporters->met, true);
  while (!atomic_load (&reporters->met) && clock_seconds () < end)
    clock_nap (1e-3);
  atomic_fetch_sub (&reporters->inside, 1);
  bytes_add (report, (const uint8_t *) &number, sizeof number);
}

static void test_reports (void **state) {
  (void) state;
  enum { MANY = 6 };
  struct game game;
  struct reporters reporters = { .inside = 0 };
  const struct ranks alone = { .rank = 0, .size = 1 };
  const struct resources resources = { .threads = 2,
                                       .table_bytes = 1 << 22,
                                       .memory = 1 << 20,
                                       .answer = report_together,
                                       .answer_context = &reporters };
  game_open_or_fail (&game, "connect4:5x4");
  struct position *position = position_allocate (&game);
  game.engine->start (&game, position);
  struct worker *worker = worker_create (&resources, &alone);
  struct query query = about (&game, position, false);
  query.kind = QUERY_STRATEGY;
  for (int i = 0; i < MANY; i++) {
    query.number = (uint64_t) i;
    worker_start (worker, &query);
  }
  for (int i = 0; i < MANY; i++) {
    struct result result;
    struct failure failure;
    assert_true (worker_collect (worker, &result, &failure));
    const struct bytes *report = worker_report (worker);
    assert_int_equal (report->size, sizeof result.number);
    assert_memory_equal (report->data, &result.number, sizeof result.number);
  }
  assert_true (atomic_load (&reporters.met));
  assert_int_equal (atomic_load (&reporters.calls[0]) + atomic_load (&reporters.calls[1]), MANY);
  assert_true (atomic_load (&reporters.calls[0]) > 0 && atomic_load (&reporters.calls[1]) > 0);
  worker_destroy (worker);
  free (position);
  engine_close (&game);
}

/* ---- cancelled ---- */

static void test_cancelled (void **state) {
  (void) state;
  enum { MANY = 8 };
  struct game game;
  game_open_or_fail (&game, "connect4:8x8");
  struct position *position = position_allocate (&game);
  game.engine->start (&game, position);
  for (int threads = 1; threads <= 3; threads++) {
    struct worker *worker = make (threads);
    bool answered[MANY] = { false };
    struct query query = about (&game, position, false); /* nothing can answer it while a test waits */
    for (int i = 0; i < MANY; i++) {
      query.number = (uint64_t) i;
      worker_start (worker, &query);
    }
    worker_take_back (worker, MANY - 1);
    worker_call_off (worker, MANY - 2);
    worker_call_off (worker, 0);
    worker_call_off (worker, 77); /* there is none */
    for (int i = 0, begun = 0; i < MANY; i++) {
      struct result result;
      struct failure failure;
      begun += worker_collect (worker, &result, &failure);
      assert_true (result.stopped && !result.solved && !result.out_of_budget && !answered[result.number]);
      answered[result.number] = true;
      if (i == 2)
        worker_stop (worker);
      assert_true (begun <= 1 + threads);
    }
    assert_false (worker_is_busy (worker));
    worker_destroy (worker);
  }
  free (position);
  engine_close (&game);
}

static void test_destroyed_at_work (void **state) {
  (void) state;
  struct game game;
  game_open_or_fail (&game, "connect4:8x8");
  struct position *position = position_allocate (&game);
  game.engine->start (&game, position);
  for (int i = 0; i < 20; i++) {
    struct worker *worker = make (2);
    const struct query query = about (&game, position, false);
    for (int k = 0; k < i % 4; k++)
      worker_start (worker, &query);
    if (i % 2)
      worker_wait (worker, 1e-3 * (i % 5));
    worker_destroy (worker);
  }
  free (position);
  engine_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_side_by_side),      cmocka_unit_test (test_joined),
    cmocka_unit_test (test_reports),           cmocka_unit_test (test_cancelled),
    cmocka_unit_test (test_destroyed_at_work),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
