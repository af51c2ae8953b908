/* Statistics files (statistics_file.h): what is written is read, other counters are borne, damage is refused.
 */
#include "damage.h"

#include "base/version.h"
#include "store/file.h"
#include "store/statistics_file.h"
#include "store/statistics_layout.h"

#include <math.h>

enum { RANKS = 3, ROWS = 2 };

static const struct record_row rows[ROWS] = {
  { .subject = "connect4:7x6",
    .expected = "win",
    .found = "win",
    .verdict = "ok",
    .method = "null-window",
    .source = "Allis 1988",
    .nodes = 12345678901,
    .looks = 9,
    .seconds = 1.5,
    .plies = 41,
    .moves = "4" },
  { .subject = "mnk:3,3,3",
    .found = "draw",
    .seconds = 0.25,
    .positions = 7,
    .won = 4,
    .drawn = 1,
    .lost = 2,
    .scored = 6,
    .lowest = -3,
    .highest = 5,
    .argument = "no line left",
    .example = "W:W1:BK2" },
};

static struct effort efforts[RANKS];

static struct record some_record (void) {
  static const double busy[RANKS] = { 1, 0.5, 1e-9 };
  for (int rank = 0; rank < RANKS; rank++) {
    efforts[rank].busy_seconds = busy[rank];
    for (int i = 0; i < COUNTERS; i++)
      efforts[rank].statistics.count[i] = (uint64_t) (1000 * rank + i);
    for (int i = 0; i < STATISTICS_PLIES; i++)
      efforts[rank].statistics.nodes_at_ply[i] = UINT64_MAX - (uint64_t) (i * rank);
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
    .runs = 4,
    .complete = true,
    .ranks = RANKS,
    .threads = 2,
    .table_bytes = 1ull << 40,
    .replacement = "two-tier",
    .rows = rows,
    .row_count = ROWS,
    .efforts = efforts,
  };
}

static void write_well (const char *path, const struct record *record) {
  struct failure failure = { 0 };
  if (!record_write (path, record, &failure))
    fail_msg ("%s", failure.text);
}

static void test_round_trip (void **state) {
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
  assert_int_equal (found.runs, 4);
  assert_true (found.complete);
  assert_int_equal (found.ranks, RANKS);
  assert_int_equal (found.threads, 2);
  assert_int_equal (found.row_count, ROWS);
  assert_memory_equal (found.rows, rows, sizeof rows);
  assert_memory_equal (found.efforts, efforts, sizeof efforts);
  assert_string_equal (found.origin.version, version_text);
  assert_string_equal (found.origin.revision, revision_text);
  assert_true (found.origin.compiler[0] != '\0' && found.origin.libraries[0] != '\0'
               && found.origin.host[0] != '\0');
  assert_int_equal (strlen (found.origin.finished), 20);
  record_free (&found);
  assert_int_equal (empty_folder (), 1);
}

static void test_empty (void **state) {
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

/** A file of another version, about a task with one row: counters in another order, one that we do not know,
 *  most of ours missing. */
static void write_other (int format, const char *task) {
  struct failure failure = { 0 };
  struct file_identity identity
      = { .kind = RECORD_KIND, .format = format, .description = "Of another version" };
  struct file_out *file = file_create (in_folder ("record"), &identity, &failure);
  for (size_t i = 0; i < record_text_count; i++)
    file_put_text (file, "/", record_texts[i].name, i == 0 ? task : "");
  file_put_real (file, "/", "seconds", 0);
  file_put_integer (file, "/", "part", 1);
  file_put_integer (file, "/", "parts", 1);
  file_put_integer (file, "/", "complete", 1);
  file_put_integer (file, "/", "ranks", 1);
  file_put_integer (file, "/", "threads", 1);
  file_put_integer (file, "/", "table_bytes", 0);
  if (format > 2)
    file_put_integer (file, "/", "runs", 1);
  file_group (file, "/results", "One");
  const struct record_row row = { .subject = "ply 3", .nodes = 7 };
  columns_write (file, record_fields,
                 format == 2   ? RECORD_FIELDS_2
                 : format == 3 ? RECORD_FIELDS_3
                               : record_field_count,
                 &row, sizeof row, 1);
  file_group (file, "/counters", "Two");
  for (int i = 0; i < COUNTER_TEXTS; i++) {
    char texts[256] = "bogus";
    strcpy (texts + record_counter_texts[i].width, "looks");
    file_write (file, &record_counter_texts[i], texts, 2);
  }
  struct dataset two = record_efforts[EFFORT_COUNTERS].dataset;
  two.width = 2;
  uint64_t counters[2] = { 5, 6 }, nodes[STATISTICS_PLIES] = { 1 };
  file_group (file, "/ranks", "One");
  file_write (file, &two, counters, 1);
  file_write (file, &record_efforts[EFFORT_BUSY].dataset, &(double){ 1 }, 1);
  file_write (file, &record_efforts[EFFORT_NODES].dataset, nodes, 1);
  assert_true (file_commit (file));
}

static void test_other_counters (void **state) {
  (void) state;
  struct record found;
  struct failure failure = { 0 };
  for (int format = 3; format <= RECORD_FORMAT; format++) {
    write_other (format, "book");
    assert_true (record_read (in_folder ("record"), &found, &failure));
    assert_int_equal (found.rows[0].nodes, 7);
    assert_int_equal (found.rows[0].positions, 0);
    assert_string_equal (found.rows[0].proven, "");
    assert_int_equal (found.efforts->statistics.count[COUNT_looks], 6);
    assert_int_equal (found.efforts->statistics.count[COUNT_nodes], 0);
    record_free (&found);
  }
  empty_folder ();
}

/** What was counted were nodes; a search had nothing else. */
static void test_format_2 (void **state) {
  (void) state;
  static const struct {
    const char *task;
    uint64_t nodes, positions;
  } cases[]
      = { { "book", 0, 7 }, { "layers", 0, 7 }, { "perft", 0, 7 }, { "verify", 7, 0 }, { "solve", 7, 0 } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct record found;
    struct failure failure = { 0 };
    write_other (2, cases[i].task);
    assert_true (record_read (in_folder ("record"), &found, &failure));
    assert_string_equal (found.task, cases[i].task);
    assert_string_equal (found.rows[0].subject, "ply 3");
    assert_int_equal (found.rows[0].nodes, cases[i].nodes);
    assert_int_equal (found.rows[0].positions, cases[i].positions);
    assert_int_equal (found.runs, 1);
    record_free (&found);
  }
  struct record found;
  struct failure failure = { 0 };
  write_other (RECORD_FORMAT + 1, "solve");
  assert_false (record_read (in_folder ("record"), &found, &failure));
  assert_int_equal (failure.code, EXIT_BAD_DATA);
  assert_non_null (strstr (failure.text, "format 5; this program reads 2 to 4"));
  empty_folder ();
}

static bool refused (const char *path) {
  struct record record;
  struct failure failure = { 0 };
  if (record_read (path, &record, &failure)) {
    record_free (&record);
    return false;
  }
  return failure.code == EXIT_BAD_DATA && strchr (failure.text, '\n') == NULL && record.rows == NULL;
}

static void test_damaged (void **state) {
  (void) state;
  struct record written = some_record ();
  write_well (in_folder ("record"), &written);
  damage_and_ask (in_folder ("record"), refused);
  empty_folder ();
}

static void test_durations (void **state) {
  (void) state;
  static const double impossible[] = { -1e-9, INFINITY, NAN };
  for (size_t i = 0; i < 3 * sizeof impossible / sizeof *impossible; i++) {
    struct record written = some_record ();
    struct record_row changed[ROWS] = { rows[0], rows[1] };
    written.rows = changed;
    *(i % 3 == 0   ? &written.seconds
      : i % 3 == 1 ? &changed[1].seconds
                   : &efforts[RANKS - 1].busy_seconds)
        = impossible[i / 3];
    write_well (in_folder ("record"), &written);
    assert_true (refused (in_folder ("record")));
  }
  empty_folder ();
}

static void test_failures (void **state) {
  (void) state;
  struct record written = some_record (), found;
  struct failure absent = { 0 }, nowhere = { 0 };
  assert_false (record_read (in_folder ("absent"), &found, &absent));
  assert_int_equal (absent.code, EXIT_NO_INPUT);
  assert_false (record_write (in_folder ("no/folder"), &written, &nowhere));
  assert_int_equal (nowhere.code, EXIT_CANNOT_CREATE);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_round_trip),     cmocka_unit_test (test_empty),
    cmocka_unit_test (test_other_counters), cmocka_unit_test (test_damaged),
    cmocka_unit_test (test_format_2),       cmocka_unit_test (test_failures),
    cmocka_unit_test (test_durations),
  };
  return cmocka_run_group_tests (tests, make_folder, remove_folder);
}
