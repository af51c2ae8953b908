/* Quantities on a command line, and what a process may use of the machine: right ones give the number,
 * wrong ones one line that says what would be right. */
#include "base/machine.h"
#include "base/quantity.h"
#include "base/quantity_print.h"

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void test_times (void **state) {
  (void) state;
  static const struct {
    const char *text;
    double seconds;
  } good[] = { { "0", 0 },     { "90", 90 },    { "90s", 90 },     { "1.5m", 90 },
               { "2h", 7200 }, { "1d", 86400 }, { "0.25s", 0.25 }, { "007", 7 } };
  static const char *const bad[] = { "",
                                     "s",
                                     "-1",
                                     "+1",
                                     "1x",
                                     "1ss",
                                     "1 s",
                                     " 1",
                                     "1.",
                                     ".5",
                                     "1e3",
                                     "inf",
                                     "nan",
                                     "0x1",
                                     "2H",
                                     "1.5.2",
                                     "9999999999999d",
                                     "m5" };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    struct failure failure = { 0 };
    double seconds = -1;
    assert_true (quantity_time (good[i].text, &seconds, &failure));
    assert_true (seconds == good[i].seconds);
    assert_int_equal (failure.code, 0);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct failure failure = { 0 };
    double seconds = -1;
    assert_false (quantity_time (bad[i], &seconds, &failure));
    assert_int_equal (failure.code, EXIT_USAGE);
    assert_true (seconds == -1);
    assert_null (strchr (failure.text, '\n'));
  }
}

static void test_slurm_times (void **state) {
  (void) state;
  static const struct {
    const char *text;
    double seconds;
  } good[] = { { "0", 0 },
               { "90", 5400 },
               { "90:30", 5430 },
               { "2:00:00", 7200 },
               { "00:00:01", 1 },
               { "1-12", 129600 },
               { "1-12:30", 131400 },
               { "1-00:00:00", 86400 },
               { "2-1:02:03", 176523 },
               { "0-0", 0 },
               { "90s", 90 },
               { "1.5h", 5400 } };
  static const char *const bad[]
      = { "",          "-",    "1-",          "-1",         ":",           "1:",    ":1",    "1:2:3:4",
          "1-1:2:3:4", "1--2", "1-2-3",       "1.5",        "1:-2",        "1:2.5", " 1:00", "1:00 ",
          "1:00x",     "one",  "1-00:00:00d", "9999999999", "999999999-0", "1x" };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    struct failure failure = { 0 };
    double seconds = -1;
    assert_true (quantity_slurm_time (good[i].text, &seconds, &failure));
    assert_true (seconds == good[i].seconds);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct failure failure = { 0 };
    double seconds = -1;
    assert_false (quantity_slurm_time (bad[i], &seconds, &failure));
    assert_int_equal (failure.code, EXIT_USAGE);
    assert_true (seconds == -1);
  }
}

static void test_sizes (void **state) {
  (void) state;
  const uint64_t whole = UINT64_C (8) << 30;
  static const struct {
    const char *text;
    uint64_t bytes;
  } good[] = { { "0", 0 },
               { "4096", 4096 },
               { "512K", 512 << 10 },
               { "512k", 512 << 10 },
               { "1.5G", UINT64_C (3) << 29 },
               { "4G", UINT64_C (4) << 30 },
               { "2T", UINT64_C (2) << 40 },
               { "50%", UINT64_C (4) << 30 },
               { "100%", UINT64_C (8) << 30 },
               { "12.5%", UINT64_C (1) << 30 } };
  static const char *const bad[]
      = { "", "G", "-4G", "4GB", "4Gi", "4 G", "101%", "%", "1e9", "2000000T", "4P" };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    struct failure failure = { 0 };
    uint64_t bytes = 1;
    assert_true (quantity_size (good[i].text, whole, &bytes, &failure));
    assert_true (bytes == good[i].bytes);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct failure failure = { 0 };
    uint64_t bytes = 1;
    assert_false (quantity_size (bad[i], whole, &bytes, &failure));
    assert_int_equal (failure.code, EXIT_USAGE);
  }
}

static void test_counts (void **state) {
  (void) state;
  struct failure failure = { 0 };
  uint64_t count = 0;
  assert_true (quantity_count ("18446744073709551615", 0, UINT64_MAX, &count, &failure));
  assert_true (count == UINT64_MAX);
  assert_true (quantity_count ("1", 1, 1, &count, &failure));
  static const char *const bad[] = { "", "0", "11", "-1", "+1", "1.0", "1x", " 1", "18446744073709551616" };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct failure why = { 0 };
    assert_false (quantity_count (bad[i], 1, 10, &count, &why));
    assert_int_equal (why.code, EXIT_USAGE);
  }
}

static void test_parts (void **state) {
  (void) state;
  struct failure failure = { 0 };
  int part = 0, parts = 0;
  assert_true (quantity_part ("2/4", &part, &parts, &failure));
  assert_int_equal (part, 2);
  assert_int_equal (parts, 4);
  static const char *const bad[]
      = { "", "2", "2/", "/4", "0/4", "5/4", "2/4/1", "a/b", "-1/4", "1/0", "1/1000000" };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct failure why = { 0 };
    assert_false (quantity_part (bad[i], &part, &parts, &why));
    assert_int_equal (why.code, EXIT_USAGE);
  }
}

static void test_sizes_for_people (void **state) {
  (void) state;
  char text[32];
  quantity_print_size (512, text, sizeof text);
  assert_string_equal (text, "512");
  quantity_print_size (UINT64_C (3) << 29, text, sizeof text);
  assert_string_equal (text, "1.5G");
  quantity_print_size (UINT64_C (64) << 10, text, sizeof text);
  assert_string_equal (text, "64K");
}

/* ---- the machine ---- */

static void write_text (const char *folder, const char *name, const char *text) {
  char path[600];
  snprintf (path, sizeof path, "%s/%s", folder, name);
  for (char *c = path + 1; *c != 0; c++)
    if (*c == '/') {
      *c = 0;
      mkdir (path, 0777);
      *c = '/';
    }
  FILE *file = fopen (path, "w");
  assert_non_null (file);
  fputs (text, file);
  fclose (file);
}

static void test_group_limits (void **state) {
  (void) state;
  static const char folder[] = TEST_OUTPUT_DIR "/groups";
  static const char groups[] = TEST_OUTPUT_DIR "/groups/cgroup";
  /* Version 2: the least of the group and those above it. */
  write_text (folder, "cgroup", "0::/job/step\n");
  write_text (folder, "v2/job/step/memory.max", "max\n");
  write_text (folder, "v2/job/memory.max", "1048576\n");
  write_text (folder, "v2/memory.max", "2097152\n");
  assert_true (machine_group_memory (groups, TEST_OUTPUT_DIR "/groups/v2") == 1048576);
  /* Version 1: the controller called memory, alone or among others. */
  write_text (folder, "cgroup", "3:cpu,cpuacct:/x\n2:memory:/job\n0::/\n");
  write_text (folder, "v1/memory/job/memory.limit_in_bytes", "4096\n");
  write_text (folder, "v1/memory/memory.limit_in_bytes", "9223372036854771712\n");
  assert_true (machine_group_memory (groups, TEST_OUTPUT_DIR "/groups/v1") == 4096);
  /* Nothing there, nothing said. */
  assert_true (machine_group_memory (groups, TEST_OUTPUT_DIR "/groups/none") == UINT64_MAX);
  assert_true (machine_group_memory (TEST_OUTPUT_DIR "/groups/absent", folder) == UINT64_MAX);
}

static void test_environment (void **state) {
  (void) state;
  unsetenv ("OMP_NUM_THREADS");
  unsetenv ("SLURM_CPUS_PER_TASK");
  assert_true (machine_threads () >= 1);
  setenv ("SLURM_CPUS_PER_TASK", "7", 1);
  assert_int_equal (machine_threads (), 7);
  setenv ("OMP_NUM_THREADS", "3,2", 1);
  assert_int_equal (machine_threads (), 3);
  setenv ("OMP_NUM_THREADS", "many", 1);
  assert_int_equal (machine_threads (), 7);
  const uint64_t all = machine_memory ();
  assert_true (all > 0);
  setenv ("SLURM_MEM_PER_NODE", "100", 1);
  assert_true (machine_memory () == UINT64_C (100) << 20);
  setenv ("SLURM_MEM_PER_NODE", "0", 1); /* all of the node */
  assert_true (machine_memory () == all);
  setenv ("SLURM_MEM_PER_CPU", "10", 1);
  setenv ("SLURM_CPUS_ON_NODE", "4", 1);
  assert_true (machine_memory () == UINT64_C (40) << 20);
  assert_true (machine_table_memory (UINT64_C (40) << 20) == UINT64_C (35) << 20);
  assert_true (machine_table_memory (UINT64_C (1) << 30) == UINT64_C (992) << 20);
}

int main (void) {
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_times),        cmocka_unit_test (test_slurm_times),
          cmocka_unit_test (test_sizes),        cmocka_unit_test (test_counts),
          cmocka_unit_test (test_parts),        cmocka_unit_test (test_sizes_for_people),
          cmocka_unit_test (test_group_limits), cmocka_unit_test (test_environment) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
