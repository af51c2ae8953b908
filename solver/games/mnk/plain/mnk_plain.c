/* The m,n,k-game from the rule book: players put stones on empty cells in turn; the first to have k own
 * stones in a row (row, column or diagonal) wins; `exact`: exactly k, longer rows do not count; a full board
 * is a draw. `maker-breaker`: only the first player wins that way, and the second player wins with a full
 * board.
 *
 *     cell[row * columns + column]: 0 empty, 1 or 2 the player whose stone it is; row 0 at the bottom. */
#include "games/mnk/plain/mnk_plain.h"

#include <stdio.h>
#include <string.h>

enum { CELLS_MAX = 512, STANDARD = 0, EXACT = 1, MAKER_BREAKER = 2 };

static bool start (const char *board, struct plain *position) {
  int columns, rows, in_a_row, end = 0;
  if (sscanf (board, "%d,%d,%d%n", &columns, &rows, &in_a_row, &end) != 3)
    return false;
  bool exact = strcmp (board + end, ",exact") == 0, breaker = strcmp (board + end, ",maker-breaker") == 0;
  if (!exact && !breaker && board[end] != '\0' && strcmp (board + end, ",standard") != 0)
    return false;
  if (columns < 1 || rows < 1 || in_a_row < 1 || columns > CELLS_MAX || rows > CELLS_MAX / columns)
    return false;
  *position = (struct plain){ .size = { columns, rows, in_a_row },
                              .rules = exact     ? EXACT
                                       : breaker ? MAKER_BREAKER
                                                 : STANDARD,
                              .last = -1 };
  return true;
}

/* Does a winning row of this player's stones begin here, in this direction? */
static bool wins_from (const struct plain *position, int player, int column, int row, int right, int up) {
  if (mnk_cell (position, column - right, row - up) == player)
    return false; /* the row begins earlier */
  int length = 0;
  while (mnk_cell (position, column + length * right, row + length * up) == player)
    length++;
  return position->rules == EXACT ? length == position->size[2] : length >= position->size[2];
}

static bool has_won (const struct plain *position, int player) {
  for (int row = 0; row < position->size[1]; row++)
    for (int column = 0; column < position->size[0]; column++)
      if (mnk_cell (position, column, row) == player
          && (wins_from (position, player, column, row, 1, 0)
              || wins_from (position, player, column, row, 0, 1)
              || wins_from (position, player, column, row, 1, 1)
              || wins_from (position, player, column, row, -1, 1)))
        return true;
  return false;
}

static int outcome (const struct plain *position) {
  if (position->rules == MAKER_BREAKER) {
    if (has_won (position, 1))
      return position->to_move == 0 ? 1 : -1;
    return position->plies < position->size[0] * position->size[1] ? 2 : position->to_move == 0 ? -1 : 1;
  }
  if (has_won (position, 1 + position->to_move))
    return 1; /* cannot happen: the game was over before the other side's last move */
  if (has_won (position, 2 - position->to_move))
    return -1;
  return position->plies == position->size[0] * position->size[1] ? 0 : 2;
}

/* Name a cell: columns a..z, then aa, ab, ..., az, ba, ...; rows from 1. */
static void name_cell (int column, int row, char *text) {
  if (column < 26)
    sprintf (text, "%c%d", 'a' + column, row + 1);
  else
    sprintf (text, "%c%c%d", 'a' + column / 26 - 1, 'a' + column % 26, row + 1);
}

static int moves (const struct plain *position, struct plain_move *list) {
  if (outcome (position) != 2)
    return 0;
  int count = 0;
  for (int row = 0; row < position->size[1]; row++)
    for (int column = 0; column < position->size[0]; column++)
      if (mnk_cell (position, column, row) == 0) {
        struct plain_move *move = &list[count++];
        name_cell (column, row, move->text);
        move->paths = 1;
        move->after = *position;
        move->after.last = row * position->size[0] + column;
        move->after.cell[move->after.last] = (signed char) (1 + position->to_move);
        move->after.to_move = 1 - position->to_move;
        move->after.plies++;
      }
  return count;
}

/* The position with columns mirrored, rows mirrored, or columns and rows exchanged (square boards only). */
static struct plain turned (const struct plain *position, bool mirror_columns, bool mirror_rows, bool swap) {
  struct plain image = *position;
  int columns = position->size[0], rows = position->size[1];
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++) {
      int to_column = mirror_columns ? columns - 1 - column : column;
      int to_row = mirror_rows ? rows - 1 - row : row;
      int to = swap ? to_column * columns + to_row : to_row * columns + to_column;
      image.cell[to] = position->cell[row * columns + column];
      if (position->last == row * columns + column)
        image.last = to;
    }
  return image;
}

static int images (const struct plain *position, struct plain *list) {
  int count = 0;
  for (int swap = 0; swap <= (position->size[0] == position->size[1]); swap++)
    for (int mirror_rows = 0; mirror_rows <= 1; mirror_rows++)
      for (int mirror_columns = 0; mirror_columns <= 1; mirror_columns++)
        list[count++] = turned (position, mirror_columns, mirror_rows, swap);
  return count;
}

/* One character a cell, the top row first, rows separated by slashes: "..o/.x./...". */
static void print (const struct plain *position, char *text) {
  for (int row = position->size[1] - 1; row >= 0; row--) {
    for (int column = 0; column < position->size[0]; column++)
      *text++ = ".xo"[mnk_cell (position, column, row)];
    *text++ = row > 0 ? '/' : '\0';
  }
}

static bool parse (const char *board, const char *text, struct plain *position) {
  int count[3] = { 0, 0, 0 };
  if (!start (board, position))
    return false;
  for (int row = position->size[1] - 1; row >= 0; row--) {
    for (int column = 0; column < position->size[0]; column++) {
      const char *kind = *text != '\0' ? strchr (".xo", *text++) : NULL;
      if (kind == NULL)
        return false;
      position->cell[row * position->size[0] + column] = (signed char) (kind - ".xo");
      count[kind - ".xo"]++;
    }
    if (*text++ != (row > 0 ? '/' : '\0'))
      return false;
  }
  position->plies = count[1] + count[2];
  position->to_move = count[1] - count[2];
  return position->to_move == 0 || position->to_move == 1;
}

static const struct plain_board boards[] = {
  { "mnk:3,3,3", 200, false },
  { "mnk:1,7,2", 50, false },
  { "mnk:4,3,3,exact", 95, false },
  { "mnk:5,5,4", 150, false },
  { "mnk:5,6,3,exact", 100, false },
  { "mnk:7,5,5", 100, false },
  { "mnk:8,8,5", 50, false },
  { "mnk:8,8,4,exact", 50, false },
  { "mnk:10,11,4", 20, false },
  { "mnk:12,9,3,exact", 20, false },
  { "mnk:15,15,5", 5, false },
  { "mnk:16,9,4,exact", 4, false },
  { "mnk:22,22,6", 1, false },
  { "mnk:4,3,3,maker-breaker", 100, false },
  { "mnk:7,6,4,maker-breaker", 50, false },
  { "mnk:12,12,5,maker-breaker", 5, false },
  { "mnk:4,3,3", 0, false },
  { "mnk:5,4,4", 0, false },
  { "mnk:6,5,4", 0, false },
  { "mnk:6,7,4", 0, false },
  { "mnk:9,9,5", 0, false },
  { "mnk:12,12,5", 0, false },
  { "mnk:11,10,5", 0, false },
  { "mnk:13,12,5", 0, false },
  { "mnk:19,7,5,exact", 0, false },
  { "mnk:3,4,3,exact", 0, false },
  { "mnk:1,2,2", 0, false },
  { "mnk:1,8,3", 0, false },
  { "mnk:4,4,3,maker-breaker", 0, false },
  { "mnk:9,8,5,maker-breaker", 0, false },
  { "mnk:13,12,6,maker-breaker", 0, false },
  { NULL, 0, false },
};

static const char *const refused[]
    = { "mnk",           "mnk:",        "mnk:3,3",   "mnk:3,3,3,", "mnk:0,3,3", "mnk:3,3,0",
        "mnk:3,3,3,foo", "mnk:999,3,3", "mnk:3x3x3", "mnk:3,3,3 ", NULL };

/* Samples under both rules; half of the positions from the first moves on, half near the end. */
#define SAMPLES(M, N, K)                                                                                     \
  { "mnk:" #M "," #N "," #K, 0, M * N - 9, 0, 1 }, { "mnk:" #M "," #N "," #K, M * N - 9, M * N - 2, 0, 1 },  \
      { "mnk:" #M "," #N "," #K ",exact", 0, M * N - 9, 0, 1 }, {                                            \
    "mnk:" #M "," #N "," #K ",exact", M *N - 9, M *N - 2, 0, 1                                               \
  }

/* Every board up to 5x5 with K at least 3. */
static const struct plain_sample samples[] = {
  SAMPLES (3, 3, 3), SAMPLES (4, 3, 3), SAMPLES (4, 3, 4), SAMPLES (4, 4, 3), SAMPLES (4, 4, 4),
  SAMPLES (5, 3, 3), SAMPLES (5, 3, 4), SAMPLES (5, 3, 5), SAMPLES (5, 4, 3), SAMPLES (5, 4, 4),
  SAMPLES (5, 4, 5), SAMPLES (5, 5, 3), SAMPLES (5, 5, 4), SAMPLES (5, 5, 5), { NULL, 0, 0, 0, 0 },
};

static const struct plain_depth counted[] = { { "mnk:3,3,3", 20 }, { "mnk:4,3,3", 4 }, { NULL, 0 } };

static const struct plain_depth searched[] = { { "mnk:4,3,3", 1 }, { NULL, 0 } };

const struct plain_rules plain_mnk = {
  .name = "mnk",
  .start = start,
  .moves = moves,
  .outcome = outcome,
  .images = images,
  .print = print,
  .parse = parse,
  .boards = boards,
  .refused = refused,
  .samples = samples,
  .counted = counted,
  .searched = searched,
};
