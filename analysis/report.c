#include "report.h"

#include "html.h"
#include "report_parts.h"
#include "report_style.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- sums over a record ------------------------------------------------------------------ */

static void
add_up (const struct record *record, struct report_totals *totals)
{
  memset (totals, 0, sizeof *totals);
  for (int rank = 0; rank < record->ranks; rank++)
    statistics_add (&totals->statistics, &record->statistics[rank]);
  for (size_t i = 0; i < record->row_count; i++) {
    const struct record_row *row = &record->rows[i];
    totals->nodes += row->nodes;
    totals->looks += row->looks;
    totals->seconds += row->seconds;
  }
}

static uint64_t
counted (const struct report_totals *totals, enum counter counter)
{
  return totals->statistics.count[counter];
}

double
report_rate (double number, double seconds)
{
  return seconds > 0 ? number / seconds : 0;
}

/* ---- what was run ------------------------------------------------------------------------ */

const char *
report_text (const char *text)
{
  return text[0] != '\0' ? text : "-";
}

static void
begin_fact (FILE *page, const char *term, bool wide)
{
  fprintf (page, "<div%s><dt>%s</dt><dd>", wide ? " class=\"wide\"" : "", term);
}

static void
write_fact (FILE *page, const char *term, const char *text)
{
  begin_fact (page, term, false);
  html_text (page, report_text (text));
  fputs ("</dd></div>", page);
}

static void
write_facts (FILE *page, const struct record *record)
{
  const struct record_origin *origin = &record->origin;
  fputs ("<dl class=\"facts\">", page);
  write_fact (page, "Task", record->task);
  write_fact (page, "Game", record->title);
  begin_fact (page, "Ranks", false);
  fprintf (page, "%d</dd></div>", record->ranks);
  begin_fact (page, "Threads a rank", false);
  fprintf (page, "%d</dd></div>", record->threads);
  begin_fact (page, "Table a rank", false);
  html_bytes (page, record->table_bytes);
  fputs ("</dd></div>", page);
  write_fact (page, "Replacement", record->replacement);
  write_fact (page, "Version", origin->version);
  write_fact (page, "Revision", origin->revision);
  write_fact (page, "Finished", origin->finished);
  write_fact (page, "Host", origin->host);
  write_fact (page, "Compiler", origin->compiler);
  write_fact (page, "Libraries", origin->libraries);
  begin_fact (page, "Command", true);
  fputs ("<code>", page);
  html_text (page, report_text (record->command));
  fputs ("</code></dd></div></dl>\n", page);
}

static void
write_tiles (FILE *page, const struct record *record, const struct report_totals *totals)
{
  uint64_t probes = counted (totals, COUNT_table_probes), nodes = counted (totals, COUNT_nodes);
  fputs ("<div class=\"tiles\"><div class=\"tile\"><b>", page);
  html_integer (page, record->row_count);
  fputs ("</b><span class=\"quiet\">results</span></div><div class=\"tile\"><b>", page);
  html_duration (page, record->seconds);
  fputs ("</b><span class=\"quiet\">wall time</span></div><div class=\"tile\"><b>", page);
  html_short (page, (double) nodes);
  fputs ("</b><span class=\"quiet\">nodes</span></div><div class=\"tile\"><b>", page);
  html_short (page, report_rate ((double) nodes, record->seconds));
  fputs ("</b><span class=\"quiet\">nodes a second</span></div>", page);
  if (probes > 0) {
    fputs ("<div class=\"tile\"><b>", page);
    html_percent (page, (double) counted (totals, COUNT_table_hits), (double) probes);
    fputs ("</b><span class=\"quiet\">of table probes hit</span></div>", page);
  }
  fputs ("</div>\n", page);
}

/* ---- the page ---------------------------------------------------------------------------- */

static const char *
run_name (const struct record *record)
{
  return record->name[0] != '\0' ? record->name : report_text (record->task);
}

static void
write_head (FILE *page, const struct record *records, size_t count)
{
  fputs ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
         "'unsafe-inline'; img-src data:\">\n"
         "<link rel=\"icon\" href=\"data:,\">\n<title>Zermelo: ",
         page);
  html_text (page, run_name (&records[0]));
  if (count > 1)
    fprintf (page, " and %zu more", count - 1);
  fputs ("</title>\n<style>\n", page);
  for (size_t i = 0; i < sizeof report_style / sizeof *report_style; i++)
    fprintf (page, "%s\n", report_style[i]);
  fputs ("</style>\n</head>\n<body>\n", page);
}

/* All runs side by side. */
static void
write_overview (FILE *page, const struct record *records, const struct report_totals *totals, size_t count)
{
  fputs (
      "<div class=\"scroll\"><table class=\"results\"><thead><tr><th scope=\"col\" class=\"subject\">Run</th>"
      "<th scope=\"col\">Task</th><th scope=\"col\">Game</th><th scope=\"col\" class=\"n\">Ranks</th>"
      "<th scope=\"col\" class=\"n\">Threads</th><th scope=\"col\" class=\"n\">Results</th><th scope=\"col\" "
      "class=\"n\">Nodes</th>"
      "<th scope=\"col\" class=\"n\">Wall seconds</th><th scope=\"col\" "
      "class=\"n\">Nodes/s</th></tr></thead>\n<tbody>\n",
      page);
  for (size_t i = 0; i < count; i++) {
    const struct record *record = &records[i];
    uint64_t nodes = counted (&totals[i], COUNT_nodes);
    fprintf (page, "<tr><th scope=\"row\" class=\"subject\"><a href=\"#run%zu\">", i + 1);
    html_text (page, run_name (record));
    fputs ("</a></th><td data-label=\"Task\">", page);
    html_text (page, record->task);
    fputs ("</td><td data-label=\"Game\">", page);
    html_text (page, record->title);
    fprintf (page,
             "</td><td class=\"n\" data-label=\"Ranks\">%d</td><td class=\"n\" data-label=\"Threads\">%d</td>"
             "<td class=\"n\" data-label=\"Results\">",
             record->ranks, record->threads);
    html_integer (page, record->row_count);
    fputs ("</td><td class=\"n\" data-label=\"Nodes\">", page);
    html_integer (page, nodes);
    fputs ("</td><td class=\"n\" data-label=\"Wall seconds\">", page);
    html_seconds (page, record->seconds);
    fputs ("</td><td class=\"n\" data-label=\"Nodes/s\">", page);
    html_short (page, report_rate ((double) nodes, record->seconds));
    fputs ("</td></tr>\n", page);
  }
  fputs ("</tbody></table></div>\n", page);
}

static void
write_run (FILE *page, const struct record *record, const struct report_totals *totals, size_t number)
{
  write_facts (page, record);
  report_differences (page, record);
  write_tiles (page, record, totals);
  report_results (page, record, totals);
  report_plots (page, record, totals, number);
  report_table_behaviour (page, totals);
  report_counters (page, record, totals);
}

static void
write_page (FILE *page, const struct record *records, size_t count)
{
  struct report_totals *totals = allocate (count, sizeof *totals);
  for (size_t i = 0; i < count; i++)
    add_up (&records[i], &totals[i]);
  write_head (page, records, count);
  if (count == 1) {
    fputs ("<header><h1>", page);
    html_text (page, run_name (&records[0]));
    fputs ("</h1><p class=\"lead\">A run of Zermelo</p></header>\n<main>\n", page);
    write_run (page, &records[0], &totals[0], 1);
  } else {
    fprintf (page,
             "<header><h1>%zu runs</h1><p class=\"lead\">of Zermelo, side by side and one by "
             "one</p></header>\n<main>\n<h2>Overview</h2>\n",
             count);
    write_overview (page, records, totals, count);
    for (size_t i = 0; i < count; i++) {
      fprintf (page, "<section id=\"run%zu\"><h2>", i + 1);
      html_text (page, run_name (&records[i]));
      fputs ("</h2>\n", page);
      write_run (page, &records[i], &totals[i], i + 1);
      fputs ("</section>\n", page);
    }
  }
  fputs ("</main>\n<footer>Nodes: search calls on a position that nothing had settled before. Looks: static "
         "looks at a position without a call. Made by zermelo report.</footer>\n</body>\n</html>\n",
         page);
  free (totals);
}

/* The page as text, to be freed; NULL if memory ended. */
static char *
page_text (const struct record *records, size_t count, size_t *size)
{
  char *text = NULL;
  FILE *page = open_memstream (&text, size);
  if (page == NULL)
    return NULL;
  write_page (page, records, count);
  bool whole = !ferror (page);
  if (fclose (page) == 0 && whole)
    return text;
  free (text);
  return NULL;
}

static bool
write_file (const char *path, const char *part, const char *text, size_t size, struct failure *failure)
{
  FILE *file = fopen (part, "w");
  if (file == NULL)
    return fail (failure, EXIT_CANNOT_CREATE, "cannot create %.300s: %s", path, strerror (errno));
  bool written = fwrite (text, 1, size, file) == size && fflush (file) == 0 && fsync (fileno (file)) == 0;
  int error = errno;
  if (fclose (file) != 0 && written) {
    written = false;
    error = errno;
  }
  if (!written)
    fail (failure, EXIT_IO, "cannot write %.300s: %s", path, strerror (error));
  else if (rename (part, path) == 0)
    return true;
  else
    fail (failure, EXIT_CANNOT_CREATE, "cannot create %.300s: %s", path, strerror (errno));
  remove (part);
  return false;
}

bool
report_write (const char *path, const struct record *records, size_t count, struct failure *failure)
{
  size_t size, path_size = strlen (path) + sizeof ".part";
  char *text = page_text (records, count, &size), *part = allocate (path_size, 1);
  snprintf (part, path_size, "%s.part", path);
  bool done = text != NULL ? write_file (path, part, text, size, failure)
                           : fail (failure, EXIT_IO, "cannot write %.300s: no memory for the page", path);
  free (part);
  free (text);
  return done;
}
