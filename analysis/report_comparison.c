/* The page about a comparison: for each game a table of depths and methods, a plot of nodes, and the growth
 * rates. */
#include "analysis/comparison.h"

#include "analysis/html.h"
#include "analysis/plot.h"
#include "analysis/report_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { METHODS_MAX = PLOT_SERIES };

/* The cells of one game: a group for each method. */
struct board {
  const struct comparison *comparison;
  size_t first, count;
  size_t group[64], size[64]; /* the first cell of each method, and their number */
  int methods;
};

static struct board board_at (const struct comparison *comparison, size_t first) {
  struct board board = { .comparison = comparison, .first = first };
  const struct comparison_cell *cells = comparison->cells;
  size_t i = first;
  while (i < comparison->count && strcmp (cells[i].game, cells[first].game) == 0) {
    const size_t size = comparison_group (comparison, i);
    if (board.methods < 64) {
      board.group[board.methods] = i;
      board.size[board.methods++] = size;
    }
    i += size;
  }
  board.count = i - first;
  return board;
}

static const struct comparison_cell *cell_of (const struct board *board, int method, int depth) {
  for (size_t i = 0; i < board->size[method]; i++)
    if (board->comparison->cells[board->group[method] + i].depth == depth)
      return &board->comparison->cells[board->group[method] + i];
  return NULL;
}

/* ---- tables ---- */

static bool has_published (const struct board *board) {
  bool has = false;
  for (size_t i = 0; i < board->count; i++)
    has = has || board->comparison->cells[board->first + i].published > 0;
  return has;
}

static void write_head (FILE *page, const char *const *names, size_t count) {
  fputs ("<div class=\"scroll\"><table class=\"results\"><thead><tr>", page);
  for (size_t i = 0; i < count; i++)
    html_print (page,
                i == 0 ? "<th scope=\"col\" class=\"subject\">%s</th>"
                       : "<th scope=\"col\" class=\"n\">%s</th>",
                names[i]);
  fputs ("</tr></thead>\n<tbody>\n", page);
}

static void write_cells (FILE *page, const struct board *board) {
  const bool published = has_published (board);
  static const char *const names[]
      = { "Method", "Depth", "Searches", "Nodes a search", "Seconds a search", "Published", "Ratio" };
  write_head (page, names, published ? 7 : 5);
  for (size_t i = 0; i < board->count; i++) {
    const struct comparison_cell *cell = &board->comparison->cells[board->first + i];
    const double searches = cell->searches > 0 ? (double) cell->searches : 1;
    html_print (page, "<tr><th scope=\"row\" class=\"subject\">%s</th><td class=\"n\" data-label=\"Depth\">",
                cell->method);
    if (cell->depth > 0)
      fprintf (page, "%" PRId32, cell->depth);
    else
      fputs ("end", page);
    html_print (page,
                "</td><td class=\"n\" data-label=\"Searches\">%" PRIu64
                "</td><td class=\"n\" data-label=\"Nodes a search\">%g%s"
                "</td><td class=\"n\" data-label=\"Seconds a search\">%f</td>",
                cell->searches, comparison_average (cell), cell->unfinished > 0 ? ", not all to the end" : "",
                cell->seconds / searches);
    if (cell->published > 0) {
      char ratio[32];
      snprintf (ratio, sizeof ratio, "%.2f", comparison_average (cell) / (double) cell->published);
      html_print (page,
                  "<td class=\"n\" data-label=\"Published\">%" PRIu64
                  "</td><td class=\"n\" data-label=\"Ratio\">%s</td>",
                  cell->published, ratio);
    } else if (published)
      fputs ("<td class=\"n\"></td><td class=\"n\"></td>", page);
    fputs ("</tr>\n", page);
  }
  fputs ("</tbody></table></div>\n", page);
}

static void write_growth (FILE *page, const struct board *board) {
  bool any = false;
  for (int m = 0; m < board->methods; m++) {
    struct growth growth;
    const struct comparison_cell *cells = &board->comparison->cells[board->group[m]];
    if (!comparison_growth (cells, board->size[m], &growth))
      continue;
    char text[100];
    snprintf (text, sizeof text, "%.3f (%.3f to %.3f)", growth.rate, growth.lower, growth.upper);
    fputs (any ? "" : "<h3>Growth from depth to depth</h3>\n<ul>\n", page);
    html_print (page, "<li>%s: %s, fitted to %d depths; range of 95 %s.</li>\n", cells->method, text,
                growth.depths, "%");
    any = true;
  }
  fputs (any ? "</ul>\n" : "", page);
}

/* ---- the plot ---- */

static void write_plot (FILE *page, const struct board *board, size_t number) {
  struct plot_series series[PLOT_SERIES] = { { 0 } };
  int deepest = 0, shown = 0;
  char prefix[40];
  struct failure why = { 0 };
  for (size_t i = 0; i < board->count; i++)
    if (board->comparison->cells[board->first + i].depth > deepest)
      deepest = board->comparison->cells[board->first + i].depth;
  if (deepest == 0)
    return;
  for (int m = 0; m < board->methods && shown < METHODS_MAX; m++, shown++) {
    series[shown].name = board->comparison->cells[board->group[m]].method;
    series[shown].y = allocate ((size_t) deepest + 1, sizeof (double));
    for (int depth = 1; depth <= deepest; depth++) {
      const struct comparison_cell *cell = cell_of (board, m, depth);
      series[shown].y[depth] = cell != NULL ? comparison_average (cell) : 0;
    }
  }
  const struct plot_axes axes = { "depth", "nodes a search", true };
  snprintf (prefix, sizeof prefix, "board%zu-", number);
  char *svg = plot_curves (prefix, &axes, series, (size_t) shown, (size_t) deepest + 1, &why);
  fputs ("<div class=\"plots\">\n<figure class=\"tall\"><figcaption>Nodes by depth</figcaption>", page);
  if (svg != NULL)
    fprintf (page, "<div class=\"drawing\">%s</div>", svg);
  else
    html_print (page, "<p class=\"missing\">No plot: %s.</p>", why.text);
  fputs ("</figure>\n</div>\n", page);
  free (svg);
  for (int m = 0; m < shown; m++)
    free (series[m].y);
}

bool comparison_write_page (const char *path, const struct comparison *comparison, struct failure *failure) {
  char *text = NULL;
  size_t size = 0, number = 0;
  FILE *page = open_memstream (&text, &size);
  if (page != NULL) {
    report_begin_page (page, comparison->name);
    html_print (page, "<header><h1>%s</h1><p class=\"lead\">%s</p></header>\n<main>\n", comparison->name,
                comparison->what);
    for (size_t i = 0; i < comparison->count;) {
      const struct board board = board_at (comparison, i);
      html_print (page, "<h2>%s</h2>\n", comparison->cells[i].game);
      write_cells (page, &board);
      write_plot (page, &board, ++number);
      write_growth (page, &board);
      i += board.count;
    }
    fputs ("</main>\n<footer>Nodes: search calls on a position that nothing had settled before. Seconds: "
           "medians of "
           "repetitions. Made by zermelo compare.</footer>\n"
           "</body>\n</html>\n",
           page);
    fclose (page);
  }
  const bool done = report_save (path, text, size, failure);
  free (text);
  return done;
}
