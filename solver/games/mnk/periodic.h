/* Strategies of Breaker that work on boards of any size: tiles for eight in a row, pairs for nine and more.
 */
#ifndef ZERMELO_MNK_PERIODIC_H
#define ZERMELO_MNK_PERIODIC_H

#include "games/mnk/mnk_board.h"

#include <assert.h>

/** The stones on a tile: bit 4 * row + column. Cells off the board count as Breaker's, since no line needs
 * them. */
struct tile_stones {
  uint16_t maker, breaker;
};

/** The stones on the tile of a cell. Removes Maker's stones on it from `rest`. */
static inline struct tile_stones tile_stones (const struct board *board, int placement, struct tile_cell at,
                                              const cells *opponent, cells *rest) {
  struct tile_stones stones = { 0, 0 };
  for (at.cell = 0; at.cell < TILE_CELLS; at.cell++) {
    int column, row;
    tiling_placed_cell (&board->tiling, placement, at, &column, &row);
    const bool inside = column >= 0 && column < board->columns && row >= 0 && row < board->rows;
    const int cell = row * board->columns + column;
    if (!inside || cells_has (opponent, cell))
      stones.breaker |= (uint16_t) (1 << at.cell);
    else if (cells_has (rest, cell)) {
      stones.maker |= (uint16_t) (1 << at.cell);
      cells_remove (rest, cell);
    }
  }
  return stones;
}

/** Does Breaker win on every tile, with the pattern in this placement? On a tile without a stone of Maker he
 * does. */
static inline bool tiling_placed_blocks (const struct board *board, int placement, const cells *stones,
                                         const cells *opponent, bool to_move) {
  bool behind = false;
  for (cells rest = *stones; cells_any (&rest);) {
    const int cell = cells_first (&rest);
    const struct tile_cell at
        = tiling_placed_at (&board->tiling, placement, cell % board->columns, cell / board->columns);
    const struct tile_stones tile = tile_stones (board, placement, at, opponent, &rest);
    assert (!cells_has (&rest, cell)); /* the tile of a cell contains it */
    if (tile_breaker_wins (&board->tiling, tile.maker, tile.breaker, true))
      continue;
    if (to_move || behind || !tile_breaker_wins (&board->tiling, tile.maker, tile.breaker, false))
      return false;
    behind = true;
  }
  return true;
}

/** Do the tiles block Maker in one of the other placements of the pattern? With more than twelve stones of
 * Maker these hardly ever decide, at a far higher cost, and are not tried
 * (../../../analysis/notes/mnk-search.md). */
static inline bool tiling_blocks_otherwise (const struct board *board, const cells *stones,
                                            const cells *opponent, bool to_move) {
  if (board->tiling.count == 0 || cells_exceed (stones, 12))
    return false;
  for (int placement = 1; placement < TILING_PLACEMENTS; placement++)
    if (tiling_placed_blocks (board, placement, stones, opponent, to_move))
      return true;
  return false;
}

/** Does one of these strategies show that a side cannot win? */
static inline bool periodic_blocks (const struct board *board, const cells *stones, const cells *opponent,
                                    bool to_move) {
  if (board->lines.length == TILING_LENGTH)
    return board->tiling.count > 0 && tiling_placed_blocks (board, 0, stones, opponent, to_move);
  return torus_pairing_blocks (&board->lines, board->pairs, board->all, stones, opponent, to_move);
}

#endif
