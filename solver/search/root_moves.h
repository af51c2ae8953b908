/* The moves of a root, the bounds of each move, and the search of one move: the common part of the methods
 * that choose the best move by windows (bns.h, mtdf.h, pvs.h), which differ only in their windows.
 * deepening.h calls them. */
#ifndef ZERMELO_SEARCH_ROOT_MOVES_H
#define ZERMELO_SEARCH_ROOT_MOVES_H

#include "search/depth_limited.h"

struct root_move {
  struct move move;
  struct bounds bounds; /* of the depth-limited value, for the side to move at the root. Where play can cycle
                           they may cross: an entry that serves any depth (HORIZON_FREE) may have been stored
                           with more plies left than the search that it answers */
  bool in_question;
};

struct root_moves {
  struct horizon h;
  struct horizon_node root;
  struct bounds known; /* of the root, as evaluations, from query.known; without known bounds, EVALUATIONS */
  struct root_move *list;
  int count;
};

/** The bounds that hold for every evaluation. */
#define EVALUATIONS ((struct bounds){ -EVALUATION_MAX, EVALUATION_MAX })

/** Reset the bounds of all moves, at the beginning of a new depth. */
static inline void root_moves_begin (const struct root_moves *moves) {
  for (int i = 0; i < moves->count; i++) {
    moves->list[i].bounds = EVALUATIONS;
    moves->list[i].in_question = true;
  }
}

/** Search a move with this window: returns a bound on its value, and updates its bounds. */
static int root_ask (struct searcher *s, const struct root_moves *moves, struct root_move *m, int alpha,
                     int beta) {
  const struct horizon_node child = horizon_node_child (s, &moves->h, &moves->root, m->move);
  const int value = -horizon_search (s, &moves->h, &child, -beta, -alpha, NULL);
  if (s->stopped)
    return value;
  if (value > alpha && value > m->bounds.lower)
    m->bounds.lower = value;
  if (value < beta && value < m->bounds.upper)
    m->bounds.upper = value;
  return value;
}

#endif
