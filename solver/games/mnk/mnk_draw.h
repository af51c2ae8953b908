/* A board of the m,n,k-game as text: x for the first player, o for the second.
 *
 *      3  . . .
 *      2  .(o).     roomy: the last stone in brackets; dense, for wider boards: no gaps, the last stone
 *      1  x . .     a capital
 *         a b c
 *
 * If the board is too wide even for the dense form, only the columns around the last move, or the middle, are
 * drawn. */
#ifndef ZERMELO_MNK_MNK_DRAW_H
#define ZERMELO_MNK_MNK_DRAW_H

#include "base/diagram.h"
#include "games/mnk/mnk_rules.h"

#define GAME_DRAW 1

#if MNK_MAKER_BREAKER
#define GAME_PLAYERS                                                                                         \
  { "Maker", "Breaker" }
#endif

/** The layout of the drawing. */
struct board_layout {
  const struct board *board;
  int margin;       /* width of the row numbers in characters */
  int cell;         /* width of a cell in characters: 2 or 1 */
  int first, count; /* columns of the board that are drawn */
  int last;         /* cell of the last move, or -1 */
};

static inline struct board_layout draw_plan (const struct board *board, const char *last, int width) {
  struct cell_text text = read_cell (last);
  struct board_layout d = { .board = board, .cell = 2, .count = board->columns };
  d.margin = board->rows < 10 ? 2 : board->rows < 100 ? 3 : 4;
  d.last = text.column < 0 ? -1 : text.row * board->columns + text.column;
  if (width == 0 || d.margin + 2 * board->columns + 1 <= width)
    return d;
  d.cell = 1;
  if (d.margin + board->columns > width) {
    const int middle = d.last < 0 ? board->columns / 2 : d.last % board->columns, most = board->columns;
    d.count = width - d.margin;
    d.first = middle - d.count / 2;
    d.first = d.first < 0 ? 0 : d.first + d.count > most ? most - d.count : d.first;
  }
  return d;
}

static inline void draw_cell (const struct board_layout *d, const struct position *position, int cell,
                              struct diagram *diagram) {
  const bool last = cell == d->last, first = cells_has (&position->stones[0][0], cell);
  const bool taken = first || cells_has (&position->stones[1][0], cell);
  const int ink = (taken ? first ? INK_FIRST : INK_SECOND : INK_FAINT) + (last ? INK_LAST : 0);
  const char letter = !taken ? '.' : first ? 'x' : 'o';
  diagram_add (diagram, ink, "%c", last && d->cell == 1 ? letter ^ 32 : letter);
}

static inline void draw_row (const struct board_layout *d, const struct position *position, int row,
                             struct diagram *diagram) {
  diagram_add (diagram, INK_FAINT, "%*d", d->margin - 1, row + 1);
  diagram_add (diagram, INK_PLAIN, " ");
  for (int i = 0; i <= d->count; i++) {
    const int cell = row * d->board->columns + d->first + i;
    const bool opens = d->last >= 0 && i < d->count && cell == d->last;
    const bool closes = d->last >= 0 && i > 0 && cell - 1 == d->last;
    if (d->cell == 2)
      diagram_add (diagram, INK_PLAIN, opens ? "(" : closes ? ")" : " ");
    if (i < d->count)
      draw_cell (d, position, cell, diagram);
  }
  diagram_add (diagram, INK_PLAIN, "\n");
}

/** The names of the columns below the board: all if there is room, else every fifth. */
static inline void draw_columns (const struct board_layout *d, struct diagram *diagram) {
  const int step = d->cell == 2 && d->board->columns <= 26 ? 1 : 5;
  int at = 0; /* characters printed so far */
  diagram_add (diagram, INK_PLAIN, "%*s", d->margin, "");
  for (int column = d->first; column < d->first + d->count; column++) {
    char name[8];
    const int start = d->cell * (column - d->first) + d->cell - 1;
    if (column % step != 0)
      continue;
    print_column (column, name, name + sizeof name);
    if (d->cell == 1 && start + (int) strlen (name) > d->count)
      break;
    diagram_add (diagram, INK_FAINT, "%*s%s", start - at, "", name);
    at = start + (int) strlen (name);
  }
  diagram_add (diagram, INK_PLAIN, "\n");
}

static inline void game_draw (const struct board *board, const struct position *position, const char *last,
                              struct diagram *diagram) {
  const struct board_layout d = draw_plan (board, last, diagram->width);
  for (int row = board->rows - 1; row >= 0; row--)
    draw_row (&d, position, row, diagram);
  draw_columns (&d, diagram);
}

#endif
