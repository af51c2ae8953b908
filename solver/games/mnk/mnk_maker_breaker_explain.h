/* The arguments of mnk_maker_breaker_knowledge.h as sentences: the reason why a position needs no search. */
#ifndef ZERMELO_MNK_MNK_MAKER_BREAKER_EXPLAIN_H
#define ZERMELO_MNK_MNK_MAKER_BREAKER_EXPLAIN_H

#include "games/mnk/mnk_maker_breaker_knowledge.h"

#if GAME_BITS <= 128
#include "games/mnk/potential.h"
#endif

#define GAME_EXPLAIN 1

static inline bool game_explain (const struct board *board, const struct position *position,
                                 const char *argument, char *text, size_t size) {
  const cells *maker = &position->stones[0][0], *breaker = &position->stones[1][0];
  const bool maker_to_move = position_mover (position) == 0;
  const int longest = board->columns > board->rows ? board->columns : board->rows;
  (void) argument;
  if (board->lines.length > longest)
    snprintf (text, size, "no line of %d fits", board->lines.length);
  else if (!maker_has_line (board, position))
    snprintf (text, size, "Maker has no line left");
  else if (periodic_blocks (board, maker, breaker, maker_to_move))
    snprintf (text, size, "%s",
              board->lines.length == TILING_LENGTH
                  ? "Breaker has an answer on each tile of a pattern of the plane"
                  : "the pairing of Hales and Jewett holds two cells of every line");
#if GAME_BITS <= 128
  else if (potential_blocks_lines (board, *maker, *breaker, maker_to_move))
    snprintf (text, size, "Maker's lines weigh too little (the potential of Erdős and Selfridge)");
#endif
  else
    return false;
  return true;
}

#endif
