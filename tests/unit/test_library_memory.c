/* The library when memory is lacking: each allocation of a call fails in turn, in a child process of its own,
 * and the call returns. The linker puts these functions in the place of those of the C library (--wrap). */
#include "support/support.h"

#include "zermelo/zermelo.h"

#include <stdatomic.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_long until_failure = -1; /* allocations before the one that fails; negative: none fails */

static bool is_granted (void) {
  return atomic_load (&until_failure) < 0 || atomic_fetch_sub (&until_failure, 1) > 0;
}

void *__real_malloc (size_t);
void *__real_calloc (size_t, size_t);
void *__real_realloc (void *, size_t);
void *__wrap_malloc (size_t);
void *__wrap_calloc (size_t, size_t);
void *__wrap_realloc (void *, size_t);

void *__wrap_malloc (size_t size) { return is_granted () ? __real_malloc (size) : NULL; }
void *__wrap_calloc (size_t count, size_t size) { return is_granted () ? __real_calloc (count, size) : NULL; }
void *__wrap_realloc (void *memory, size_t size) {
  return is_granted () ? __real_realloc (memory, size) : NULL;
}

static int open_game (zermelo **z) { return zermelo_open ("connect4:4x4", z); }

static int add_book (zermelo **z) { return zermelo_add_file (*z, TEST_DATA_DIR "/books/connect4_7x6.h5"); }

static int probe (zermelo **z) {
  zermelo_answer *answer;
  const int code = zermelo_probe (*z, "44", ZERMELO_MOVES | ZERMELO_LINE, &answer);
  zermelo_answer_free (answer);
  return code;
}

static int solve (zermelo **z) {
  zermelo_answer *answer;
  const int code = zermelo_solve (*z, "11223", ZERMELO_MOVES | ZERMELO_LINE | ZERMELO_SCORES, 0, 0, &answer);
  zermelo_answer_free (answer);
  return code;
}

/* What stands before the call, and the call. */
struct trial {
  int (*before[2]) (zermelo **);
  int (*call) (zermelo **);
  int threads;
};

static int open_none (zermelo **z) { return zermelo_open (NULL, z); }

enum { PASSED = 1, FAILED_WELL = 2 };

/* In a child: what became of the call if its allocation number `granted` fails. */
static int try (const struct trial *trial, long granted) {
  zermelo *z = NULL;
  for (int i = 0; i < 2 && trial->before[i] != NULL; i++)
    if (trial->before[i](&z) != 0)
      return 10;
  if (trial->threads > 0
      && (zermelo_set_threads (z, trial->threads) != 0 || zermelo_set_memory (z, 1 << 20) != 0))
    return 11;
  atomic_store (&until_failure, granted);
  const int code = trial->call (&z);
  const bool reached = atomic_load (&until_failure) < 0;
  atomic_store (&until_failure, -1);
  if (code != 0 && (code != ZERMELO_INTERNAL || *zermelo_error () == 0))
    return fprintf (stderr, "%d %s\n", code, zermelo_error ()), 12;
  zermelo_close (z);
  return code == 0 && !reached ? PASSED : FAILED_WELL;
}

/* With one allocation granted, with two, ..., until there are enough. */
static void check_call (const struct trial *trial) {
  for (long granted = 0; granted < 5000; granted++) {
    int status;
    const pid_t child = fork ();
    assert_true (child >= 0);
    if (child == 0) {
      alarm (20);                /* a call that hangs */
      signal (SIGSEGV, SIG_DFL); /* cmocka would go on in the child */
      _exit (try (trial, granted));
    }
    assert_int_equal (waitpid (child, &status, 0), child);
    if (!WIFEXITED (status) || (WEXITSTATUS (status) != PASSED && WEXITSTATUS (status) != FAILED_WELL))
      fail_msg ("with %ld allocations: status %x", granted, (unsigned) status);
    if (WEXITSTATUS (status) == PASSED) {
      assert_true (granted > 0);
      return;
    }
  }
  fail_msg ("never enough");
}

static void test_open (void **state) {
  (void) state;
  check_call (&(struct trial){ .call = open_game });
}

static void test_add_file (void **state) {
  (void) state;
  check_call (&(struct trial){ .before = { open_none }, .call = add_book });
}

static void test_probe (void **state) {
  (void) state;
  check_call (&(struct trial){ .before = { open_none, add_book }, .call = probe });
}

static void test_solve (void **state) {
  (void) state;
  check_call (&(struct trial){ .before = { open_game }, .call = solve, .threads = 1 });
  check_call (&(struct trial){ .before = { open_game }, .call = solve, .threads = 2 });
}

/* After such a failure a handle answers nothing but that. */
static void test_broken_handle (void **state) {
  (void) state;
  zermelo *z;
  zermelo_answer *answer;
  assert_int_equal (zermelo_open ("connect4:4x4", &z), 0);
  atomic_store (&until_failure, 0);
  const int code = zermelo_probe (z, "1", ZERMELO_MOVES, &answer);
  atomic_store (&until_failure, -1);
  assert_int_equal (code, ZERMELO_INTERNAL);
  assert_null (answer);
  assert_int_equal (zermelo_probe (z, "1", 0, &answer), ZERMELO_INTERNAL);
  assert_int_equal (zermelo_solve (z, "1", 0, 0, 0, &answer), ZERMELO_INTERNAL);
  zermelo_close (z);
}

int main (void) {
  atomic_store (&until_failure, -1);
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_open), cmocka_unit_test (test_add_file), cmocka_unit_test (test_probe),
          cmocka_unit_test (test_solve), cmocka_unit_test (test_broken_handle) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
