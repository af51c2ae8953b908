/* What a checkpoint holds comes back as it was: bound log, answer cache, state of a proof; of two generations
 * the one that can be read; and nothing of another job. */
#include "support/checkpoint_samples.h"

#include "proof/checkpoint_content.h"
#include "store/checkpoint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define PATH TEST_OUTPUT_DIR "/checkpoint.h5"

static void remove_all (void) {
  remove (PATH);
  remove (PATH ".previous");
}

struct parts {
  struct answer_cache *answer_cache;
  struct bound_log *bound_log;
  struct proof_state proof; /* without queries: there is none */
};

static const struct file_identity identity
    = { .game = "connect4", .board = "6x5", .options = "solve --score" };

static struct parts some_parts (int size) {
  struct parts parts = { answer_cache_create (), bound_log_create (BOUND_LOG_CAPACITY), { .dead = false } };
  const struct subject a = subject_named ("a"), b = subject_named ("b");
  for (int i = 0; i < size; i++) {
    const struct query query = query_number (i);
    const struct result result = result_number (i);
    answer_cache_add (parts.answer_cache, &query, &result);
    struct proven_bound proven_bound = proven_bound_of ((uint32_t) i, BOUND_LOG_LEAST + (uint64_t) i);
    proven_bound.bounds = (struct bounds){ -i, i };
    bound_log_add (parts.bound_log, i % 3 ? &a : &b, &proven_bound, 1);
  }
  return parts;
}

static void free_parts (struct parts *parts) {
  answer_cache_destroy (parts->answer_cache);
  bound_log_destroy (parts->bound_log);
}

static bool write_parts (const struct parts *parts, const struct file_identity *who,
                         struct failure *failure) {
  struct file_out *file = checkpoint_begin (PATH, who, failure);
  if (file == NULL)
    return false;
  save_answer_cache (file, parts->answer_cache);
  save_bound_log (file, parts->bound_log);
  if (parts->proof.queries > 0)
    save_proof (file, &parts->proof);
  return checkpoint_end (PATH, file, failure);
}

static bool read_parts (void *context, struct file_in *file) {
  struct parts *parts = context;
  free_parts (parts);
  *parts = (struct parts){ answer_cache_create (), bound_log_create (BOUND_LOG_CAPACITY), { .dead = false } };
  return load_answer_cache (file, parts->answer_cache) && load_bound_log (file, parts->bound_log)
         && (!file_has (file, "/proof") || load_proof (file, &parts->proof));
}

static size_t answers_in (const struct parts *parts) {
  size_t count;
  answer_cache_results (parts->answer_cache, &count);
  return count;
}

static void write_size (int size) {
  struct failure failure = { 0 };
  struct parts parts = some_parts (size);
  assert_true (write_parts (&parts, &identity, &failure));
  free_parts (&parts);
}

/* -1: refused, 0: absent, else the answers read. */
static int read_size (const struct file_identity *who, char *remark, struct failure *failure) {
  struct parts parts = { answer_cache_create (), bound_log_create (BOUND_LOG_CAPACITY), { .dead = false } };
  const enum checkpoint_state found = checkpoint_read (PATH, who, read_parts, &parts, remark, failure);
  const int size = found == CHECKPOINT_READ ? (int) answers_in (&parts) : found == CHECKPOINT_ABSENT ? 0 : -1;
  assert_true ((failure->code != 0) == (size == -1));
  free_parts (&parts);
  return size;
}

static void test_file (void **state) {
  (void) state;
  remove_all ();
  char remark[300];
  struct failure failure = { 0 };
  for (int size = 0; size <= 1000; size += 500) {
    struct parts parts = some_parts (size), again = some_parts (3);
    assert_true (write_parts (&parts, &identity, &failure));
    assert_int_equal (checkpoint_read (PATH, &identity, read_parts, &again, remark, &failure),
                      CHECKPOINT_READ);
    assert_string_equal (remark, "");
    for (int i = 0; i < size; i++)
      check_result_number (again.answer_cache, i);
    size_t count, count_again;
    const struct entry *entries = bound_log_entries (parts.bound_log, &count);
    const struct entry *entries_again = bound_log_entries (again.bound_log, &count_again);
    assert_int_equal (count, size);
    assert_int_equal (count_again, size);
    for (int i = 0; i < size; i++)
      assert_memory_equal (&entries[i].proven_bound, &entries_again[i].proven_bound,
                           sizeof entries->proven_bound);
    const struct subject a = subject_named ("a");
    assert_int_equal (sum_of (again.bound_log, &a).work, sum_of (parts.bound_log, &a).work);
    free_parts (&parts);
    free_parts (&again);
  }
}

static void damage (const char *path, long at) {
  FILE *file = fopen (path, "r+b");
  assert_non_null (file);
  fseek (file, at, at < 0 ? SEEK_END : SEEK_SET);
  const int byte = fgetc (file);
  fseek (file, -1, SEEK_CUR);
  fputc (byte ^ 16, file);
  fclose (file);
}

static void test_generations (void **state) {
  (void) state;
  char remark[300];
  struct failure failure = { 0 };
  remove_all ();
  assert_int_equal (read_size (&identity, remark, &failure), 0);
  write_size (1);
  assert_int_equal (access (PATH ".previous", F_OK), -1);
  write_size (2);
  write_size (3);
  assert_int_equal (read_size (&identity, remark, &failure), 3);
  damage (PATH, -30);
  assert_int_equal (read_size (&identity, remark, &failure), 2);
  assert_non_null (strstr (remark, "damaged"));
  assert_non_null (strstr (remark, "previous"));
  remove (PATH);
  assert_int_equal (read_size (&identity, remark, &failure), 2);
  assert_non_null (strstr (remark, "absent"));
  write_size (4); /* the older one stays where it is */
  assert_int_equal (read_size (&identity, remark, &failure), 4);
  damage (PATH, 700);
  assert_int_equal (read_size (&identity, remark, &failure), 2);
  damage (PATH ".previous", 700);
  assert_int_equal (read_size (&identity, remark, &failure), -1);
  assert_int_equal (failure.code, EXIT_BAD_DATA);
}

static void test_refused (void **state) {
  (void) state;
  char remark[300];
  remove_all ();
  write_size (5);
  struct file_identity others[4] = { identity, identity, identity, identity };
  strcpy (others[0].game, "mnk");
  strcpy (others[1].board, "7x6");
  strcpy (others[2].rules, "exact");
  strcpy (others[3].options, "solve");
  for (int i = 0; i < 4; i++) {
    struct failure failure = { 0 };
    assert_int_equal (read_size (&others[i], remark, &failure), -1);
    assert_int_equal (failure.code, EXIT_BAD_DATA);
    assert_non_null (strstr (failure.text, "another job"));
  }
  struct file_identity kind = identity;
  strcpy (kind.kind, "book");
  strcpy (kind.description, "A book");
  for (int i = 0; i < 2; i++) { /* another kind; another format */
    struct failure failure = { 0 };
    kind.format = CHECKPOINT_FORMAT + i;
    struct file_out *file = file_create (PATH, &kind, &failure);
    assert_true (file_commit (file));
    assert_int_equal (read_size (&identity, remark, &failure), -1);
    assert_non_null (strstr (failure.text, i == 0 ? "no checkpoint" : "format"));
    strcpy (kind.kind, CHECKPOINT_KIND);
  }
}

/* What holds a duration in a checkpoint; `NO_PLACE` is right everywhere. */
enum place { NO_PLACE, RUN_SECONDS, RESULT_SECONDS, EFFORT_SECONDS, PLACES };

static void write_durations (enum place wrong, double seconds) {
  size_t count;
  struct failure failure = { 0 };
  struct parts parts = some_parts (1);
  struct effort efforts[2] = { { .busy_seconds = 1 } };
  if (wrong == RESULT_SECONDS) /* what no search could add */
    ((struct kept_result *) answer_cache_results (parts.answer_cache, &count))->result.cost.seconds = seconds;
  if (wrong == EFFORT_SECONDS)
    efforts[1].busy_seconds = seconds;
  struct file_out *file = checkpoint_begin (PATH, &identity, &failure);
  file_put_real (file, "/", "seconds", wrong == RUN_SECONDS ? seconds : 1);
  save_answer_cache (file, parts.answer_cache);
  save_bound_log (file, parts.bound_log);
  save_efforts (file, efforts, 2);
  assert_true (checkpoint_end (PATH, file, &failure));
  free_parts (&parts);
}

static bool read_durations (void *context, struct file_in *file) {
  double seconds;
  size_t count;
  struct effort *efforts = load_efforts (file, &count);
  const bool good = efforts != NULL && file_get_seconds (file, "/", "seconds", &seconds);
  free (efforts);
  return good && read_parts (context, file);
}

static void test_durations (void **state) {
  (void) state;
  static const double impossible[] = { -1e-9, INFINITY, NAN };
  for (enum place wrong = NO_PLACE; wrong < PLACES; wrong++)
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
      char remark[300];
      struct failure failure = { 0 };
      struct parts parts = some_parts (0);
      remove_all ();
      write_durations (wrong, impossible[i]);
      assert_int_equal (checkpoint_read (PATH, &identity, read_durations, &parts, remark, &failure),
                        wrong == NO_PLACE ? CHECKPOINT_READ : CHECKPOINT_REFUSED);
      assert_int_equal (failure.code, wrong == NO_PLACE ? 0 : EXIT_BAD_DATA);
      assert_true (wrong == NO_PLACE || strstr (failure.text, "seconds holds a duration that is") != NULL);
      free_parts (&parts);
    }
}

/* A full disk: the old one stays, and nothing else. */
static void test_full_disk (void **state) {
  (void) state;
  char remark[300];
  struct failure failure = { 0 };
  remove_all ();
  write_size (1);
  struct rlimit before, tight;
  getrlimit (RLIMIT_FSIZE, &before);
  struct parts parts = some_parts (1000);
  for (rlim_t limit = 0; limit < 24000; limit += 2000) {
    struct failure full = { 0 };
    tight = (struct rlimit){ limit, before.rlim_max };
    setrlimit (RLIMIT_FSIZE, &tight);
    assert_false (write_parts (&parts, &identity, &full));
    setrlimit (RLIMIT_FSIZE, &before);
    assert_int_equal (full.code, EXIT_IO);
    assert_int_equal (read_size (&identity, remark, &failure), 1);
    assert_int_equal (access (PATH ".next", F_OK), -1);
  }
  free_parts (&parts);
}

/* How far a proof is comes back, without its result, which is one of the answers. */
static void test_proof (void **state) {
  (void) state;
  char remark[300];
  struct failure failure = { 0 };
  const struct proof_state states[]
      = { { .bounds = { -7, 3 }, .queries = 1, .nodes = UINT64_C (1) << 40, .looks = 5, .answered = true },
          { .bounds = { 0, 0 }, .queries = UINT32_MAX, .dead = true } };
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    remove_all ();
    struct parts parts = some_parts (1);
    parts.proof = states[i];
    assert_true (write_parts (&parts, &identity, &failure));
    parts.proof = (struct proof_state){ .queries = 0 };
    assert_int_equal (checkpoint_read (PATH, &identity, read_parts, &parts, remark, &failure),
                      CHECKPOINT_READ);
    assert_memory_equal (&parts.proof, &states[i], sizeof parts.proof);
    free_parts (&parts);
  }
  /* bounds that contradict each other */
  remove_all ();
  struct parts parts = some_parts (1);
  parts.proof = (struct proof_state){ .bounds = { 1, 0 }, .queries = 1 };
  assert_true (write_parts (&parts, &identity, &failure));
  assert_int_equal (checkpoint_read (PATH, &identity, read_parts, &parts, remark, &failure),
                    CHECKPOINT_REFUSED);
  free_parts (&parts);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_file),      cmocka_unit_test (test_generations), cmocka_unit_test (test_refused),
    cmocka_unit_test (test_durations), cmocka_unit_test (test_full_disk),   cmocka_unit_test (test_proof),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
