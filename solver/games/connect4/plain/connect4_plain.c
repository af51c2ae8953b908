/* Connect Four from the rule book, on an array board: the second set of rules, which tests compare with
 * solver/games/connect4.
 *
 * cell[row * columns + column] is 0 (empty), 1 (side that moved first) or 2; row 0 is the lowest. */
#include "games/connect4/plain/connect4_plain.h"

#include <stdio.h>
#include <string.h>

static int columns_of (const struct plain *p) { return p->size[0]; }

static int rows_of (const struct plain *p) { return p->size[1]; }

/** The content of a cell; 0 also beyond the edges. */
static int stone_at (const struct plain *p, int column, int row) {
  if (column < 0 || column >= columns_of (p) || row < 0 || row >= rows_of (p))
    return 0;
  return p->cell[row * columns_of (p) + column];
}

static bool start (const char *board, struct plain *p) {
  int columns, rows, read = 0;
  if (sscanf (board, "%dx%d%n", &columns, &rows, &read) != 2)
    return false;
  if (board[read] != 0 && strcmp (board + read, ",standard") != 0)
    return false;
  if (columns < 1 || columns > 35 || rows < 1 || rows > 127 || columns * (rows + 1) > 128)
    return false;
  *p = (struct plain){ .size = { columns, rows }, .last = -1 };
  return true;
}

/** Do four stones of one side start at this cell and follow the step? */
static bool four_from (const struct plain *p, int column, int row, int column_step, int row_step) {
  int side = stone_at (p, column, row);
  if (side == 0)
    return false;
  for (int i = 1; i < 4; i++)
    if (stone_at (p, column + i * column_step, row + i * row_step) != side)
      return false;
  return true;
}

/** The game ends with the first four, so a four always belongs to the side that moved last. */
static bool somebody_has_four (const struct plain *p) {
  for (int column = 0; column < columns_of (p); column++)
    for (int row = 0; row < rows_of (p); row++)
      if (four_from (p, column, row, 1, 0) || four_from (p, column, row, 0, 1)
          || four_from (p, column, row, 1, 1) || four_from (p, column, row, 1, -1))
        return true;
  return false;
}

static int outcome (const struct plain *p) {
  if (somebody_has_four (p))
    return -1;
  return p->plies == columns_of (p) * rows_of (p) ? 0 : 2;
}

static int moves (const struct plain *p, struct plain_move *list) {
  int count = 0;
  if (outcome (p) != 2)
    return 0;
  for (int column = 0; column < columns_of (p); column++) {
    int row = 0;
    while (row < rows_of (p) && stone_at (p, column, row) != 0)
      row++;
    if (row == rows_of (p))
      continue;
    struct plain_move *move = &list[count++];
    snprintf (move->text, sizeof move->text, "%c", "123456789abcdefghijklmnopqrstuvwxyz"[column]);
    move->paths = 1;
    move->after = *p;
    move->after.last = row * columns_of (p) + column;
    move->after.cell[move->after.last] = (signed char) (p->to_move + 1);
    move->after.to_move = 1 - p->to_move;
    move->after.plies = p->plies + 1;
  }
  return count;
}

/** The board and its mirror image, with left and right exchanged. */
static int images (const struct plain *p, struct plain *image) {
  image[0] = image[1] = *p;
  for (int column = 0; column < columns_of (p); column++)
    for (int row = 0; row < rows_of (p); row++) {
      int there = row * columns_of (p) + columns_of (p) - 1 - column;
      image[1].cell[there] = (signed char) stone_at (p, column, row);
      if (p->last == row * columns_of (p) + column)
        image[1].last = there;
    }
  return 2;
}

/** Rows from the top, x for the side that moved first, o for the other; the number of stones determines the
 * side to move. */
static void print (const struct plain *p, char *text) {
  for (int row = rows_of (p) - 1; row >= 0; row--) {
    for (int column = 0; column < columns_of (p); column++)
      *text++ = ".xo"[stone_at (p, column, row)];
    *text++ = '/';
  }
  *text = 0;
}

static const struct plain_board boards[] = {
  { "connect4:7x6", 400, false }, { "connect4:4x4", 150, false }, { "connect4:5x4", 100, false },
  { "connect4:7x8", 150, false }, { "connect4:8x8", 50, false },  { "connect4:12x9", 50, false },
  { "connect4:35x2", 30, false }, { "connect4:1x9", 20, false },  { "connect4:9x1", 50, false },
  { "connect4:5x5", 0, false },   { "connect4:9x8", 0, false },   { NULL, 0, false },
};

static const char *const refused[]
    = { "connect4:", "connect4:0x6", "connect4:36x2", "connect4:7", "connect4:11x11", "connect4:7x6x", NULL };

static const struct plain_sample samples[] = {
  { "connect4:4x4", 3, 14, 0, 1 },  { "connect4:5x4", 9, 18, 0, 1 },  { "connect4:5x5", 14, 23, 0, 1 },
  { "connect4:7x6", 31, 40, 0, 1 }, { "connect4:7x8", 45, 54, 0, 1 }, { NULL, 0, 0, 0, 0 },
};

static const struct plain_depth counted[] = { { "connect4:4x4", 5 }, { NULL, 0 } };

static const struct plain_depth searched[] = {
  { "connect4:4x4", 2 },  { "connect4:3x7", 2 },  { "connect4:7x3", 3 },  { "connect4:7x6", 20 },
  { "connect4:8x7", 34 }, { "connect4:7x8", 34 }, { "connect4:9x5", 22 }, { NULL, 0 },
};

const struct plain_rules plain_connect4 = {
  .name = "connect4",
  .start = start,
  .moves = moves,
  .outcome = outcome,
  .images = images,
  .print = print,
  .parse = NULL, /* the only notation of a position is its moves */
  .boards = boards,
  .refused = refused,
  .samples = samples,
  .counted = counted,
  .searched = searched,
  .separator = "", /* one character a move */
};
