/* What may not stand in an HDF5 file of ours, one thing at a time, sealed again: it is refused before it is
 * followed, in one line, with nothing of HDF5 left open; and what a host program has set in HDF5 is there
 * after each call. */
#include "damage.h"

#include "store/file.h"
#include "store/filter.h"
#include "store/seal.h"

#include <fcntl.h>
#include <hdf5.h>
#include <sys/wait.h>

enum { ROWS = 3000 };

static const struct file_identity identity
    = { .kind = "test", .format = 3, .game = "toy", .board = "2x2", .description = "What tests forge" };
static const struct dataset numbers = { .path = "/part/numbers",
                                        .element = ELEMENT_U16,
                                        .description = "Numbers",
                                        .unit = "1",
                                        .encoding = "unsigned number" };

static void write_whole (const char *path) {
  struct failure failure = { 0 };
  uint16_t data[ROWS];
  for (int i = 0; i < ROWS; i++)
    data[i] = (uint16_t) (i * i);
  struct file_out *file = file_create (path, &identity, &failure);
  file_group (file, "/part", "A part");
  file_write (file, &numbers, data, ROWS);
  assert_true (file_commit (file));
}

/* ---- what is done to it ---- */

static void external_link (hid_t file) {
  H5Lcreate_external ("elsewhere.h5", "/part", file, "/link", H5P_DEFAULT, H5P_DEFAULT);
}

static void soft_link (hid_t file) {
  H5Lcreate_soft ("/part/numbers", file, "/part/other", H5P_DEFAULT, H5P_DEFAULT);
}

static void own_link (hid_t file) {
  H5Lcreate_ud (file, "/part/other", H5L_TYPE_EXTERNAL, "\0a\0b", 5, H5P_DEFAULT, H5P_DEFAULT);
}

static void circle (hid_t file) { H5Lcreate_hard (file, "/", file, "/part/root", H5P_DEFAULT, H5P_DEFAULT); }

static void named_type (hid_t file) {
  H5Tcommit2 (file, "/type", H5Tcopy (H5T_STD_I32LE), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
}

/* Another dataset in the place of the numbers. */
static void replace (hid_t file, hid_t properties) {
  const uint16_t data[ROWS] = { 0 };
  const hid_t space = H5Screate_simple (1, &(hsize_t){ ROWS }, NULL);
  H5Ldelete (file, numbers.path, H5P_DEFAULT);
  const hid_t made
      = H5Dcreate2 (file, numbers.path, H5T_STD_U16LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  assert_true (made >= 0);
  if (H5Pget_layout (properties) == H5D_CHUNKED)
    H5Dwrite (made, H5T_STD_U16LE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
  H5Dclose (made);
  H5Sclose (space);
  H5Pclose (properties);
}

static void external_data (hid_t file) {
  const hid_t properties = H5Pcreate (H5P_DATASET_CREATE);
  H5Pset_external (properties, "outside", 0, H5F_UNLIMITED);
  replace (file, properties);
}

static void virtual_data (hid_t file) {
  const hid_t properties = H5Pcreate (H5P_DATASET_CREATE),
              space = H5Screate_simple (1, &(hsize_t){ ROWS }, NULL);
  H5Pset_virtual (properties, space, "elsewhere.h5", "/part/numbers", space);
  H5Sclose (space);
  replace (file, properties);
}

/* As many as ours, and a name that says nothing: the second one is another. */
static void other_filters (hid_t file) {
  const hid_t properties = H5Pcreate (H5P_DATASET_CREATE);
  H5Pset_chunk (properties, 1, &(hsize_t){ ROWS });
  H5Pset_shuffle (properties);
  H5Pset_filter (properties, 32015, H5Z_FLAG_OPTIONAL, 0, NULL);
  H5Pset_fletcher32 (properties);
  replace (file, properties);
}

static void put_chunk (hid_t file, const uint8_t *bytes, size_t size, uint32_t left_out) {
  const hid_t dataset = H5Dopen2 (file, numbers.path, H5P_DEFAULT);
  assert_true (H5Dwrite_chunk (dataset, H5P_DEFAULT, left_out, &(hsize_t){ 0 }, size, bytes) >= 0);
  H5Dclose (dataset);
}

/* HDF5 1.10 takes four bytes from it for the sum, and crashes. */
static void short_chunk (hid_t file) { put_chunk (file, (const uint8_t[]){ 1, 2 }, 2, 0); }

/* All sums are right, but it is half as long: HDF5 1.10 reads what lies behind. */
static void half_a_chunk (hid_t file) {
  const uint8_t zeros[ROWS] = { 0 };
  size_t size;
  uint8_t *bytes = filter_bytes (zeros, sizeof zeros, &size);
  put_chunk (file, bytes, size, 0);
  free (bytes);
}

static void chunk_without_filters (hid_t file) {
  const uint8_t zeros[2 * ROWS] = { 0 };
  put_chunk (file, zeros, sizeof zeros, 7);
}

static void long_attribute (hid_t file) {
  char text[5000] = "";
  memset (text, 'x', sizeof text - 1);
  const hid_t type = H5Tcopy (H5T_C_S1), space = H5Screate (H5S_SCALAR);
  H5Tset_size (type, sizeof text);
  H5Tset_cset (type, H5T_CSET_UTF8);
  H5Adelete (file, "options");
  const hid_t attribute = H5Acreate2 (file, "options", type, space, H5P_DEFAULT, H5P_DEFAULT);
  assert_true (H5Awrite (attribute, type, text) >= 0);
  H5Aclose (attribute);
  H5Sclose (space);
  H5Tclose (type);
}

static void nothing (hid_t file) { (void) file; }

static void forge_seal (const char *path) {
  const int descriptor = open (path, O_RDWR);
  assert_int_equal (seal_write (descriptor), 0);
  close (descriptor);
}

static void forge (const char *path, void (*change) (hid_t)) {
  const hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  H5Pset_fclose_degree (access, H5F_CLOSE_STRONG);
  H5Pset_libver_bounds (access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  const hid_t file = H5Fopen (path, H5F_ACC_RDWR, access);
  assert_true (file >= 0);
  change (file);
  H5Fclose (file);
  H5Pclose (access);
  forge_seal (path);
}

/* ---- the tests ---- */

static int objects_open (void) { return (int) H5Fget_obj_count ((hid_t) H5F_OBJ_ALL, H5F_OBJ_ALL); }

/* Open and read all of it, all rows and then some: refused in one line? */
static bool is_refused (const char *path) {
  struct failure failure = { 0 };
  uint16_t some[7];
  size_t rows = ROWS;
  struct file_in *file = file_open (path, "test", 3, &failure);
  if (file != NULL) {
    free (file_read (file, &numbers, &rows));
    file_read_rows (file, &numbers, 11, 7, some);
    file_close (file);
  }
  assert_true (failure.code == 0 || failure.code == EXIT_BAD_DATA);
  assert_null (strchr (failure.text, '\n'));
  return failure.code != 0;
}

static void test_refused (void **state) {
  static void (*const changes[]) (hid_t)
      = { external_link,         soft_link,     own_link,      circle,      named_type,
          external_data,         virtual_data,  other_filters, short_chunk, half_a_chunk,
          chunk_without_filters, long_attribute };
  const char *path = in_folder ("a");
  (void) state;
  write_whole (path);
  forge (path, nothing);
  const int before = objects_open ();
  assert_false (is_refused (path));
  assert_int_equal (objects_open (), before);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    write_whole (path);
    forge (path, changes[i]);
    const int open = objects_open ();
    if (!is_refused (path))
      fail_msg ("change %zu is not refused", i);
    assert_int_equal (objects_open (), open);
  }
  empty_folder ();
}

/** What begins in another way than our files do is refused before HDF5 sees it, though it be sealed. */
static void test_other_superblock (void **state) {
  static const size_t places[] = { 512 + 8, 512 + 9, 512 + 11, 512 + 13, 512 + 20 };
  (void) state;
  write_whole (in_folder ("a"));
  struct bytes whole = load (in_folder ("a"));
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    whole.data[places[i]] ^= 1;
    save (in_folder ("b"), whole.data, whole.size);
    whole.data[places[i]] ^= 1;
    forge_seal (in_folder ("b"));
    uint64_t bytes;
    struct failure failure = { 0 };
    assert_false (seal_check (in_folder ("b"), &bytes, 0, NULL, &failure));
    assert_int_equal (failure.code, EXIT_BAD_DATA);
  }
  free (whole.data);
  empty_folder ();
}

/** HDF5 1.10 complains of itself as the process ends when it has met a header that it cannot read. */
static void test_end_of_process (void **state) {
  (void) state;
  write_whole (in_folder ("a"));
  struct bytes whole = load (in_folder ("a"));
  whole.data[512 + 48 + 16] ^= 1; /* in the header of the root group */
  save (in_folder ("a"), whole.data, whole.size);
  free (whole.data);
  forge_seal (in_folder ("a"));
  fflush (NULL);
  const pid_t child = fork ();
  if (child == 0) {
    H5Eset_auto2 (H5E_DEFAULT, (H5E_auto2_t) H5Eprint2, stderr); /* as it is at first */
    dup2 (open (in_folder ("said"), O_RDWR | O_CREAT, 0600), 2);
    exit (is_refused (in_folder ("a")) ? 0 : 99);
  }
  int status;
  waitpid (child, &status, 0);
  assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  struct bytes complaint = load (in_folder ("said"));
  assert_int_equal (complaint.size, 0);
  free (complaint.data);
  empty_folder ();
}

static int said;

static herr_t count_errors (hid_t stack, void *data) {
  (void) stack, (void) data;
  said++;
  return 0;
}

/** Whatever is opened and closed, in whatever order: the host hears of its own errors and of no others, and
 *  may load what it wants. */
static void test_guest (void **state) {
  H5E_auto2_t function;
  void *data;
  unsigned plugins;
  struct failure failure = { 0 };
  (void) state;
  write_whole (in_folder ("a"));
  H5Eset_auto2 (H5E_DEFAULT, count_errors, &failure);
  H5PLset_loading_state (H5PL_FILTER_PLUGIN);
  said = 0;
  struct file_in *one = file_open (in_folder ("a"), "test", 3, &failure),
                 *two = file_open (in_folder ("a"), "test", 3, &failure);
  assert_false (file_has (one, "/absent"));
  file_close (one);
  assert_false (file_has (two, "/part/absent"));
  assert_int_equal (said, 0);
  H5Fopen (in_folder ("absent"), H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_int_equal (said, 1);
  file_close (two);
  H5Eget_auto2 (H5E_DEFAULT, &function, &data);
  H5PLget_loading_state (&plugins);
  assert_true (function == count_errors && data == &failure && plugins == H5PL_FILTER_PLUGIN);
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
  empty_folder ();
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_refused),
    cmocka_unit_test (test_other_superblock),
    cmocka_unit_test (test_end_of_process),
    cmocka_unit_test (test_guest),
  };
  return cmocka_run_group_tests (tests, make_folder, remove_folder);
}
