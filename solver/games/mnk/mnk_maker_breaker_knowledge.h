/* Knowledge of the Maker-Breaker game beyond its rules.
 *
 * GAME_STATIC_BOUNDS  no line left; tiles and pairs for eight in a row and more; and up to 128 cells the
 *                     static evaluation of the remaining lines (maker_breaker.h)
 * GAME_ORDER          the lines through the cell that Maker can still complete, by their stones
 * GAME_SEARCH_FIRST   null-window search begins with the search of the remaining lines
 *                     (maker_breaker_search.h), which answers everything but scores; the other methods play
 *                     stone by stone, for comparison */
#ifndef ZERMELO_MNK_MNK_MAKER_BREAKER_KNOWLEDGE_H
#define ZERMELO_MNK_MNK_MAKER_BREAKER_KNOWLEDGE_H

#define GAME_STATIC_BOUNDS 1
#define GAME_ORDER 1
#define GAME_SEARCH_FIRST 1

#include "games/mnk/maker_breaker_search.h"
#include "games/mnk/periodic.h"
#include "games/mnk/mnk_board.h"

/** Is there a line that Maker can still complete? */
static inline bool maker_has_line (const struct board *board, const struct position *position) {
  const cells open = cells_minus (board->all, position->stones[1][0]);
  return lines_any (&board->lines, &open);
}

static inline enum maker_breaker maker_breaker_seen (const struct board *board,
                                                     const struct position *position) {
  const cells *maker = &position->stones[0][0], *breaker = &position->stones[1][0];
  const bool maker_to_move = position_mover (position) == 0;
  if (!maker_has_line (board, position) || periodic_blocks (board, maker, breaker, maker_to_move))
    return BREAKER_WINS;
#if GAME_BITS <= 128
  struct maker_breaker_node node;
  maker_breaker_open (&node, board, *maker, *breaker, false, maker_to_move);
  return maker_breaker_static_probe (&node);
#else
  return NOT_SETTLED;
#endif
}

/** Bounds if the winner is known: Breaker wins with the last stone on the board, Maker at the latest with his
 * own last stone. */
static inline struct bounds maker_breaker_bounds (const struct position *position, bool exact_score,
                                                  enum maker_breaker winner) {
  const bool maker_to_move = position_mover (position) == 0;
  struct bounds bounds = search_range (exact_score);
  if (winner == NOT_SETTLED)
    return bounds;
  if (!exact_score || winner == BREAKER_WINS)
    bounds.lower = bounds.upper = (winner == MAKER_WINS) == maker_to_move ? 1 : -1;
  else if (maker_to_move)
    bounds.lower = 1;
  else
    bounds.upper = -1;
  return bounds;
}

static inline void game_static_bounds (const struct board *board, const struct position *position,
                                       bool exact_score, struct bounds *bounds) {
  bounds_narrow (bounds, maker_breaker_bounds (position, exact_score, maker_breaker_seen (board, position)));
}

/** The lines through the cell that Maker can still complete; each stone on a line multiplies its weight by
 * four; ties go to the cell nearer to the centre. */
static inline int game_order (const struct board *board, const struct position *position, struct move move) {
  int sum = 0;
  for (const struct direction *d = board->lines.direction; d < board->lines.direction + 4; d++) {
    int stones = 0;
    const int free = lines_open_run (&board->lines, d, move.cell, &position->stones[0][0],
                                     &position->stones[1][0], &stones);
    if (free >= board->lines.length)
      sum += 1 << 2 * (stones < 8 ? stones : 8);
  }
  return 128 * sum + board->central[move.cell];
}

static void game_search_first (struct searcher *s, const struct position *root) {
#if GAME_BITS <= 128
  enum maker_breaker winner;
  int best = -1;
  do
    winner = maker_breaker_solve (s, root, 0, false, &best);
  while (s->stopped && searcher_resume (s));
  if (s->stopped)
    return;
  const cells empty = position_empty (s->board, root),
              before = best < 0 ? 0 : empty & (((cells) 1 << best) - 1);
  searcher_prove (s, maker_breaker_bounds (root, s->exact_score, winner),
                  best < 0 ? -1 : cells_count (&before), best < 0 ? "Maker-Breaker" : NULL);
  searcher_root_bounds (s);
#else
  (void) s, (void) root;
#endif
}

#endif
