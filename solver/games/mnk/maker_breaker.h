/* The Maker-Breaker game, seen at a glance: does Maker get all cells of an edge?
 *
 * Single cells decide or force; twins go; of two cells that complete an edge, one of which is in no other, Maker takes
 * the useful one at once, since the answer costs him nothing; the potential and a pairing end it for Breaker.
 * Every step leaves the winner as it is, so what remains can be searched (maker_breaker_search.h).
 *
 * A win of Maker comes with its zone: cells that hold all edges he used. A Breaker stone outside would not have
 * stopped him. */
#ifndef ZERMELO_MNK_MAKER_BREAKER_H
#define ZERMELO_MNK_MAKER_BREAKER_H

#include "games/mnk/pairing.h"
#include "games/mnk/potential.h"

enum maker_breaker { BREAKER_WINS, MAKER_WINS, NOT_SETTLED };

/** A position of this game and what is seen of it. */
struct maker_breaker_node {
  struct hypergraph h;
  struct edges_survey survey;
  struct potential potential;
  bool maker_to_move;
  cells zone; /* if Maker wins in the end: cells needed by what was played without a choice; or by the win */
};

/** Play what needs no choice: an edge of one cell. NOT_SETTLED: there is none left. */
static inline enum maker_breaker
maker_breaker_singles (struct maker_breaker_node *node)
{
  struct hypergraph *h = &node->h;
  cells single = 0;
  for (int i = 0; i < h->count; i++)
    if ((h->edge[i] & (h->edge[i] - 1)) == 0)
      single |= h->edge[i];
  if (single == 0)
    return NOT_SETTLED;
  node->zone |= single;
  if (node->maker_to_move || (single & (single - 1)) != 0)
    return MAKER_WINS;
  hypergraph_block (h, single);
  node->maker_to_move = true;
  return NOT_SETTLED;
}

/** Maker is to move and there is no edge of one cell. Two edges of two that share a cell win; in one whose
 *  other cell is in no other edge he takes the useful cell. True: go on looking. */
static inline enum maker_breaker
maker_breaker_doubles (struct maker_breaker_node *node, bool *again)
{
  struct hypergraph *h = &node->h;
  cells seen = 0, useless = 0, useful = 0;
  *again = false;
  for (int i = 0; i < h->count; i++) {
    cells edge = h->edge[i], rest = edge & (edge - 1);
    if ((rest & (rest - 1)) != 0)
      continue;
    if (edge & seen) {
      for (int j = 0; j <= i; j++)
        if (cells_count (&h->edge[j]) == 2 && (h->edge[j] & edge) != 0)
          node->zone |= h->edge[j];
      return MAKER_WINS;
    }
    seen |= edge;
    if (edge & node->survey.dominated) {
      useless = edge & node->survey.dominated;
      useful = edge & ~useless;
    }
  }
  if (useful != 0) {
    node->zone |= useful | useless;
    hypergraph_take (h, cells_first (&useful));
    hypergraph_block (h, useless);
    *again = true;
  }
  return NOT_SETTLED;
}

/** Look at a position: play what needs no choice, and see whether an argument ends it. */
static inline enum maker_breaker
maker_breaker_look (struct maker_breaker_node *node)
{
  node->zone = 0;
  for (bool again = true; again;) {
    enum maker_breaker winner = maker_breaker_singles (node);
    if (winner != NOT_SETTLED)
      return winner;
    hypergraph_simplify (&node->h, &node->survey);
    if (node->h.count == 0)
      return BREAKER_WINS;
    again = false;
    if (node->maker_to_move && (winner = maker_breaker_doubles (node, &again)) != NOT_SETTLED)
      return winner;
  }
  potential_add_up (&node->potential, &node->h, node->survey.used);
  if (potential_blocks (&node->potential, node->maker_to_move)
      || pairing_blocks (&node->h, node->survey.used))
    return BREAKER_WINS;
  return NOT_SETTLED;
}

/** The game of a side in a position, before it is looked at. `ends`: see hypergraph_open(). */
static inline void
maker_breaker_open (struct maker_breaker_node *node, const struct board *board, cells maker, cells breaker, bool ends,
                    bool maker_to_move)
{
  hypergraph_open (&node->h, board, maker, breaker, ends);
  node->maker_to_move = maker_to_move;
}

#endif
