/* MTD(f): Plaat, Schaeffer, Pijls, de Bruin, Best-first fixed-depth minimax algorithms, AIJ 87 (1996). */
#ifndef ZERMELO_SEARCH_MTDF_H
#define ZERMELO_SEARCH_MTDF_H

#include "search/root_moves.h"

/** The best move at one depth, NULL if stopped; `value` gets bounds on its value. Each null window is at the
 * value that the previous one returned; the first is at `value->lower`, or at the nearest known bound. A move
 * that reaches the window is moved to the front. */
static struct root_move *mtdf_best (struct searcher *s, const struct root_moves *moves,
                                    struct bounds *value) {
  struct root_move *const list = moves->list;
  root_moves_begin (moves);
  int guess = value->lower;
  guess = guess < moves->known.lower   ? moves->known.lower
          : guess > moves->known.upper ? moves->known.upper
                                       : guess;
  *value = EVALUATIONS;
  while (value->lower < value->upper && value->lower < moves->known.upper) {
    const int test = guess > value->lower ? guess : value->lower + 1;
    guess = -EVALUATION_MAX;
    for (int i = 0; i < moves->count && guess < test; i++) {
      struct root_move *const m = &list[i];
      const int worth = m->bounds.upper < test ? m->bounds.upper : root_ask (s, moves, m, test - 1, test);
      if (s->stopped)
        return NULL;
      guess = worth > guess ? worth : guess;
      if (worth >= test) {
        const struct root_move best = *m;
        *m = list[0];
        list[0] = best;
      }
    }
    *(guess >= test ? &value->lower : &value->upper) = guess;
  }
  return list;
}

#endif
