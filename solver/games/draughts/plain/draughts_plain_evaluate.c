#include "games/draughts/plain/draughts_plain.h"

enum { WHITE_MAN = 1, WHITE_KING = 2, BLACK_MAN = -1, BLACK_KING = -2 };

static bool is_on_board (const struct plain *p, int row, int column) {
  return 0 <= row && row < p->size[0] && 0 <= column && column < p->size[0];
}

/* The piece on a square; 0: none, or off the board. */
static int piece_on (const struct plain *p, int row, int column) {
  return is_on_board (p, row, column) ? p->cell[row * p->size[0] + column] : 0;
}

/* ---- evaluations of the report ---- */

/* The row behind: Black's base line is the first, White's the last. */
static int rear_row (bool black, int row) { return black ? row - 1 : row + 1; }

int plain_draughts_cover_of_square (const struct plain *p, bool black, int row, int column) {
  const int man = black ? BLACK_MAN : WHITE_MAN, rear = rear_row (black, row), size = p->size[0];
  if (black ? row < 0 : row >= size)
    return 0; /* off the board everywhere beyond the base line */
  if (column < 0 || column >= size)
    return -1;
  if (is_on_board (p, rear, column - 1) && is_on_board (p, rear, column + 1)
      && piece_on (p, rear, column - 1) != man && piece_on (p, rear, column + 1) != man)
    return -1;
  const int left = plain_draughts_cover_of_square (p, black, rear, column - 1),
            right = plain_draughts_cover_of_square (p, black, rear, column + 1);
  return (left != -1 ? 2 + left : 0) + (right != -1 ? 2 + right : 0);
}

static int king_value (const struct plain *p, int row, int column) {
  const int last = p->size[0] - 1;
  int value = 200;
  if (row == 0 || row == last)
    value -= 10;
  if (column == 0 || column == last)
    value -= 10;
  return value;
}

static int balanced_man (const struct plain *p, bool black, int i, int column) {
  const int seven = p->size[0] - 1;
  (void) column;
  return 100 + (black ? i * i : (seven - i) * (seven - i));
}

static int defence_man (const struct plain *p, bool black, int i, int column) {
  const int seven = p->size[0] - 1;
  return 100 + (black ? (seven - i) * (seven - i) : i * i)
         + plain_draughts_cover_of_square (p, black, i, column);
}

/* ---- our evaluation ---- */

/* The cover of a piece: for each piece of its colour on the two squares behind it, 2 and the cover of that
 * piece. */
static int cover_of_piece (const struct plain *p, bool black, int row, int column) {
  int cover = 0;
  for (int side = -1; side <= 1; side += 2) {
    const int piece = piece_on (p, rear_row (black, row), column + side);
    if (black ? piece < 0 : piece > 0)
      cover += 2 + cover_of_piece (p, black, rear_row (black, row), column + side);
  }
  return cover;
}

static int cover_man (const struct plain *p, bool black, int i, int column) {
  const int seven = p->size[0] - 1, left = black ? seven - i : i;
  return 100 + left * left + cover_of_piece (p, black, i, column);
}

/* ---- sums over all pieces ---- */

/* The value of Black's pieces less that of White's; at the end for the side to move. `i`: the row. */
static int evaluate (const struct plain *p,
                     int (*man) (const struct plain *, bool black, int i, int column)) {
  int value = 0;
  for (int i = 0; i < p->size[0]; i++)
    for (int j = 0; j < p->size[0]; j++)
      switch (piece_on (p, i, j)) {
      case BLACK_MAN: value += man (p, true, i, j); break;
      case WHITE_MAN: value -= man (p, false, i, j); break;
      case BLACK_KING: value += king_value (p, i, j); break;
      case WHITE_KING: value -= king_value (p, i, j); break;
      default: break;
      }
  return p->to_move == 1 ? value : -value;
}

int plain_draughts_balanced (const struct plain *p) { return evaluate (p, balanced_man); }

int plain_draughts_defence (const struct plain *p) { return evaluate (p, defence_man); }

int plain_draughts_cover (const struct plain *p) { return evaluate (p, cover_man); }
