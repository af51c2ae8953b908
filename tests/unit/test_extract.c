/* Rows of a certificate do not depend on where the search for them is stopped: with any node limits, and with
 * nothing kept in between but the rows and what is open, they are the same as at once. */
#include "certificate/extract.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/threads.h"
#include "checker/checker.h"
#include "search/table.h"
#include "store/file_game.h"

#include "support/support.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_PATH "extract.test.h5"

enum { SMALL_NODES = 1000, THREADS = 4 };

static void begin (struct partial_certificate *partial, const struct game *game, const struct position *start,
                   int value) {
  partial_begin (partial, game->key_bytes, false, SMALL_NODES);
  partial_claim_position (partial, game, start, value);
}

/* Answer the query about the position that was handed out from `place`, with an empty table; `nodes`: its
 * limit, 0 for none. It knows the rows so far, or, if `common` is not NULL, those in there. Where the report
 * is lost, as at a kill, the position stays handed out. */
static void answer (const struct game *game, struct partial_certificate *partial, size_t place,
                    struct common_rows *common, uint64_t nodes, bool lost) {
  struct failure failure = { 0 };
  struct bytes report = { .data = NULL };
  const struct query about = { .method = METHOD_AUTO };
  struct position *position = position_allocate (game);
  struct search *search = allocate (1, sizeof *search);
  struct extraction *extraction = extraction_create (game, false, SMALL_NODES);
  if (common == NULL)
    extraction_know (extraction, partial);
  else
    extraction_work_with (extraction, common, 0);
  const struct search_means means
      = { .table = table_create (1 << 20, game->key_words, REPLACE_TWOBIG1, &failure) };
  assert_non_null (means.table);
  struct query query = extraction_query (partial, place, game, &about);
  query.node_limit = nodes;
  assert_true (game->engine->unpack (game, query.key, position));
  search_fill (search, game, position, &query, &means);
  extraction_answer (extraction, search, NULL, &report);
  assert_true (lost || partial_take (partial, place, report.data, report.size));
  assert_false (partial->failed);
  free (report.data);
  extraction_destroy (extraction);
  table_destroy (search->table);
  free (search);
  free (position);
}

/* One query. False: nothing was left to do. */
static bool extract_knowing (const struct game *game, struct partial_certificate *partial,
                             struct common_rows *common, uint64_t nodes) {
  const size_t place = partial_hand_out (partial, true);
  if (place == SIZE_MAX)
    return false;
  answer (game, partial, place, common, nodes, false);
  return true;
}

static bool extract_some (const struct game *game, struct partial_certificate *partial, uint64_t nodes) {
  return extract_knowing (game, partial, NULL, nodes);
}

static void assert_same_rows (const struct strategy *a, const struct strategy *b) {
  assert_int_equal (a->rows, b->rows);
  for (size_t i = 0; i < a->rows; i++) {
    const uint8_t *key = key_set_key (&a->positions, i);
    const size_t j = key_set_find (&b->positions, key);
    assert_true (j != SIZE_MAX);
    assert_int_equal (a->row[i].kind, b->row[j].kind);
    assert_int_equal (a->row[i].size, b->row[j].size);
    assert_memory_equal (a->number + a->row[i].begin, b->number + b->row[j].begin,
                         a->row[i].size * sizeof *a->number);
  }
}

static void test_stopped_anywhere (void **state) {
  (void) state;
  static const struct {
    const char *title;
    int value, times;
  } boards[] = { { "connect4:5x4", DRAWN, 4 }, { "mnk:5,4,4", DRAWN, 2 } };
  uint64_t random = 1;
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    struct game game;
    struct partial_certificate whole, parts;
    game_open_or_fail (&game, boards[i].title);
    struct position *start = position_allocate (&game);
    game.engine->start (&game, start);
    begin (&whole, &game, start, boards[i].value);
    while (extract_some (&game, &whole, 0))
      ;
    extraction_finish (&whole, &game);
    for (int time = repetitions (boards[i].times); time > 0; time--) {
      int stops = 0;
      begin (&parts, &game, start, boards[i].value);
      /* The limit grows, since a limited query may get no further than the one before. */
      while (extract_some (&game, &parts, 400 + (uint64_t) random_below (&random, 400 + 1000 * stops)))
        stops++;
      assert_true (partial_is_complete (&parts));
      assert_true (stops > 0);
      extraction_finish (&parts, &game);
      for (int player = 0; player < 2; player++)
        assert_same_rows (&whole.certificate.strategy[player], &parts.certificate.strategy[player]);
      partial_free (&parts);
    }
    partial_free (&whole);
    free (start);
    engine_close (&game);
  }
}

/* Extractions that begin anew at each query, and know only the rows in common, find the rows of a single
 * thread. */
static void test_rows_in_common (void **state) {
  (void) state;
  struct game game;
  struct partial_certificate whole, parts;
  game_open_or_fail (&game, "mnk:5,4,4");
  struct position *start = position_allocate (&game);
  struct common_rows *common = common_rows_create (game.key_bytes);
  int queries = 0;
  game.engine->start (&game, start);
  begin (&whole, &game, start, DRAWN);
  begin (&parts, &game, start, DRAWN);
  while (extract_some (&game, &whole, 0))
    ;
  while (extract_knowing (&game, &parts, common, 0))
    queries++;
  assert_true (queries > 2);
  assert_true (partial_is_complete (&parts));
  extraction_finish (&whole, &game);
  extraction_finish (&parts, &game);
  for (int player = 0; player < 2; player++)
    assert_same_rows (&whole.certificate.strategy[player], &parts.certificate.strategy[player]);
  common_rows_destroy (common);
  partial_free (&parts);
  partial_free (&whole);
  free (start);
  engine_close (&game);
}

/* Threads that work on one certificate. */
struct threads_at_work {
  const struct game *game;
  pthread_mutex_t mutex; /* guards the certificate */
  struct partial_certificate partial;
  struct extraction *extraction[THREADS];
  struct table *table;
  size_t place[THREADS]; /* what each thread begins with */
};

/* Where an open position was handed out, or else one that is handed out already; SIZE_MAX: there is none. */
static size_t hand_out_any (struct partial_certificate *partial) {
  const size_t place = partial_hand_out (partial, false);
  return place != SIZE_MAX ? place : partial_hand_out_again (partial);
}

/* Each thread answers queries until nothing is left. */
static void work_together (void *context, int thread) {
  struct threads_at_work *work = context;
  const struct query about = { .method = METHOD_AUTO };
  struct position *position = position_allocate (work->game);
  struct search *search = allocate (1, sizeof *search);
  struct bytes report = { .data = NULL };
  size_t place = work->place[thread];
  struct query query = about;
  pthread_mutex_lock (&work->mutex);
  while (!work->partial.failed && partial_open (&work->partial) > 0) {
    if (place != SIZE_MAX)
      query = extraction_query (&work->partial, place, work->game, &about);
    pthread_mutex_unlock (&work->mutex);
    report.size = 0;
    if (place != SIZE_MAX) {
      work->game->engine->unpack (work->game, query.key, position);
      search_fill (search, work->game, position, &query, &(struct search_means){ .table = work->table });
      extraction_answer (work->extraction[thread], search, NULL, &report);
    } else
      clock_nap (1e-4);
    pthread_mutex_lock (&work->mutex);
    if (place != SIZE_MAX)
      work->partial.failed |= !partial_take (&work->partial, place, report.data, report.size);
    place = hand_out_any (&work->partial);
  }
  pthread_mutex_unlock (&work->mutex);
  free (report.data);
  free (search);
  free (position);
}

/* What threads find that take positions from each other and help each other is a certificate. */
static void test_threads_together (void **state) {
  (void) state;
  const char *const boards[] = { "mnk:5,4,4", "connect4:5x4" };
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    struct game game;
    struct failure failure = { 0 };
    struct certificate_file file;
    struct verdict verdict;
    game_open_or_fail (&game, boards[i]);
    struct position *start = position_allocate (&game);
    game.engine->start (&game, start);
    struct threads_at_work work
        = { .game = &game, .table = table_create (1 << 20, game.key_words, REPLACE_TWOBIG1, &failure) };
    struct common_rows *common = common_rows_create (game.key_bytes);
    pthread_mutex_init (&work.mutex, NULL);
    begin (&work.partial, &game, start, DRAWN);
    for (int thread = 0; thread < THREADS; thread++) {
      work.extraction[thread] = extraction_create (&game, false, SMALL_NODES);
      extraction_work_with (work.extraction[thread], common, 0.001);
      work.place[thread] = hand_out_any (&work.partial);
      assert_true (work.place[thread] != SIZE_MAX);
    }
    team_run (THREADS, work_together, &work);
    assert_true (partial_is_complete (&work.partial));
    extraction_finish (&work.partial, &game);
    certificate_as_file (&file, &work.partial.certificate, &game);
    check_certificate (&file, &verdict);
    certificate_file_close (&file);
    assert_true (verdict.accepted);
    for (int thread = 0; thread < THREADS; thread++)
      extraction_destroy (work.extraction[thread]);
    common_rows_destroy (common);
    table_destroy (work.table);
    pthread_mutex_destroy (&work.mutex);
    partial_free (&work.partial);
    free (start);
    engine_close (&game);
  }
}

/* What a run that goes on from the checkpoint knows. */
static void save_and_load (const struct game *game, struct partial_certificate *partial) {
  struct failure failure = { 0 };
  struct file_identity identity
      = { .kind = "test", .format = 1, .description = "A certificate in the making" };
  file_name_game (&identity, game);
  struct file_out *out = file_create (FILE_PATH, &identity, &failure);
  assert_non_null (out);
  partial_save (out, partial);
  assert_true (file_commit (out));
  partial_free (partial);
  struct file_in *in = file_open (FILE_PATH, "test", 1, &failure);
  assert_non_null (in);
  assert_true (partial_load (in, partial, &failure));
  file_close (in);
  unlink (FILE_PATH);
}

/* A run is killed after a thread has used rows of another thread, whose report about them is not there yet.
 * At each query in turn: what goes on from the checkpoint is a certificate that the checker accepts. */
static void test_lost_report (void **state) {
  (void) state;
  struct game game;
  game_open_or_fail (&game, "mnk:5,4,4");
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  int killed = 0;
  for (int queries = 1;; queries++) {
    struct partial_certificate partial;
    struct certificate_file file;
    struct verdict verdict;
    struct common_rows *common = common_rows_create (game.key_bytes);
    begin (&partial, &game, start, DRAWN);
    for (int i = 0; i < queries; i++)
      extract_knowing (&game, &partial, common, 0);
    const size_t lost = partial_hand_out (&partial, true), other = partial_hand_out (&partial, true);
    if (lost != SIZE_MAX && other != SIZE_MAX) {
      answer (&game, &partial, lost, common, 0, true);
      answer (&game, &partial, other, common, 0, false);
      save_and_load (&game, &partial);
      killed++;
    }
    common_rows_destroy (common);
    while (lost != SIZE_MAX && extract_some (&game, &partial, 0))
      ;
    if (lost != SIZE_MAX && other != SIZE_MAX) {
      extraction_finish (&partial, &game);
      certificate_as_file (&file, &partial.certificate, &game);
      check_certificate (&file, &verdict);
      certificate_file_close (&file);
      assert_true (verdict.accepted);
    }
    partial_free (&partial);
    if (lost == SIZE_MAX)
      break;
  }
  assert_true (killed > 2);
  free (start);
  engine_close (&game);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_rows_in_common),
    cmocka_unit_test (test_threads_together),
    cmocka_unit_test (test_lost_report),
    cmocka_unit_test (test_stopped_anywhere),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
