/* The board of Dodgem as cells with cars on them, for the page. */
#ifndef ZERMELO_DODGEM_CELLS_H
#define ZERMELO_DODGEM_CELLS_H

#include "board_cells.h"
#include "games/dodgem/dodgem_rules.h"

#define GAME_CELLS 1
#define GAME_CELLS_SWAPS true
#define GAME_CELLS_NAMES                                                                                     \
  { "", "car", "", "" }

static inline int game_cells (const struct board *board) { return board->cells; }

static inline void game_cell (const struct board *board, int cell, struct board_cell *found) {
  *found = (struct board_cell){ .x = cell % board->size, .y = board->size - 1 - cell / board->size };
  snprintf (found->name, sizeof found->name, "%c%d", 'a' + cell % board->size, cell / board->size + 1);
}

static inline void game_cell_label (const struct board *board, bool row, int number, char label[CELL_NAME]) {
  if (row)
    snprintf (label, CELL_NAME, "%d", board->size - number);
  else
    snprintf (label, CELL_NAME, "%c", 'a' + number);
}

static inline struct piece game_piece (const struct board *board, const struct position *position, int cell) {
  const int seen = dodgem_cell (board, position, cell);
  const bool own = (position->own >> seen & 1) != 0;
  if (!own && (position->other >> seen & 1) == 0)
    return (struct piece){ PIECE_NONE, 0 };
  return (struct piece){ PIECE_STONE, own ? position->mover : !position->mover };
}

static inline bool game_arrange (const struct board *board, const struct piece *pieces, int mover,
                                 struct position *position, struct failure *failure) {
  *position = (struct position){ .mover = (uint8_t) mover };
  for (int cell = 0; cell < board->cells; cell++) {
    const uint16_t car = (uint16_t) (1U << dodgem_cell (board, position, cell));
    if (pieces[cell].kind != PIECE_NONE)
      *(pieces[cell].player == mover ? &position->own : &position->other) |= car;
  }
  if (!dodgem_is_position (board, position))
    return fail (failure, EXIT_BAD_DATA, "each player has up to %d cars, the side to move at least one",
                 board->size - 1);
  return true;
}

static inline int game_cell_image (const struct board *board, int symmetry, int cell) {
  return symmetry == 0 ? cell : dodgem_exchange (board, cell);
}

/** From where and to where; a car that leaves the board names one cell. */
static inline int game_move_cells (const struct board *board, const struct position *position,
                                   const char *move, bool made, int list[CELLS_OF_A_MOVE]) {
  (void) position, (void) made;
  list[0] = dodgem_read_cell (board, move);
  list[1] = strlen (move) < 5 ? -1 : dodgem_read_cell (board, move + 3);
  return list[0] < 0 ? 0 : list[1] < 0 ? 1 : 2;
}

#endif
