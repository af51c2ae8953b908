/* The dark squares of a draughts board by their numbers; square 1 is cell 0. */
#ifndef ZERMELO_DRAUGHTS_DRAUGHTS_CELLS_H
#define ZERMELO_DRAUGHTS_DRAUGHTS_CELLS_H

#include "board_cells.h"
#include "games/draughts/draughts_rules.h"

#include <stdlib.h>

#define GAME_CELLS 1
#define GAME_CELLS_PROMOTES true
#define GAME_CELLS_SWAPS true

static inline int game_cells (const struct board *board) { return board->count; }

static inline void game_cell (const struct board *board, int cell, struct board_cell *found) {
  const int bit = board_bit (board, false, cell + 1);
  *found = (struct board_cell){ .x = bit % 8, .y = bit / 8 };
  snprintf (found->name, sizeof found->name, "%d", cell + 1);
}

/** Rows and columns have no names, since squares have numbers. */
static inline void game_cell_label (const struct board *board, bool row, int number, char label[CELL_NAME]) {
  (void) board, (void) row, (void) number;
  *label = 0;
}

static inline struct piece game_piece (const struct board *board, const struct position *position, int cell) {
  const uint64_t square = (uint64_t) 1 << board_bit (board, position->black, cell + 1);
  const bool own = (position->own & square) != 0;
  if (!own && (position->opponent & square) == 0)
    return (struct piece){ PIECE_NONE, 0 };
  return (struct piece){ (position->kings & square) != 0 ? PIECE_KING : PIECE_MAN,
                         own == position->black ? 1 : 0 };
}

static inline bool game_arrange (const struct board *board, const struct piece *pieces, int mover,
                                 struct position *position, struct failure *failure) {
  struct fen fen = { .board = board, .failure = failure };
  for (int cell = 0; cell < board->count; cell++)
    if (pieces[cell].kind != PIECE_NONE
        && !fen_place (&fen, pieces[cell].player, pieces[cell].kind == PIECE_KING, cell + 1))
      return false;
  if ((fen.pieces[0] | fen.pieces[1]) == 0)
    return fail (failure, EXIT_BAD_DATA, "there are no pieces");
  *position = position_make (board, fen.pieces[0], fen.pieces[1], fen.kings, mover == 1);
  return true;
}

static inline int game_cell_image (const struct board *board, int symmetry, int cell) {
  return symmetry == 0 ? cell : board->count - 1 - cell;
}

/** The squares named by the text of a move: the start, the landing squares if several captures have the same
 * ends, and the end. */
static inline int game_move_cells (const struct board *board, const struct position *position,
                                   const char *move, bool made, int list[CELLS_OF_A_MOVE]) {
  int count = 0;
  (void) position, (void) made;
  for (char *end; *move != '\0' && count < CELLS_OF_A_MOVE; move = *end != '\0' ? end + 1 : end) {
    const long number = strtol (move, &end, 10);
    if (end == move || number < 1 || number > board->count)
      return 0;
    list[count++] = (int) number - 1;
  }
  return count;
}

#endif
