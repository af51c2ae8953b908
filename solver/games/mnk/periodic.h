/* Strategies of Breaker that hold on boards of any size: eight in a row by tiles, nine and more by pairs. */
#ifndef ZERMELO_MNK_PERIODIC_H
#define ZERMELO_MNK_PERIODIC_H

#include "games/mnk/board.h"

/** Eight in a row: does Breaker win on every tile, whatever is there? `to_move`: Maker is. Where Maker has no stone he does. */
static inline bool
tiling_blocks (const struct board *board, const cells *stones, const cells *opponent, bool to_move)
{
  uint16_t maker[TILES_MAX],
      breaker[TILES_MAX]; /* cells off the board are as good as Breaker's: no line needs them */
  const int bands = board->tile_of[board->area - 1] / (16 * TILES_ACROSS) + 1, tiles = bands * TILES_ACROSS;
  bool behind = false;
  memset (maker, 0, (size_t) tiles * sizeof *maker);
  memset (breaker, 0xff, (size_t) tiles * sizeof *breaker);
  for (int cell = 0; cell < board->area; cell++) {
    const int tile = board->tile_of[cell] / 16;
    const uint16_t bit = (uint16_t) (1 << board->tile_of[cell] % 16);
    if (cells_has (stones, cell))
      maker[tile] |= bit;
    if (!cells_has (opponent, cell))
      breaker[tile] &= (uint16_t) ~bit;
  }
  for (int tile = 0; tile < tiles; tile++) {
    if (maker[tile] == 0 || tile_breaker_wins (&board->tiling, maker[tile], breaker[tile], true))
      continue;
    if (to_move || behind || !tile_breaker_wins (&board->tiling, maker[tile], breaker[tile], false))
      return false;
    behind = true;
  }
  return true;
}

/** Does one of these strategies show that a side does not win? */
static inline bool
periodic_blocks (const struct board *board, const cells *stones, const cells *opponent, bool to_move)
{
  if (board->lines.length == TILING_LENGTH)
    return board->tiling.count > 0 && tiling_blocks (board, stones, opponent, to_move);
  return torus_pairing_blocks (&board->lines, board->pairs, board->all, stones, opponent, to_move);
}

#endif
