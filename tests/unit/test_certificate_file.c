/* Rows of a certificate that are read some at a time are those that are read at once; and a file whose rows
 * do not fit their numbers is refused where that is seen. The rows are of kinds that
 * may have any few numbers; what they say is of no interest here. */
#include "certificate/certificate.h"
#include "checker/certificate_file.h"

#include "support/support.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 150000, NUMBERS_MOST = 5, KEY_BYTES = 7 };

#define FILE_PATH TEST_OUTPUT_DIR "/certificate_file.h5"

static void write_file (void) {
  struct game game;
  struct failure failure = { 0 };
  struct certificate certificate;
  uint64_t random = 20261125;
  game_open_or_fail (&game, "mnk:5,5,4");
  assert_int_equal (game.key_bytes, KEY_BYTES);
  certificate_begin (&certificate, KEY_BYTES);
  certificate_claim (&certificate, (const uint8_t[KEY_BYTES]){ 0 }, 0);
  certificate.strategy[0].present = true;
  for (uint32_t row = 0; row < ROWS; row++) {
    uint16_t number[NUMBERS_MOST];
    uint8_t key[KEY_BYTES] = { 0 };
    memcpy (key, &row, sizeof row);
    for (int i = 0; i < NUMBERS_MOST; i++)
      number[i] = (uint16_t) random_below (&random, 1 << 16);
    strategy_add (&certificate.strategy[0], key, row % 2 == 0 ? ROW_PLAN : ROW_THREATS, number,
                  (size_t) random_below (&random, NUMBERS_MOST + 1));
  }
  assert_true (certificate_write (&certificate, &game, FILE_PATH, &failure));
  certificate_free (&certificate);
  engine_close (&game);
}

static const char *read_at_once (struct certificate_file *file) {
  const char *const reason = certificate_file_open (file, FILE_PATH);
  return reason != NULL ? reason : certificate_rows_read (file, 0, 0, SIZE_MAX);
}

static void test_some_at_a_time (void **state) {
  static const size_t blocks[] = { ROWS + 1, ROWS, ROWS - 1, 65536, 4096, 777 };
  struct certificate_file whole, file;
  (void) state;
  write_file ();
  assert_null (read_at_once (&whole));
  const struct strategy_rows *all = &whole.strategy[0], *rows = &file.strategy[0];
  assert_int_equal (all->count, ROWS);
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
    assert_null (certificate_file_open (&file, FILE_PATH));
    assert_int_equal (rows->count, ROWS);
    assert_memory_equal (rows->key, all->key, (size_t) ROWS * KEY_BYTES);
    for (size_t first = 0; first < ROWS; first += blocks[i]) {
      const size_t count = ROWS - first < blocks[i] ? ROWS - first : blocks[i], begin = all->begin[first];
      assert_null (certificate_rows_read (&file, 0, first, blocks[i]));
      assert_int_equal (rows->first, first);
      assert_memory_equal (rows->kind, all->kind + first, count);
      assert_memory_equal (rows->size, all->size + first, count * sizeof *rows->size);
      assert_memory_equal (rows->number, all->number + begin, rows->numbers * sizeof *rows->number);
      for (size_t row = 0; row < count; row++)
        assert_int_equal (rows->begin[row], all->begin[first + row] - begin);
    }
    assert_int_equal (rows->numbers_before + rows->numbers, all->numbers);
    certificate_file_close (&file);
  }
  certificate_file_close (&whole);
  unlink (FILE_PATH);
}

static void change_size (hsize_t row, int by) {
  const hid_t file = H5Fopen (FILE_PATH, H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2 (file, "/first/size", H5P_DEFAULT), space = H5Dget_space (dataset);
  const hsize_t one = 1;
  const hid_t memory = H5Screate_simple (1, &one, NULL);
  uint32_t size = 0;
  H5Sselect_hyperslab (space, H5S_SELECT_SET, &row, NULL, &one, NULL);
  assert_true (H5Dread (dataset, H5T_NATIVE_UINT32, memory, space, H5P_DEFAULT, &size) >= 0);
  size = (uint32_t) ((int) size + by);
  assert_true (H5Dwrite (dataset, H5T_NATIVE_UINT32, memory, space, H5P_DEFAULT, &size) >= 0);
  H5Sclose (memory);
  H5Sclose (space);
  H5Dclose (dataset);
  H5Fclose (file);
}

/* Which blocks can be read, of 4096 rows? */
static size_t blocks_read (const char **reason) {
  static struct certificate_file file;
  size_t blocks = 0;
  assert_null (certificate_file_open (&file, FILE_PATH));
  while (blocks * 4096 < ROWS && certificate_rows_read (&file, 0, blocks * 4096, 4096) == NULL)
    blocks++;
  *reason = file.reader.reason;
  certificate_file_close (&file);
  return blocks;
}

static void test_sizes (void **state) {
  const size_t last = (ROWS - 1) / 4096;
  struct certificate_file file;
  const char *reason;
  (void) state;
  write_file ();
  assert_int_equal (blocks_read (&reason), last + 1);
  assert_null (reason);
  change_size (5000, 1);
  assert_int_equal (blocks_read (&reason), last);
  assert_non_null (strstr (reason, "more or fewer numbers"));
  assert_string_equal (read_at_once (&file), reason);
  certificate_file_close (&file);
  change_size (5000, 10000000);
  assert_int_equal (blocks_read (&reason), 1);
  assert_non_null (strstr (reason, "more or fewer numbers"));
  change_size (5000, -10000001);
  assert_int_equal (blocks_read (&reason), last + 1);
  unlink (FILE_PATH);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_some_at_a_time),
    cmocka_unit_test (test_sizes),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
