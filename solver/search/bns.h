/* Best node search with iterative deepening: which move is best, rather than what it is worth.
 *
 * Rutko, "Fuzzified algorithm for game tree search with statistical and analytical evaluation" (Scientific
 * Papers, University of Latvia 770, 2011), as in the report of Clerici and Volpe (MoNKey, 2021). Let c moves
 * be in question, the best of which is worth alpha or more and less than beta. A null-window search then
 * finds those that are worth at least
 *
 *     guess = alpha + (beta - alpha) (c - 1) / c
 *
 * If none is, beta = guess. If several are, alpha = guess and only they stay in question. If exactly one is,
 * it is the best. Guesses are integers above alpha, so the window shrinks every time. If it ends with one
 * value, the first of the moves known to reach it is taken. Here the ends of the window come from the
 * searches, which often prove more than was asked.
 *
 * The search below is alpha-beta with the table and with relevant moves only (depth_limited.h). It deepens up
 * to --depth or the end of the game. When time is up, the answer is that of the last completed depth; before
 * depth 1, the first relevant move. If all moves lose, the move of the previous depth is kept: at that depth
 * it did not yet lose.
 *
 * MTD(f) (Plaat, Schaeffer, Pijls, de Bruin, Best-first fixed-depth minimax algorithms, AIJ 87, 1996) is
 * another way to choose the windows: it differs from BNS in nothing else, so that the two can be compared.
 *
 * The report takes the first window from a table of known values; here it is the range of all evaluations.
 * The previous depth's value as first guess gains nothing (../../analysis/mnk-search.md). */
#ifndef ZERMELO_SEARCH_BNS_H
#define ZERMELO_SEARCH_BNS_H

#include "search/depth_limited.h"
#include "search/null_window.h"

#include <assert.h>

enum { BNS_DEPTH_MAX = 250 }; /* below HORIZON_FREE */

struct bns_move {
  struct move move;
  struct bounds bounds; /* of the depth-limited value, for the side to move at the root. Nothing keeps them
                           from crossing where play can cycle: an entry that serves any depth (HORIZON_FREE)
                           may have been stored with more plies left than the search that it answers has */
  bool in_question;
};

struct bns {
  struct horizon h;
  struct horizon_node root;
  struct bns_move *moves;
  int count;
};

/** A bound on what a move is worth, from a search with this window. */
static int bns_ask (struct searcher *s, const struct bns *bns, struct bns_move *m, int alpha, int beta) {
  const struct horizon_node child = horizon_node_child (s, &bns->h, &bns->root, m->move);
  const int value = -horizon_search (s, &bns->h, &child, -beta, -alpha, NULL);
  if (s->stopped)
    return value;
  if (value > alpha && value > m->bounds.lower)
    m->bounds.lower = value;
  if (value < beta && value < m->bounds.upper)
    m->bounds.upper = value;
  return value;
}

/** Of the moves in question keep those worth at least `test`, if there are any. Narrows the window. Returns
 *  how many moves are in question; 0 if stopped. */
static int bns_separate (struct searcher *s, const struct bns *bns, int test, struct bounds *window) {
  assert (test > window->lower && test <= window->upper);
  int kept = 0, left = 0, lower = -EVALUATION_MAX, upper = -EVALUATION_MAX;
  for (struct bns_move *m = bns->moves; m < bns->moves + bns->count; m++) {
    if (!m->in_question)
      continue;
    left++;
    bns_ask (s, bns, m, test - 1, test);
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
  for (struct bns_move *m = bns->moves; m < bns->moves + bns->count; m++)
    m->in_question = m->in_question && m->bounds.lower >= test;
  return kept;
}

/** The best move at one depth, NULL if stopped; `value` gets bounds on its worth. */
static struct bns_move *bns_best (struct searcher *s, const struct bns *bns, struct bounds *value) {
  assert (bns->count > 0 && bns->h.depth >= 1 && bns->h.depth <= BNS_DEPTH_MAX);
  for (struct bns_move *m = bns->moves; m < bns->moves + bns->count; m++) {
    m->in_question = true;
    m->bounds = (struct bounds){ -EVALUATION_MAX, EVALUATION_MAX };
  }
  *value = (struct bounds){ -EVALUATION_MAX, EVALUATION_MAX };
  int in_question = bns->count;
  while (in_question > 1 && value->lower < value->upper) {
    const int guess = value->lower + (value->upper + 1 - value->lower) * (in_question - 1) / in_question;
    in_question = bns_separate (s, bns, guess > value->lower ? guess : value->lower + 1, value);
    if (s->stopped)
      return NULL;
  }
  struct bns_move *best = bns->moves;
  while (!best->in_question || best->bounds.lower < value->lower)
    best++;
  assert (best < bns->moves + bns->count);
  /* A move without rivals has not been searched yet; and at the end of the game its value is proven. */
  if (value->lower < value->upper && (bns->count == 1 || s->heuristic == 0)) {
    bns_ask (s, bns, best, value->lower - 1, value->upper + 1);
    if (s->stopped)
      return NULL;
    *value = best->bounds;
  }
  return best;
}

/** The same by MTD(f): null windows at the value that the window before has found, first at `value->lower`. A
 *  move that reaches the window comes first from then on. */
static struct bns_move *mtdf_best (struct searcher *s, const struct bns *bns, struct bounds *value) {
  for (int i = 0; i < bns->count; i++)
    bns->moves[i].bounds = (struct bounds){ -EVALUATION_MAX, EVALUATION_MAX };
  int guess = value->lower;
  *value = (struct bounds){ -EVALUATION_MAX, EVALUATION_MAX };
  while (value->lower < value->upper) {
    const int test = guess > value->lower ? guess : value->lower + 1;
    guess = -EVALUATION_MAX;
    for (int i = 0; i < bns->count && guess < test; i++) {
      struct bns_move *const m = &bns->moves[i];
      const int worth = m->bounds.upper < test ? m->bounds.upper : bns_ask (s, bns, m, test - 1, test);
      if (s->stopped)
        return NULL;
      guess = worth > guess ? worth : guess;
      if (worth >= test) {
        const struct bns_move best = *m;
        *m = bns->moves[0];
        bns->moves[0] = best;
      }
    }
    *(guess >= test ? &value->lower : &value->upper) = guess;
  }
  return bns->moves;
}

/** Search an unfinished root on one thread; `mtdf`: by MTD(f) instead. */
static void bns_root (struct searcher *s, const struct position *root, bool mtdf) {
  struct bns bns = { .h = { .limited = true,
                            .cuts = true,
                            .table = horizon_has_table (s),
                            .relevant = true,
                            .knowledge = s->search->query.knowledge },
                     .root = horizon_node_root (s, root) };
  const int left = GAME_CONVERGES ? game_plies_max (s->board) - game_plies (s->board, root) : BNS_DEPTH_MAX;
  const int wanted = s->search->query.depth > 0 ? s->search->query.depth : left;
  const struct horizon_moves ordered = horizon_moves (s, &bns.h, root, 0, TABLE_NO_MOVE, true);
  bns.count = ordered.count;
  bns.moves = searcher_take (s, (size_t) bns.count * sizeof *bns.moves);
  for (int i = 0; i < bns.count; i++)
    bns.moves[i].move = ordered.list[i].move;
  struct move *list = searcher_take (s, GAME_MOVES_MAX * sizeof *list);
  const unsigned left_out = s->heuristic;
  struct bounds value = { horizon_evaluate (s, &bns.root), EVALUATION_MAX };
  s->heuristic |= HORIZON_MET;
  int best = prove_move_index (s->board, root, bns.moves->move, list);
  horizon_publish (s, value, best);
  for (int depth = 1; depth <= wanted && depth <= BNS_DEPTH_MAX; depth++) {
    bns.h.depth = depth;
    s->heuristic = left_out;
    const struct bns_move *m = mtdf ? mtdf_best (s, &bns, &value) : bns_best (s, &bns, &value);
    if (m == NULL)
      return;
    if (value.lower > value.upper) /* see struct bns_move: then nobody has shown that all moves lose */
      value.upper = value.lower;
    if (value.upper > -EVALUATION_MAX)
      best = prove_move_index (s->board, root, m->move, list);
    horizon_publish (s, value, best);
    if (value.lower == EVALUATION_MAX || value.upper == -EVALUATION_MAX || (s->heuristic & HORIZON_MET) == 0)
      return;
  }
}

#endif
