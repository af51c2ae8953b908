#include "analysis/report_parts.h"

#include "analysis/html.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 1000 /* rows in the table: those with the largest times */ };

/* ---- verdicts ---------------------------------------------------------------------------- */

static const char *const verdicts[REPORT_VERDICTS] = { "ok", "differs", "new", "unknown" };

size_t report_count_verdict (const struct record *record, enum report_verdict verdict) {
  size_t count = 0;
  for (size_t i = 0; i < record->row_count; i++)
    count += strcmp (record->rows[i].verdict, verdicts[verdict]) == 0;
  return count;
}

static void write_verdict_counts (FILE *page, const struct record *record) {
  bool any = false;
  for (int i = 0; i < REPORT_VERDICTS; i++) {
    const size_t count = report_count_verdict (record, (enum report_verdict) i);
    if (count == 0)
      continue;
    fprintf (page, "%s<li><span class=\"verdict %s\">%zu %s</span></li>",
             any ? "" : "<ul class=\"verdicts\">", verdicts[i], count, verdicts[i]);
    any = true;
  }
  if (any)
    fputs ("</ul>\n", page);
}

static void write_row_verdict (FILE *page, const struct record_row *row) {
  const char *class = "";
  for (int i = 0; i < REPORT_VERDICTS; i++)
    if (strcmp (row->verdict, verdicts[i]) == 0)
      class = verdicts[i];
  html_print (page, "<span class=\"verdict %s\">%s</span>", class, row->verdict);
}

/* ---- columns ----------------------------------------------------------------------------- */

/* A column: how to write a cell, and which rows have one. A column without cells is left out. `total` writes
 * the cell of the last line. */
struct result_column {
  const char *title, *class;
  bool (*says) (const struct record_row *);
  void (*write) (FILE *, const struct record_row *);
  void (*total) (FILE *, const struct report_run *);
};

#define TEXT_COLUMN(field)                                                                                   \
  static bool says_##field (const struct record_row *row) { return row->field[0] != '\0'; }                  \
  static void write_##field (FILE *page, const struct record_row *row) { html_text (page, row->field); }
TEXT_COLUMN (expected)
TEXT_COLUMN (found)
TEXT_COLUMN (method)
TEXT_COLUMN (argument)
TEXT_COLUMN (proven)
TEXT_COLUMN (moves)
TEXT_COLUMN (example)
TEXT_COLUMN (source)
#undef TEXT_COLUMN

#define NUMBER_COLUMN(field, html)                                                                           \
  static bool says_##field (const struct record_row *row) { return row->field > 0; }                         \
  static void write_##field (FILE *page, const struct record_row *row) { html (page, row->field); }          \
  static void total_##field (FILE *page, const struct report_run *run) { html (page, run->field); }
NUMBER_COLUMN (nodes, html_integer)
NUMBER_COLUMN (looks, html_integer)
NUMBER_COLUMN (positions, html_integer)
NUMBER_COLUMN (seconds, html_seconds)
#undef NUMBER_COLUMN

/* Columns next to the number of positions: there a zero is meaningful. */
#define VALUE_COLUMN(field)                                                                                  \
  static void write_##field (FILE *page, const struct record_row *row) { html_integer (page, row->field); }  \
  static void total_##field (FILE *page, const struct report_run *run) { html_integer (page, run->field); }
VALUE_COLUMN (won)
VALUE_COLUMN (drawn)
VALUE_COLUMN (lost)
#undef VALUE_COLUMN

static bool says_values (const struct record_row *row) { return row->won + row->drawn + row->lost > 0; }

static bool says_verdict (const struct record_row *row) { return row->verdict[0] != '\0'; }

static bool says_scores (const struct record_row *row) { return row->scored > 0; }

static void write_range (FILE *page, int lowest, int highest) {
  if (lowest == highest)
    fprintf (page, "%d", lowest);
  else
    fprintf (page, "%d to %d", lowest, highest);
}

static void write_scores (FILE *page, const struct record_row *row) {
  write_range (page, row->lowest, row->highest);
}

static void total_scores (FILE *page, const struct report_run *run) {
  write_range (page, run->lowest, run->highest);
}

static bool says_plies (const struct record_row *row) { return row->plies > 0; }

static void write_plies (FILE *page, const struct record_row *row) {
  html_integer (page, (uint64_t) row->plies);
}

static bool says_rate (const struct record_row *row) {
  return row->nodes > 0 && row->seconds >= REPORT_RATE_SECONDS;
}

static void write_rate (FILE *page, const struct record_row *row) {
  html_count (page, (double) row->nodes / row->seconds);
}

static void total_rate (FILE *page, const struct report_run *run) {
  if (run->nodes > 0 && run->seconds >= REPORT_RATE_SECONDS)
    html_count (page, (double) run->nodes / run->seconds);
}

static const struct result_column columns[] = {
  { "Published", "", says_expected, write_expected, NULL },
  { "Found", "", says_found, write_found, NULL },
  { "Verdict", "", says_verdict, write_row_verdict, NULL },
  { "Proven", "", says_proven, write_proven, NULL },
  { "Positions", "n", says_positions, write_positions, total_positions },
  { "Wins", "n", says_values, write_won, total_won },
  { "Draws", "n", says_values, write_drawn, total_drawn },
  { "Losses", "n", says_values, write_lost, total_lost },
  { "Scores", "n", says_scores, write_scores, total_scores },
  { "Longest", "n", says_plies, write_plies, NULL },
  { "Moves", "", says_moves, write_moves, NULL },
  { "Method", "", says_method, write_method, NULL },
  { "Argument", "", says_argument, write_argument, NULL },
  { "Nodes", "n", says_nodes, write_nodes, total_nodes },
  { "Looks", "n", says_looks, write_looks, total_looks },
  { "Time", "n", says_seconds, write_seconds, total_seconds },
  { "Nodes/s", "n", says_rate, write_rate, total_rate },
  { "Longest win", "source", says_example, write_example, NULL },
  { "Source", "source", says_source, write_source, NULL },
};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* The heading of the column for this task. */
static const char *title_of (const struct report_run *run, const struct result_column *column) {
  if (run->task == REPORT_PERFT && column->write == write_positions)
    return "Sequences";
  if (run->task == REPORT_SOLVE && column->write == write_plies)
    return "Plies to the end";
  if (run->task == REPORT_SOLVE && column->write == write_found)
    return "Value";
  return column->title;
}

static bool column_is_shown (const struct record *record, const struct result_column *column) {
  for (size_t i = 0; i < record->row_count; i++)
    if (column->says (&record->rows[i]))
      return true;
  return false;
}

/* ---- the table --------------------------------------------------------------------------- */

static void write_row (FILE *page, const struct report_run *run, const struct record_row *row,
                       const bool *shown) {
  const char *subject = report_subject (run, row);
  fprintf (page, "<tr%s>", strcmp (row->verdict, "differs") == 0 ? " class=\"is-differs\"" : "");
  html_print (page, "<th scope=\"row\" class=\"subject\">%s</th>", subject[0] != '\0' ? subject : "-");
  for (int c = 0; c < COLUMNS; c++) {
    if (!shown[c])
      continue;
    fprintf (page, "<td class=\"%s\" data-label=\"%s\">", columns[c].class, title_of (run, &columns[c]));
    if (columns[c].says (row))
      columns[c].write (page, row);
    fputs ("</td>", page);
  }
  fputs ("</tr>\n", page);
}

static void write_total (FILE *page, const struct report_run *run, const bool *shown) {
  fputs ("<tfoot><tr><th scope=\"row\" class=\"subject\">Total</th>", page);
  for (int c = 0; c < COLUMNS; c++) {
    if (!shown[c])
      continue;
    fprintf (page, "<td class=\"%s\" data-label=\"%s\">", columns[c].class, title_of (run, &columns[c]));
    if (columns[c].total != NULL)
      columns[c].total (page, run);
    fputs ("</td>", page);
  }
  fputs ("</tr></tfoot>", page);
}

static void write_header (FILE *page, const struct report_run *run, const bool *shown) {
  static const char *const subjects[]
      = { [REPORT_SOLVE] = "Position", [REPORT_VERIFY] = "Board",   [REPORT_BOOK] = "Ply",
          [REPORT_LAYERS] = "Ply",     [REPORT_TABLES] = "Slice",   [REPORT_COUNT] = "Ply",
          [REPORT_PERFT] = "Depth",    [REPORT_BENCH] = "Workload", [REPORT_OTHER] = "Subject" };
  fprintf (page, "<thead><tr><th scope=\"col\" class=\"subject\">%s</th>", subjects[run->task]);
  for (int c = 0; c < COLUMNS; c++)
    if (shown[c])
      fprintf (page, "<th scope=\"col\" class=\"%s\">%s</th>", columns[c].class, title_of (run, &columns[c]));
  fputs ("</tr></thead>\n", page);
}

static int by_seconds (const void *a, const void *b) {
  const struct record_row *const *row_a = a, *const *row_b = b;
  const double difference = (*row_b)->seconds - (*row_a)->seconds;
  return difference > 0 ? 1 : difference < 0 ? -1 : (*row_a > *row_b) - (*row_a < *row_b);
}

static int by_place (const void *a, const void *b) {
  const struct record_row *const *row_a = a, *const *row_b = b;
  return (*row_a > *row_b) - (*row_a < *row_b);
}

/* The rows to show, in order; the caller frees the list. */
static const struct record_row **choose_rows (const struct record *record, size_t *count) {
  const struct record_row **rows = allocate (record->row_count, sizeof *rows);
  for (size_t i = 0; i < record->row_count; i++)
    rows[i] = &record->rows[i];
  *count = record->row_count;
  if (*count <= ROWS_MAX)
    return rows;
  qsort (rows, *count, sizeof *rows, by_seconds);
  *count = ROWS_MAX;
  qsort (rows, *count, sizeof *rows, by_place);
  return rows;
}

void report_results (FILE *page, const struct report_run *run) {
  const struct record *record = run->record;
  fputs ("<h3>Results</h3>\n", page);
  if (record->row_count == 0) {
    fputs ("<p class=\"quiet\">The run had no results.</p>\n", page);
    return;
  }
  write_verdict_counts (page, record);
  bool shown[COLUMNS];
  for (int c = 0; c < COLUMNS; c++)
    shown[c] = column_is_shown (record, &columns[c]);
  size_t count;
  const struct record_row **rows = choose_rows (record, &count);
  if (count < record->row_count)
    fprintf (page, "<p class=\"quiet\">The %zu that took longest of %zu; the total is of all.</p>\n", count,
             record->row_count);
  fputs ("<div class=\"scroll\"><table class=\"results\">", page);
  write_header (page, run, shown);
  fputs ("<tbody>\n", page);
  for (size_t i = 0; i < count; i++)
    write_row (page, run, rows[i], shown);
  fputs ("</tbody>\n", page);
  /* depths include smaller depths, so they have no sum */
  if (record->row_count > 1 && run->task != REPORT_PERFT)
    write_total (page, run, shown);
  fputs ("</table></div>\n", page);
  free (rows);
}
