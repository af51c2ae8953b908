/* Winning sequences of fours: stones that each complete all of a line but one cell, so that the other side has one answer.
 *
 * The side to move cannot complete a line at once, nor can the other side. A stone that leaves two cells to complete a line
 * wins; one that leaves one is answered there. If the answer in turn leaves the other side a cell to complete a line, the
 * next stone must be on it and be such a threat as well, else the sequence ends. All replies are considered, since all others lose at
 * once; whoever doubts a win plays it out.
 *
 * With `exact`, a line counts if no own stone lies at its ends: the stone that completes it then makes a row of exactly k.
 * Costs up to THREATS_MOST stones tried; gives up after that. Source: Thomsen, Lambda-search in game trees, ICGA J. 23(4),
 * 2000 (order 1); Allis, van den Herik, Huntjens, Go-Moku solved by new search techniques (1996). */
#ifndef ZERMELO_MNK_THREATS_H
#define ZERMELO_MNK_THREATS_H

#include "games/mnk/board.h"

enum { THREATS_MOST = 64 };

struct threat_sequence {
  const struct board *board;
  int tried;
};

/** The cells where a line through `cell` that lacks one stone is completed. */
static inline cells
threats_through (const struct board *board, cells stones, cells opponent, int cell)
{
  cells completing = 0;
  const uint16_t *end = board->line_through + board->through_first[cell + 1];
  for (const uint16_t *i = board->line_through + board->through_first[cell]; i < end; i++) {
    cells lacks = board->line[*i] & ~stones;
    if ((lacks & (lacks - 1)) == 0 && (lacks & opponent) == 0 && (board->line_ends[*i] & stones) == 0)
      completing |= lacks;
  }
  return completing;
}

/** How many stones of the side to move, the last of which completes a line, win by force? The first must be in `allowed`. 0: none
 *  found. */
static int
threats_win (struct threat_sequence *sequence, cells stones, cells opponent, cells allowed)
{
  const struct board *board = sequence->board;
  cells tried = 0;
  for (int i = 0; i < board->line_count; i++) {
    cells lacks = board->line[i] & ~stones, one = lacks & (lacks - 1);
    if ((board->line[i] & opponent) != 0 || one == 0 || (one & (one - 1)) != 0
        || (board->line_ends[i] & stones) != 0)
      continue;
    for (cells attacks = lacks & allowed & ~tried; attacks != 0;) {
      int attack = cells_pop (&attacks);
      tried |= (cells) 1 << attack;
      if (++sequence->tried > THREATS_MOST)
        return 0;
      cells with = stones | (cells) 1 << attack, answers = threats_through (board, with, opponent, attack);
      if ((answers & (answers - 1)) != 0)
        return 2;
      if (answers == 0)
        continue; /* the stone lies at an end of the line (`exact`) */
      cells against = opponent | answers, urgent = threats_through (board, against, with, cells_first (&answers));
      if ((urgent & (urgent - 1)) != 0)
        continue;
      int more = threats_win (sequence, with, against, urgent != 0 ? urgent : board->all);
      if (more != 0)
        return more + 1;
    }
  }
  return 0;
}

#endif
