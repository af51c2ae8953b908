/* Principal variation search, and alpha-beta with an open window: the search of the root for both.
 *
 * PVS expects the first move of a node to be the best: only this move is searched with the window of the
 * node, the others with a null window, and a second time if they turn out to be better (Pearl's Scout, 1980;
 * Marsland and Campbell, Computing Surveys 14, 1982; Reinefeld's NegaScout, ICCA J. 6(4), 1983, which differs
 * only in the last plies). Below the root, horizon_search() does this (horizon.scouts). Alpha-beta searches
 * all moves with the part of the node's window that is still open. */
#ifndef ZERMELO_SEARCH_PVS_H
#define ZERMELO_SEARCH_PVS_H

#include "search/root_moves.h"

#include <string.h>

/** Search the moves in turn in the window alpha, beta, and put the best one first. Returns its value. */
static int pvs_search_moves (struct searcher *s, const struct root_moves *moves, int alpha, int beta) {
  struct root_move *const list = moves->list;
  int best = -EVALUATION_MAX - 1;
  for (int i = 0; i < moves->count && best < beta; i++) {
    const int low = best > alpha ? best : alpha;
    const bool scouts = moves->h.scouts && i > 0 && beta - low > 1;
    int worth = root_ask (s, moves, &list[i], low, scouts ? low + 1 : beta);
    if (scouts && worth > low && worth < beta && !s->stopped) {
      const int again = root_ask (s, moves, &list[i], worth, beta);
      worth = again > worth ? again : worth;
    }
    if (s->stopped)
      return best;
    if (worth <= best)
      continue;
    best = worth;
    const struct root_move first = list[i];
    memmove (list + 1, list, (size_t) i * sizeof *list);
    list[0] = first;
  }
  return best;
}

/** The best move at one depth, NULL if stopped; `value` gets bounds on its value. The first window is given
 * by the known bounds of the root; if no move reaches its lower end, a second one extends to the lowest
 * value. */
static struct root_move *pvs_best (struct searcher *s, const struct root_moves *moves, struct bounds *value) {
  int alpha = moves->known.lower > -EVALUATION_MAX ? moves->known.lower - 1 : -EVALUATION_MAX;
  int beta = moves->known.upper, best;
  root_moves_begin (moves);
  for (;;) {
    best = pvs_search_moves (s, moves, alpha, beta);
    if (s->stopped)
      return NULL;
    if (best > alpha || alpha == -EVALUATION_MAX)
      break;
    beta = alpha + 1;
    alpha = -EVALUATION_MAX;
  }
  value->lower = best > alpha ? best : -EVALUATION_MAX;
  value->upper = best < beta ? best : EVALUATION_MAX;
  return moves->list;
}

#endif
