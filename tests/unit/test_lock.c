/* Locks of names, and files in the making: several processes, some of them killed. */
#include "damage.h"

#include "store/lock.h"
#include "store/new_file.h"
#include "store/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* A process that does something and then waits to be killed. */
static pid_t start (bool (*query) (void)) {
  int ends[2];
  char byte = 0;
  fflush (NULL);
  assert_int_equal (pipe (ends), 0);
  const pid_t child = fork ();
  if (child == 0) {
    if (!query ())
      _exit (1);
    if (write (ends[1], "x", 1) == 1)
      pause ();
    _exit (2);
  }
  close (ends[1]);
  assert_int_equal (read (ends[0], &byte, 1), 1);
  close (ends[0]);
  return child;
}

static void finish (pid_t child) {
  kill (child, SIGKILL);
  assert_int_equal (waitpid (child, NULL, 0), child);
}

/* What a process says that is none of ours and has no locks. */
static bool another_can_reserve (const char *path) {
  fflush (NULL);
  const pid_t child = fork ();
  if (child == 0) {
    struct failure failure = { 0 };
    exit (new_file_reserve (path, &failure) ? 0 : failure.code);
  }
  int status;
  waitpid (child, &status, 0);
  assert_true (WIFEXITED (status)
               && (WEXITSTATUS (status) == 0 || WEXITSTATUS (status) == EXIT_CANNOT_CREATE));
  return WEXITSTATUS (status) == 0;
}

static bool hold_and_write (void) {
  struct failure failure = { 0 };
  struct new_file file;
  lock_name_job ("of the\tchild");
  return new_file_reserve (in_folder ("a"), &failure) && new_file_create (&file, in_folder ("a"), &failure)
         && new_file_write (&file, "half", 4, &failure);
}

static void test_second_is_told (void **state) {
  (void) state;
  char number[40];
  struct failure first = { 0 }, second = { 0 }, third = { 0 };
  const pid_t child = start (hold_and_write);
  assert_false (new_file_reserve (in_folder ("a"), &first));
  assert_int_equal (first.code, EXIT_CANNOT_CREATE);
  snprintf (number, sizeof number, "process %d, since 20", (int) child);
  assert_non_null (strstr (first.text, number));
  assert_non_null (strstr (first.text, "job of the?child is already running here (host "));
  assert_false (lock_is_free (in_folder ("a"), &second));
  assert_string_equal (second.text, first.text);
  assert_true (new_file_reserve (in_folder ("b"), &third));
  locks_release ();
  finish (child);
  assert_int_equal (empty_folder (), 2); /* its lock and its file in the making */
}

static void test_killed_one_blocks_nobody (void **state) {
  (void) state;
  struct failure failure = { 0 };
  finish (start (hold_and_write));
  assert_true (lock_is_free (in_folder ("a"), &failure));
  const char *others[]
      = { "a.0123456789abcde.part", "b.0123456789abcdef.part", "a.0123456789abcdeg.part", "a.part" };
  for (size_t i = 0; i < 4; i++)
    save (in_folder (others[i]), (const uint8_t *) "", 0);
  save (in_folder ("a.next.0123456789abcdef.part"), (const uint8_t *) "", 0);
  assert_true (new_file_reserve (in_folder ("a"), &failure));
  assert_false (another_can_reserve (in_folder ("a")));
  locks_release ();
  assert_int_equal (empty_folder (), 4); /* those of others */
  assert_true (another_can_reserve (in_folder ("a")));
  assert_int_equal (empty_folder (), 0); /* released at exit() */
}

static bool hold_with_child (void) {
  struct failure failure = { 0 };
  if (!new_file_reserve (in_folder ("a"), &failure))
    return false;
  const pid_t grandchild = fork (); /* which outlives its parent by a second */
  if (grandchild == 0) {
    sleep (1);
    _exit (0);
  }
  return grandchild > 0;
}

/** A child neither keeps the lock alive nor takes it along. */
static void test_children (void **state) {
  (void) state;
  struct failure failure = { 0 };
  finish (start (hold_with_child));
  assert_true (new_file_reserve (in_folder ("a"), &failure));
  fflush (NULL);
  const pid_t child = fork ();
  if (child == 0)
    exit (0);
  waitpid (child, NULL, 0);
  assert_false (another_can_reserve (in_folder ("a")));
  locks_release ();
  assert_int_equal (empty_folder (), 0);
}

/** Asked again, by whatever name, it is still held, and still once. */
static void test_twice (void **state) {
  (void) state;
  struct failure failure = { 0 };
  bool assigned = false;
  assert_true (new_file_reserve (in_folder ("a"), &failure));
  assert_true (lock_take (in_folder ("./a"), &assigned, &failure));
  assert_true (assigned);
  assert_true (lock_is_free (in_folder ("./a"), &failure));
  assert_false (another_can_reserve (in_folder ("a")));
  locks_release ();
  assert_int_equal (empty_folder (), 0);
}

/* Take and give back, again and again; the holder of the lock is alone. */
static void take_turns (void) {
  for (int taken = 0; taken < 150;) {
    struct failure failure = { 0 };
    if (!lock_take (in_folder ("a"), NULL, &failure))
      continue;
    const int frame = open (in_folder ("inside"), O_CREAT | O_EXCL | O_WRONLY, 0666);
    if (frame < 0)
      _exit (1);
    close (frame);
    unlink (in_folder ("inside"));
    locks_release ();
    taken++;
  }
  _exit (0);
}

static void test_one_at_a_time (void **state) {
  enum { PROCESSES = 4 };
  (void) state;
  fflush (NULL);
  for (int i = 0; i < PROCESSES; i++)
    if (fork () == 0)
      take_turns ();
  for (int i = 0; i < PROCESSES; i++) {
    int status;
    wait (&status);
    assert_int_equal (status, 0);
  }
  assert_int_equal (empty_folder (), 0);
}

static void assert_refused (const char *says) {
  struct failure failure = { 0 };
  assert_false (new_file_reserve (in_folder ("a"), &failure));
  assert_int_equal (failure.code, EXIT_CANNOT_CREATE);
  assert_non_null (strstr (failure.text, says));
}

/** What is no lock file of ours is neither written to nor removed. */
static void test_foreign_lock_files (void **state) {
  (void) state;
  save (in_folder ("victim"), (const uint8_t *) "", 0);
  assert_int_equal (symlink ("victim", in_folder ("a.lock")), 0);
  assert_refused ("a.lock");
  unlink (in_folder ("a.lock"));
  assert_int_equal (link (in_folder ("victim"), in_folder ("a.lock")), 0);
  assert_refused ("a.lock");
  unlink (in_folder ("a.lock"));
  save (in_folder ("a.lock"), (const uint8_t *) "mine", 4);
  assert_refused ("a.lock");
  unlink (in_folder ("a.lock"));
  assert_int_equal (mkfifo (in_folder ("a.lock"), 0600), 0);
  assert_refused ("a.lock");
  unlink (in_folder ("a.lock"));
  assert_int_equal (mkdir (in_folder ("a.lock"), 0700), 0);
  assert_refused ("a.lock");
  rmdir (in_folder ("a.lock"));
  struct bytes victim = load (in_folder ("victim"));
  assert_int_equal (victim.size, 0);
  free (victim.data);
  assert_int_equal (empty_folder (), 1);
}

static void test_temporary_names (void **state) {
  (void) state;
  char *one, *other;
  const int first = temporary_create (in_folder ("a"), &one),
            second = temporary_create (in_folder ("a"), &other);
  assert_true (first >= 0 && second >= 0);
  assert_string_not_equal (one, other);
  close (first);
  close (second);
  free (one);
  free (other);
  temporary_sweep_folder (folder);
  assert_int_equal (empty_folder (), 0);
  assert_int_equal (temporary_create (in_folder ("no/a"), &one), -1);
  assert_int_equal (errno, ENOENT);
  assert_null (one);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_second_is_told),  cmocka_unit_test (test_killed_one_blocks_nobody),
    cmocka_unit_test (test_children),        cmocka_unit_test (test_twice),
    cmocka_unit_test (test_one_at_a_time),   cmocka_unit_test (test_foreign_lock_files),
    cmocka_unit_test (test_temporary_names),
  };
  return cmocka_run_group_tests (tests, make_folder, remove_folder);
}
