/* The cells of Connect Four, row by row from the bottom left. */
#ifndef ZERMELO_CONNECT4_CONNECT4_CELLS_H
#define ZERMELO_CONNECT4_CONNECT4_CELLS_H

#include "board_cells.h"
#include "games/connect4/connect4_rules.h"
#include "games/stones.h"

#define GAME_CELLS 1
#define GAME_CELLS_FALLING true

static inline int game_cells (const struct board *board) { return board->cells; }

static inline void game_cell (const struct board *board, int cell, struct board_cell *found) {
  const int column = cell % board->columns, row = cell / board->columns;
  *found = (struct board_cell){ .x = column, .y = board->rows - 1 - row };
  snprintf (found->name, sizeof found->name, "%c:%d", column_letter (column), row + 1);
}

static inline void game_cell_label (const struct board *board, bool row, int number, char label[CELL_NAME]) {
  (void) board;
  label[0] = row ? (char) 0 : column_letter (number);
  label[1] = 0;
}

static inline struct piece game_piece (const struct board *board, const struct position *position, int cell) {
  const bitboard bit = (bitboard) 1 << (cell % board->columns * board->column_bits + cell / board->columns);
  const bool own = (position->own & bit) != 0;
  if ((position->mask & bit) == 0)
    return (struct piece){ PIECE_NONE, 0 };
  return (struct piece){ PIECE_STONE, own == (position->plies % 2 == 0) ? 0 : 1 };
}

/** The number of stones determines the side to move, so `mover` is only checked. */
static inline bool game_arrange (const struct board *board, const struct piece *pieces, int mover,
                                 struct position *position, struct failure *failure) {
  uint8_t bytes[PACKED_MAX];
  bitboard own = 0, mask = 0;
  mover = stones_mover (pieces, board->cells, failure);
  if (mover < 0)
    return false;
  for (int cell = 0; cell < board->cells; cell++) {
    const bitboard bit = (bitboard) 1 << (cell % board->columns * board->column_bits + cell / board->columns);
    if (pieces[cell].kind == PIECE_NONE)
      continue;
    if ((bit & board->bottoms) == 0 && (bit >> 1 & mask) == 0)
      return fail (failure, EXIT_BAD_DATA, "column %c: a stone lies on an empty cell",
                   column_letter (cell % board->columns));
    mask |= bit;
    own |= pieces[cell].player == mover ? bit : 0;
  }
  const struct position stones = { .own = own, .mask = mask };
  game_pack (board, &stones, bytes);
  return game_unpack (board, bytes, position)
         || fail (failure, EXIT_BAD_DATA, "a line was complete before the last stone: the game was over");
}

static inline int game_cell_image (const struct board *board, int symmetry, int cell) {
  const int column = cell % board->columns;
  return symmetry == 0 ? cell : cell - column + board->columns - 1 - column;
}

/** The cell of a move: the lowest free cell of the column, or the highest taken one if the move has been
 * made. */
static inline int game_move_cells (const struct board *board, const struct position *position,
                                   const char *move, bool made, int list[CELLS_OF_A_MOVE]) {
  const int column = *move == 0 ? COLUMNS_MAX : column_of_letter (*move);
  if (column >= board->columns)
    return 0;
  int height = 0;
  while (height < board->rows && (position->mask >> (column * board->column_bits + height) & 1) != 0)
    height++;
  height -= made;
  if (height < 0 || height >= board->rows)
    return 0;
  list[0] = height * board->columns + column;
  return 1;
}

#endif
