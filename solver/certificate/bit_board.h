/* Boards on which stones fall and four in a row win, as bits: column after column from the lowest cell up,
 * with a bit on top of each column that is always 0. For the searches for certificates, which meet far more
 * positions than the checker does. */
#ifndef ZERMELO_CERTIFICATE_BIT_BOARD_H
#define ZERMELO_CERTIFICATE_BIT_BOARD_H

#include "checker/alignment.h"

enum { BITS = 64 };

struct bit_board {
  int columns, rows;
  uint64_t cells, bottom; /* all cells; the lowest one of each column */
};

/** Does the game have such a board, with all its cells in one word? */
static inline bool bit_board_fits (const struct array_game *game) {
  return game->gravity && game->columns * (game->rows + 1) <= BITS && 3 * (game->rows + 2) < BITS;
}

static inline struct bit_board bit_board_of (const struct array_game *game) {
  struct bit_board board = { .columns = game->columns, .rows = game->rows };
  for (int column = 0; column < game->columns; column++)
    board.bottom |= (uint64_t) 1 << column * (game->rows + 1);
  for (int row = 0; row < game->rows; row++)
    board.cells |= board.bottom << row;
  return board;
}

static inline int bit_of_cell (const struct bit_board *board, int cell) {
  return cell % board->columns * (board->rows + 1) + cell / board->columns;
}

static inline int cell_of_bit (const struct bit_board *board, int bit) {
  return bit % (board->rows + 1) * board->columns + bit / (board->rows + 1);
}

static inline int lowest_bit (uint64_t bits) { return __builtin_ctzll (bits); }

/** The stones with each mark, 1 and 2, and the empty cells as stones[0]. */
static inline void list_stones (const struct bit_board *board, const struct array_position *position,
                                uint64_t stones[3]) {
  stones[0] = stones[1] = stones[2] = 0;
  for (int column = 0, cell = 0; column < board->columns; column++, cell = column)
    for (int row = 0; row < board->rows; row++, cell += board->columns)
      stones[position->cell[cell]] |= (uint64_t) 1 << (column * (board->rows + 1) + row);
}

/** The empty cells that complete four of these stones. */
static inline uint64_t completing_cells (const struct bit_board *board, uint64_t stones, uint64_t taken) {
  const int steps[3] = { board->rows, board->rows + 1, board->rows + 2 };
  uint64_t cells = stones << 1 & stones << 2 & stones << 3;
  for (int i = 0; i < 3; i++) {
    const int step = steps[i];
    const uint64_t up = stones << step & stones << 2 * step, down = stones >> step & stones >> 2 * step;
    cells |= (up & stones << 3 * step) | (up & stones >> step);
    cells |= (down & stones >> 3 * step) | (down & stones << step);
  }
  return cells & board->cells & ~taken;
}

static inline bool holds_four (const struct bit_board *board, uint64_t stones) {
  const int steps[4] = { 1, board->rows, board->rows + 1, board->rows + 2 };
  for (int i = 0; i < 4; i++) {
    const uint64_t two = stones & stones >> steps[i];
    if (two & two >> 2 * steps[i])
      return true;
  }
  return false;
}

static inline uint64_t playable_cells (const struct bit_board *board, uint64_t taken) {
  return (taken + board->bottom) & board->cells;
}

/** A number that is different for each position with the same side to move. */
static inline uint64_t bit_board_key (const struct bit_board *board, uint64_t own, uint64_t other) {
  return own + (own | other) + board->bottom;
}

#endif
