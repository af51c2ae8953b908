#include "report_parts.h"

#include "html.h"
#include "plot.h"

#include <stdlib.h>

enum {
  BARS_MAX = 30, /* rows in the plot of seconds: the slowest */
  RANKS_MAX = 24 /* ranks drawn as bars; more become a line */
};

static void
begin_figure (FILE *page, const char *class, const char *title, const char *remark)
{
  fprintf (page, "<figure class=\"%s\"><figcaption>%s <span>%s</span></figcaption>", class, title, remark);
}

/* The drawing, or in its place why there is none; takes over `svg`. */
static void
write_drawing (FILE *page, char *svg, const struct failure *why)
{
  if (svg != NULL)
    fprintf (page, "<div class=\"drawing\">%s</div>", svg);
  else {
    fputs ("<p class=\"missing\">No plot: ", page);
    html_text (page, why->text);
    fputs (".</p>", page);
  }
  free (svg);
}

static void
write_plies (FILE *page, const struct report_totals *totals, const char *prefix)
{
  const uint64_t *nodes = totals->statistics.nodes_at_ply;
  double y[STATISTICS_PLIES];
  size_t plies = 0;
  for (size_t i = 0; i < STATISTICS_PLIES; i++) {
    y[i] = (double) nodes[i];
    if (nodes[i] > 0)
      plies = i + 1;
  }
  if (plies == 0)
    return;
  struct failure why = { 0 };
  begin_figure (page, "", "Nodes per ply", "logarithmic");
  write_drawing (page, plot_line (prefix, "plies from the root of the search", "nodes", true, y, plies, &why),
                 &why);
  fputs ("<details><summary>Numbers</summary><table><thead><tr><th class=\"n\">Ply</th><th "
         "class=\"n\">Nodes</th></tr>"
         "</thead><tbody>",
         page);
  for (size_t i = 0; i < plies; i++) {
    fprintf (page, "<tr><td class=\"n\">%zu</td><td class=\"n\">", i);
    html_integer (page, nodes[i]);
    fputs ("</td></tr>", page);
  }
  fputs ("</tbody></table></details></figure>\n", page);
}

static int
by_seconds (const void *a, const void *b)
{
  const struct record_row *const *row_a = a, *const *row_b = b;
  double difference = (*row_b)->seconds - (*row_a)->seconds;
  return difference > 0 ? 1 : difference < 0 ? -1 : (*row_a > *row_b) - (*row_a < *row_b);
}

static void
write_slowest (FILE *page, const struct record *record, const char *prefix)
{
  size_t count = record->row_count;
  if (count < 2)
    return;
  const struct record_row **rows = allocate (count, sizeof *rows);
  for (size_t i = 0; i < count; i++)
    rows[i] = &record->rows[i];
  qsort (rows, count, sizeof *rows, by_seconds);
  struct plot_bar bars[BARS_MAX];
  size_t shown = count < BARS_MAX ? count : BARS_MAX;
  for (size_t i = 0; i < shown; i++) {
    bars[i] = (struct plot_bar){ .label = rows[i]->subject,
                                 .length = rows[i]->seconds > 0 ? rows[i]->seconds : 0 };
    snprintf (bars[i].text, sizeof bars[i].text, "%.3g s", bars[i].length);
  }
  free (rows);
  char remark[64] = "slowest first";
  if (shown < count)
    snprintf (remark, sizeof remark, "the %zu slowest of %zu", shown, count);
  struct failure why = { 0 };
  begin_figure (page, "tall", "Seconds per row", remark);
  write_drawing (page, plot_bars (prefix, "seconds", 0, bars, shown, &why), &why);
  fputs ("</figure>\n", page);
}

static void
write_busy (FILE *page, const struct record *record, const char *prefix)
{
  if (record->ranks < 1 || record->busy_seconds == NULL || record->seconds <= 0)
    return;
  size_t ranks = (size_t) record->ranks;
  double *share = allocate (ranks, sizeof *share);
  for (size_t i = 0; i < ranks; i++)
    share[i] = 100 * record->busy_seconds[i] / record->seconds;
  struct failure why = { 0 };
  char *svg;
  if (ranks > RANKS_MAX)
    svg = plot_line (prefix, "rank", "busy, % of wall time", false, share, ranks, &why);
  else {
    struct plot_bar bars[RANKS_MAX];
    char names[RANKS_MAX][24];
    for (size_t i = 0; i < ranks; i++) {
      snprintf (names[i], sizeof names[i], "rank %zu", i);
      bars[i] = (struct plot_bar){ .label = names[i], .length = share[i] > 0 ? share[i] : 0 };
      snprintf (bars[i].text, sizeof bars[i].text, "%.1f %%", share[i]);
    }
    svg = plot_bars (prefix, "% of wall time", 100, bars, ranks, &why);
  }
  free (share);
  begin_figure (page, "", "Busy time per rank", "share of the wall time");
  write_drawing (page, svg, &why);
  fputs ("</figure>\n", page);
}

void
report_plots (FILE *page, const struct record *record, const struct report_totals *totals, size_t number)
{
  char prefix[3][40];
  for (int i = 0; i < 3; i++)
    snprintf (prefix[i], sizeof prefix[i], "run%zu-plot%d-", number, i + 1);
  fputs ("<h3>Plots</h3>\n<div class=\"plots\">\n", page);
  write_plies (page, totals, prefix[0]);
  write_slowest (page, record, prefix[1]);
  write_busy (page, record, prefix[2]);
  fputs ("</div>\n", page);
}
