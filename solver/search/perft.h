/* Perft: the number of move sequences of exactly `depth` plies. Games that end earlier do not count. */
#ifndef ZERMELO_SEARCH_PERFT_H
#define ZERMELO_SEARCH_PERFT_H

#include "game_defaults.h"

#include <assert.h>

/** `lists` has room for depth * GAME_MOVES_MAX moves. distinct: different ways to play a move count once. */
static uint64_t perft_count (const struct board *board, const struct position *position, int depth,
                             bool distinct, struct move *lists) {
  assert (depth >= 0);
  if (depth == 0)
    return 1;
  if (game_outcome (board, position) != GOING_ON)
    return 0;
  if (depth == 1 && !distinct)
    return (uint64_t) game_count_paths (board, position);
  int count = game_moves (board, position, lists);
  assert (count > 0 && count <= GAME_MOVES_MAX);
  if (depth == 1)
    return (uint64_t) count;
  uint64_t sum = 0;
  for (int i = 0; i < count; i++) {
    struct position child = game_play (board, position, lists[i]);
    uint64_t below = perft_count (board, &child, depth - 1, distinct, lists + GAME_MOVES_MAX);
    sum += below * (distinct ? 1 : (uint64_t) game_move_paths (board, lists[i]));
  }
  return sum;
}

#endif
