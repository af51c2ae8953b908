/* The report of a made-up run: a page that is whole, says everything, and trusts nothing that it is given. */
#include "damage.h"

#include "support/html.h"

#include "analysis/report.h"
#include "store/statistics_file.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* ---- a made-up record -------------------------------------------------------------------- */

enum { ROWS = 52, RANKS = 3, RANKS_MAX = 64 };

static struct record_row rows[ROWS];
static struct effort efforts[RANKS_MAX];

static struct record made_up (int ranks) {
  static const char *const boards[] = { "mnk:3,3,3", "connect4:6x4", "draughts:4x4", "mnk:10,10,5" };
  static const char *const expected[] = { "draw", "loss", "", "unknown" };
  static const char *const verdict[] = { "ok", "ok", "new", "unknown" };
  memset (rows, 0, sizeof rows);
  memset (efforts, 0, sizeof efforts);
  for (int i = 0; i < ROWS; i++) {
    struct record_row *row = &rows[i];
    snprintf (row->subject, sizeof row->subject, "%s (%d)", boards[i % 4], i);
    snprintf (row->expected, sizeof row->expected, "%s", expected[i % 4]);
    snprintf (row->found, sizeof row->found, "%s", i % 4 == 3 ? "unknown" : i % 4 == 1 ? "loss" : "draw");
    snprintf (row->verdict, sizeof row->verdict, "%s", verdict[i % 4]);
    snprintf (row->method, sizeof row->method, "%s", i % 4 == 2 ? "retrograde" : "null-window");
    snprintf (row->source, sizeof row->source, "van den Herik, Uiterwijk & van Rijswijck, AIJ 134 (2002)");
    row->nodes = (uint64_t) i * (uint64_t) i * 7919 + 17;
    row->looks = 3 * row->nodes;
    row->seconds = (double) row->nodes / 3.1e6;
  }
  for (int rank = 0; rank < ranks; rank++) {
    struct statistics *s = &efforts[rank].statistics;
    for (int i = 0; i < COUNTERS; i++)
      s->count[i] = (uint64_t) (1000000 / (i + 1) + rank);
    for (int ply = 0; ply < 24; ply++)
      s->nodes_at_ply[ply] = ply == 5 ? 0 : (uint64_t) 1 << (ply < 16 ? ply : 32 - ply);
    efforts[rank].busy_seconds = 0.99 - 0.1 * rank;
  }
  return (struct record){ .task = "verify",
                          .name = "quickstart",
                          .title = "",
                          .command = "mpirun -n 3 zermelo run quickstart.yaml",
                          .seconds = 1.0,
                          .part = 1,
                          .parts = 1,
                          .runs = 1,
                          .complete = true,
                          .ranks = ranks,
                          .threads = 2,
                          .table_bytes = (uint64_t) 1 << 31,
                          .replacement = "twobig1",
                          .rows = rows,
                          .row_count = ROWS,
                          .efforts = efforts,
                          .origin = { .version = "1.2.3",
                                      .revision = "0123abcd",
                                      .host = "node7",
                                      .compiler = "gcc 12.2.0",
                                      .libraries = "Open MPI 4.1.4, HDF5 1.10.8",
                                      .finished = "2026-01-31T12:00:00Z" } };
}

/* ---- pages ------------------------------------------------------------------------------- */

static char *read_page (void) {
  struct bytes bytes = load (in_folder ("page.html"));
  bytes.data[bytes.size] = '\0'; /* load() leaves room */
  return (char *) bytes.data;
}

static char *write_and_read (const struct record *records, size_t count) {
  struct failure failure = { 0 };
  bool written = report_write (in_folder ("page.html"), records, count, &failure);
  assert_string_equal (failure.text, "");
  assert_true (written);
  char *page = read_page ();
  assert_int_equal (empty_folder (), 1); /* the page and nothing else */
  return page;
}

/* ---- tests ------------------------------------------------------------------------------- */

static void everything_is_there (void **state) {
  (void) state;
  struct record record = made_up (RANKS);
  char *page = write_and_read (&record, 1);
  assert_well_formed (page);
  assert_self_contained (page);
  for (int i = 0; i < ROWS; i++) {
    char text[200];
    snprintf (text, sizeof text, "<th scope=\"row\" class=\"subject\">%s</th>", rows[i].subject);
    assert_int_equal (occurrences (page, text), 1);
    snprintf (text, sizeof text, "<data value=\"%llu\">", (unsigned long long) rows[i].nodes);
    assert_true (occurrences (page, text) >= 1);
  }
  static const char *const must[] = {
    "quickstart",
    "verify",
    "mpirun -n 3 zermelo run quickstart.yaml",
    "2.00 GiB",
    "twobig1",
    "1.2.3",
    "0123abcd",
    ">26 ok<",
    ">13 new<",
    ">13 unknown<",
    "Uiterwijk &amp; van",
    ">Rank 2</th>",
    "Nodes by ply",
    "Busy ranks",
    "the slowest first, 30 of 52",
    "26 published values found again, none differs",
  };
  for (size_t i = 0; i < sizeof must / sizeof *must; i++)
    if (strstr (page, must[i]) == NULL)
      fail_msg ("not on the page: %s", must[i]);
  for (int i = 0; i < COUNTERS; i++)
    assert_non_null (strstr (page, counter_descriptions[i].description));
  assert_int_equal (occurrences (page, "<svg "), 3);
  assert_null (strstr (page, "class=\"alarm\""));
  free (page);
}

static void sums_are_right (void **state) {
  (void) state;
  struct record record = made_up (RANKS);
  uint64_t nodes = 0, hits = 0, probes = 0;
  for (int i = 0; i < ROWS; i++)
    nodes += rows[i].nodes;
  for (int rank = 0; rank < RANKS; rank++) {
    hits += efforts[rank].statistics.count[COUNT_table_hits];
    probes += efforts[rank].statistics.count[COUNT_table_probes];
  }
  char *page = write_and_read (&record, 1), text[96];
  snprintf (text, sizeof text, "data-label=\"Nodes\"><data value=\"%llu\">", (unsigned long long) nodes);
  const char *total = strstr (page, "<tfoot>");
  assert_non_null (total);
  assert_non_null (strstr (total, text));
  snprintf (text, sizeof text, "%.1f %% of the table probes", 100 * (double) hits / (double) probes);
  assert_non_null (strstr (page, text));
  assert_non_null (strstr (page, "<data value=\"196608\">196&#8239;608</data>")); /* ply 16, three ranks */
  free (page);
}

static void text_is_escaped (void **state) {
  (void) state;
  struct record record = made_up (1);
  strcpy (record.name, "<script>alert(1)</script>");
  strcpy (record.command, "zermelo \"a\" 'b' & <c> \xff\xc3(\x01 \xe2\x82\xac \xed\xa0\x80");
  strcpy (rows[0].subject, "<b>'`touch it`\" & \\ $(x) \xc3\xa9");
  rows[0].seconds = 99; /* first in the plot */
  strcpy (rows[1].verdict, "<i>");
  strcpy (rows[2].source, "\"><img id=x>");
  strcpy (rows[3].method, "a</td>");
  strcpy (rows[4].found, "&amp;");
  strcpy (record.replacement, "<u>");
  strcpy (record.origin.host, "<s>");
  char *page = write_and_read (&record, 1);
  assert_well_formed (page);
  assert_self_contained (page);
  static const char *const must[] = {
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "zermelo &quot;a&quot; &#39;b&#39; &amp; &lt;c&gt; ",
    "&lt;c&gt; &#xFFFD;&#xFFFD;(&#xFFFD; \xe2\x82\xac &#xFFFD;&#xFFFD;&#xFFFD;",
    "&lt;b&gt;&#39;`touch it`&quot; &amp; \\ $(x) \xc3\xa9",
    "&lt;b>'`touch it`", /* in the plot: as gnuplot writes it */
    "&lt;i&gt;",
    "&quot;&gt;&lt;img id=x&gt;",
    "a&lt;/td&gt;",
    "&amp;amp;",
    "&lt;u&gt;",
    "&lt;s&gt;",
  };
  for (size_t i = 0; i < sizeof must / sizeof *must; i++)
    if (strstr (page, must[i]) == NULL)
      fail_msg ("not on the page: %s", must[i]);
  free (page);
}

static void what_differs_comes_first (void **state) {
  (void) state;
  struct record record = made_up (1);
  strcpy (rows[1].found, "draw");
  strcpy (rows[1].verdict, "differs");
  char *page = write_and_read (&record, 1);
  assert_well_formed (page);
  const char *alarm = strstr (page, "1 of 52 boards differs"), *table = strstr (page, "<h3>Results");
  assert_true (alarm != NULL && alarm < table);
  assert_non_null (strstr (page, "connect4:6x4 (1): published loss, found draw"));
  assert_int_equal (occurrences (page, "<tr class=\"is-differs\">"), 1);
  free (page);
}

static void columns_without_content_are_left_out (void **state) {
  (void) state;
  struct record record = made_up (1);
  for (int i = 0; i < ROWS; i++) {
    rows[i].expected[0] = rows[i].verdict[0] = rows[i].source[0] = '\0';
    rows[i].looks = 0;
  }
  char *page = write_and_read (&record, 1);
  assert_well_formed (page);
  assert_null (strstr (page, ">Published</th>"));
  assert_null (strstr (page, ">Verdict</th>"));
  assert_null (strstr (page, ">Source</th>"));
  assert_null (strstr (page, ">Looks</th>"));
  assert_non_null (strstr (page, ">Found</th>"));
  free (page);
}

static void runs_stand_side_by_side (void **state) {
  (void) state;
  struct record records[2] = { made_up (RANKS), made_up (RANKS) };
  strcpy (records[1].name, "other");
  strcpy (records[1].task, "solve");
  char *page = write_and_read (records, 2);
  assert_well_formed (page);
  assert_self_contained (page);
  assert_non_null (strstr (page, "<h1>2 runs</h1>"));
  assert_non_null (strstr (page, "<a href=\"#run2\"><data value=\"52\">52</data> positions of no game: 26 "
                                 "draws, 13 losses, 13 unknown</a>"));
  assert_int_equal (occurrences (page, "<section id="), 2);
  assert_int_equal (occurrences (page, "<svg "), 6);
  free (page);
}

struct page_case {
  const char *task, *headline;
  struct record_row rows[2];
  size_t count;
  const char *has[6], *not [4];
};

/* Each task has its own page: what it found comes first, and what is counted is called what it is. */
static void each_task_has_its_page (void **state) {
  (void) state;
  static const struct page_case cases[] = {
    { "solve",
      "Connect Four 5x4 is a win for the first player",
      { { .subject = "start",
          .found = "win 3",
          .method = "null-window",
          .moves = "4",
          .plies = 13,
          .nodes = 995000,
          .looks = 2,
          .seconds = 0.5 } },
      1,
      { "after 13 more plies", "The score is 3.", "<code>4</code>",
        "<data value=\"995000\">995 k</data></b><span class=\"quiet\">nodes<",
        "<data value=\"1990000\">1.99 M</data></b><span class=\"quiet\">nodes a second<",
        "Plies to the end" },
      { "<tfoot>", ">Win" } },
    { "solve",
      "Connect Four 5x4: the side to move loses",
      { { .subject = "44",
          .found = "loss",
          .method = "null-window",
          .argument = "odd threat",
          .seconds = 7.71e-05 } },
      1,
      { "Settled without search: odd threat.", ">77 \xc2\xb5s</data></b>" },
      { "nodes a second" } },
    { "book",
      "Connect Four 5x4 is a draw",
      { { .subject = "ply 0", .positions = 1, .drawn = 1, .scored = 1 },
        { .subject = "ply 1",
          .positions = 2473,
          .won = 1000,
          .drawn = 400,
          .lost = 1073,
          .scored = 2473,
          .lowest = -4,
          .highest = 9 } },
      2,
      { "<data value=\"2474\">2474</data></b><span class=\"quiet\">positions<",
        "data-label=\"Wins\"><data value=\"1000\">", "data-label=\"Losses\"><data value=\"1073\">",
        ">-4 to 9<", "data-label=\"Scores\">0<", "<tfoot>" },
      { "nodes a second", "Nodes/s", "data-label=\"Nodes\"" } },
    { "layers",
      "Connect Four 5x4 is a draw",
      { { .subject = "ply 0", .positions = 1, .drawn = 1 },
        { .subject = "ply 1", .positions = 5, .won = 2, .drawn = 1, .lost = 2, .plies = 17 } },
      2,
      { "The longest forced win takes 17 plies",
        "<data value=\"6\">6</data></b><span class=\"quiet\">positions<" },
      { "Nodes/s", ">Time<", "nodes a second" } },
    { "tablebase",
      "Every position of Connect Four 5x4 with 2 to 3 pieces is decided",
      { { .subject = "slice 1.0.1.0",
          .positions = 760,
          .won = 102,
          .drawn = 611,
          .lost = 47,
          .plies = 13,
          .example = "W:W5:B2",
          .seconds = 0.1 },
        { .subject = "slice 1.0.0.2", .positions = 13020, .lost = 13020, .seconds = 0.2 } },
      2,
      { "<code>W:W5:B2</code>", "<data value=\"13780\">13.8 k</data></b><span class=\"quiet\">positions<",
        ">1.0.1.0</th>" },
      { "Nodes", "nodes a second" } },
    { "count",
      "Connect Four 5x4 has <data value=\"6\">6</data> positions up to ply 1",
      { { .subject = "ply 0", .positions = 1 }, { .subject = "ply 1", .positions = 5, .seconds = 1e-5 } },
      2,
      { "<tfoot>" },
      { "Nodes", ">Wins<" } },
    { "perft",
      "Connect Four 5x4: <data value=\"25\">25</data> sequences of moves to depth 2",
      { { .subject = "depth 1", .positions = 5 }, { .subject = "depth 2", .positions = 25, .seconds = 0.5 } },
      2,
      { "<data value=\"50\">50</data></b><span class=\"quiet\">of them a second<",
        "data-label=\"Sequences\"" },
      { "<tfoot>", "Positions" } },
    { "bench",
      "1 measurement of the standard workloads",
      { { .subject = "connect4-6x5, 1 thread", .nodes = 100, .seconds = 1 } },
      1,
      { "data-label=\"Nodes\"" },
      { NULL } },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct page_case *one = &cases[i];
    struct record record = { .title = "connect4:5x4",
                             .game = "connect4",
                             .board = "5x4",
                             .rules = "standard",
                             .seconds = 2,
                             .part = 1,
                             .parts = 1,
                             .runs = 1,
                             .complete = true,
                             .threads = 1,
                             .rows = one->rows,
                             .row_count = one->count };
    char headline[200];
    snprintf (record.task, sizeof record.task, "%s", one->task);
    snprintf (headline, sizeof headline, "<h1>%s</h1>", one->headline);
    char *page = write_and_read (&record, 1);
    assert_well_formed (page);
    if (strstr (page, headline) == NULL)
      fail_msg ("%s: another headline than %s", one->task, one->headline);
    for (size_t j = 0; j < 6 && one->has[j] != NULL; j++)
      if (strstr (page, one->has[j]) == NULL)
        fail_msg ("%s: not on the page: %s", one->task, one->has[j]);
    const char *foot = strstr (page, "<footer>");
    for (size_t j = 0; j < 4 && one->not [j] != NULL; j++) {
      const char *found = strstr (strstr (page, "<h1>"), one->not [j]);
      if (found != NULL && found < foot)
        fail_msg ("%s: on the page: %s", one->task, one->not [j]);
    }
    free (page);
  }
}

/* A part is never more than the whole; a counter that is zero is not there; what is left open is said. */
static void counters_are_sentences (void **state) {
  (void) state;
  struct record record = made_up (1);
  memset (&efforts[0].statistics.count, 0, sizeof efforts[0].statistics.count);
  efforts[0].statistics.count[COUNT_nodes] = 1000;
  efforts[0].statistics.count[COUNT_table_probes] = 2632;
  efforts[0].statistics.count[COUNT_table_hits] = 658;
  efforts[0].statistics.count[COUNT_checkpoints] = 2;
  efforts[0].statistics.count[COUNT_checkpoint_us] = 2600000;
  record.complete = false;
  char *page = write_and_read (&record, 1);
  assert_well_formed (page);
  assert_non_null (strstr (page, "probes of the transposition table; 2.6 for each of the nodes."));
  assert_non_null (strstr (page, "table probes that found the position; 25.0 % of the table probes."));
  assert_non_null (strstr (page, ">2.6 s</data>"));
  assert_null (strstr (page, "263.2 %"));
  assert_null (strstr (page, ">table cuts<"));
  assert_non_null (strstr (page, "nodes of the results, <data value=\"1000\">"));
  assert_non_null (strstr (page, "ended before its work was done"));
  free (page);
}

static void many_ranks_and_none (void **state) {
  (void) state;
  struct record record = made_up (RANKS_MAX);
  char *page = write_and_read (&record, 1);
  assert_well_formed (page);
  assert_int_equal (occurrences (page, "<svg "), 3);
  assert_non_null (strstr (page, ">Rank 63</th>"));
  free (page);
  record = (struct record){ .task = "count" };
  page = write_and_read (&record, 1);
  assert_well_formed (page);
  assert_non_null (strstr (page, "The run had no results."));
  assert_null (strstr (page, "<svg "));
  assert_null (strstr (page, "nan"));
  free (page);
}

static void without_gnuplot_the_page_says_so (void **state) {
  (void) state;
  struct record record = made_up (RANKS);
  char *saved = strdup (getenv ("PATH"));
  setenv ("PATH", folder, 1);
  char *page = write_and_read (&record, 1);
  setenv ("PATH", "", 1);
  char *other = write_and_read (&record, 1);
  setenv ("PATH", saved, 1);
  free (saved);
  assert_well_formed (page);
  assert_int_equal (occurrences (page, "No plot: gnuplot is not installed."), 3);
  assert_null (strstr (page, "<svg "));
  assert_non_null (strstr (page, "<data value=\"196608\">"));
  assert_string_equal (page, other);
  free (page);
  free (other);
}

/* A program of that name that fails, or answers something else, is no reason to stop either. */
static void a_broken_gnuplot_is_survived (void **state) {
  (void) state;
  static const char *const scripts[]
      = { "#!/bin/sh\nexit 3\n", "#!/bin/sh\necho hello\n", "#!/bin/sh\nkill -9 $$\n", "no program" };
  struct record record = made_up (1);
  char *saved = strdup (getenv ("PATH"));
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
    save (in_folder ("gnuplot"), (const uint8_t *) scripts[i], strlen (scripts[i]));
    chmod (in_folder ("gnuplot"), 0755);
    struct failure failure = { 0 };
    setenv ("PATH", folder, 1);
    assert_true (report_write (in_folder ("page.html"), &record, 1, &failure));
    setenv ("PATH", saved, 1);
    char *page = read_page ();
    assert_int_equal (empty_folder (), 2);
    assert_well_formed (page);
    assert_int_equal (occurrences (page, "No plot: gnuplot "), 2);
    free (page);
  }
  free (saved);
}

static void a_page_that_cannot_be_made (void **state) {
  (void) state;
  struct record record = made_up (1);
  struct failure failure = { 0 };
  assert_false (report_write (in_folder ("no/page.html"), &record, 1, &failure));
  assert_int_equal (failure.code, EXIT_CANNOT_CREATE);
  assert_non_null (strstr (failure.text, "no/page.html"));
  mkdir (in_folder ("page.html"), 0777);
  failure = (struct failure){ 0 };
  assert_false (report_write (in_folder ("page.html"), &record, 1, &failure));
  assert_int_equal (failure.code, EXIT_CANNOT_CREATE);
  rmdir (in_folder ("page.html"));
  assert_int_equal (empty_folder (), 0);
}

static void a_full_disk (void **state) {
  (void) state;
  struct record record = made_up (1);
  save (in_folder ("page.html"), (const uint8_t *) "old", 3);
  struct rlimit before, small;
  getrlimit (RLIMIT_FSIZE, &before);
  small = before;
  small.rlim_cur = 4096;
  void (*handler) (int) = signal (SIGXFSZ, SIG_IGN);
  setrlimit (RLIMIT_FSIZE, &small);
  struct failure failure = { 0 };
  bool written = report_write (in_folder ("page.html"), &record, 1, &failure);
  setrlimit (RLIMIT_FSIZE, &before);
  signal (SIGXFSZ, handler);
  assert_false (written);
  assert_int_equal (failure.code, EXIT_IO);
  char *page = read_page ();
  assert_string_equal (page, "old"); /* what was there before */
  assert_int_equal (empty_folder (), 1);
  free (page);
}

int main (void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (everything_is_there),
    cmocka_unit_test (sums_are_right),
    cmocka_unit_test (text_is_escaped),
    cmocka_unit_test (what_differs_comes_first),
    cmocka_unit_test (columns_without_content_are_left_out),
    cmocka_unit_test (runs_stand_side_by_side),
    cmocka_unit_test (each_task_has_its_page),
    cmocka_unit_test (counters_are_sentences),
    cmocka_unit_test (many_ranks_and_none),
    cmocka_unit_test (without_gnuplot_the_page_says_so),
    cmocka_unit_test (a_broken_gnuplot_is_survived),
    cmocka_unit_test (a_page_that_cannot_be_made),
    cmocka_unit_test (a_full_disk),
  };
  return cmocka_run_group_tests_name ("report", tests, make_folder, remove_folder);
}
