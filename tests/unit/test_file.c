/* The bottom of all HDF5 files (store/file.h): made whole or not at all, read as written or refused. */
#include "damage.h"

#include <xxhash.h>

#include "store/checksum.h"
#include "store/file.h"
#include "store/new_file.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static const struct file_identity identity = {
  .kind = "test",
  .format = 3,
  .game = "toy",
  .board = "2x2",
  .rules = "standard",
  .options = "--all",
  .description = "A file of a test",
};

static const struct dataset numbers = { "/part/numbers", ELEMENT_U32, 3, "Numbers", "1", "unsigned numbers" };
static const struct dataset words = { "/part/words", ELEMENT_TEXT, 8, "Words", "1", "UTF-8" };
static const struct dataset nothing = { "/part/nothing", ELEMENT_REAL, 0, "Nothing", "s", "IEEE 754 double" };

enum { ROWS = 60000 }; /* several chunks */

static uint32_t *some_numbers (void) {
  uint32_t *data = malloc (ROWS * 3 * sizeof *data), x = 1;
  for (size_t i = 0; i < ROWS * 3; i++)
    data[i] = x = x * 1664525 + 1013904223;
  return data;
}

/** piece: rows at a time. */
static bool write_file (const char *path, size_t piece, char dirt, struct failure *failure) {
  struct file_out *file = file_create (path, &identity, failure);
  if (file == NULL)
    return false;
  uint32_t *data = some_numbers ();
  file_group (file, "/part", "A part");
  file_put_integer (file, "/part", "answer", -42);
  file_put_real (file, "/part", "half", 0.5);
  file_begin (file, &numbers, ROWS);
  for (size_t i = 0; i < ROWS; i += piece)
    file_append (file, data + 3 * i, i + piece < ROWS ? piece : ROWS - i);
  file_end (file);
  char text[2][8];
  memset (text, dirt, sizeof text);
  strcpy (text[0], "one");
  strcpy (text[1], "two");
  file_write (file, &words, text, 2);
  file_write (file, &nothing, NULL, 0);
  free (data);
  return file_commit (file);
}

static void write_well (const char *path, size_t piece, char dirt) {
  struct failure failure = { 0 };
  if (!write_file (path, piece, dirt, &failure))
    fail_msg ("%s", failure.text);
}

static void test_round_trip (void **state) {
  (void) state;
  write_well (in_folder ("a"), ROWS, 'x');
  struct failure failure = { 0 };
  struct file_in *file = file_open (in_folder ("a"), "test", 3, &failure);
  assert_non_null (file);
  assert_string_equal (file_identify (file)->board, "2x2");
  assert_string_equal (file_identify (file)->options, "--all");
  assert_int_equal (strlen (file_identify (file)->checksum), 16);

  int64_t answer;
  double half;
  assert_true (file_get_integer (file, "/part", "answer", -50, 50, &answer));
  assert_int_equal (answer, -42);
  assert_true (file_get_real (file, "/part", "half", &half));
  assert_true (half == 0.5);

  size_t rows, count = SIZE_MAX, two = 2, none = SIZE_MAX;
  int width;
  assert_true (file_shape (file, "/part/numbers", &rows, &width));
  assert_int_equal (rows, ROWS);
  assert_int_equal (width, 3);
  uint32_t *expected = some_numbers (), *data = file_read (file, &numbers, &count);
  assert_int_equal (count, ROWS);
  assert_memory_equal (data, expected, ROWS * 12);
  char *text = file_read (file, &words, &two);
  assert_string_equal (text + 8, "two");
  free (file_read (file, &nothing, &none));
  assert_int_equal (none, 0);
  assert_true (file_adds_up (file));

  memset (data, 0, ROWS * 12);
  assert_true (file_read_rows (file, &numbers, 40000, 100, data));
  assert_memory_equal (data, expected + 120000, 1200);
  assert_true (file_has (file, "/part/words"));
  assert_false (file_has (file, "/part/else"));
  file_close (file);
  assert_int_equal (failure.code, 0);
  free (data);
  free (expected);
  free (text);
  empty_folder ();
}

/** A file may get another content while it is open. The reader that opened it first reads what there was. */
static void test_replaced_while_open (void **state) {
  (void) state;
  static const struct dataset row = { "/part/row", ELEMENT_U32, 1, "A row", "1", "unsigned numbers" };
  struct failure failure = { 0 };
  struct file_in *opened[2];
  for (uint32_t i = 0; i < 2; i++) {
    struct file_out *file = file_create (in_folder ("a"), &identity, &failure);
    file_group (file, "/part", "A part");
    file_write (file, &row, &i, 1);
    assert_true (file_commit (file));
    opened[i] = file_open (in_folder ("a"), "test", 3, &failure);
    assert_non_null (opened[i]);
  }
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t found = 2;
    assert_true (file_read_rows (opened[i], &row, 0, 1, &found));
    assert_int_equal (found, i);
    file_close (opened[i]);
  }
  empty_folder ();
}

static void test_bytes_depend_on_content_alone (void **state) {
  (void) state;
  const size_t pieces[] = { ROWS, 1, 777, 30000 };
  write_well (in_folder ("0"), 5000, 'a');
  struct bytes first = load (in_folder ("0"));
  for (size_t i = 0; i < 4; i++) {
    write_well (in_folder ("1"), pieces[i], (char) ('b' + i));
    struct bytes other = load (in_folder ("1"));
    assert_int_equal (first.size, other.size);
    assert_memory_equal (first.data, other.data, first.size);
    free (other.data);
  }
  free (first.data);
  empty_folder ();
}

/** As long as the names of all slices of fourteen pieces, and as HDF5 allows; and what is too long for the
 *  reader's buffer. */
static void test_long_texts (void **state) {
  enum { LONGEST = 60000 };
  (void) state;
  for (size_t length = 4000; length < LONGEST; length += 8000) {
    struct failure failure = { 0 };
    char *text = calloc (LONGEST, 1), *again = calloc (LONGEST, 1);
    memset (text, 'n', length);
    struct file_out *out = file_create (in_folder ("a"), &identity, &failure);
    file_put_text (out, "/", "names", text);
    assert_true (file_commit (out));
    struct file_in *file = file_open (in_folder ("a"), "test", 3, &failure);
    assert_true (file_get_text (file, "/", "names", again, length + 1));
    assert_string_equal (again, text);
    assert_true (file_adds_up (file));
    assert_false (file_get_text (file, "/", "names", again, length));
    assert_int_equal (failure.code, EXIT_BAD_DATA);
    file_close (file);
    free (text);
    free (again);
  }
  empty_folder ();
}

/** The sum of long rows is what one hash of index and row is. */
static void test_checksum_of_long_rows (void **state) {
  (void) state;
  uint8_t entry[8 + 6000];
  for (size_t i = 0; i < sizeof entry; i++)
    entry[i] = (uint8_t) (i * i >> 3);
  memset (entry, 0, 8);
  for (size_t size = 2; size <= 6000; size += 7)
    assert_true (checksum_rows ("/a", 0, entry + 8, 1, size)
                 == XXH3_64bits_withSeed (entry, 8 + size, XXH3_64bits ("/a", 2)));
}

static void test_checksum_is_a_sum (void **state) {
  (void) state;
  uint32_t *data = some_numbers ();
  uint64_t whole = checksum_rows ("/a", 0, data, ROWS, 12);
  uint64_t parts
      = checksum_rows ("/a", 1000, data + 3000, ROWS - 1000, 12) + checksum_rows ("/a", 0, data, 1000, 12);
  assert_true (whole == parts);
  assert_true (whole != checksum_rows ("/b", 0, data, ROWS, 12));
  uint32_t swapped[6];
  memcpy (swapped, data + 3, 12);
  memcpy (swapped + 3, data, 12);
  assert_true (checksum_rows ("/a", 0, data, 2, 12) != checksum_rows ("/a", 0, swapped, 2, 12));
  free (data);
}

static struct failure open_fails (const char *path, const char *kind, int format) {
  struct failure failure = { 0 };
  assert_null (file_open (path, kind, format, &failure));
  assert_null (strchr (failure.text, '\n'));
  assert_true (failure.text[0] != '\0');
  return failure;
}

static void test_refusals (void **state) {
  (void) state;
  write_well (in_folder ("a"), ROWS, 'x');
  assert_int_equal (open_fails (in_folder ("a"), "book", 3).code, EXIT_BAD_DATA);
  assert_int_equal (open_fails (in_folder ("a"), "test", 2).code, EXIT_BAD_DATA);
  assert_int_equal (open_fails (in_folder ("absent"), "test", 3).code, EXIT_NO_INPUT);
  assert_int_equal (open_fails (folder, "test", 3).code, EXIT_BAD_DATA);
  assert_int_equal (mkfifo (in_folder ("pipe"), 0600), 0);
  assert_int_equal (open_fails (in_folder ("pipe"), "test", 3).code, EXIT_BAD_DATA); /* and does not wait */
  save (in_folder ("text"), (const uint8_t *) "no", 2);
  assert_int_equal (open_fails (in_folder ("text"), "test", 3).code, EXIT_BAD_DATA);
  save (in_folder ("empty"), (const uint8_t *) "", 0);
  assert_int_equal (open_fails (in_folder ("empty"), "test", 3).code, EXIT_BAD_DATA);
  empty_folder ();
}

/** Reads that do not agree with the file are refused; the first refusal stays. */
static void test_reads_that_do_not_agree (void **state) {
  (void) state;
  write_well (in_folder ("a"), ROWS, 'x');
  struct dataset wrong[] = { numbers, numbers, numbers, words, numbers };
  wrong[0].element = ELEMENT_I32;
  wrong[1].width = 2;
  wrong[2].width = 0;
  wrong[3].width = 9;
  wrong[4].path = "/part";
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    struct failure failure = { 0 };
    struct file_in *file = file_open (in_folder ("a"), NULL, 0, &failure);
    size_t rows = SIZE_MAX;
    assert_null (file_read (file, &wrong[i], &rows));
    assert_int_equal (failure.code, EXIT_BAD_DATA);
    assert_null (file_read (file, &words, &rows));
    assert_false (file_adds_up (file));
    file_close (file);
  }
  for (int i = 0; i < 4; i++) {
    struct failure failure = { 0 };
    struct file_in *file = file_open (in_folder ("a"), NULL, 0, &failure);
    char text[4];
    int64_t number;
    size_t rows = 7;
    if (i == 0)
      assert_false (file_get_text (file, "/", "description", text, sizeof text));
    else if (i == 1)
      assert_false (file_get_integer (file, "/part", "answer", 0, 50, &number));
    else if (i == 2)
      assert_false (file_get_text (file, "/part", "answer", text, sizeof text));
    else
      assert_null (file_read (file, &numbers, &rows));
    assert_int_equal (failure.code, EXIT_BAD_DATA);
    file_close (file);
  }
  empty_folder ();
}

static void test_what_is_not_read_is_missed (void **state) {
  (void) state;
  write_well (in_folder ("a"), ROWS, 'x');
  struct failure failure = { 0 };
  struct file_in *file = file_open (in_folder ("a"), NULL, 0, &failure);
  size_t rows = SIZE_MAX;
  free (file_read (file, &words, &rows));
  assert_false (file_adds_up (file));
  assert_int_equal (failure.code, EXIT_BAD_DATA);
  file_close (file);
  empty_folder ();
}

/** In a process of its own, which ends as programs end: HDF5 must not crash there. Files may have `limit`
 *  bytes; a stranger may not write in our folder. */
static int write_in_child (size_t limit, bool stranger) {
  fflush (NULL);
  pid_t child = fork ();
  if (child == 0) {
    struct rlimit most = { limit, limit };
    struct failure failure = { 0 };
    if (limit != SIZE_MAX)
      setrlimit (RLIMIT_FSIZE, &most);
    if (stranger && (chmod (folder, 0555) != 0 || (geteuid () == 0 && setuid (65534) != 0)))
      exit (99);
    write_file (in_folder ("full"), 1000, 'x', &failure);
    exit (failure.code);
  }
  int status;
  waitpid (child, &status, 0);
  chmod (folder, 0700);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

static void test_cannot_create (void **state) {
  (void) state;
  char path[400];
  const char *names[] = { "no/such/folder/a", "", "." };
  for (size_t i = 0; i < 3; i++) {
    snprintf (path, sizeof path, "%s/%s", folder, names[i]);
    struct failure failure = { 0 }, early = { 0 };
    assert_false (write_file (path, ROWS, 'x', &failure));
    assert_int_equal (failure.code, EXIT_CANNOT_CREATE);
    assert_false (new_file_possible (path, &early));
    assert_string_equal (early.text, failure.text);
  }
  assert_int_equal (write_in_child (SIZE_MAX, true), EXIT_CANNOT_CREATE);
  struct failure failure = { 0 };
  assert_true (new_file_possible (in_folder ("a"), &failure));
  assert_int_equal (empty_folder (), 0);
}

/** The name in the making cannot be known: what lies under the one that it used to have is neither written
 *  through nor removed. */
static void test_planted_names (void **state) {
  (void) state;
  save (in_folder ("victim"), (const uint8_t *) "old", 3);
  assert_int_equal (symlink ("victim", in_folder ("a.part")), 0);
  struct failure failure = { 0 };
  assert_true (new_file_possible (in_folder ("a"), &failure));
  write_well (in_folder ("a"), ROWS, 'x');
  struct bytes old = load (in_folder ("victim"));
  assert_int_equal (old.size, 3);
  free (old.data);
  assert_int_equal (empty_folder (), 3);
}

static void test_abandoned (void **state) {
  (void) state;
  struct failure failure = { 0 };
  struct file_out *file = file_create (in_folder ("a"), &identity, &failure);
  file_group (file, "/part", "A part");
  file_begin (file, &numbers, ROWS);
  file_append (file, &(uint32_t[]){ 1, 2, 3 }, 1);
  file_abandon (file);
  file_abandon (NULL);
  assert_int_equal (failure.code, 0);
  assert_int_equal (empty_folder (), 0);
}

/** Our own mistakes (a group that is not there) stick, too, and leave nothing. */
static void test_hdf5_says_no (void **state) {
  (void) state;
  struct failure failure = { 0 };
  struct file_out *file = file_create (in_folder ("a"), &identity, &failure);
  file_write (file, &words, "12345678", 1); /* no group /part */
  assert_int_equal (failure.code, EXIT_IO);
  file_group (file, "/part", "A part");
  assert_false (file_commit (file));
  assert_int_equal (empty_folder (), 0);
}

static void test_full_disk (void **state) {
  (void) state;
  write_well (in_folder ("full"), 1000, 'x');
  struct stat status;
  assert_int_equal (stat (in_folder ("full"), &status), 0);
  empty_folder ();
  size_t size = (size_t) status.st_size;
  const size_t limits[]
      = { 0, 1, 100, 511, 512, 600, 1000, 2048, 5000, size / 4, size / 2, size - 5000, size - 1 };
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    assert_int_equal (write_in_child (limits[i], false), EXIT_IO);
    assert_int_equal (empty_folder (), 0);
  }
  assert_int_equal (write_in_child (size, false), 0);
  assert_int_equal (empty_folder (), 1);
}

static void test_old_file_stays_when_the_new_one_fails (void **state) {
  (void) state;
  save (in_folder ("full"), (const uint8_t *) "old", 3);
  assert_int_equal (write_in_child (5000, false), EXIT_IO);
  struct bytes old = load (in_folder ("full"));
  assert_int_equal (old.size, 3);
  free (old.data);
  assert_int_equal (empty_folder (), 1);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_round_trip),
    cmocka_unit_test (test_replaced_while_open),
    cmocka_unit_test (test_bytes_depend_on_content_alone),
    cmocka_unit_test (test_long_texts),
    cmocka_unit_test (test_checksum_of_long_rows),
    cmocka_unit_test (test_checksum_is_a_sum),
    cmocka_unit_test (test_refusals),
    cmocka_unit_test (test_reads_that_do_not_agree),
    cmocka_unit_test (test_what_is_not_read_is_missed),
    cmocka_unit_test (test_cannot_create),
    cmocka_unit_test (test_planted_names),
    cmocka_unit_test (test_abandoned),
    cmocka_unit_test (test_hdf5_says_no),
    cmocka_unit_test (test_full_disk),
    cmocka_unit_test (test_old_file_stays_when_the_new_one_fails),
  };
  return cmocka_run_group_tests (tests, make_folder, remove_folder);
}
