/* The cells of the m,n,k-game, row by row from the bottom left: a1, b1, ... */
#ifndef ZERMELO_MNK_MNK_CELLS_H
#define ZERMELO_MNK_MNK_CELLS_H

#include "board_cells.h"
#include "games/mnk/mnk_rules.h"
#include "games/stones.h"

#define GAME_CELLS 1

static inline int game_cells (const struct board *board) { return board->area; }

static inline void game_cell (const struct board *board, int cell, struct board_cell *found) {
  *found = (struct board_cell){ .x = cell % board->columns, .y = board->rows - 1 - cell / board->columns };
  print_cell (board, cell, found->name, found->name + CELL_NAME);
}

static inline void game_cell_label (const struct board *board, bool row, int number, char label[CELL_NAME]) {
  if (row)
    decimal_print (board->rows - number, label, label + CELL_NAME);
  else
    print_column (number, label, label + CELL_NAME);
}

static inline struct piece game_piece (const struct board *board, const struct position *position, int cell) {
  (void) board;
  const bool first = cells_has (&position->stones[0][0], cell);
  if (!first && !cells_has (&position->stones[1][0], cell))
    return (struct piece){ PIECE_NONE, 0 };
  return (struct piece){ PIECE_STONE, !first };
}

/** The number of stones determines the side to move, so `mover` is only checked. */
static inline bool game_arrange (const struct board *board, const struct piece *pieces, int mover,
                                 struct position *position, struct failure *failure) {
  uint8_t bytes[PACKED_MAX] = { 0 };
  mover = stones_mover (pieces, board->area, failure);
  if (mover < 0)
    return false;
  if (game_packed_bytes (board) == 0)
    return fail (failure, EXIT_BAD_DATA, "stones are set up on boards of at most %d cells", 4 * PACKED_MAX);
  for (int cell = 0; cell < board->area; cell++)
    if (pieces[cell].kind != PIECE_NONE)
      bytes[cell / 4] |= (uint8_t) ((pieces[cell].player == mover ? 1 : 2) << (6 - 2 * (cell % 4)));
  return game_unpack (board, bytes, position)
         || fail (failure, EXIT_BAD_DATA, "a line was complete before the last stone: the game was over");
}

static inline int game_cell_image (const struct board *board, int symmetry, int cell) {
  return board_image (board, symmetry, cell);
}

static inline int game_move_cells (const struct board *board, const struct position *position,
                                   const char *move, bool made, int list[CELLS_OF_A_MOVE]) {
  (void) position, (void) made;
  const struct cell_text cell = read_cell (move);
  if (cell.column < 0 || cell.column >= board->columns || cell.row < 0 || cell.row >= board->rows)
    return 0;
  list[0] = cell.row * board->columns + cell.column;
  return 1;
}

#endif
