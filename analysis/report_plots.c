#include "analysis/report_parts.h"

#include "base/quantity_print.h"
#include "analysis/html.h"
#include "analysis/plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  BARS_MAX = 30,  /* rows drawn as bars */
  RANKS_MAX = 24, /* ranks drawn as bars; more become a line */
  PLIES_MAX = 300 /* points of a line */
};

/* ---- figures ----------------------------------------------------------------------------- */

struct figures {
  FILE *page;
  const struct report_run *run;
  int count;
  char prefix[40]; /* prefix of the ids in the current drawing */
};

static void begin_figure (struct figures *figures, const char *title, const char *remark, bool tall) {
  if (figures->count++ == 0)
    fputs ("<h3>Plots</h3>\n<div class=\"plots\">\n", figures->page);
  snprintf (figures->prefix, sizeof figures->prefix, "run%zu-plot%d-", figures->run->number, figures->count);
  fprintf (figures->page, "<figure%s><figcaption>%s <span>%s</span></figcaption>",
           tall ? " class=\"tall\"" : "", title, remark);
}

/* Write the drawing, or the reason why there is none; takes ownership of `svg`. */
static void write_drawing (struct figures *figures, char *svg, const struct failure *why) {
  if (svg != NULL)
    fprintf (figures->page, "<div class=\"drawing\">%s</div>", svg);
  else
    html_print (figures->page, "<p class=\"missing\">No plot: %s.</p>", why->text);
  free (svg);
}

static void end_figure (struct figures *figures) { fputs ("</figure>\n", figures->page); }

/* The rows with the highest `worth`, at most BARS_MAX, in descending order. Returns their number. */
static size_t choose_rows (const struct record *record, double (*worth) (const struct record_row *),
                           const struct record_row **chosen) {
  size_t count = 0;
  for (size_t i = 0; i < record->row_count; i++) {
    const struct record_row *row = &record->rows[i];
    size_t place = count;
    if (!(worth (row) > 0))
      continue;
    while (place > 0 && worth (chosen[place - 1]) < worth (row))
      place--;
    if (place == BARS_MAX)
      continue;
    count += count < BARS_MAX;
    memmove (chosen + place + 1, chosen + place, (count - place - 1) * sizeof *chosen);
    chosen[place] = row;
  }
  return count;
}

static void say_how_many (char remark[80], const char *order, size_t shown, size_t count) {
  if (shown < count)
    snprintf (remark, 80, "%s first, %zu of %zu", order, shown, count);
  else
    snprintf (remark, 80, "%s first", order);
}

/* Draw a figure of the chosen rows. */
static void draw_rows (struct figures *figures, const char *title, const char *order, const char *x_title,
                       const struct plot_bar *bars, size_t count) {
  char remark[80];
  struct failure why = { 0 };
  say_how_many (remark, order, count, figures->run->record->row_count);
  begin_figure (figures, title, remark, true);
  write_drawing (figures, plot_bars (figures->prefix, x_title, 0, bars, count, &why), &why);
  end_figure (figures);
}

static double seconds_of (const struct record_row *row) { return row->seconds; }

static double positions_of (const struct record_row *row) { return (double) row->positions; }

static double plies_of (const struct record_row *row) { return row->plies; }

/* ---- searches ------------------------------------------------------------------------------ */

/* Write the numbers behind the line, since they are not in any table. */
static void write_search_plies (FILE *page, const uint64_t *nodes, size_t plies) {
  fputs ("<details><summary>Numbers</summary><table><thead><tr><th class=\"n\">Ply</th><th "
         "class=\"n\">Nodes</th></tr>"
         "</thead><tbody>",
         page);
  for (size_t i = 0; i < plies; i++)
    html_print (page, "<tr><td class=\"n\">%zu</td><td class=\"n\">%" PRIu64 "</td></tr>", i, nodes[i]);
  fputs ("</tbody></table></details>", page);
}

static void plot_search_plies (struct figures *figures) {
  const uint64_t *nodes = figures->run->statistics.nodes_at_ply;
  double y[STATISTICS_PLIES];
  size_t plies = 0;
  for (size_t i = 0; i < STATISTICS_PLIES; i++) {
    y[i] = (double) nodes[i];
    if (nodes[i] > 0)
      plies = i + 1;
  }
  if (plies < 2)
    return;
  static const struct plot_axes axes = { "plies from the root of the search", "nodes", .logarithmic = true };
  struct failure why = { 0 };
  begin_figure (figures, "Nodes by ply", "from the root of the search, logarithmic", false);
  write_drawing (figures, plot_line (figures->prefix, &axes, y, plies, &why), &why);
  write_search_plies (figures->page, nodes, plies);
  end_figure (figures);
}

/* Plot seconds in a unit that keeps the numbers of the axis short. */
static void plot_seconds (struct figures *figures) {
  static const struct {
    double seconds, from;
    const char *name;
  } units[] = { { 1e-6, 0, "microseconds" },
                { 1e-3, 2e-3, "milliseconds" },
                { 1, 2, "seconds" },
                { 60, 300, "minutes" },
                { 3600, 18000, "hours" } };
  const struct record_row *rows[BARS_MAX + 1];
  const size_t count = choose_rows (figures->run->record, seconds_of, rows);
  if (count < 2)
    return;
  size_t unit = sizeof units / sizeof *units - 1;
  while (unit > 0 && rows[0]->seconds < units[unit].from)
    unit--;
  struct plot_bar bars[BARS_MAX];
  for (size_t i = 0; i < count; i++) {
    bars[i] = (struct plot_bar){ .label = report_subject (figures->run, rows[i]),
                                 .length = rows[i]->seconds / units[unit].seconds };
    quantity_print_seconds (rows[i]->seconds, bars[i].text, sizeof bars[i].text);
  }
  draw_rows (figures, "Time", "the slowest", units[unit].name, bars, count);
}

/* Plot the busy time of ranks, for a single run, since merged runs did not run at the same time. */
static void plot_busy (struct figures *figures) {
  const struct record *record = figures->run->record;
  bool any = false;
  for (int i = 0; i < record->ranks; i++)
    any = any || record->efforts[i].busy_seconds > 0;
  if (record->ranks < 2 || record->runs > 1 || record->seconds <= 0 || !any)
    return;
  const size_t ranks = (size_t) record->ranks;
  double *share = allocate (ranks, sizeof *share);
  for (size_t i = 0; i < ranks; i++)
    share[i] = fmin (100, fmax (0, 100 * record->efforts[i].busy_seconds / record->seconds));
  static const struct plot_axes axes = { "rank", "busy, % of wall time", .logarithmic = false };
  struct failure why = { 0 };
  char *svg;
  begin_figure (figures, "Busy ranks", "time in searches, share of the wall time", false);
  if (ranks > RANKS_MAX)
    svg = plot_line (figures->prefix, &axes, share, ranks, &why);
  else {
    struct plot_bar bars[RANKS_MAX];
    char names[RANKS_MAX][24];
    for (size_t i = 0; i < ranks; i++) {
      snprintf (names[i], sizeof names[i], "rank %zu", i);
      bars[i] = (struct plot_bar){ .label = names[i], .length = share[i] };
      quantity_print_share (share[i], 100, bars[i].text, sizeof bars[i].text);
    }
    svg = plot_bars (figures->prefix, "% of wall time", 100, bars, ranks, &why);
  }
  free (share);
  write_drawing (figures, svg, &why);
  end_figure (figures);
}

/* ---- positions ----------------------------------------------------------------------------- */

static void plot_positions (struct figures *figures, const char *title, const char *x_title,
                            const char *y_title) {
  const struct report_run *run = figures->run;
  double y[PLIES_MAX] = { 0 };
  size_t count = 0;
  for (size_t i = 0; i < run->record->row_count; i++) {
    const struct record_row *row = &run->record->rows[i];
    const long x = strtol (report_subject (run, row), NULL, 10);
    if (x < 0 || x >= PLIES_MAX || row->positions == 0)
      continue;
    y[x] = (double) row->positions;
    count = (size_t) x + 1 > count ? (size_t) x + 1 : count;
  }
  if (count < 2)
    return;
  const struct plot_axes axes = { x_title, y_title, .logarithmic = true };
  struct failure why = { 0 };
  begin_figure (figures, title, "logarithmic", false);
  write_drawing (figures, plot_line (figures->prefix, &axes, y, count, &why), &why);
  end_figure (figures);
}

static struct plot_bar stack_of (const struct report_run *run, const struct record_row *row) {
  struct plot_bar stack = { .label = report_subject (run, row),
                            .length = 100,
                            .part = { (double) row->won, (double) row->drawn, (double) row->lost } };
  quantity_print_count ((double) row->positions, stack.text, sizeof stack.text);
  return stack;
}

static void write_legend (FILE *page) {
  static const char *const names[PLOT_PARTS] = { "win", "draw", "loss" };
  fputs ("<p class=\"legend\">", page);
  for (int part = 0; part < PLOT_PARTS; part++)
    fprintf (page, "<span><i style=\"background:%s\"></i> %s</span> ", plot_part_colours[part], names[part]);
  fputs ("for the side to move</p>", page);
}

/* Plot the values of all rows, or of the largest if there are many. */
static void plot_values (struct figures *figures) {
  const struct report_run *run = figures->run;
  const struct record *record = run->record;
  const struct record_row *rows[BARS_MAX + 1];
  struct plot_bar stacks[PLIES_MAX];
  char remark[80] = "share of the positions, and how many there are";
  size_t count = 0;
  if (run->won + run->drawn + run->lost == 0)
    return;
  if (run->task != REPORT_TABLES && record->row_count <= PLIES_MAX)
    for (size_t i = 0; i < record->row_count; i++)
      stacks[count++] = stack_of (run, &record->rows[i]);
  else {
    count = choose_rows (record, positions_of, rows);
    for (size_t i = 0; i < count; i++)
      stacks[i] = stack_of (run, rows[i]);
    say_how_many (remark, "the largest", count, record->row_count);
  }
  struct failure why = { 0 };
  begin_figure (figures, "Values", remark, true);
  write_legend (figures->page);
  write_drawing (figures, plot_stacks (figures->prefix, "% of the positions", stacks, count, &why), &why);
  end_figure (figures);
}

static void plot_longest (struct figures *figures) {
  const struct record_row *rows[BARS_MAX + 1];
  const size_t count = choose_rows (figures->run->record, plies_of, rows);
  if (count < 2)
    return;
  struct plot_bar bars[BARS_MAX];
  for (size_t i = 0; i < count; i++) {
    bars[i] = (struct plot_bar){ .label = report_subject (figures->run, rows[i]), .length = rows[i]->plies };
    quantity_print_count (rows[i]->plies, bars[i].text, sizeof bars[i].text);
  }
  draw_rows (figures, "Longest wins", "the longest", "plies", bars, count);
}

/* ---- by task ----------------------------------------------------------------------------- */

void report_plots (FILE *page, const struct report_run *run) {
  struct figures figures = { .page = page, .run = run };
  switch (run->task) {
  case REPORT_BOOK:
  case REPORT_LAYERS:
    plot_values (&figures);
    plot_positions (&figures, "Positions by ply", "ply", "positions");
    break;
  case REPORT_TABLES:
    plot_values (&figures);
    plot_longest (&figures);
    break;
  case REPORT_COUNT: plot_positions (&figures, "Positions by ply", "ply", "positions"); break;
  case REPORT_PERFT: plot_positions (&figures, "Sequences of moves by depth", "depth", "sequences"); break;
  default:
    plot_seconds (&figures);
    plot_search_plies (&figures);
    break;
  }
  plot_busy (&figures);
  if (figures.count > 0)
    fputs ("</div>\n", page);
}
