/* Plots as SVG, to be embedded in an HTML page.
 *
 * gnuplot draws them. It is found on PATH, started without a shell, and reads its script from an unnamed
 * temporary file, so no file is left behind, even after an error. Text and axes have the colour of the page
 * around them; all ids begin with `prefix`, so that several plots can share a page.
 *
 * Each function returns the <svg> element, which the caller frees, or NULL and a line in `why` (gnuplot is
 * not installed), which the page shows instead of the plot. Thread-safe. */
#ifndef ZERMELO_ANALYSIS_PLOT_H
#define ZERMELO_ANALYSIS_PLOT_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>

/** The titles of both axes (borrowed), and the scale of the vertical one. */
struct plot_axes {
  const char *x_title, *y_title;
  bool logarithmic;
};

/** Plot y[0 .. count - 1] over 0 .. count - 1, joined by a line. A logarithmic axis shows only y > 0; at
 * least one must be. count >= 1. */
char *plot_line (const char *prefix, const struct plot_axes *, const double *y, size_t count,
                 struct failure *why);

enum { PLOT_SERIES = 6 };

/** One of several lines, with its name for the key (borrowed). */
struct plot_series {
  const char *name;
  double *y;
};

/** Plot several lines of `count` values each, with a key. Values that are not positive are left out. */
char *plot_curves (const char *prefix, const struct plot_axes *, const struct plot_series *, size_t lines,
                   size_t count, struct failure *why);

enum { PLOT_PARTS = 3 };

/** A horizontal bar: its label (borrowed), its length (>= 0) and the text at its end (UTF-8); for
 * plot_stacks() its consecutive parts (each >= 0). */
struct plot_bar {
  const char *label;
  double length, part[PLOT_PARTS];
  char text[32];
};

/** Plot bars from top to bottom over an axis from 0 to at least `reach`. count >= 1. */
char *plot_bars (const char *prefix, const char *x_title, double reach, const struct plot_bar *bars,
                 size_t count, struct failure *why);

/** The colours of the parts in CSS, for a legend. */
extern const char *const plot_part_colours[PLOT_PARTS];

/** Plot bars of equal length from top to bottom, over an axis from 0 to 100 %: the shares of their parts. */
char *plot_stacks (const char *prefix, const char *x_title, const struct plot_bar *bars, size_t count,
                   struct failure *why);

#endif
