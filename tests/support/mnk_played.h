/* A win by threes, played out: the stone that the search names, every reply, the next stone, up to a line.
 * Included after rules.h and knowledge.h. */
#ifndef ZERMELO_TESTS_MNK_PLAYED_H
#define ZERMELO_TESTS_MNK_PLAYED_H

#include "support/support.h"

#include <stdlib.h>

enum { PLAYED_MOST = 100000 }; /* stones tried for an answer */

/** Does the side to move, with these stones, complete a line whatever the other side does, by the stones that
 *  the search names? */
static bool plays_out (const struct board *board, cells own, cells other) {
  cells empty = cells_minus (board->all, cells_or (own, other));
  const cells at_once = winning_cells (board, &own, &empty), urgent = winning_cells (board, &other, &empty);
  struct second_search search = { .board = board, .most = PLAYED_MOST };
  if (cells_any (&at_once))
    return true;
  if (cells_exceed (&urgent, 1) || second_win (&search, own, other, urgent) == 0
      || !cells_has (&empty, search.first))
    return false;
  cells_add (&own, search.first);
  cells_remove (&empty, search.first);
  cells replies = winning_cells (board, &other, &empty);
  if (cells_any (&replies))
    return false;
  replies = winning_cells (board, &own, &empty); /* all others lose at once */
  if (!cells_any (&replies))
    replies = empty;
  bool wins = cells_any (&replies);
  while (wins && cells_any (&replies)) {
    cells against = other;
    cells_add (&against, cells_pop (&replies));
    wins = plays_out (board, own, against);
  }
  return wins;
}

#endif
