/* Static evaluation of the Maker-Breaker game: does Maker get all cells of an edge?
 *
 * Edges of a single cell decide or force a move. Twins are removed. If two cells complete an edge and one of
 * them is in no other edge, Maker takes the other cell at once, since the answer costs him nothing. The
 * potential with pairs, and a pairing, end the game for Breaker. No step changes the winner, so the remaining
 * game can be searched (maker_breaker_search.h).
 *
 * A win has a zone. Maker's zone contains all edges that he used: a stone of Breaker outside would not have
 * stopped him. Breaker's zone contains the cells that he needs: he would win even if Maker had all others. */
#ifndef ZERMELO_MNK_MAKER_BREAKER_H
#define ZERMELO_MNK_MAKER_BREAKER_H

#include "games/mnk/paired_potential.h"
#include "games/mnk/pairing.h"
#include "games/mnk/mnk_board.h"

#include <assert.h>

/** A position of this game and its static evaluation. */
struct maker_breaker_node {
  struct hypergraph h;
  struct edges_survey survey;
  bool maker_to_move;
  uint64_t until; /* node count of the thread at which a search gives up; UINT64_MAX: never */
  int best;       /* after a search won by the side to move: its winning cell */
  cells moves;    /* the cells worth searching */
  int potential;  /* the least potential of the edges outside pairs; PAIRED_ONE is 1 */
  cells zone[2];  /* by winner: the cells needed by the forced moves played so far and, in the end, by the
                     win */
};

/** Copy a position, before its static evaluation. */
static inline void maker_breaker_copy (struct maker_breaker_node *to, const struct maker_breaker_node *from) {
  hypergraph_copy (&to->h, &from->h);
  to->survey = from->survey;
  to->maker_to_move = from->maker_to_move;
  to->until = from->until;
  to->moves = from->moves;
  to->potential = from->potential;
  memcpy (to->zone, from->zone, sizeof to->zone);
}

/** Play forced moves: edges of one cell. NOT_SETTLED: there are no more. */
static inline enum maker_breaker maker_breaker_singles (struct maker_breaker_node *node) {
  struct hypergraph *h = &node->h;
  cells single = 0;
  for (int i = 0; i < h->count; i++)
    if ((h->edge[i] & (h->edge[i] - 1)) == 0)
      single |= h->edge[i];
  if (single == 0)
    return NOT_SETTLED;
  node->zone[MAKER_WINS] |= single;
  if (node->maker_to_move || (single & (single - 1)) != 0)
    return MAKER_WINS;
  node->zone[BREAKER_WINS] |= single;
  hypergraph_block (h, single);
  node->maker_to_move = true;
  return NOT_SETTLED;
}

/** Maker is to move and there is no edge of one cell. Two edges of two cells that share one win. In an edge
 * of two cells one of which is in no other edge, he takes the other cell. True: continue. */
static inline enum maker_breaker maker_breaker_doubles (struct maker_breaker_node *node, bool *again) {
  assert (node->maker_to_move);
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
          node->zone[MAKER_WINS] |= h->edge[j];
      return MAKER_WINS;
    }
    seen |= edge;
    if (edge & node->survey.dominated) {
      useless = edge & node->survey.dominated;
      useful = edge & ~useless;
    }
  }
  if (useful != 0) {
    for (int i = 0; i < 2; i++)
      node->zone[i] |= useful | useless;
    hypergraph_take (h, cells_first (&useful));
    hypergraph_block (h, useless);
    *again = true;
  }
  return NOT_SETTLED;
}

/** Evaluate a position statically: play forced moves, and try the arguments that may decide it. */
static inline enum maker_breaker maker_breaker_static_probe (struct maker_breaker_node *node) {
  node->zone[BREAKER_WINS] = node->zone[MAKER_WINS] = 0;
  for (bool again = true; again;) {
    enum maker_breaker winner = maker_breaker_singles (node);
    if (winner != NOT_SETTLED)
      return winner;
    hypergraph_simplify (&node->h, &node->survey);
    node->zone[BREAKER_WINS] |= node->survey.twins;
    if (node->h.count == 0)
      return BREAKER_WINS;
    again = false;
    if (node->maker_to_move && (winner = maker_breaker_doubles (node, &again)) != NOT_SETTLED)
      return winner;
  }
  node->moves = paired_potential_moves (&node->h, node->survey.used, node->maker_to_move,
                                        &node->zone[BREAKER_WINS], &node->potential);
  if (node->moves == 0 || pairing_blocks (&node->h, node->survey.used, &node->zone[BREAKER_WINS]))
    return BREAKER_WINS;
  assert ((node->moves & ~node->survey.used) == 0);
  node->moves &= ~node->survey.dominated;
  if (node->moves != 0)
    return NOT_SETTLED;
  node->zone[BREAKER_WINS] |= node->survey.used;
  return BREAKER_WINS;
}

/** Breaker wins with Maker to move; `zones` is the union of the zones of the moves that were searched.
 * Returns the cells that complete the zone: all cells of moves not worth searching, since a dominated cell is
 * only as bad as the cell that dominates it as long as that cell is free. */
static inline cells maker_breaker_close (const struct maker_breaker_node *node, cells zones) {
  const cells others = node->survey.used & ~node->survey.dominated;
  if (node->moves != others)
    return zones | node->survey.used;
  for (cells rest = node->survey.dominated & zones; rest != 0;) {
    cells dominating = hypergraph_common (&node->h, cells_pop (&rest)) & others;
    assert (dominating != 0); /* a cell that is not dominated itself exists, since there are no more twins */
    if ((dominating & zones) == 0)
      zones |= (cells) 1 << cells_first (&dominating);
  }
  return zones;
}

/** The game of a side in a position, before its static evaluation. `ends`: see hypergraph_open(). */
static inline void maker_breaker_open (struct maker_breaker_node *node, const struct board *board,
                                       cells maker, cells breaker, bool ends, bool maker_to_move) {
  hypergraph_open (&node->h, board, maker, breaker, ends);
  node->until = UINT64_MAX;
  node->maker_to_move = maker_to_move;
}

#endif
