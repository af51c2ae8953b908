/* Which answer of Breaker leaves the smallest tree? (maker_breaker_search.h)
 *
 * The cells are weighed by the edges through them, 2/3 as much for each cell that an edge lacks (1/2, as in the potential, takes twice the
 * nodes on 7,7,5). For the heaviest ones, an answer is as good as Maker's moves worth a try after it are few; looking further, as the trees of
 * that kind below them are small. */
#ifndef ZERMELO_MNK_MAKER_BREAKER_CHOICE_H
#define ZERMELO_MNK_MAKER_BREAKER_CHOICE_H

#include "games/mnk/maker_breaker.h"
#include "search/searcher.h"

#include <math.h>

#ifndef CHOICE_WIDTH
#define CHOICE_WIDTH 6
#endif
#ifndef CHOICE_PATIENCE
#define CHOICE_PATIENCE 6
#endif
#ifndef CHOICE_FURTHEST
#define CHOICE_FURTHEST 3
#endif

/** The weights of the cells in use. */
static inline void
maker_breaker_weigh (const struct hypergraph *h, cells used, int weights[GAME_BITS])
{
  static const int weight[] = { 196608, 131072, 87381, 58254, 38836, 25891, 17261, 11507, 7671, 5114, 3410, 2273, 1515, 1010,
                                673, 449, 299 }; /* 196608 (2/3)^n */
  while (used != 0)
    weights[cells_pop (&used)] = 0;
  for (int i = 0; i < h->count; i++) {
    int lacks = cells_count (&h->edge[i]);
    for (cells rest = h->edge[i]; rest != 0;)
      weights[cells_pop (&rest)] += weight[lacks < 16 ? lacks : 16];
  }
}

/** The cell with the largest weight of some. */
static inline int
maker_breaker_heaviest (const int weights[GAME_BITS], cells moves)
{
  int best = cells_pop (&moves);
  while (moves != 0) {
    int cell = cells_pop (&moves);
    if (weights[cell] > weights[best])
      best = cell;
  }
  return best;
}

/** Play a move and look at what it leads to. */
static inline enum maker_breaker
maker_breaker_move (struct searcher *s, const struct maker_breaker_node *node, int cell, struct maker_breaker_node *child)
{
  hypergraph_copy (&child->h, &node->h);
  child->maker_to_move = !node->maker_to_move;
  if (node->maker_to_move)
    hypergraph_take (&child->h, cell);
  else
    hypergraph_block (&child->h, (cells) 1 << cell);
  s->statistics.count[COUNT_looks]++;
  return maker_breaker_look (child);
}

static int maker_breaker_choose (struct searcher *s, const struct maker_breaker_node *node, int further, double *tree);

/** How large is the tree that refutes Maker, who is to move: his moves worth a try; further: and those after the best answer to each. Counted up to
 *  `most`. */
static double
maker_breaker_tree (struct searcher *s, const struct maker_breaker_node *node, int further, double most)
{
  double tree = cells_count (&node->moves);
  for (cells rest = further > 0 ? node->moves : 0; rest != 0 && tree < most;) {
    struct maker_breaker_node child;
    enum maker_breaker winner = maker_breaker_move (s, node, cells_pop (&rest), &child);
    if (winner == MAKER_WINS)
      return INFINITY;
    if (winner == BREAKER_WINS)
      tree--;
    else if (child.maker_to_move)
      tree += maker_breaker_tree (s, &child, further - 1, most - tree);
    else {
      double below;
      maker_breaker_choose (s, &child, further - 1, &below);
      tree += below;
    }
  }
  return tree;
}

/** The answer of Breaker, who is to move, with the smallest tree; -1: none of those looked at holds. */
static int
maker_breaker_choose (struct searcher *s, const struct maker_breaker_node *node, int further, double *tree)
{
  int weights[GAME_BITS], best = -1;
  maker_breaker_weigh (&node->h, node->survey.used, weights);
  *tree = INFINITY;
  cells rest = node->moves;
  for (int i = 0; i < CHOICE_WIDTH && rest != 0 && !s->stopped; i++) {
    int cell = maker_breaker_heaviest (weights, rest);
    rest &= ~((cells) 1 << cell);
    struct maker_breaker_node child;
    enum maker_breaker winner = maker_breaker_move (s, node, cell, &child);
    if (winner == MAKER_WINS)
      continue;
    double size = winner == BREAKER_WINS ? 0 : maker_breaker_tree (s, &child, further, *tree);
    if (size < *tree) {
      *tree = size;
      best = cell;
    }
    if (winner == BREAKER_WINS)
      break;
  }
  return best;
}

#endif
