/* The arguments of connect4_knowledge.h as sentences: the reason why a position of Connect Four needs no
 * search. */
#ifndef ZERMELO_CONNECT4_CONNECT4_EXPLAIN_H
#define ZERMELO_CONNECT4_CONNECT4_EXPLAIN_H

#include "games/connect4/connect4_knowledge.h"

#define GAME_EXPLAIN 1

static inline bool game_explain (const struct board *board, const struct position *position,
                                 const char *argument, char *text, size_t size) {
  const bitboard empty = board->all ^ position->mask, other = position->own ^ position->mask;
  const bitboard next = next_cells (board, position);
  const bitboard safe = safe_cells (next, position->other_winning & empty);
  const bool own_four = has_four (board, position->own | empty), other_four = has_four (board, other | empty);
  (void) argument;
  if (!has_four (board, board->all))
    snprintf (text, size, "no line of 4 fits");
  else if (position->own_winning & next)
    snprintf (text, size, "the next stone completes four");
  else if (safe == 0)
    snprintf (text, size, "no move stops the opponent's four");
  else if (has_double_threat (board, position, safe))
    snprintf (text, size, "the next stone makes a double threat");
  else if (!own_four && !other_four)
    snprintf (text, size, "neither player can complete four any more");
  else
    snprintf (text, size, "%sfollowing up in the columns is enough (Allis: claimeven, baseinverse, zugzwang)",
              own_four && other_four ? "" : "one player cannot complete four any more, and for the other ");
  return true;
}

#endif
