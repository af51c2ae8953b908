#include "report_parts.h"

#include "html.h"

#include <string.h>

enum { DIFFERENCES_MAX = 20 }; /* named above the table */

/* ---- verdicts ---------------------------------------------------------------------------- */

static const char *const verdicts[] = { "ok", "differs", "new", "unknown" };
enum { VERDICTS = sizeof verdicts / sizeof *verdicts };

static bool
is_verdict (const struct record_row *row, const char *verdict)
{
  return strcmp (row->verdict, verdict) == 0;
}

static size_t
count_verdict (const struct record *record, const char *verdict)
{
  size_t count = 0;
  for (size_t i = 0; i < record->row_count; i++)
    count += is_verdict (&record->rows[i], verdict);
  return count;
}

static void
write_verdict (FILE *page, const char *verdict)
{
  const char *class = "";
  for (int i = 0; i < VERDICTS; i++)
    if (strcmp (verdict, verdicts[i]) == 0)
      class = verdicts[i];
  fprintf (page, "<span class=\"verdict %s\">", class);
  html_text (page, verdict);
  fputs ("</span>", page);
}

static void
write_verdict_counts (FILE *page, const struct record *record)
{
  bool any = false;
  for (int i = 0; i < VERDICTS; i++) {
    size_t count = count_verdict (record, verdicts[i]);
    if (count == 0)
      continue;
    fprintf (page, "%s<li><span class=\"verdict %s\">%zu %s</span></li>",
             any ? "" : "<ul class=\"verdicts\">", verdicts[i], count, verdicts[i]);
    any = true;
  }
  if (any)
    fputs ("</ul>\n", page);
}

/* A value that differs is the first thing to be read. */
void
report_differences (FILE *page, const struct record *record)
{
  size_t count = count_verdict (record, "differs"), shown = 0;
  if (count == 0)
    return;
  fprintf (page, "<div class=\"alarm\"><strong>%zu of %zu differ%s from what is published.</strong><ul>",
           count, record->row_count, count == 1 ? "s" : "");
  for (size_t i = 0; i < record->row_count && shown < DIFFERENCES_MAX; i++) {
    const struct record_row *row = &record->rows[i];
    if (!is_verdict (row, "differs"))
      continue;
    fputs ("<li>", page);
    html_text (page, row->subject);
    fputs (": published ", page);
    html_text (page, row->expected);
    fputs (", found ", page);
    html_text (page, row->found);
    fputs ("</li>", page);
    shown++;
  }
  if (shown < count)
    fprintf (page, "<li>and %zu more in the table</li>", count - shown);
  fputs ("</ul></div>\n", page);
}

/* ---- the table of results ---------------------------------------------------------------- */

/* A column of the table: how a cell is written, and when it has nothing to say. A column in which no row says
 * anything is left out. `total` writes the cell of the last line. */
struct result_column {
  const char *title, *class;
  bool (*says) (const struct record_row *);
  void (*write) (FILE *, const struct record_row *);
  void (*total) (FILE *, const struct report_totals *);
};

#define TEXT_COLUMN(field)                                                                                   \
  static bool says_##field (const struct record_row *row) { return row->field[0] != '\0'; }                  \
  static void write_##field (FILE *page, const struct record_row *row) { html_text (page, row->field); }
TEXT_COLUMN (subject)
TEXT_COLUMN (expected)
TEXT_COLUMN (found)
TEXT_COLUMN (method)
TEXT_COLUMN (source)
#undef TEXT_COLUMN

#define NUMBER_COLUMN(field, html)                                                                           \
  static bool says_##field (const struct record_row *row) { return row->field > 0; }                         \
  static void write_##field (FILE *page, const struct record_row *row) { html (page, row->field); }          \
  static void total_##field (FILE *page, const struct report_totals *totals) { html (page, totals->field); }
NUMBER_COLUMN (nodes, html_integer)
NUMBER_COLUMN (looks, html_integer)
NUMBER_COLUMN (seconds, html_seconds)
#undef NUMBER_COLUMN

static bool
says_verdict (const struct record_row *row)
{
  return row->verdict[0] != '\0';
}

static void
write_row_verdict (FILE *page, const struct record_row *row)
{
  write_verdict (page, row->verdict);
}

static bool
says_rate (const struct record_row *row)
{
  return row->nodes > 0 && row->seconds > 0;
}

static void
write_rate (FILE *page, const struct record_row *row)
{
  html_short (page, report_rate ((double) row->nodes, row->seconds));
}

static void
total_rate (FILE *page, const struct report_totals *totals)
{
  html_short (page, report_rate ((double) totals->nodes, totals->seconds));
}

static const struct result_column columns[] = {
  { "Subject", "subject", says_subject, write_subject, NULL },
  { "Published", "", says_expected, write_expected, NULL },
  { "Found", "", says_found, write_found, NULL },
  { "Verdict", "", says_verdict, write_row_verdict, NULL },
  { "Method", "", says_method, write_method, NULL },
  { "Nodes", "n", says_nodes, write_nodes, total_nodes },
  { "Looks", "n", says_looks, write_looks, total_looks },
  { "Seconds", "n", says_seconds, write_seconds, total_seconds },
  { "Nodes/s", "n", says_rate, write_rate, total_rate },
  { "Source", "source", says_source, write_source, NULL },
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static bool
column_is_shown (const struct record *record, const struct result_column *column)
{
  if (column == &columns[0])
    return true;
  for (size_t i = 0; i < record->row_count; i++)
    if (column->says (&record->rows[i]))
      return true;
  return false;
}

static void
write_row (FILE *page, const struct record_row *row, const bool *shown)
{
  fprintf (page, "<tr%s><th scope=\"row\" class=\"subject\">",
           is_verdict (row, "differs") ? " class=\"is-differs\"" : "");
  html_text (page, report_text (row->subject));
  fputs ("</th>", page);
  for (int c = 1; c < COLUMNS; c++) {
    if (!shown[c])
      continue;
    fprintf (page, "<td class=\"%s\" data-label=\"%s\">", columns[c].class, columns[c].title);
    if (columns[c].says (row))
      columns[c].write (page, row);
    fputs ("</td>", page);
  }
  fputs ("</tr>\n", page);
}

void
report_results (FILE *page, const struct record *record, const struct report_totals *totals)
{
  fputs ("<h3>Results</h3>\n", page);
  if (record->row_count == 0) {
    fputs ("<p class=\"quiet\">The run had no results.</p>\n", page);
    return;
  }
  write_verdict_counts (page, record);
  bool shown[COLUMNS];
  fputs ("<div class=\"scroll\"><table class=\"results\"><thead><tr>", page);
  for (int c = 0; c < COLUMNS; c++) {
    shown[c] = column_is_shown (record, &columns[c]);
    if (shown[c])
      fprintf (page, "<th scope=\"col\" class=\"%s\">%s</th>", columns[c].class, columns[c].title);
  }
  fputs ("</tr></thead>\n<tbody>\n", page);
  for (size_t i = 0; i < record->row_count; i++)
    write_row (page, &record->rows[i], shown);
  fputs ("</tbody>\n<tfoot><tr><th scope=\"row\" class=\"subject\">Total</th>", page);
  for (int c = 1; c < COLUMNS; c++) {
    if (!shown[c])
      continue;
    fprintf (page, "<td class=\"%s\" data-label=\"%s\">", columns[c].class, columns[c].title);
    if (columns[c].total != NULL)
      columns[c].total (page, totals);
    fputs ("</td>", page);
  }
  fputs ("</tr></tfoot></table></div>\n", page);
}
