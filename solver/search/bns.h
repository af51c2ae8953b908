/* Best node search: finds the best move without its exact value.
 *
 * Rutko, "Fuzzified algorithm for game tree search with statistical and analytical evaluation" (Scientific
 * Papers, University of Latvia 770, 2011), as in the report of Clerici and Volpe (MoNKey, 2021). Let c moves
 * be in question, and let the best of them be worth alpha or more and less than beta. A null-window search
 * then finds the moves that are worth at least
 *
 *     guess = alpha + (beta - alpha) (c - 1) / c
 *
 * If there is none, beta = guess. If there are several, alpha = guess and only they stay in question. If
 * there is exactly one, it is the best. Guesses are integers above alpha, so the window shrinks every time.
 * If the window ends with a single value, the first of the moves known to reach it is taken. Here the ends of
 * the window come from the searches, which often prove more than was asked.
 *
 * The first window is the range of all evaluations or, as in the report, the bounds of the root that the
 * query brings along (query.known). These bounds concern the game, not a depth-limited value: a lower bound
 * that no move reaches is dropped (where the stopping rule of the report loops for ever), and at the upper
 * bound several moves are equally good. To start from the value of the previous depth gains nothing
 * (../../analysis/notes/mnk-search.md). */
#ifndef ZERMELO_SEARCH_BNS_H
#define ZERMELO_SEARCH_BNS_H

#include "search/root_moves.h"

#include <assert.h>

/** Of the moves in question keep those worth at least `test`, if there are any. Narrows the window. Returns
 * the number of moves in question; 0 if stopped. */
static int bns_separate (struct searcher *s, const struct root_moves *moves, int test,
                         struct bounds *window) {
  assert (test > window->lower && test <= window->upper);
  struct root_move *const end = moves->list + moves->count;
  int kept = 0, left = 0, lower = -EVALUATION_MAX, upper = -EVALUATION_MAX;
  for (struct root_move *m = moves->list; m < end; m++) {
    if (!m->in_question)
      continue;
    left++;
    root_ask (s, moves, m, test - 1, test);
    if (s->stopped)
      return 0;
    kept += m->bounds.lower >= test;
    lower = m->bounds.lower > lower ? m->bounds.lower : lower;
    upper = m->bounds.upper > upper ? m->bounds.upper : upper;
  }
  assert (left > 1);
  window->lower = lower;
  window->upper = upper;
  if (kept == 0)
    return left;
  for (struct root_move *m = moves->list; m < end; m++)
    m->in_question = m->in_question && m->bounds.lower >= test;
  return kept;
}

/** The value to test `count` moves by, within the window and the known bounds. */
static inline int bns_guess (struct bounds window, struct bounds known, int count) {
  const int lower = known.lower > window.lower && known.lower <= window.upper ? known.lower : window.lower;
  const int upper = known.upper < window.upper ? known.upper : window.upper;
  const int guess = lower + (upper + 1 - lower) * (count - 1) / count;
  return guess > window.lower ? guess : window.lower + 1;
}

/** The best move at one depth, NULL if stopped; `value` gets bounds on its value. */
static struct root_move *bns_best (struct searcher *s, const struct root_moves *moves, struct bounds *value) {
  root_moves_begin (moves);
  *value = EVALUATIONS;
  int in_question = moves->count;
  while (in_question > 1 && value->lower < value->upper && value->lower < moves->known.upper) {
    in_question = bns_separate (s, moves, bns_guess (*value, moves->known, in_question), value);
    if (s->stopped)
      return NULL;
  }
  struct root_move *best = moves->list;
  while (!best->in_question || best->bounds.lower < value->lower)
    best++;
  assert (best < moves->list + moves->count);
  /* A move without rivals has not been searched yet. If the search reached the end of the game, its value is
   * proven. (At the known upper bound it may still have rivals.) */
  if (in_question == 1 && value->lower < value->upper && (moves->count == 1 || s->heuristic == 0)) {
    root_ask (s, moves, best, value->lower - 1, value->upper + 1);
    if (s->stopped)
      return NULL;
    *value = best->bounds;
  }
  return best;
}

#endif
