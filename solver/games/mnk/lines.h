/* Lines: k cells in a row, in one of four directions, named by their first (lowest) cell.
 *
 *      6  7  8       direction   from a cell to the next, on M columns
 *      3  4  5       row         1
 *      0  1  2       column      M
 *                    rising      M + 1
 *                    falling     M - 1   (2 4 6)
 *
 * A set of stones and'ed with itself moved down by one step leaves the first cells of two in a row. By
 * doubling, log2 (k) shifts find k in a row for all cells at once. Rows are not padded: a run across the edge
 * of the board starts at a cell where no line starts, so `starts` masks it. */
#ifndef ZERMELO_MNK_LINES_H
#define ZERMELO_MNK_LINES_H

#include "games/directions.h"
#include "games/mnk/cells.h"

#include <assert.h>

/** One of the four directions. All fields are zero if no line of k cells fits in it, which is harmless in
 * every function below. */
struct direction {
  int step;     /* from a cell of a line to the next one */
  int reach;    /* k steps if k + 1 cells fit on the board, else 0 */
  cells starts; /* first cells of k in a row */
  cells longer; /* first cells of k + 1 in a row */
  cells steps;  /* cells with a next cell: first cells of 2 in a row */
};

struct lines {
  int length; /* k */
  bool exact; /* exactly k in a row win; longer rows do not */
  struct direction direction[4];
};

/** First cells of `length` cells of the set in a row; valid only for cells where such a row starts. */
static inline cells lines_runs (cells set, int step, int length) {
  assert (length >= 1 && step >= 0);
  for (int have = 1; have < length;) {
    int more = have < length - have ? have : length - have;
    set = cells_and (set, cells_down (set, more * step));
    have += more;
  }
  return set;
}

/** First cells of the lines in this direction with which the stones win. */
static inline cells lines_won (const struct lines *lines, const struct direction *d, cells stones) {
  cells runs = lines_runs (stones, d->step, lines->length);
  if (!lines->exact)
    return cells_and (runs, d->starts);
  cells longer = cells_and (cells_and (runs, cells_down (stones, d->reach)), d->longer);
  return cells_minus (cells_minus (cells_and (runs, d->starts), longer), cells_up (longer, d->step));
}

/** Do these stones contain a winning line? */
static inline bool lines_any (const struct lines *lines, const cells *stones) {
  cells won = cells_none ();
  for (int i = 0; i < 4; i++)
    won = cells_or (won, lines_won (lines, &lines->direction[i], *stones));
  return cells_any (&won);
}

/** Did the stone on `cell` complete a line? Without it there was none. */
static inline bool lines_completed (const struct lines *lines, const cells *stones, int cell) {
  assert (cells_has (stones, cell));
#if GAME_BITS <= 128
  (void) cell; /* testing all lines at once is as fast as testing the lines through the cell */
  return lines_any (lines, stones);
#else
  for (const struct direction *d = lines->direction; d < lines->direction + 4; d++) {
    int run = 1;
    for (int c = cell; cells_has (&d->steps, c) && cells_has (stones, c + d->step); c += d->step)
      run++;
    for (int c = cell - d->step; c >= 0 && cells_has (&d->steps, c) && cells_has (stones, c); c -= d->step)
      run++;
    if (lines->exact ? run == lines->length : run >= lines->length)
      return true;
  }
  return false;
#endif
}

/** The number of adjacent cells in this direction around an empty cell, at most k - 1 to either side, that
 * hold no stone of `against`. Adds the number of stones in them to `met`: if all (result - k + 1) lines
 * through the cell are counted, each of these stones counts for each line. */
static inline int lines_open_run (const struct lines *lines, const struct direction *d, int cell,
                                  const cells *stones, const cells *against, int *met) {
  assert (!cells_has (stones, cell) && !cells_has (against, cell));
  int free = 1;
  for (int c = cell, i = 1; i < lines->length && cells_has (&d->steps, c); i++) {
    c += d->step;
    if (cells_has (against, c))
      break;
    free++;
    *met += cells_has (stones, c);
  }
  for (int c = cell - d->step, i = 1; i < lines->length && c >= 0 && cells_has (&d->steps, c); i++) {
    if (cells_has (against, c))
      break;
    free++;
    *met += cells_has (stones, c);
    c -= d->step;
  }
  assert (free <= 2 * (int64_t) lines->length - 1);
  return free;
}

/** Cells of an M x N board from which `length` cells in a row fit in direction (columns, rows). */
static inline cells lines_that_fit (int columns, int rows, int length, int by_column, int by_row) {
  cells starts = cells_none ();
  for (int cell = 0; cell < columns * rows; cell++) {
    int64_t column = cell % columns + (int64_t) by_column * (length - 1);
    int64_t row = cell / columns + (int64_t) by_row * (length - 1);
    if (column >= 0 && column < columns && row < rows)
      cells_add (&starts, cell);
  }
  return starts;
}

/** The lines of `length` cells on an M x N board. */
static inline struct lines lines_of_board (int columns, int rows, int length, bool exact) {
  assert (columns >= 1 && rows >= 1 && columns * rows <= GAME_BITS && length >= 1);
  struct lines lines = { .length = length, .exact = exact };
  for (int i = 0; i < 4; i++) {
    struct direction *d = &lines.direction[i];
    d->starts = lines_that_fit (columns, rows, length, line_by_column[i], line_by_row[i]);
    if (!cells_any (&d->starts))
      continue;
    d->step = line_by_row[i] * columns + line_by_column[i];
    d->steps = lines_that_fit (columns, rows, 2, line_by_column[i], line_by_row[i]);
    if (!cells_any (&d->steps))
      d->step = 0; /* a line is a single cell */
    d->longer = lines_that_fit (columns, rows, length + 1, line_by_column[i], line_by_row[i]);
    if (cells_any (&d->longer))
      d->reach = length * d->step;
  }
  return lines;
}

#endif
