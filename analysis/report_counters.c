#include "analysis/report_parts.h"

#include "analysis/html.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* ---- origin ------------------------------------------------------------------------------ */

static void write_fact (FILE *page, const char *term, const char *text) {
  if (text[0] != '\0')
    html_print (page, "<div><dt>%s</dt><dd>%s</dd></div>", term, text);
}

static void write_fact_integer (FILE *page, const char *term, int number) {
  fprintf (page, "<div><dt>%s</dt><dd>%d</dd></div>", term, number);
}

void report_origin (FILE *page, const struct record *record) {
  const struct record_origin *origin = &record->origin;
  fputs ("<h3>Where and with what</h3>\n<dl class=\"facts\">", page);
  html_print (page, "<div class=\"wide\"><dt>%s</dt><dd><code>%s</code></dd></div>",
              record->runs > 1 ? "Command of the first run" : "Command",
              record->command[0] != '\0' ? record->command : "-");
  if (record->runs > 1)
    write_fact_integer (page, "Runs put together", record->runs);
  write_fact_integer (page, record->runs > 1 ? "Ranks of all runs" : "Ranks", record->ranks);
  write_fact_integer (page, "Threads a rank", record->threads);
  fputs ("<div><dt>Table a rank</dt><dd>", page);
  html_bytes (page, record->table_bytes);
  fputs ("</dd></div>", page);
  write_fact (page, "Replacement", record->replacement);
  write_fact (page, "Finished", origin->finished);
  write_fact (page, "Host", origin->host);
  write_fact (page, "Version", origin->version);
  write_fact (page, "Revision", origin->revision);
  write_fact (page, "Compiler", origin->compiler);
  write_fact (page, "Libraries", origin->libraries);
  fputs ("</dl>\n", page);
}

/* ---- counters ----------------------------------------------------------------------------- */

/* "table hits" for "table_hits"; the unit in a name is written at the number instead. */
static void write_name (FILE *page, int counter) {
  const char *name = counter_descriptions[counter].name;
  const size_t length = strlen (name)
                        - (text_ends_with (name, "_us")      ? 3
                           : text_ends_with (name, "_bytes") ? 6
                                                             : 0);
  for (size_t i = 0; i < length; i++)
    fputc (name[i] == '_' ? ' ' : name[i], page);
  if (text_ends_with (name, "_us"))
    fputs (" time", page);
  if (text_ends_with (name, "_bytes"))
    fputs (" size", page);
}

static void write_number (FILE *page, int counter, uint64_t number) {
  const char *name = counter_descriptions[counter].name;
  if (text_ends_with (name, "_us"))
    html_seconds (page, 1e-6 * (double) number);
  else if (text_ends_with (name, "_bytes"))
    html_bytes (page, number);
  else
    html_integer (page, number);
}

/* Write the share in another counter; if it exceeds the whole, the ratio. */
static void write_share (FILE *page, const struct report_run *run, int counter) {
  const enum counter per = counter_descriptions[counter].per;
  const double number = (double) run->statistics.count[counter], whole = (double) run->statistics.count[per];
  const char *name = counter_descriptions[counter].name;
  if ((int) per == counter || whole <= 0)
    return;
  fputs ("; ", page);
  if (text_ends_with (name, "_us"))
    html_seconds (page, 1e-6 * number / whole);
  else if (number <= whole && !text_ends_with (name, "_bytes"))
    html_share (page, number, whole);
  else
    fprintf (page, number < 100 * whole ? "%.1f" : "%.0f", number / whole);
  fputs (number <= whole && !text_ends_with (name, "_us") && !text_ends_with (name, "_bytes")
             ? " of the "
             : " for each of the ",
         page);
  write_name (page, (int) per);
}

static void begin_row (FILE *page, int counter) {
  fputs ("<tr><th scope=\"row\" class=\"counter\">", page);
  write_name (page, counter);
  fputs ("</th><td class=\"n\">", page);
}

/* Write the figures of each rank, for a run of several ranks. */
static void write_ranks (FILE *page, const struct report_run *run) {
  const struct record *record = run->record;
  if (record->ranks < 2)
    return;
  fputs ("<details><summary>Rank by rank</summary><div class=\"scroll\"><table class=\"counters\"><thead><tr>"
         "<th scope=\"col\">Counter</th>",
         page);
  for (int rank = 0; rank < record->ranks; rank++)
    fprintf (page, "<th scope=\"col\" class=\"n\">Rank %d</th>", rank);
  fputs ("</tr></thead>\n<tbody>\n", page);
  for (int i = 0; i < COUNTERS; i++) {
    if (run->statistics.count[i] == 0)
      continue;
    begin_row (page, i);
    for (int rank = 0; rank < record->ranks; rank++) {
      fputs (rank == 0 ? "" : "<td class=\"n\">", page);
      write_number (page, i, record->efforts[rank].statistics.count[i]);
      fputs ("</td>", page);
    }
    fputs ("</tr>\n", page);
  }
  fputs ("</tbody></table></div></details>\n", page);
}

/* Explain a difference between the nodes of the rows and of the searches: the rows may cover more than this
 * run. */
static void explain_nodes (FILE *page, const struct report_run *run) {
  const uint64_t searched = run->statistics.count[COUNT_nodes];
  if (run->nodes == searched || run->nodes == 0)
    return;
  html_print (page, "<p class=\"quiet\">Of the %" PRIu64 " nodes of the results, %" PRIu64, run->nodes,
              searched);
  if (searched > run->nodes)
    fputs (" calls of a search were made in this run: some were not for a result.</p>\n", page);
  else if (run->task == REPORT_BENCH)
    fputs (" are calls of a search that are counted below; sets of positions have no counters.</p>\n", page);
  else
    fputs (" are calls of a search in this run; the others are positions of endgame tables, or were searched "
           "by runs "
           "before this one.</p>\n",
           page);
}

void report_counters (FILE *page, const struct report_run *run) {
  bool any = false;
  for (int i = 0; i < COUNTERS; i++)
    any = any || run->statistics.count[i] > 0;
  if (!any)
    return;
  fputs ("<h3>What the searches counted</h3>\n", page);
  explain_nodes (page, run);
  fputs ("<div class=\"scroll\"><table class=\"counted\"><thead><tr><th scope=\"col\">Counter</th><th "
         "scope=\"col\" "
         "class=\"n\">Number</th><th scope=\"col\">What it is</th></tr></thead>\n<tbody>\n",
         page);
  for (int i = 0; i < COUNTERS; i++) {
    if (run->statistics.count[i] == 0)
      continue;
    begin_row (page, i);
    write_number (page, i, run->statistics.count[i]);
    fprintf (page, "</td><td class=\"quiet\">%s", counter_descriptions[i].description);
    write_share (page, run, i);
    fputs (".</td></tr>\n", page);
  }
  fputs ("</tbody></table></div>\n", page);
  write_ranks (page, run);
}
