#include "analysis/report.h"

#include "analysis/html.h"
#include "analysis/report_parts.h"
#include "analysis/report_style.h"
#include "store/new_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sums over a record ------------------------------------------------------------------ */

static enum report_task task_of (const struct record *record) {
  static const char *const names[REPORT_OTHER]
      = { [REPORT_SOLVE] = "solve",   [REPORT_VERIFY] = "verify",    [REPORT_BOOK] = "book",
          [REPORT_LAYERS] = "layers", [REPORT_TABLES] = "tablebase", [REPORT_COUNT] = "count",
          [REPORT_PERFT] = "perft",   [REPORT_BENCH] = "bench" };
  int task = 0;
  while (task < REPORT_OTHER && strcmp (record->task, names[task]) != 0)
    task++;
  return (enum report_task) task;
}

static void add_up (const struct record *record, size_t number, struct report_run *run) {
  *run = (struct report_run){ .record = record, .task = task_of (record), .number = number };
  for (int rank = 0; rank < record->ranks; rank++)
    statistics_add (&run->statistics, &record->efforts[rank].statistics);
  for (size_t i = 0; i < record->row_count; i++) {
    const struct record_row *row = &record->rows[i];
    run->nodes += row->nodes;
    run->looks += row->looks;
    run->seconds += row->seconds;
    run->positions += row->positions;
    run->won += row->won;
    run->drawn += row->drawn;
    run->lost += row->lost;
    if (row->scored > 0 && (run->scored == 0 || row->lowest < run->lowest))
      run->lowest = row->lowest;
    if (row->scored > 0 && (run->scored == 0 || row->highest > run->highest))
      run->highest = row->highest;
    run->scored += row->scored;
    if (row->plies > 0 && row->positions > 0 && (run->longest == NULL || row->plies > run->longest->plies))
      run->longest = row;
  }
}

/* ---- the page ---------------------------------------------------------------------------- */

/* Identify the run: its name, its task, the time of its end. */
static void write_which (FILE *page, const struct record *record) {
  fputs ("<p class=\"which\">", page);
  if (record->name[0] != '\0')
    html_print (page, "%s &middot; ", record->name);
  html_text (page, record->task[0] != '\0' ? record->task : "a run");
  if (record->title[0] != '\0')
    html_print (page, " &middot; %s", record->title);
  if (record->parts > 1)
    fprintf (page, " &middot; part %d of %d", record->part, record->parts);
  if (record->origin.finished[0] != '\0')
    html_print (page, " &middot; %s", record->origin.finished);
  fputs ("</p>", page);
}

void report_begin_page (FILE *page, const char *title) {
  fputs ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
         "'unsafe-inline'; img-src data:\">\n"
         "<link rel=\"icon\" href=\"data:,\">\n<title>Zermelo: ",
         page);
  html_text (page, title);
  fputs ("</title>\n<style>\n", page);
  for (size_t i = 0; i < sizeof report_style / sizeof *report_style; i++)
    fprintf (page, "%s\n", report_style[i]);
  fputs ("</style>\n</head>\n<body>\n", page);
}

static void write_head (FILE *page, const struct report_run *runs, size_t count) {
  char title[200];
  const struct record *first = runs[0].record;
  const size_t used = (size_t) snprintf (title, sizeof title, "%.150s",
                                         first->name[0] != '\0'    ? first->name
                                         : first->title[0] != '\0' ? first->title
                                                                   : first->task);
  if (count > 1)
    snprintf (title + used, sizeof title - used, " and %zu more", count - 1);
  report_begin_page (page, title);
}

/* Write all runs side by side, each with its answer. */
static void write_overview (FILE *page, const struct report_run *runs, size_t count) {
  fputs (
      "<div class=\"scroll\"><table class=\"results\"><thead><tr><th scope=\"col\" "
      "class=\"subject\">Answer</th>"
      "<th scope=\"col\">Run</th><th scope=\"col\">Task</th><th scope=\"col\" class=\"n\">Ranks</th>"
      "<th scope=\"col\" class=\"n\">Threads</th><th scope=\"col\" class=\"n\">Wall time</th></tr></thead>\n"
      "<tbody>\n",
      page);
  for (size_t i = 0; i < count; i++) {
    const struct record *record = runs[i].record;
    fprintf (page, "<tr><th scope=\"row\" class=\"subject\"><a href=\"#run%zu\">", i + 1);
    report_headline (page, &runs[i]);
    html_print (page,
                "</a></th><td data-label=\"Run\">%s</td><td data-label=\"Task\">%s</td>"
                "<td class=\"n\" data-label=\"Ranks\">%d</td><td class=\"n\" data-label=\"Threads\">%d</td>"
                "<td class=\"n\" data-label=\"Wall time\">%f</td></tr>\n",
                record->name, record->task, record->ranks, record->threads, record->seconds);
  }
  fputs ("</tbody></table></div>\n", page);
}

static void write_run (FILE *page, const struct report_run *run) {
  report_alarms (page, run);
  report_tiles (page, run);
  report_proof (page, run);
  report_results (page, run);
  report_plots (page, run);
  report_origin (page, run->record);
  report_counters (page, run);
}

static void write_runs (FILE *page, const struct report_run *runs, size_t count) {
  fprintf (page,
           "<header><h1>%zu runs</h1><p class=\"lead\">of Zermelo, side by side and one by "
           "one</p></header>\n<main>\n<h2>Overview</h2>\n",
           count);
  write_overview (page, runs, count);
  for (size_t i = 0; i < count; i++) {
    fprintf (page, "<section id=\"run%zu\">", i + 1);
    write_which (page, runs[i].record);
    fputs ("<h2>", page);
    report_headline (page, &runs[i]);
    fputs ("</h2>\n", page);
    write_run (page, &runs[i]);
    fputs ("</section>\n", page);
  }
}

static void write_page (FILE *page, const struct record *records, size_t count) {
  struct report_run *runs = allocate (count, sizeof *runs);
  for (size_t i = 0; i < count; i++)
    add_up (&records[i], i + 1, &runs[i]);
  write_head (page, runs, count);
  if (count == 1) {
    fputs ("<header>", page);
    write_which (page, &records[0]);
    fputs ("<h1>", page);
    report_headline (page, &runs[0]);
    fputs ("</h1></header>\n<main>\n", page);
    write_run (page, &runs[0]);
  } else
    write_runs (page, runs, count);
  fputs ("</main>\n<footer>Nodes: search calls on a position that nothing had settled before, or positions "
         "where "
         "none is searched for. Looks: static looks at a position without a call. Made by zermelo "
         "report.</footer>\n</body>\n</html>\n",
         page);
  free (runs);
}

/* The page as text, which the caller frees; NULL without memory. */
static char *page_text (const struct record *records, size_t count, size_t *size) {
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

bool report_save (const char *path, const char *text, size_t size, struct failure *failure) {
  struct new_file file;
  if (text == NULL)
    return fail (failure, EXIT_IO, "cannot write %.300s: no memory for the page", path);
  if (!new_file_create_text (&file, path, failure))
    return false;
  if (new_file_write (&file, text, size, failure))
    return new_file_finish (&file, failure);
  new_file_abandon (&file);
  return false;
}

bool report_write (const char *path, const struct record *records, size_t count, struct failure *failure) {
  size_t size = 0;
  char *text = page_text (records, count, &size);
  const bool done = report_save (path, text, size, failure);
  free (text);
  return done;
}
