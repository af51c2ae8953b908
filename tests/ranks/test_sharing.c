/* What ranks tell each other saves work and changes no value; it is never taken for something else, and its
 * memory is bounded. */
#include "support/collective.h"

#include "proof/graph.h"
#include "parallel/sharing.h"
#include "parallel/manager.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct resources modest (int threads) {
  return (struct resources){ .threads = threads, .table_bytes = 1 << 22, .memory = 1 << 20 };
}

/* ---- values ---- */

/* On rank 0: is the proof's value that of one search by one rank? */
static bool same_as_alone (struct graph *graph, const struct game *game, const struct position *position,
                           bool exact_score) {
  const struct result one = ask (game, position, METHOD_AUTO, exact_score, 1);
  const struct bounds bounds = graph_bounds (graph);
  return one.solved && bounds.lower == one.bounds.lower && bounds.upper == one.bounds.upper
         && graph_is_valid (graph);
}

/* How the proof is split: at once, with a choice by cost; after a first search of the whole, with redundant
 * searches; by probability. */
enum split { AT_ONCE, WITH_HELP, BY_CHANCE, SPLITS };

/* Collective. Returns whether the value is right. */
static bool prove (const struct game *game, const struct position *position, bool exact_score,
                   enum split split, int threads) {
  const struct graph_options options = { .query.exact_score = exact_score,
                                         .query.window = search_range (exact_score),
                                         .leaves_wanted = 8 * ranks.size,
                                         .leaf_budget = 20000,
                                         .root_budget = split == WITH_HELP ? 16000 : 0,
                                         .redundant_search = split == WITH_HELP,
                                         .by_probability = split == BY_CHANCE };
  struct graph *graph = ranks.rank == 0 ? graph_create (game, position, &options) : NULL;
  struct producer producer = { 0 };
  if (graph != NULL)
    producer = graph_producer (graph);
  const struct resources resources = modest (threads);
  struct failure failure = { 0 };
  const bool finished
      = manage (&ranks, &resources, graph != NULL ? &producer : NULL, efforts, NULL, &failure);
  const bool right = graph == NULL || same_as_alone (graph, game, position, exact_score);
  graph_destroy (graph);
  return finished && right;
}

static void test_values (void **state) {
  (void) state;
  static const struct {
    const char *game;
    int moves; /* made at random */
  } cases[]
      = { { "connect4:6x5", 0 }, { "connect4:7x5", 4 }, { "connect4:6x6", 6 }, { "mnk:5,4,4", 0 },
          { "mnk:5,5,4", 2 },    { "mnk:7,4,4", 2 },    { "draughts:4x4", 0 }, { "nim:15,14,13,12", 1 } };
  uint64_t random = 20261121, shared = 0, asked = 0, answered = 0;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    struct game game;
    char text[4096];
    game_open_or_fail (&game, cases[c].game);
    struct position *position = random_position (&game, &random, cases[c].moves, text);
    for (int i = 0; i < 2 * SPLITS; i++) {
      ASSERT_COLLECTIVE (prove (&game, position, i % 2, (enum split) (i / 2), 1 + ((int) c + i) % 2));
      shared += sum_of_efforts (COUNT_shared);
      asked += sum_of_efforts (COUNT_queried);
      answered += sum_of_efforts (COUNT_answered);
    }
    free (position);
    engine_close (&game);
  }
  if (ranks.rank == 0)
    print_message ("%d ranks: %ju shared, %ju asked, %ju answered\n", ranks.size, (uintmax_t) shared,
                   (uintmax_t) asked, (uintmax_t) answered);
  ASSERT_COLLECTIVE (ranks.rank != 0 || (shared > 0) == (ranks.size > 1));
  ASSERT_COLLECTIVE (ranks.rank != 0 || (asked > 0) == (ranks.size > 1));
}

/* ---- what is believed ---- */

static struct query start_of (const char *game, bool exact_score) {
  struct query query = { .start = true,
                         .method = METHOD_NULL_WINDOW,
                         .exact_score = exact_score,
                         .window = search_range (exact_score) };
  snprintf (query.game, sizeof query.game, "%s", game);
  return query;
}

/* A lie about all positions after the first move: whoever believes it takes 4x4, a draw, for lost. */
static void tell_a_lie (struct worker *worker, const struct subject *subject) {
  struct game game;
  struct terminal_status terminal_status;
  uint8_t start[PACKED_MAX] = { 0 }, children[PACKED_MAX * 8];
  game_open_or_fail (&game, "connect4:4x4");
  struct position *position = position_allocate (&game);
  game.engine->start (&game, position);
  game.engine->pack_canonical (&game, position, start);
  const int count = game.engine->children (&game, start, true, children, &terminal_status);
  for (int i = 0; i < count; i++) {
    struct proven_bound lie = { .bounds = { 1, 1 }, .move = TABLE_NO_MOVE, .depth = 15, .work = 1000000 };
    memcpy (lie.key, children + (size_t) i * (size_t) game.key_bytes, (size_t) game.key_bytes);
    worker_learn (worker, subject, &lie);
  }
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
  worker_start (worker, query);
  while (!worker_wait (worker, 1))
    while (worker_take_bounds (worker, &taken, 1) > 0)
      continue;
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
  ASSERT_COLLECTIVE (value_of (worker, &small) == -1);
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

/* Findings and questions from the other ranks without end, of ever new subjects. */
static void flood (struct sharing *sharing, struct outbox *outbox, uint64_t *random, int messages) {
  struct bounds_message message;
  for (int m = 0; m < messages; m++) {
    memset (&message, 0, sizeof message);
    snprintf (message.subject.game, sizeof message.subject.game, "connect4:7x%d", m / 100);
    for (message.count = 0; message.count < BOUNDS_PER_MESSAGE; message.count++) {
      struct proven_bound *proven_bound = &message.bounds[message.count];
      memcpy (proven_bound->key, (uint64_t[]){ random_next (random) }, sizeof (uint64_t));
      proven_bound->work = random_below (random, 2) ? 1 + random_next (random) % 100000 : 0;
    }
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
