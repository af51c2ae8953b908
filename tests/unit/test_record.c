/* Statistics files (record.h): what is written is read, other counters are borne, damage is refused. */
#include "damage.h"

#include "base/version.h"
#include "store/file.h"
#include "store/record.h"
#include "store/record_layout.h"

enum { RANKS = 3, ROWS = 2 };

static const struct record_row rows[ROWS] = {
  { "connect4:7x6", "win", "win", "ok", "null-window", "Allis 1988", 12345678901, 9, 1.5 },
  { "mnk:3,3,3", "", "draw", "new", "auto", "", 7, 0, 0.25 },
};

static struct statistics statistics[RANKS];
static const double busy[RANKS] = { 1, 0.5, 1e-9 };

static struct record
some_record (void)
{
  for (int rank = 0; rank < RANKS; rank++) {
    for (int i = 0; i < COUNTERS; i++)
      statistics[rank].count[i] = (uint64_t) (1000 * rank + i);
    for (int i = 0; i < STATISTICS_PLIES; i++)
      statistics[rank].nodes_at_ply[i] = UINT64_MAX - (uint64_t) (i * rank);
  }
  return (struct record){
    .task = "verify",
    .name = "quickstart",
    .title = "connect4:7x6",
    .game = "connect4",
    .board = "7x6",
    .rules = "standard",
    .command = "zermelo verify --only 'für alle'",
    .seconds = 2.75,
    .part = 3,
    .parts = 20,
    .complete = true,
    .ranks = RANKS,
    .threads = 2,
    .table_bytes = 1ull << 40,
    .replacement = "two-tier",
    .rows = rows,
    .row_count = ROWS,
    .statistics = statistics,
    .busy_seconds = busy,
  };
}

static void
write_well (const char *path, const struct record *record)
{
  struct failure failure = { 0 };
  if (!record_write (path, record, &failure))
    fail_msg ("%s", failure.text);
}

static void
test_round_trip (void **state)
{
  (void) state;
  struct record written = some_record (), found;
  struct failure failure = { 0 };
  write_well (in_folder ("record"), &written);
  assert_true (record_read (in_folder ("record"), &found, &failure));
  assert_string_equal (found.task, "verify");
  assert_string_equal (found.name, "quickstart");
  assert_string_equal (found.title, "connect4:7x6");
  assert_string_equal (found.game, "connect4");
  assert_string_equal (found.board, "7x6");
  assert_string_equal (found.rules, "standard");
  assert_string_equal (found.command, written.command);
  assert_string_equal (found.replacement, "two-tier");
  assert_true (found.seconds == 2.75 && found.table_bytes == 1ull << 40);
  assert_int_equal (found.part, 3);
  assert_int_equal (found.parts, 20);
  assert_true (found.complete);
  assert_int_equal (found.ranks, RANKS);
  assert_int_equal (found.threads, 2);
  assert_int_equal (found.row_count, ROWS);
  assert_memory_equal (found.rows, rows, sizeof rows);
  assert_memory_equal (found.statistics, statistics, sizeof statistics);
  assert_memory_equal (found.busy_seconds, busy, sizeof busy);
  assert_string_equal (found.origin.version, zermelo_version);
  assert_string_equal (found.origin.revision, zermelo_revision);
  assert_true (found.origin.compiler[0] != '\0' && found.origin.libraries[0] != '\0'
               && found.origin.host[0] != '\0');
  assert_int_equal (strlen (found.origin.finished), 20);
  record_free (&found);
  assert_int_equal (empty_folder (), 1);
}

static void
test_empty (void **state)
{
  (void) state;
  struct record written = { .task = "bench", .part = 1, .parts = 1 }, found;
  struct failure failure = { 0 };
  write_well (in_folder ("record"), &written);
  assert_true (record_read (in_folder ("record"), &found, &failure));
  assert_int_equal (found.row_count, 0);
  assert_int_equal (found.ranks, 0);
  record_free (&found);
  empty_folder ();
}

/** A file of another version: counters in another order, one that we do not know, most of ours missing. */
static void
test_other_counters (void **state)
{
  (void) state;
  struct failure failure = { 0 };
  struct file_identity identity
      = { .kind = RECORD_KIND, .format = RECORD_FORMAT, .description = "Of another version" };
  struct file_out *file = file_create (in_folder ("record"), &identity, &failure);
  for (size_t i = 0; i < record_text_count; i++)
    file_put_text (file, "/", record_texts[i].name, "");
  file_put_real (file, "/", "seconds", 0);
  file_put_integer (file, "/", "part", 1);
  file_put_integer (file, "/", "parts", 1);
  file_put_integer (file, "/", "complete", 1);
  file_put_integer (file, "/", "ranks", 1);
  file_put_integer (file, "/", "threads", 1);
  file_put_integer (file, "/", "table_bytes", 0);
  file_group (file, "/results", "None");
  for (size_t i = 0; i < record_field_count; i++)
    file_write (file, &record_fields[i].dataset, NULL, 0);
  file_group (file, "/counters", "Two");
  for (int i = 0; i < COUNTER_TEXTS; i++) {
    char texts[256] = "bogus";
    strcpy (texts + record_counter_texts[i].width, "looks");
    file_write (file, &record_counter_texts[i], texts, 2);
  }
  struct dataset dataset = record_counters (2);
  uint64_t counters[2] = { 5, 6 }, nodes[STATISTICS_PLIES] = { 1 };
  file_group (file, "/ranks", "One");
  file_write (file, &dataset, counters, 1);
  file_write (file, &record_busy_seconds, busy, 1);
  file_write (file, &record_nodes_at_ply, nodes, 1);
  assert_true (file_commit (file));

  struct record found;
  assert_true (record_read (in_folder ("record"), &found, &failure));
  assert_int_equal (found.statistics->count[COUNT_looks], 6);
  assert_int_equal (found.statistics->count[COUNT_nodes], 0);
  record_free (&found);
  empty_folder ();
}

static bool
refused (const char *path)
{
  struct record record;
  struct failure failure = { 0 };
  if (record_read (path, &record, &failure)) {
    record_free (&record);
    return false;
  }
  return failure.code == EXIT_BAD_DATA && strchr (failure.text, '\n') == NULL && record.rows == NULL;
}

static void
test_damaged (void **state)
{
  (void) state;
  struct record written = some_record ();
  write_well (in_folder ("record"), &written);
  damage_and_ask (in_folder ("record"), refused);
  empty_folder ();
}

static void
test_failures (void **state)
{
  (void) state;
  struct record written = some_record (), found;
  struct failure absent = { 0 }, nowhere = { 0 };
  assert_false (record_read (in_folder ("absent"), &found, &absent));
  assert_int_equal (absent.code, EXIT_NO_INPUT);
  assert_false (record_write (in_folder ("no/folder"), &written, &nowhere));
  assert_int_equal (nowhere.code, EXIT_CANNOT_CREATE);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_round_trip),     cmocka_unit_test (test_empty),
    cmocka_unit_test (test_other_counters), cmocka_unit_test (test_damaged),
    cmocka_unit_test (test_failures),
  };
  return cmocka_run_group_tests (tests, make_folder, remove_folder);
}
