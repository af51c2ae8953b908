/* Breaker's choice of an answer that leaves a small tree (maker_breaker_search.h).
 *
 * The weight of a cell is the sum over the edges through it, which count 2/3 as much for each cell that they
 * still lack. Of the CHOICE_WIDTH heaviest cells, Breaker takes the one that leaves Maker the fewest moves
 * worth searching. Comparison with other widths and depths: ../../../analysis/notes/mnk-search.md, "Breaker's
 * answer". */
#ifndef ZERMELO_MNK_MAKER_BREAKER_CHOICE_H
#define ZERMELO_MNK_MAKER_BREAKER_CHOICE_H

#include "games/mnk/mnk_rules.h"
#include "games/mnk/maker_breaker.h"
#include "search/searcher.h"

#include <assert.h>

enum { CHOICE_WIDTH = 6 };

/** The weights of the cells in use. */
static inline void maker_breaker_weigh (const struct hypergraph *h, cells used, int weights[GAME_BITS]) {
  static const int weight[] = { 196608, 131072, 87381, 58254, 38836, 25891, 17261, 11507, 7671,
                                5114,   3410,   2273,  1515,  1010,  673,   449,   299 }; /* 196608 (2/3)^n */
  while (used != 0)
    weights[cells_pop (&used)] = 0;
  for (int i = 0; i < h->count; i++) {
    int lacks = cells_count (&h->edge[i]);
    for (cells rest = h->edge[i]; rest != 0;)
      weights[cells_pop (&rest)] += weight[lacks < 16 ? lacks : 16];
  }
}

/** The heaviest of some cells. */
static inline int maker_breaker_heaviest (const int weights[GAME_BITS], cells moves) {
  assert (moves != 0);
  int best = cells_pop (&moves);
  while (moves != 0) {
    int cell = cells_pop (&moves);
    if (weights[cell] > weights[best])
      best = cell;
  }
  return best;
}

/** Play a move and evaluate the result statically. */
static inline enum maker_breaker maker_breaker_move (struct searcher *s,
                                                     const struct maker_breaker_node *node, int cell,
                                                     struct maker_breaker_node *child) {
  assert (node->survey.used >> cell & 1); /* the cell of some edge */
  hypergraph_copy (&child->h, &node->h);
  child->maker_to_move = !node->maker_to_move;
  child->until = node->until;
  if (node->maker_to_move)
    hypergraph_take (&child->h, cell);
  else
    hypergraph_block (&child->h, (cells) 1 << cell);
  s->statistics.count[COUNT_looks]++;
  return maker_breaker_static_probe (child);
}

/** Choose an answer for Breaker, who is to move; `child` and `seen` get the position after it and its
 * evaluation. */
static inline int maker_breaker_choose (struct searcher *s, const struct maker_breaker_node *node,
                                        const int weights[GAME_BITS], struct maker_breaker_node *child,
                                        enum maker_breaker *seen) {
  assert (!node->maker_to_move && node->moves != 0);
  cells rest = node->moves;
  int best = -1, fewest = GAME_BITS + 1;
  for (int i = 0; i < CHOICE_WIDTH && rest != 0 && fewest > 0; i++) {
    const int cell = maker_breaker_heaviest (weights, rest);
    rest &= ~((cells) 1 << cell);
    struct maker_breaker_node looked;
    const enum maker_breaker winner = maker_breaker_move (s, node, cell, &looked);
    const int moves = winner == BREAKER_WINS ? 0
                      : winner == MAKER_WINS ? GAME_BITS
                                             : cells_count (&looked.moves);
    if (best < 0 || moves < fewest) {
      fewest = moves;
      best = cell;
      *seen = winner;
      maker_breaker_copy (child, &looked);
    }
  }
  return best;
}

#endif
