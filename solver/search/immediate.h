/* Immediate search, for boards too large to look ahead: plays every relevant move, evaluates the position
 * after it once, and chooses one of the best at random (query.seed). From the report of Clerici and Volpe
 * (MoNKey, 2021).
 *
 * The result is heuristic: immediate search never proves a value. It costs one node, and one static probe for
 * each move. */
#ifndef ZERMELO_SEARCH_IMMEDIATE_H
#define ZERMELO_SEARCH_IMMEDIATE_H

#include "search/depth_limited.h"
#include "search/null_window.h"

/** Compare the moves of an unfinished root, on one thread. */
static void immediate_root (struct searcher *s, const struct position *root) {
  const struct horizon h = { .limited = true, .relevant = true };
  const struct horizon_node node = horizon_node_root (s, root);
  struct key key;
  int best_value = -EVALUATION_MAX - 1, best_count = 0;
  if (!searcher_enter (s, 0))
    return;
  const struct horizon_moves moves = horizon_moves (s, &h, root, 0, TABLE_NO_MOVE, false);
  for (int i = 0; i < moves.count; i++) {
    const struct horizon_node child = horizon_node_child (s, &h, &node, moves.list[i].move);
    const enum outcome outcome = game_outcome (s->board, &child.position);
    s->statistics.count[COUNT_looks]++;
    const int value = -(outcome != GOING_ON ? horizon_final (s, &h, &child.position, outcome)
                                            : horizon_evaluate (s, &child));
    if (value > best_value) {
      best_value = value;
      best_count = 0;
    }
    if (value == best_value)
      moves.list[best_count++] = moves.list[i];
  }
  struct move *list = searcher_take (s, GAME_MOVES_MAX * sizeof *list);
  game_key (s->board, root, &key);
  const struct move chosen = moves.list[horizon_chance (s->search->query.seed, &key, best_count)].move;
  s->heuristic = HORIZON_MET | HORIZON_LEFT_OUT;
  horizon_publish (s, (struct bounds){ best_value, best_value },
                   prove_move_index (s->board, root, chosen, list));
}

#endif
