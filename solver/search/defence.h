/* "Does the defender hold out for d plies?": proves draws with endgame tables, for games that can cycle.
 *
 * The defender holds a position at depth d if, whatever the attacker plays, it reaches within d plies a
 * position whose value is known (finished, or in an endgame table) and which is not lost for it. Play that
 * meets the horizon counts for the attacker, so no result relies on the horizon or on a repetition: a side
 * that holds at depth d does not lose, and holds at every larger depth. So a table entry "holds at depth D"
 * answers every d >= D, and "does not hold at D" every d <= D.
 *
 * Entries share the table with forced_win.h; a tag of the key tells them apart (searcher_tag()). If kings can
 * move for ever outside the tables no side holds, and without tables hardly any side does; such draws need a
 * closed set (closed_set.h). */
#ifndef ZERMELO_SEARCH_DEFENCE_H
#define ZERMELO_SEARCH_DEFENCE_H

#include "search/tablebase_probe.h"
#include "game_defaults.h"
#include "search/abdada.h"
#include "search/move_order.h"

#include <assert.h>

enum {
  DEFENCE_DEFENDING = 1,
  DEFENCE_ATTACKING = 2
}; /* tags of keys: whether the defender or the attacker
      is to move */

/** The answer of the table at depth d: 1 holds, 0 does not hold, -1 no answer. */
static inline int defence_probe (struct searcher *s, const struct key *key, int d, int *table_move) {
  assert (d > 0 && d <= UINT8_MAX);
  struct record_entry found;
  if (!searcher_probe (s, key, &found))
    return -1;
  *table_move = found.move;
  assert (found.bounds.lower == found.bounds.upper && (found.bounds.lower == 0 || found.bounds.lower == 1));
  if (found.bounds.lower == 1)
    return found.depth <= d ? 1 : -1;
  return found.depth >= d ? 0 : -1;
}

/** Does the defender hold a position within d plies? `best` (may be NULL) gets the index in game_moves() of a
 * move that holds, if the defender is to move. */
static bool defence_search (struct searcher *s, const struct position *position, bool defending, int d,
                            int ply, int *best) {
  int distance;
  const enum outcome outcome = endgame_known (s, position, &distance);
  s->statistics.count[COUNT_looks]++;
  if (outcome != GOING_ON) {
    s->statistics.count[COUNT_settled]++;
    return outcome != (defending ? LOST : WON);
  }
  assert (d >= 0);
  if (d == 0)
    return false;
  struct key own_key;
  const int symmetry = game_key (s->board, position, &own_key);
  const struct key key = searcher_tag (&own_key, defending ? DEFENCE_DEFENDING : DEFENCE_ATTACKING);
  int table_move = TABLE_NO_MOVE;
  const int known = defence_probe (s, &key, d, &table_move);
  if (known >= 0 && best == NULL) {
    searcher_table_cut (s);
    return known == 1;
  }
  if (!searcher_enter (s, ply))
    return false;

  const uint64_t work_before = searcher_work (s);
  const size_t arena_before = s->arena_used;
  struct move *moves = searcher_take (s, GAME_MOVES_MAX * sizeof *moves);
  const int count = game_moves (s->board, position, moves);
  int *order = searcher_take (s, 2 * (size_t) count * sizeof *order), *number = order + count;
  for (int i = 0; i < count; i++) {
    number[i] = game_move_number (s->board, position, moves[i], i, symmetry);
    order[i] = number[i] == table_move ? INT_MAX : game_order (s->board, position, moves[i]);
  }
  bool holds = !defending;
  int best_number = TABLE_NO_MOVE;
  for (int searched = 0; searched < count && holds != defending; searched++) {
    const int next = order_next (order, count);
    const struct position child = game_play (s->board, position, moves[next]);
    holds = defence_search (s, &child, !defending, d - 1, ply + 1, NULL);
    if (s->stopped) {
      s->arena_used = arena_before;
      return false;
    }
    if (holds == defending) {
      best_number = number[next];
      if (best != NULL)
        *best = next;
    }
  }
  s->arena_used = arena_before;
  if (s->table != NULL) {
    const struct record_entry entry
        = { { holds, holds }, best_number, d, searcher_work (s) - work_before + 1 };
    searcher_store (s, &key, &entry, RECORD_LARGEST);
  }
  return holds;
}

/** Does either side hold the root at depth d? Publishes the bounds that follow. False if the search is to
 * end. */
static bool defence_root (struct searcher *s, const struct position *root, int d) {
  assert (endgame_tables (s));
  const struct bounds bounds = searcher_root_bounds (s);
  int best = -1;
  if (bounds.lower < 0 && defence_search (s, root, true, d, 0, &best))
    searcher_prove (s, (struct bounds){ 0, search_range (s->exact_score).upper }, best, NULL);
  if (!s->stopped && bounds.upper > 0 && defence_search (s, root, false, d, 0, NULL))
    searcher_prove (s, (struct bounds){ search_range (s->exact_score).lower, 0 }, -1, NULL);
  if (s->stopped)
    return searcher_resume (s);
  searcher_root_bounds (s);
  return !atomic_load (&s->search->decided);
}

#endif
