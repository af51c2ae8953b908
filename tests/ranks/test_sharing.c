/* What ranks tell each other saves work and changes no value; it is never taken for something else, and its
 * memory is bounded. */
#include "support/collective.h"

#include "proof/root_proof.h"
#include "parallel/sharing.h"
#include "search/replication.h"
#include "parallel/manager.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct resources modest (int threads) {
  return (struct resources){ .threads = threads, .table_bytes = 1 << 22, .memory = 1 << 20 };
}

/* ---- values ---- */

/* Collective. Returns whether the value of all is that of one. */
static bool prove (const struct game *game, const struct position *position, bool exact_score,
                   enum method method, int threads) {
  const struct query query
      = { .method = method, .exact_score = exact_score, .window = search_range (exact_score) };
  struct root_proof proof = root_proof_begin (game, position, &query);
  struct producer producer = root_proof_producer (&proof);
  const struct resources resources = modest (threads);
  struct failure failure = { 0 };
  bool right = manage (&ranks, &resources, ranks.rank == 0 ? &producer : NULL, efforts, NULL, &failure);
  if (ranks.rank == 0) {
    const struct result one = ask (game, position, METHOD_AUTO, exact_score, 1);
    const struct bounds bounds = proof.state.bounds;
    right &= one.solved && bounds.lower == one.bounds.lower && bounds.upper == one.bounds.upper;
  }
  return right;
}

static void test_values (void **state) {
  (void) state;
  static const struct {
    const char *game;
    int moves; /* made at random */
  } cases[]
      = { { "connect4:6x5", 0 }, { "connect4:7x5", 4 }, { "connect4:6x6", 6 }, { "mnk:5,4,4", 0 },
          { "mnk:5,5,4", 2 },    { "mnk:7,4,4", 2 },    { "draughts:4x4", 0 }, { "nim:15,14,13,12", 1 } };
  uint64_t random = 20261121, received = 0;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    struct game game;
    char text[4096];
    game_open_or_fail (&game, cases[c].game);
    struct position *position = random_position (&game, &random, cases[c].moves, text);
    for (int i = 0; i < 4; i++) {
      const enum method method = i < 2 || game.key_bytes == 0 ? METHOD_AUTO : METHOD_ALPHA_BETA;
      ASSERT_COLLECTIVE (prove (&game, position, i % 2, method, 1 + ((int) c + i) % 2));
      received += sum_of_efforts (COUNT_received);
    }
    free (position);
    engine_close (&game);
  }
  if (ranks.rank == 0)
    print_message ("%d ranks: %ju messages\n", ranks.size, (uintmax_t) received);
  ASSERT_COLLECTIVE (ranks.rank != 0 || (received > 0) == (ranks.size > 1));
}

/* ---- what is believed ---- */

static struct query start_of (const char *game, bool exact_score) {
  struct query query = { .start = true,
                         .shared = true,
                         .method = METHOD_NULL_WINDOW,
                         .exact_score = exact_score,
                         .window = search_range (exact_score) };
  snprintf (query.game, sizeof query.game, "%s", game);
  return query;
}

/* What a table holds, as records. */
static void read_table (const struct table *table, struct records_message *message) {
  for (uint64_t i = 0; i < table->entries; i++) {
    const _Atomic uint64_t *entry = &table->word[i * (uint64_t) (table->key_words + 1)];
    const uint64_t data = entry[0];
    if (data >> 60 != table->generation)
      continue;
    const struct record_entry found = table_decode (data);
    message->word[message->words++] = table_encode (&found, RECORD_BOUNDS);
    for (int k = 1; k <= table->key_words; k++)
      message->word[message->words++] = entry[k] ^ table_mix (data);
  }
}

/* A lie about all positions after the first move: whoever believes it takes 4x4, a draw, for lost. */
static void tell_a_lie (struct worker *worker, const struct subject *subject) {
  struct game game;
  struct terminal_status terminal_status;
  struct failure failure = { 0 };
  struct records_message message = { .subject = *subject };
  uint8_t start[PACKED_MAX] = { 0 }, children[PACKED_MAX * 8];
  game_open_or_fail (&game, "connect4:4x4");
  struct table *table = table_create (4096, game.key_words, REPLACE_TWOBIG1, &failure);
  struct position *position = position_allocate (&game);
  game.engine->start (&game, position);
  game.engine->pack_canonical (&game, position, start);
  const int count = game.engine->children (&game, start, true, children, &terminal_status);
  for (int i = 0; i < count; i++) {
    struct proven_bound lie = { .bounds = { 1, 1 }, .move = TABLE_NO_MOVE, .depth = 15, .work = 1000000 };
    memcpy (lie.key, children + (size_t) i * (size_t) game.key_bytes, (size_t) game.key_bytes);
    assert_true (game.engine->learn (&game, table, METHOD_NULL_WINDOW, false, &lie));
  }
  read_table (table, &message);
  worker_receive (worker, (ranks.rank + 1) % ranks.size, &message);
  table_destroy (table);
  free (position);
  engine_close (&game);
}

static void pack_late_position (uint8_t *key) {
  struct game game;
  char text[4096];
  uint64_t random = 7;
  game_open_or_fail (&game, "connect4:4x4");
  struct position *position = random_position (&game, &random, 14, text);
  game.engine->pack_canonical (&game, position, key);
  free (position);
  engine_close (&game);
}

static int value_of (struct worker *worker, const struct query *query) {
  struct result result;
  struct failure failure;
  struct taken_bounds taken;
  struct records_message records, far;
  worker_start (worker, query);
  do {
    while (worker_take_bounds (worker, &taken, 1) > 0)
      continue;
    while (ranks.size > 1 && worker_take_records (worker, &records, &far) > 0)
      continue;
  } while (!worker_wait (worker, 0.1));
  worker_collect (worker, &result, &failure);
  assert_true (result.solved);
  return result.bounds.lower;
}

static void test_only_of_the_same_subject (void **state) {
  (void) state;
  const struct resources resources = modest (1);
  struct worker *worker = worker_create (&resources, &ranks);
  const struct query small = start_of ("connect4:4x4", false), none = start_of ("connect4:1x1", false);
  const struct subject subject = subject_of (&small), other = subject_of (&none);
  tell_a_lie (worker, &subject); /* there is no table yet */
  ASSERT_COLLECTIVE (value_of (worker, &none) == 0);
  tell_a_lie (worker, &subject); /* the table is of another game */
  ASSERT_COLLECTIVE (value_of (worker, &small) == 0);
  ASSERT_COLLECTIVE (value_of (worker, &none) == 0); /* empties the table */
  struct query deep = small;
  deep.exact_score = true;
  ASSERT_COLLECTIVE (value_of (worker, &deep) == 0);
  tell_a_lie (worker, &other);
  tell_a_lie (worker, &subject); /* of another scale */
  ASSERT_COLLECTIVE (value_of (worker, &deep) == 0);
  ASSERT_COLLECTIVE (value_of (worker, &small) == 0);
  ASSERT_COLLECTIVE (value_of (worker, &none) == 0);
  /* The lie is one that would be believed: the test can fail. */
  struct query late = small;
  late.start = false;
  pack_late_position (late.key);
  value_of (worker, &late); /* fills nothing that matters, but makes the table one of 4x4 */
  tell_a_lie (worker, &subject);
  ASSERT_COLLECTIVE (value_of (worker, &small) == (ranks.size > 1 ? -1 : 0));
  worker_destroy (worker);
}

/* ---- memory ---- */

static size_t resident_bytes (void) {
  size_t all = 0, resident = 0;
  FILE *file = fopen ("/proc/self/statm", "r");
  assert_non_null (file);
  assert_int_equal (fscanf (file, "%zu %zu", &all, &resident), 2);
  fclose (file);
  return resident * (size_t) sysconf (_SC_PAGESIZE);
}

/* Records from the other ranks without end, of ever new subjects. */
static void flood (struct sharing *sharing, struct outbox *outbox, uint64_t *random, int messages) {
  struct records_message message;
  for (int m = 0; m < messages; m++) {
    memset (&message, 0, sizeof message);
    snprintf (message.subject.game, sizeof message.subject.game, "connect4:7x%d", m / 100);
    for (message.words = 0; message.words < WORDS_PER_MESSAGE; message.words++)
      message.word[message.words] = random_next (random);
    sharing_receive (sharing, (ranks.rank + 1) % ranks.size, &message);
    sharing_collect (sharing, UINT64_MAX, NULL, NULL);
    int from;
    enum message kind;
    static union message_body body;
    while (message_receive (outbox, &from, &kind, &body))
      continue;
  }
}

static void test_memory_is_bounded (void **state) {
  (void) state;
  struct effort effort = { .busy_seconds = 0 };
  uint64_t random = (uint64_t) ranks.rank;
  const struct resources resources = modest (1);
  struct worker *worker = worker_create (&resources, &ranks);
  struct outbox *outbox = outbox_create (&ranks, &effort);
  struct sharing *sharing = sharing_create (&ranks, worker, outbox);
  flood (sharing, outbox, &random, 3000);
  const size_t before = resident_bytes ();
  flood (sharing, outbox, &random, 6000);
  const size_t after = resident_bytes ();
#ifdef __SANITIZE_ADDRESS__ /* which keeps what was freed for a while */
  const size_t most = (size_t) 400 << 20;
#else
  const size_t most = (size_t) 8 << 20;
#endif
  ASSERT_COLLECTIVE (after < before + most);
  outbox_settle (outbox);
  sharing_destroy (sharing);
  outbox_destroy (outbox);
  worker_destroy (worker);
}

int main (int argc, char **argv) {
  collective_begin (argc, argv);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_values),
    cmocka_unit_test (test_only_of_the_same_subject),
    cmocka_unit_test (test_memory_is_bounded),
  };
  return collective_end (cmocka_run_group_tests (tests, NULL, NULL));
}
