/* The common part of games in which two players put stones on the board in turn, which are never moved or
 * taken. */
#ifndef ZERMELO_GAMES_STONES_H
#define ZERMELO_GAMES_STONES_H

#include "base/failure.h"
#include "board_cells.h"

/** The side to move if the players have put these stones on the board in turn: 0 or 1; -1 with a failure:
 * these numbers of stones are impossible. */
static inline int stones_mover (const struct piece *pieces, int all, struct failure *failure) {
  int count[2] = { 0, 0 };
  for (int cell = 0; cell < all; cell++)
    if (pieces[cell].kind != PIECE_NONE)
      count[pieces[cell].player]++;
  const int ahead = count[0] - count[1];
  if (ahead == 0 || ahead == 1)
    return ahead;
  fail (failure, EXIT_BAD_DATA,
        "stones: %d of the first player, %d of the second; the first has as many as the second, or one "
        "more",
        count[0], count[1]);
  return -1;
}

#endif
