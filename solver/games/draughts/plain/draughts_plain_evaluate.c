#include "games/draughts/plain/draughts_plain_evaluate.h"

#include <stdlib.h>

/* The piece on a square: 1 a white man, 2 a white king, -1 and -2 the black ones; 0: none, or off the
 * board. */
static int piece_on (const struct plain *p, int row, int column) {
  const int size = p->size[0];
  return row < 0 || row >= size || column < 0 || column >= size ? 0 : p->cell[row * size + column];
}

/* 2 for each piece of the same colour on the two squares behind, and what covers that one. White's base line
 * is the last row. */
static int cover_of (const struct plain *p, int row, int column) {
  const int colour = piece_on (p, row, column) > 0 ? 1 : -1;
  int cover = 0;
  for (int side = -1; side <= 1; side += 2)
    if (colour * piece_on (p, row + colour, column + side) > 0)
      cover += 2 + cover_of (p, row + colour, column + side);
  return cover;
}

/* Black's pieces count for Black, as in the report; `i` is the row from Black's side, the first is 0. */
static int piece_value (const struct plain *p, int row, int column, bool balanced) {
  const int piece = piece_on (p, row, column), last = p->size[0] - 1, i = row;
  if (abs (piece) == 2)
    return 200 - (row == 0 || row == last ? 10 : 0) - (column == 0 || column == last ? 10 : 0);
  const bool black = piece < 0;
  if (balanced)
    return 100 + (black ? i * i : (last - i) * (last - i));
  return 100 + (black ? (last - i) * (last - i) : i * i) + cover_of (p, row, column);
}

static int evaluate (const struct plain *p, bool balanced) {
  int black = 0;
  for (int row = 0; row < p->size[0]; row++)
    for (int column = 0; column < p->size[0]; column++) {
      const int piece = piece_on (p, row, column);
      if (piece != 0)
        black += (piece < 0 ? 1 : -1) * piece_value (p, row, column, balanced);
    }
  return p->to_move == 1 ? black : -black;
}

int plain_draughts_balanced (const struct plain *p) { return evaluate (p, true); }

int plain_draughts_defence (const struct plain *p) { return evaluate (p, false); }
