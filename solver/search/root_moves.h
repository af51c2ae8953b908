/* The moves of a root, what is known of each, and a question about one of them: the common ground of the
 * methods that choose the best move by windows (bns.h, mtdf.h, pvs.h). They differ in nothing but the windows
 * that they ask with. deepening.h calls them. */
#ifndef ZERMELO_SEARCH_ROOT_MOVES_H
#define ZERMELO_SEARCH_ROOT_MOVES_H

#include "search/depth_limited.h"

#include <assert.h>

struct root_move {
  struct move move;
  struct bounds bounds; /* of the depth-limited value, for the side to move at the root. Nothing keeps them
                           from crossing where play can cycle: an entry that serves any depth (HORIZON_FREE)
                           may have been stored with more plies left than the search that it answers has */
  bool in_question;
};

struct root_moves {
  struct horizon h;
  struct horizon_node root;
  struct bounds
      known; /* of the root, as evaluations, from query.known; where nothing is known, EVALUATIONS */
  struct root_move *list;
  int count;
};

/** All evaluations. */
#define EVALUATIONS ((struct bounds){ -EVALUATION_MAX, EVALUATION_MAX })

/** At a new depth nothing is known of the moves. */
static inline void root_moves_begin (const struct root_moves *moves) {
  for (int i = 0; i < moves->count; i++) {
    moves->list[i].bounds = EVALUATIONS;
    moves->list[i].in_question = true;
  }
}

/** A bound on what a move is worth, from a search with this window. */
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
