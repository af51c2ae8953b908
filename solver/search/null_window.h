/* From boolean searches to a value: chooses the windows, for games that converge.
 *
 * Each thread runs the same loop: read the proven bounds of the root, choose a window, search it, publish.
 * When one thread has published, the others leave their window at the next node and go on with the new
 * bounds; their results are in the table. To begin with wins and losses that are near is Pons's idea. */
#ifndef ZERMELO_SEARCH_NULL_WINDOW_H
#define ZERMELO_SEARCH_NULL_WINDOW_H

#include "search/alpha_beta.h"

#include <assert.h>

/** The next question "at least t?", with lower < t <= upper.
 *
 * For scores, first ask about wins and losses within 9 and 13 plies, which are cheap to find and to refute;
 * then about the sign; then move away from zero in doubling steps, since a value that is not a near win or
 * loss is mostly close to a draw. ../../analysis/notes/connect4-search.md, "Windows for scores", compares
 * bisection. */
static inline int prove_threshold (const struct searcher *s, const struct position *root,
                                   struct bounds bounds) {
  assert (bounds.lower < bounds.upper);
  for (int d = 9; GAME_SCORE_BY_DISTANCE && s->exact_score && d <= 13; d += 4) {
    const int win = game_score (s->board, root, WON, d), loss = game_score (s->board, root, LOST, d - 1);
    if (win > 0 && bounds.lower < win && win <= bounds.upper)
      return win;
    if (loss < 0 && bounds.lower <= loss && loss < bounds.upper)
      return loss + 1;
  }
  if (bounds.lower < 1 && bounds.upper >= 1)
    return 1;
  if (bounds.lower < 0 && bounds.upper >= 0)
    return 0;
  const int half = (bounds.upper - bounds.lower + 1) / 2;
  const int step = bounds.lower > 0   ? bounds.lower
                   : bounds.upper < 0 ? -bounds.upper
                                      : 1,
            taken = step < half ? step : half;
  return bounds.upper <= 0 ? bounds.upper - taken + 1 : bounds.lower + taken;
}

/** The window for the next search within the bounds: a null window, or the whole range that is still open. */
static inline struct bounds prove_window (const struct searcher *s, const struct position *root,
                                          struct bounds bounds, bool null_window) {
  struct bounds wanted = s->search->query.window;
  if (wanted.lower < bounds.lower)
    wanted.lower = bounds.lower;
  if (wanted.upper > bounds.upper)
    wanted.upper = bounds.upper;
  assert (wanted.lower < wanted.upper); /* else the query is settled */
  if (!null_window)
    return wanted;
  const int threshold = prove_threshold (s, root, wanted);
  assert (wanted.lower < threshold && threshold <= wanted.upper); /* so either answer narrows the bounds */
  return (struct bounds){ threshold - 1, threshold };
}

/** The index of a move in game_moves(), or -1. */
static int prove_move_index (const struct board *board, const struct position *position, struct move move,
                             struct move *list) {
  char wanted[MOVE_TEXT], text[MOVE_TEXT];
  game_print_move (board, position, move, wanted, sizeof wanted);
  const int count = game_moves (board, position, list);
  for (int i = 0; i < count; i++) {
    game_print_move (board, position, list[i], text, sizeof text);
    if (strcmp (wanted, text) == 0)
      return i;
  }
  return -1;
}

/** One thread of a search to the end. The root is unfinished, and its static probe did not decide it. */
static void prove_root (struct searcher *s, const struct position *root, bool null_window) {
  assert (game_outcome (s->board, root) == GOING_ON);
  const struct query *query = &s->search->query;
  struct candidate node = { .position = *root, .table_move = TABLE_NO_MOVE };
  node.symmetry = game_search_key (s->board, root, &node.key);
  struct bounds bounds = searcher_root_bounds (s);
  s->path = searcher_take (s, (size_t) (game_plies_max (s->board) + 2) * sizeof *s->path);
  memset (s->path, 0, (size_t) (game_plies_max (s->board) + 2) * sizeof *s->path);
  while (!searcher_settled (query, bounds)) {
    const struct bounds window = prove_window (s, root, bounds, null_window);
    const size_t arena_before = s->arena_used;
    struct move *moves = searcher_take (s, GAME_MOVES_MAX * sizeof *moves);
    struct move best = { 0 };
    const int value = alpha_beta_search (s, &node, window.lower, window.upper, 0, &best);
    if (!s->stopped) {
      struct bounds proven = search_range (s->exact_score);
      if (value > window.lower)
        proven.lower = value;
      if (value < window.upper)
        proven.upper = value;
      /* If the value is the lowest, every move keeps it, so the named move need not be proven best. */
      const bool named = value > window.lower || value <= search_range (s->exact_score).lower;
      searcher_prove (s, proven, named ? prove_move_index (s->board, root, best, moves) : -1, NULL);
    }
    s->arena_used = arena_before;
    if (s->stopped && !searcher_resume (s))
      return;
    bounds = searcher_root_bounds (s);
  }
}

#endif
