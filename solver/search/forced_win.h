/* Alpha-beta for games that can cycle: "which side can force the end within d plies?", for growing d.
 *
 * The value of a position at depth d is 1 if its side to move forces a win within d plies, -1 if the other
 * side does, 0 if neither does. It does not depend on the moves before, so the table is sound: an entry 1 or
 * -1 at depth D answers every d >= D, an entry "not" every d <= D. A win first found at d is a win in exactly
 * d plies. Reaching the horizon never proves a draw; this takes a closed set (closed_set.h) or endgame tables
 * (defence.h).
 *
 * With endgame tables the question is "which side can force the end, or a table position that it wins, within
 * d plies?". With scores the table's distance counts, so that the first d is still the distance. */
#ifndef ZERMELO_SEARCH_FORCED_WIN_H
#define ZERMELO_SEARCH_FORCED_WIN_H

#include "game_defaults.h"
#include "search/abdada.h"
#include "search/closed_set.h"
#include "search/defence.h"
#include "search/tablebase_probe.h"
#include "search/move_order.h"

#include <assert.h>

enum { WITHIN_DEPTH_MAX = 254 };

/** Bounds of a position at depth d, from the table. */
static inline struct bounds forced_win_probe (struct searcher *s, const struct key *key, int d,
                                              int *table_move) {
  struct bounds bounds = { -1, 1 };
  struct record_entry found;
  if (!searcher_probe (s, key, &found))
    return bounds;
  *table_move = found.move;
  if (found.depth >= d) {
    if (found.bounds.lower >= 0)
      bounds.lower = 0;
    if (found.bounds.upper <= 0)
      bounds.upper = 0;
  }
  if (found.depth <= d) {
    if (found.bounds.lower == 1)
      bounds.lower = bounds.upper = 1;
    if (found.bounds.upper == -1)
      bounds.lower = bounds.upper = -1;
  }
  assert (bounds.lower <= bounds.upper);
  return bounds;
}

/** Value at depth d of a position, asked with a window within -1 .. 1; fail-hard at -1, 0, 1. `best` (may be
 * NULL) gets the index of the first move that reaches the value. */
static int forced_win_search (struct searcher *s, const struct position *position, struct bounds window,
                              int d, int ply, int *best) {
  assert (-1 <= window.lower && window.lower < window.upper && window.upper <= 1);
  int distance;
  const enum outcome outcome = endgame_known (s, position, &distance);
  s->statistics.count[COUNT_looks]++;
  if (outcome != GOING_ON) {
    s->statistics.count[COUNT_settled]++;
    return s->exact_score && distance > d ? 0 : (int) outcome;
  }
  assert (d >= 0 && d <= WITHIN_DEPTH_MAX);
  if (d == 0)
    return 0;
  struct key key;
  const int symmetry = game_key (s->board, position, &key);
  int table_move = TABLE_NO_MOVE;
  const struct bounds known = forced_win_probe (s, &key, d, &table_move);
  if (best == NULL && (known.lower >= window.upper || known.lower == known.upper)) {
    searcher_table_cut (s);
    return known.lower;
  }
  if (best == NULL && known.upper <= window.lower) {
    searcher_table_cut (s);
    return known.upper;
  }
  if (!searcher_enter (s, ply))
    return 0;

  const uint64_t work_before = searcher_work (s);
  const size_t arena_before = s->arena_used;
  struct move *moves = searcher_take (s, GAME_MOVES_MAX * sizeof *moves);
  const int count = game_forced (s->board, position, moves);
  int *order = searcher_take (s, (size_t) count * sizeof *order);
  for (int i = 0; i < count; i++) {
    order[i] = game_order (s->board, position, moves[i]);
    if (game_move_number (s->board, position, moves[i], i, symmetry) == table_move)
      order[i] = INT_MAX;
  }
  int value = -2, best_number = TABLE_NO_MOVE;
  for (int searched = 0; searched < count && value < window.upper; searched++) {
    const int next = order_next (order, count);
    const struct position child = game_play (s->board, position, moves[next]);
    const struct bounds open = { -window.upper, value > window.lower ? -value : -window.lower };
    const int result = -forced_win_search (s, &child, open, d - 1, ply + 1, NULL);
    if (s->stopped) {
      s->arena_used = arena_before;
      return 0;
    }
    if (result > value) {
      value = result;
      best_number = game_move_number (s->board, position, moves[next], next, symmetry);
      if (best != NULL)
        *best = next;
      if (value >= window.upper) {
        s->statistics.count[COUNT_cuts]++;
        s->statistics.count[COUNT_first_cuts] += searched == 0;
      }
    }
  }
  s->arena_used = arena_before;
  assert (value >= -1 && value <= 1);
  if (s->table != NULL) {
    const struct bounds proven = { value > window.lower ? value : -1, value < window.upper ? value : 1 };
    const struct record_entry entry = { proven, best_number, d, searcher_work (s) - work_before + 1 };
    assert (bounds_are_right (proven, false));
    searcher_store (s, &key, &entry, RECORD_LARGEST);
    if (entry.work >= s->publish_threshold)
      searcher_share (s, position, &entry);
  }
  return value;
}

/** One thread: deepen until a side forces a win, the query's depth is reached, or a closed set proves a
 *  draw. A closed set is tried again each time the search has cost as much as the last attempt. */
static void forced_win_root (struct searcher *s, const struct position *root) {
  assert (game_outcome (s->board, root) == GOING_ON && s->search->query.depth <= WITHIN_DEPTH_MAX);
  uint64_t tried_at = 1000;
  const int most = s->search->query.depth > 0 ? s->search->query.depth : WITHIN_DEPTH_MAX;
  for (int d = 1; d <= most; d++) {
    int best = -1;
    const int value = forced_win_search (s, root, (struct bounds){ -1, 1 }, d, 0, &best);
    if (s->stopped) {
      if (!searcher_resume (s))
        return;
      d--; /* repeat this depth, since the interrupted search has no result */
      continue;
    }
    if (value != 0) {
      const int proven = s->exact_score ? game_score (s->board, root, (enum outcome) value, d) : value;
      searcher_prove (s, (struct bounds){ proven, proven }, best, NULL);
      return;
    }
    if (endgame_tables (s) && !defence_root (s, root, d))
      return;
    if (s->thread == 0 && s->statistics.count[COUNT_nodes] >= tried_at) {
      closed_set_root (s, root, s->statistics.count[COUNT_nodes]);
      tried_at = 2 * s->statistics.count[COUNT_nodes];
      if (atomic_load (&s->search->decided) || (s->stopped && !searcher_resume (s)))
        return;
      searcher_root_bounds (s);
    }
  }
  if (s->thread == 0 && s->search->query.depth == 0)
    closed_set_root (s, root, UINT64_MAX);
}

#endif
