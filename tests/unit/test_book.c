/* Opening books (book_writer.h, store/book.h): what is written is found, a damaged book is refused. */
#include "damage.h"

#include "base/clock.h"
#include "store/file.h"
#include "store/book.h"
#include "synthetic_book.h"

#include <hdf5.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void write_well (const char *path, size_t count, bool scored) {
  struct book_content content = synthetic_book (count, scored);
  struct failure failure = { 0 };
  if (!book_write (path, &content, &failure))
    fail_msg ("%s", failure.text);
  synthetic_free (&content);
}

static struct book *open_well (const char *path) {
  struct failure failure = { 0 };
  struct book *book = book_open (path, &failure);
  if (book == NULL)
    fail_msg ("%s", failure.text);
  assert_int_equal (failure.code, 0);
  return book;
}

static void assert_entry (const struct book_content *content, size_t i, const struct book_entry *entry) {
  assert_memory_equal (entry->key, content->arrays.key + i * SYNTHETIC_KEY, SYNTHETIC_KEY);
  assert_memory_equal (entry->moves, content->arrays.moves + i * SYNTHETIC_MASK, SYNTHETIC_MASK);
  assert_int_equal (entry->value, content->arrays.value[i]);
  assert_int_equal (entry->score, content->arrays.score != NULL ? content->arrays.score[i] : 0);
  assert_int_equal (entry->ply, content->arrays.ply[i]);
}

static void test_what_is_written_is_found (void **state) {
  (void) state;
  const size_t counts[] = { 0, 1, 2, 1000, 100000 };
  for (size_t c = 0; c < 10; c++) {
    size_t count = counts[c / 2];
    struct book_content content = synthetic_book (count, c % 2);
    write_well (in_folder ("book"), count, c % 2);
    struct book *book = open_well (in_folder ("book"));
    struct book_entry entry;
    for (size_t i = 0; i < count; i++) {
      assert_true (book_entry_at (book, i, &entry));
      assert_entry (&content, i, &entry);
      uint8_t key[SYNTHETIC_KEY];
      synthetic_key (i, key);
      assert_true (book_find (book, key, &entry));
      assert_entry (&content, i, &entry);
      key[SYNTHETIC_KEY - 1]++; /* now odd */
      assert_false (book_find (book, key, &entry));
    }
    assert_false (book_entry_at (book, count, &entry));
    assert_false (book_entry_at (book, SIZE_MAX, &entry));
    uint8_t ends[SYNTHETIC_KEY];
    memset (ends, 0xff, sizeof ends);
    assert_false (book_find (book, ends, &entry));
    struct failure wrong = { 0 };
    assert_true (book_verify (book, &wrong));
    book_close (book);
    synthetic_free (&content);
  }
  book_close (NULL);
  empty_folder ();
}

static void test_identity (void **state) {
  (void) state;
  write_well (in_folder ("book"), 50, true);
  struct book *book = open_well (in_folder ("book"));
  struct book_identity identity;
  book_identify (book, &identity);
  assert_string_equal (identity.game, "toy");
  assert_string_equal (identity.board, "7x6");
  assert_string_equal (identity.rules, "standard");
  assert_string_equal (identity.options, "--plies 8 --score");
  assert_string_equal (identity.encoding, "56 bits, big-endian: whatever the test likes");
  assert_string_equal (identity.moves_encoding, "bit i: column i, from the left");
  assert_int_equal (strlen (identity.checksum), 16);
  assert_true (identity.revision[0] != '\0');
  assert_int_equal (identity.plies, 8);
  assert_int_equal (identity.positions, 50);
  assert_int_equal (identity.key_bytes, SYNTHETIC_KEY);
  assert_int_equal (identity.mask_bytes, SYNTHETIC_MASK);
  assert_int_equal (identity.scored, 1);
  book_close (book);
  empty_folder ();
}

static void test_same_bytes_twice (void **state) {
  (void) state;
  write_well (in_folder ("a"), 70000, true);
  clock_nap (1.1); /* a time in the file would show */
  write_well (in_folder ("b"), 70000, true);
  struct bytes a = load (in_folder ("a")), b = load (in_folder ("b"));
  assert_int_equal (a.size, b.size);
  assert_memory_equal (a.data, b.data, a.size);
  free (a.data);
  free (b.data);
  assert_int_equal (empty_folder (), 2);
}

/** The checksum tells apart what differs in any dataset or in the identity. */
static void test_checksum_sees_everything (void **state) {
  (void) state;
  enum { VARIANTS = 10 };
  char sums[VARIANTS][20];
  for (int variant = 0; variant < VARIANTS; variant++) {
    struct book_content content = synthetic_book (50, variant != 1);
    struct game game = synthetic_game;
    content.game = &game;
    size_t i = 0;
    while (content.arrays.value[i] != 1)
      i++;
    ((uint8_t *) content.arrays.key)[49 * SYNTHETIC_KEY + 6] += variant == 2;
    if (variant == 3)
      ((int16_t *) content.arrays.score)[i]++;
    ((uint8_t *) content.arrays.moves)[i] ^= variant == 4;
    ((uint8_t *) content.arrays.ply)[i]
        = (uint8_t) (variant == 5 ? 7 - content.arrays.ply[i] % 8 : content.arrays.ply[i]);
    content.arrays.plies += variant == 6;
    strcpy (game.rules, variant == 7 ? "other" : "standard");
    strcpy (game.board_text, variant == 8 ? "7x5" : "7x6");
    content.key_encoding = variant == 9 ? "56 bits, little-endian" : content.key_encoding;
    struct failure failure = { 0 };
    assert_true (book_write (in_folder ("book"), &content, &failure));
    struct book *book = open_well (in_folder ("book"));
    struct book_identity identity;
    book_identify (book, &identity);
    strcpy (sums[variant], identity.checksum);
    for (int other = 0; other < variant; other++)
      assert_string_not_equal (sums[variant], sums[other]);
    book_close (book);
    synthetic_free (&content);
  }
  empty_folder ();
}

static bool refused (const char *path) {
  struct failure failure = { 0 };
  struct book *book = book_open (path, &failure);
  bool right = book == NULL && failure.code == EXIT_BAD_DATA && failure.text[0] != '\0'
               && strchr (failure.text, '\n') == NULL;
  book_close (book);
  return right;
}

static void test_damaged (void **state) {
  (void) state;
  write_well (in_folder ("book"), 40, true);
  damage_and_ask (in_folder ("book"), refused);
  empty_folder ();
}

static int code_of (const char *path) {
  struct failure failure = { 0 };
  assert_null (book_open (path, &failure));
  return failure.code;
}

static void test_absent_and_foreign (void **state) {
  (void) state;
  assert_int_equal (code_of (in_folder ("absent")), 66);
  save (in_folder ("text"), (const uint8_t *) "not HDF5\n", 9);
  assert_int_equal (code_of (in_folder ("text")), 65);

  hid_t plain = H5Fcreate (in_folder ("plain"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose (plain);
  assert_int_equal (code_of (in_folder ("plain")), 65);

  struct failure failure = { 0 };
  struct file_identity identity = { .kind = "tablebase", .format = 1, .description = "No book" };
  assert_true (file_commit (file_create (in_folder ("other"), &identity, &failure)));
  assert_int_equal (code_of (in_folder ("other")), 65);

  strcpy (identity.kind, "book"); /* says so, but nothing is in it */
  assert_true (file_commit (file_create (in_folder ("hollow"), &identity, &failure)));
  assert_int_equal (code_of (in_folder ("hollow")), 65);
  empty_folder ();
}

static int write_to (const char *path) {
  struct book_content content = synthetic_book (1000, true);
  struct failure failure = { 0 };
  assert_false (book_write (path, &content, &failure));
  assert_null (strchr (failure.text, '\n'));
  synthetic_free (&content);
  return failure.code;
}

static void test_cannot_create (void **state) {
  (void) state;
  assert_int_equal (write_to (in_folder ("no/folder")), EXIT_CANNOT_CREATE);
  assert_int_equal (write_to (folder), EXIT_CANNOT_CREATE);
  assert_int_equal (empty_folder (), 0);
}

static void test_full_disk (void **state) {
  (void) state;
  for (rlim_t limit = 100; limit <= 6400; limit *= 4) {
    fflush (NULL);
    pid_t child = fork ();
    if (child == 0) {
      setrlimit (RLIMIT_FSIZE, &(struct rlimit){ limit, limit });
      struct book_content content = synthetic_book (1000, true);
      struct failure failure = { 0 };
      book_write (in_folder ("book"), &content, &failure);
      exit (failure.code);
    }
    int status;
    waitpid (child, &status, 0);
    assert_true (WIFEXITED (status));
    assert_int_equal (WEXITSTATUS (status), EXIT_IO);
    assert_int_equal (empty_folder (), 0);
  }
}

static void write_wrong (int how) {
  struct book_content content = synthetic_book (50, true);
  size_t i = 0;
  while (content.arrays.value[i] != 1)
    i++;
  if (how == 0)
    memcpy ((uint8_t *) content.arrays.key + SYNTHETIC_KEY, content.arrays.key, SYNTHETIC_KEY);
  else if (how == 1)
    ((int8_t *) content.arrays.value)[i] = 2;
  else if (how == 2)
    ((int16_t *) content.arrays.score)[i] = -3;
  else
    ((uint8_t *) content.arrays.ply)[i] = 9;
  struct failure failure = { 0 };
  book_write (in_folder ("book"), &content, &failure);
}

/** A wrong book is our own mistake: it is never written. */
static void test_wrong_content_is_not_written (void **state) {
  (void) state;
  for (int how = 0; how < 4; how++) {
    fflush (NULL);
    pid_t child = fork ();
    if (child == 0) {
      fclose (stderr);
      write_wrong (how);
      exit (0);
    }
    int status;
    waitpid (child, &status, 0);
    assert_int_equal (WIFEXITED (status) ? WEXITSTATUS (status) : -1, EXIT_INTERNAL);
  }
  assert_int_equal (empty_folder (), 0);
}

enum { SHARED = 20000, THREADS = 4 };

static void *probe_all (void *shared) {
  const struct book *book = shared;
  size_t found = 0;
  for (size_t i = 0; i < SHARED; i++) {
    uint8_t key[SYNTHETIC_KEY];
    struct book_entry entry;
    synthetic_key (i * 7919 % SHARED, key);
    found += (size_t) book_find (book, key, &entry) && memcmp (entry.key, key, SYNTHETIC_KEY) == 0;
  }
  struct failure failure = { 0 };
  return found == SHARED && book_verify (book, &failure) ? shared : NULL;
}

static void *open_and_probe (void *path) {
  struct failure failure = { 0 };
  struct book *book = book_open (path, &failure);
  void *answer = book != NULL && probe_all (book) != NULL ? path : NULL;
  book_close (book);
  return answer;
}

static void run_in_threads (void *(*function) (void *), void *argument) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    assert_int_equal (pthread_create (&threads[i], NULL, function, argument), 0);
  for (int i = 0; i < THREADS; i++) {
    void *answer;
    pthread_join (threads[i], &answer);
    assert_ptr_equal (answer, argument);
  }
}

static void test_threads (void **state) {
  (void) state;
  char path[500];
  snprintf (path, sizeof path, "%s", in_folder ("book"));
  write_well (path, SHARED, true);
  struct book *book = open_well (path);
  run_in_threads (probe_all, book);
  run_in_threads (open_and_probe, path);
  book_close (book);
  empty_folder ();
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_is_written_is_found),
    cmocka_unit_test (test_identity),
    cmocka_unit_test (test_same_bytes_twice),
    cmocka_unit_test (test_checksum_sees_everything),
    cmocka_unit_test (test_damaged),
    cmocka_unit_test (test_absent_and_foreign),
    cmocka_unit_test (test_cannot_create),
    cmocka_unit_test (test_full_disk),
    cmocka_unit_test (test_wrong_content_is_not_written),
    cmocka_unit_test (test_threads),
  };
  return cmocka_run_group_tests (tests, make_folder, remove_folder);
}
