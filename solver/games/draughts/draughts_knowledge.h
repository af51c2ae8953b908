/* Knowledge of Italian draughts beyond the rules, for the searches: an order of moves and evaluations. No
 * proof relies on it. */
#ifndef ZERMELO_DRAUGHTS_DRAUGHTS_KNOWLEDGE_H
#define ZERMELO_DRAUGHTS_DRAUGHTS_KNOWLEDGE_H

#include "games/draughts/draughts_evaluate.h"
#include "games/draughts/draughts_rules.h"

#define GAME_ORDER 1
#define GAME_EVALUATE 1
#define GAME_EVALUATIONS 1
#define GAME_CAPTURES 1
#define GAME_NUMBERS 1
#define GAME_REVERSIBLE 1
#define GAME_REVERSIBLE_MAX 40 /* moves of each player without a capture or a move of a man */

/** Initial numbers for proof-number search: each move must be refuted. */
static inline void game_numbers (const struct board *board, const struct position *position, bool win,
                                 uint32_t *proof, uint32_t *disproof) {
  struct move list[GAME_MOVES_MAX];
  (void) win;
  *proof = 1;
  *disproof = 1 + 8 * (uint32_t) (game_moves (board, position, list) - 1);
}

/** The order of moves: captures first, the most valuable first; then promotions; then men by the rows that
 * they have advanced; then kings. */
static inline int game_order (const struct board *board, const struct position *position, struct move move) {
  if (move.captured != 0)
    return MAN_VALUE * bits_count (move.captured)
           + (KING_VALUE - MAN_VALUE) * bits_count (move.captured & position->kings);
  if ((position->kings >> move.from & 1) != 0)
    return 0;
  return move.to < 8 ? MAN_VALUE / 2 : board->size - move.to / 8;
}

static inline bool game_reversible (const struct board *board, const struct position *position,
                                    struct move move) {
  (void) board;
  return move.captured == 0 && (position->kings >> move.from & 1) != 0;
}

static inline int game_captures (const struct board *board, struct move move) {
  (void) board;
  return bits_count (move.captured);
}

static const char *const game_evaluations[] = { "balanced", "defence", "cover", NULL };

static inline int game_evaluate (const struct board *board, const struct position *position, int which) {
  return which == 0   ? evaluate_balanced (board, position)
         : which == 1 ? evaluate_defence (board, position)
                      : evaluate_cover (board, position);
}

#endif
