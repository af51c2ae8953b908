/* The potential of Erdős and Selfridge: the sum of Maker's chances, 2^-n for an edge that still lacks n
 * cells.
 *
 * Breaker to move wins the Maker-Breaker game if the sum is below 1. He takes the cell whose edges have the
 * largest share of it. Maker's next cell adds its share of the remaining sum, which is at most the share that
 * Breaker took away. So the sum never grows, and no edge becomes empty, which would count 1. With Maker to
 * move, the sum after his best move, that is the sum plus the largest share of a cell, must be below 1.
 *
 * In integers, exact: an edge that lacks n cells counts 2^(20 - n), at least 1 (rounded up, which helps
 * Maker). Source: P. Erdős, J. L. Selfridge, On a combinatorial game, JCT A 14 (1973), 298-301. */
#ifndef ZERMELO_MNK_POTENTIAL_H
#define ZERMELO_MNK_POTENTIAL_H

#include "games/mnk/hypergraph.h"

#include <assert.h>

enum { POTENTIAL_BITS = 20, POTENTIAL_ONE = 1 << POTENTIAL_BITS };

static inline int potential_of_edge (int lacks) {
  assert (lacks >= 0);
  return lacks < POTENTIAL_BITS ? POTENTIAL_ONE >> lacks : 1;
}

/** Does the opponent of a side with these stones win as Breaker, by the potential of all its open lines? */
static inline bool potential_blocks_lines (const struct board *board, cells stones, cells opponent,
                                           bool to_move) {
  assert ((stones & opponent) == 0);
  cells open[LINES_MAX];
  int16_t lacks[LINES_MAX];
  int sum = 0, count = 0;
  for (int i = 0; i < board->line_count; i++) {
    if ((board->line[i] & opponent) != 0 || (board->line_ends[i] & stones) != 0)
      continue;
    open[count] = board->line[i] & ~stones;
    lacks[count] = (int16_t) cells_count (&open[count]);
    assert (lacks[count] > 0 || board->lines.exact); /* otherwise the side has won */
    sum += potential_of_edge (lacks[count]);
    if (sum >= POTENTIAL_ONE)
      return false;
    count++;
  }
  if (!to_move)
    return true;
  int at[GAME_BITS];
  memset (at, 0, (size_t) board->area * sizeof *at);
  for (int i = 0; i < count; i++)
    for (cells rest = open[i]; rest != 0;) {
      int cell = cells_pop (&rest);
      at[cell] += potential_of_edge (lacks[i]);
      if (sum + at[cell] >= POTENTIAL_ONE)
        return false;
    }
  return true;
}

#endif
