/* The functions of struct cells_engine, for games that say where their cells are (GAME_CELLS). Included by
 * engine_searches.h only. */
#ifndef ZERMELO_ASSEMBLY_ENGINE_CELLS_H
#define ZERMELO_ASSEMBLY_ENGINE_CELLS_H

#include "board_cells.h"
#include "engine.h"
#include "game_defaults.h"

#include <assert.h>

static int engine_cell_count (const struct game *game) { return game_cells (game->board); }

static void engine_cell (const struct game *game, int cell, struct board_cell *found) {
  assert (cell >= 0 && cell < game_cells (game->board));
  game_cell (game->board, cell, found);
}

static void engine_cell_label (const struct game *game, bool row, int number, char label[CELL_NAME]) {
  game_cell_label (game->board, row, number, label);
}

static struct piece engine_piece (const struct game *game, const struct position *position, int cell) {
  assert (cell >= 0 && cell < game_cells (game->board));
  return game_piece (game->board, position, cell);
}

static bool engine_arrange (const struct game *game, const struct piece *pieces, int mover,
                            struct position *position, struct failure *failure) {
  assert (mover == 0 || mover == 1);
  return game_arrange (game->board, pieces, mover, position, failure);
}

static int engine_cell_image (const struct game *game, int symmetry, int cell) {
  assert (symmetry >= 0 && symmetry < game->symmetries && cell >= 0 && cell < game_cells (game->board));
  return game_cell_image (game->board, symmetry, cell);
}

static int engine_cells_of_move (const struct game *game, const struct position *position, const char *move,
                                 bool made, int list[CELLS_OF_A_MOVE]) {
  return game_move_cells (game->board, position, move, made, list);
}

static const struct cells_engine cells_engine = {
  .falling = GAME_CELLS_FALLING,
  .promotes = GAME_CELLS_PROMOTES,
  .swaps = GAME_CELLS_SWAPS,
  .places = GAME_CELLS_PLACES,
  .names = GAME_CELLS_NAMES,
  .count = engine_cell_count,
  .cell = engine_cell,
  .label = engine_cell_label,
  .piece = engine_piece,
  .arrange = engine_arrange,
  .image = engine_cell_image,
  .of_move = engine_cells_of_move,
};

#endif
