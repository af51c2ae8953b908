#include "report_parts.h"

#include "html.h"

#include <string.h>

static uint64_t
counted (const struct report_totals *totals, int counter)
{
  return totals->statistics.count[counter];
}

static void
write_counter_name (FILE *page, int counter)
{
  fputs ("<th scope=\"row\" class=\"counter\">", page);
  for (const char *c = counter_descriptions[counter].name; *c != '\0'; c++)
    fputc (*c == '_' ? ' ' : *c, page);
  fputs ("</th>", page);
}

/* The counters of the transposition table: a number, and a share of what it is a part of. */
void
report_table_behaviour (FILE *page, const struct report_totals *totals)
{
  if (counted (totals, COUNT_table_probes) == 0 && counted (totals, COUNT_table_stores) == 0)
    return;
  fputs (
      "<h3>Transposition table</h3>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Counter</th>"
      "<th scope=\"col\" class=\"n\">Number</th><th scope=\"col\" class=\"n\">Share</th><th "
      "scope=\"col\"></th>"
      "<th scope=\"col\">Meaning</th></tr></thead>\n<tbody>\n",
      page);
  for (int i = 0; i < COUNTERS; i++) {
    const struct counter_description *description = &counter_descriptions[i];
    if (strncmp (description->name, "table_", 6) != 0)
      continue;
    double number = (double) counted (totals, i), whole = (double) counted (totals, description->per);
    double share = whole > 0 ? 100 * number / whole : 0;
    fputs ("<tr>", page);
    write_counter_name (page, i);
    fputs ("<td class=\"n\">", page);
    html_integer (page, counted (totals, i));
    fputs ("</td><td class=\"n\">", page);
    html_percent (page, number, whole);
    fprintf (page,
             "</td><td><span class=\"meter\"><i style=\"width:%.1f%%\"></i></span></td><td "
             "class=\"quiet\">%s; share of ",
             share < 100 ? share : 100, description->description);
    for (const char *c = counter_descriptions[description->per].name; *c != '\0'; c++)
      fputc (*c == '_' ? ' ' : *c, page);
    fputs ("</td></tr>\n", page);
  }
  fputs ("</tbody></table></div>\n", page);
}

void
report_counters (FILE *page, const struct record *record, const struct report_totals *totals)
{
  fputs ("<h3>Counters per rank</h3>\n<div class=\"scroll\"><table class=\"counters\"><thead><tr><th "
         "scope=\"col\">Counter</th>"
         "<th scope=\"col\" class=\"n\">All ranks</th>",
         page);
  for (int rank = 0; rank < record->ranks; rank++)
    fprintf (page, "<th scope=\"col\" class=\"n\">Rank %d</th>", rank);
  fputs ("</tr></thead>\n<tbody>\n", page);
  for (int i = 0; i < COUNTERS; i++) {
    fprintf (page, "<tr title=\"%s\">", counter_descriptions[i].description);
    write_counter_name (page, i);
    fputs ("<td class=\"n\">", page);
    html_integer (page, counted (totals, i));
    fputs ("</td>", page);
    for (int rank = 0; rank < record->ranks; rank++) {
      fputs ("<td class=\"n\">", page);
      html_integer (page, record->statistics[rank].count[i]);
      fputs ("</td>", page);
    }
    fputs ("</tr>\n", page);
  }
  fputs ("</tbody></table></div>\n", page);
}
