/* Iterative deepening over a method that chooses the best move at one depth: best node search, MTD(f), PVS,
 * or plain alpha-beta.
 *
 * These methods search with alpha-beta, the table and relevant moves only (depth_limited.h). Deepening ends
 * at --depth or the end of the game. When time is up, the answer is that of the last completed depth; before
 * depth 1 is complete, it is the first relevant move. If all moves lose, the move of the previous depth is
 * kept, since at that depth it did not yet lose. */
#ifndef ZERMELO_SEARCH_DEEPENING_H
#define ZERMELO_SEARCH_DEEPENING_H

#include "search/bns.h"
#include "search/mtdf.h"
#include "search/null_window.h"
#include "search/pvs.h"

enum { DEEPENING_MAX = 250 }; /* below HORIZON_FREE */

/** The window of evaluations that correspond to the known bounds of the value. */
static inline struct bounds deepening_window (const struct query *query) {
  const struct bounds known = query->has_known ? query->known : search_range (false);
  return (struct bounds){ known.lower * EVALUATION_MAX, known.upper * EVALUATION_MAX };
}

/** Search an unfinished root on one thread. `best_move` is bns_best(), mtdf_best() or pvs_best(). `scouts`:
 * all moves of a node except the first get null windows. */
static void deepening_root (struct searcher *s, const struct position *root,
                            struct root_move *(*best_move) (struct searcher *, const struct root_moves *,
                                                            struct bounds *value),
                            bool scouts) {
  const struct query *query = &s->search->query;
  struct root_moves moves = { .h = { .limited = true,
                                     .cuts = true,
                                     .table = horizon_has_table (s),
                                     .relevant = true,
                                     .scouts = scouts,
                                     .order = query->order,
                                     .knowledge = query->knowledge },
                              .root = horizon_node_root (s, root),
                              .known = deepening_window (query) };
  const int left = GAME_CONVERGES ? game_plies_max (s->board) - game_plies (s->board, root) : DEEPENING_MAX;
  const int wanted = query->depth > 0 ? query->depth : left;
  const struct horizon_moves ordered = horizon_moves (s, &moves.h, root, 0, TABLE_NO_MOVE, true);
  moves.count = ordered.count;
  moves.list = searcher_take (s, (size_t) moves.count * sizeof *moves.list);
  for (int i = 0; i < moves.count; i++)
    moves.list[i].move = ordered.list[i].move;
  struct move *list = searcher_take (s, GAME_MOVES_MAX * sizeof *list);
  const unsigned left_out = s->heuristic;
  struct bounds value = { horizon_evaluate (s, &moves.root), EVALUATION_MAX };
  s->heuristic |= HORIZON_MET;
  int best = prove_move_index (s->board, root, moves.list->move, list);
  horizon_publish (s, value, best);
  for (int depth = 1; depth <= wanted && depth <= DEEPENING_MAX; depth++) {
    moves.h.depth = depth;
    s->heuristic = left_out;
    const struct root_move *m = best_move (s, &moves, &value);
    if (m == NULL)
      return;
    if (value.lower > value.upper) /* see struct root_move: then it is not proven that all moves lose */
      value.upper = value.lower;
    if (value.upper > -EVALUATION_MAX)
      best = prove_move_index (s->board, root, m->move, list);
    horizon_publish (s, value, best);
    if (value.lower == EVALUATION_MAX || value.upper == -EVALUATION_MAX || (s->heuristic & HORIZON_MET) == 0)
      return;
  }
}

#endif
