#include "analysis/comparison.h"

#include "store/columns.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t comparison_group (const struct comparison *comparison, size_t first) {
  const struct comparison_cell *cell = &comparison->cells[first];
  size_t count = 1;
  while (first + count < comparison->count && strcmp (cell[count].game, cell->game) == 0
         && strcmp (cell[count].method, cell->method) == 0)
    count++;
  return count;
}

double comparison_average (const struct comparison_cell *cell) {
  return cell->searches > 0 ? (double) cell->nodes / (double) cell->searches : 0;
}

/* The quantile of Student's distribution for 95 %, by degrees of freedom. */
static double student (int freedom) {
  static const double quantiles[] = { 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228 };
  enum { KNOWN = sizeof quantiles / sizeof *quantiles };
  assert (freedom > 0);
  return freedom <= KNOWN ? quantiles[freedom - 1] : 2;
}

bool comparison_growth (const struct comparison_cell *cells, size_t count, struct growth *growth) {
  enum { LEAST = 3 };
  double n = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, sum_yy = 0;
  for (size_t i = 0; i < count; i++) {
    const double average = comparison_average (&cells[i]);
    if (cells[i].depth == 0 || average <= 0 || cells[i].unfinished > 0)
      continue;
    const double x = cells[i].depth, y = log (average);
    n++;
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
    sum_yy += y * y;
  }
  const double width = sum_xx - sum_x * sum_x / n, cross = sum_xy - sum_x * sum_y / n;
  if (n < LEAST || width <= 0)
    return false;
  const double slope = cross / width, rest = sum_yy - sum_y * sum_y / n - slope * cross;
  const double error = student ((int) n - 2) * sqrt (fmax (0, rest) / (n - 2) / width);
  *growth = (struct growth){ exp (slope), exp (slope - error), exp (slope + error), (int) n };
  return true;
}

/* ---- the file ---- */

#define CELL(name, member, element, width, unit, encoding, description)                                      \
  FIELD (struct comparison_cell, "/cells/" name, member, element, width, unit, encoding, description)
#define COUNT(member, unit, description)                                                                     \
  CELL (#member, member, ELEMENT_U64, 0, unit, "unsigned number", description)

static const struct field cell_fields[] = {
  CELL ("game", game, ELEMENT_TEXT, 96, "1", "UTF-8, padded with zeros", "The game, as on the command line"),
  CELL ("method", method, ELEMENT_TEXT, 96, "1", "UTF-8, padded with zeros", "The method, with its options"),
  CELL ("depth", depth, ELEMENT_I32, 0, "ply", "signed number; 0: to the end of the game",
        "How far the searches look ahead"),
  CELL ("repetitions", repetitions, ELEMENT_I32, 0, "1", "signed number", "How often the time was measured"),
  COUNT (searches, "position", "Positions searched"),
  COUNT (nodes, "node", "Nodes of all these searches"),
  COUNT (looks, "look", "Looks of all these searches"),
  COUNT (unfinished, "position", "Searches that a limit ended"),
  COUNT (published, "node", "Nodes of an average search as published; 0: none are"),
  CELL ("seconds", seconds, ELEMENT_REAL, 0, "s", "IEEE 754 double",
        "Wall time of all these searches: the median of the repetitions"),
};

void comparison_save (struct file_out *file, const struct comparison *comparison) {
  file_group (file, "/cells", "One row for each game, method and depth");
  columns_write (file, cell_fields, sizeof cell_fields / sizeof *cell_fields, comparison->cells,
                 sizeof *comparison->cells, comparison->count);
}

bool comparison_load (struct file_in *file, struct comparison *comparison, size_t most) {
  size_t count = SIZE_MAX;
  struct comparison_cell *cells
      = columns_read (file, cell_fields, sizeof cell_fields / sizeof *cell_fields, sizeof *cells, &count);
  const bool good = cells != NULL && count <= most;
  comparison->count = good ? count : 0;
  if (comparison->count > 0)
    memcpy (comparison->cells, cells, count * sizeof *cells);
  free (cells);
  return good;
}

bool comparison_write (const char *path, const struct comparison *comparison, struct failure *failure) {
  struct file_identity identity = { .kind = "comparison", .format = 1 };
  snprintf (identity.options, sizeof identity.options, "%.190s", comparison->what);
  snprintf (identity.description, sizeof identity.description,
            "What methods of search took on the same positions, by game, method and depth");
  struct file_out *file = file_create (path, &identity, failure);
  if (file == NULL)
    return false;
  file_put_text (file, "/", "name", comparison->name);
  comparison_save (file, comparison);
  return file_commit (file);
}
