/* Breaker's choice of an answer that leaves a small tree (maker_breaker_search.h).
 *
 * Nearly every sensible answer wins if any does, but their trees differ in size by orders of magnitude. The
 * size of a tree is estimated from what static evaluation knows of its root (maker_breaker_log_size()), by
 * weights fitted to searches. Of the heaviest cells, Breaker takes the one that leaves the smallest tree. The
 * weight of a cell is the sum over the edges through it, which count 2/3 as much for each cell that they
 * still lack.
 *
 * If even the smallest tree is large, the estimate is made once more after each move of Maker and Breaker's
 * best answer to it, and Breaker takes the cell with the smallest sum. How the weights were fitted, what this
 * gains, and other widths: ../../../analysis/notes/mnk-search.md, "Breaker's answer". */
#ifndef ZERMELO_MNK_MAKER_BREAKER_CHOICE_H
#define ZERMELO_MNK_MAKER_BREAKER_CHOICE_H

#include "games/mnk/mnk_rules.h"
#include "games/mnk/maker_breaker.h"
#include "search/searcher.h"

#include <assert.h>

/* A size is a number of nodes, its logarithm (base 2) a multiple of 1 / LOG_SIZE_ONE. */
enum { LOG_SIZE_ONE = 1024, LOG_SIZE_MOST = 40 * LOG_SIZE_ONE };

/* Looks ahead are taken if the logarithm of the smallest tree is at least LOG_SIZE_LARGE, with
 * CHOICE_WIDTH_LARGE answers on either ply; from LOG_SIZE_HUGE on, with CHOICE_WIDTH. */
enum { LOG_SIZE_LARGE = 7387, LOG_SIZE_HUGE = 8864 };
enum { CHOICE_WIDTH = 6, CHOICE_WIDTH_LARGE = 3 };

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

/** Remove the heaviest of some cells. */
static inline int maker_breaker_pop_heaviest (const int weights[GAME_BITS], cells *moves) {
  const int cell = maker_breaker_heaviest (weights, *moves);
  *moves &= ~((cells) 1 << cell);
  return cell;
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

/** The logarithm of the estimated size of the tree below a position that static evaluation did not settle,
 * with Maker to move. */
static inline int maker_breaker_log_size (const struct maker_breaker_node *node) {
  static const int weight[] = { 842, 443, 189, 152 }; /* of an edge that lacks 2, 3, 4, and more cells */
  int size = 886 + 106 * cells_count (&node->moves) + 1117 * node->potential / PAIRED_ONE
             - 162 * cells_count (&node->survey.used);
  for (int i = 0; i < node->h.count; i++) {
    const int lacks = cells_count (&node->h.edge[i]);
    assert (lacks >= 2);
    size += weight[lacks < 5 ? lacks - 2 : 3];
  }
  return size < 0 ? 0 : size < LOG_SIZE_MOST ? size : LOG_SIZE_MOST;
}

/** The size of a logarithm, in 1 / LOG_SIZE_ONE; linear between powers of 2. */
static inline uint64_t size_of_log (int log) {
  assert (log >= 0 && log <= LOG_SIZE_MOST);
  return (uint64_t) (LOG_SIZE_ONE + log % LOG_SIZE_ONE) << log / LOG_SIZE_ONE;
}

/** The estimated size of the tree below a position, with one ply of looks if Breaker is to move. */
static inline uint64_t maker_breaker_answer_size (struct searcher *s, const struct maker_breaker_node *node,
                                                  int width) {
  if (node->maker_to_move)
    return size_of_log (maker_breaker_log_size (node));
  int weights[GAME_BITS];
  maker_breaker_weigh (&node->h, node->survey.used, weights);
  uint64_t least = size_of_log (LOG_SIZE_MOST);
  cells rest = node->moves;
  for (int i = 0; i < width && rest != 0; i++) {
    struct maker_breaker_node looked;
    const int cell = maker_breaker_pop_heaviest (weights, &rest);
    const enum maker_breaker winner = maker_breaker_move (s, node, cell, &looked);
    if (winner == BREAKER_WINS)
      return LOG_SIZE_ONE;
    const uint64_t size = winner == MAKER_WINS ? least : size_of_log (maker_breaker_log_size (&looked));
    least = size < least ? size : least;
  }
  return least;
}

/** The sum of the estimated sizes after each move of Maker, who is to move; not completed if it reaches
 * `most`.
 */
static inline uint64_t maker_breaker_replies_size (struct searcher *s, const struct maker_breaker_node *node,
                                                   int width, uint64_t most) {
  int weights[GAME_BITS];
  maker_breaker_weigh (&node->h, node->survey.used, weights);
  uint64_t sum = 0;
  for (cells rest = node->moves; rest != 0 && sum < most;) {
    struct maker_breaker_node looked;
    const int cell = maker_breaker_pop_heaviest (weights, &rest);
    const enum maker_breaker winner = maker_breaker_move (s, node, cell, &looked);
    if (winner == MAKER_WINS)
      return most;
    if (winner == NOT_SETTLED)
      sum += maker_breaker_answer_size (s, &looked, width);
  }
  return sum < most ? sum : most;
}

/** Answers of Breaker that are worth searching, with the logarithms of the sizes of their trees; the smallest
 * first.
 */
struct maker_breaker_answers {
  int count, cell[CHOICE_WIDTH], log_size[CHOICE_WIDTH];
};

static inline void maker_breaker_answer_add (struct maker_breaker_answers *answers, int cell, int log_size) {
  int at = answers->count++;
  for (; at > 0 && log_size < answers->log_size[at - 1]; at--) {
    answers->cell[at] = answers->cell[at - 1];
    answers->log_size[at] = answers->log_size[at - 1];
  }
  answers->cell[at] = cell;
  answers->log_size[at] = log_size;
}

/** Choose an answer for Breaker, who is to move; `child` and `seen` get the position after it and its
 * evaluation, `answers` the others as well unless one wins at once. */
static inline int maker_breaker_choose (struct searcher *s, const struct maker_breaker_node *node,
                                        const int weights[GAME_BITS], struct maker_breaker_node *child,
                                        enum maker_breaker *seen, struct maker_breaker_answers *answers) {
  assert (!node->maker_to_move && node->moves != 0);
  int best = -1;
  cells rest = node->moves;
  answers->count = 0;
  for (int i = 0; i < CHOICE_WIDTH && rest != 0; i++) {
    struct maker_breaker_node looked;
    const int cell = maker_breaker_pop_heaviest (weights, &rest);
    const enum maker_breaker winner = maker_breaker_move (s, node, cell, &looked);
    if (winner == NOT_SETTLED)
      maker_breaker_answer_add (answers, cell, maker_breaker_log_size (&looked));
    if (best < 0 || winner == BREAKER_WINS || (winner == NOT_SETTLED && answers->cell[0] == cell)) {
      best = cell;
      *seen = winner;
      maker_breaker_copy (child, &looked);
    }
    if (winner == BREAKER_WINS) {
      answers->count = 0;
      break;
    }
  }
  return best;
}

/** Choose among answers with large trees by a look at Maker's replies; `child` gets the position after the
 * chosen one, which static evaluation does not settle. */
static inline int maker_breaker_look_ahead (struct searcher *s, const struct maker_breaker_node *node,
                                            const struct maker_breaker_answers *answers,
                                            struct maker_breaker_node *child) {
  assert (answers->count > 0);
  const int width = answers->log_size[0] < LOG_SIZE_HUGE ? CHOICE_WIDTH_LARGE : CHOICE_WIDTH;
  uint64_t least = UINT64_MAX;
  int best = -1;
  for (int i = 0; i < width && i < answers->count; i++) {
    struct maker_breaker_node looked;
    maker_breaker_move (s, node, answers->cell[i], &looked);
    const uint64_t size = maker_breaker_replies_size (s, &looked, width, least);
    if (best < 0 || size < least) {
      least = size;
      best = answers->cell[i];
      maker_breaker_copy (child, &looked);
    }
  }
  return best;
}

#endif
