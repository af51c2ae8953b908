/* Lines that Y, the side that follows up, completes by doing so, and the lines from which they keep X, the
 * other side (V. Allis, "A knowledge-based approach of Connect-Four" (1988): aftereven).
 *
 * Such a line lacks only cells that Y gets by following up, at the latest when X plays below them. A line of
 * X with a cell above each of these cells comes too late: by then Y has all of them and has won. So X can
 * only complete lines that avoid all cells above at least one of them. */
#ifndef ZERMELO_CONNECT4_AFTEREVEN_H
#define ZERMELO_CONNECT4_AFTEREVEN_H

#include "games/connect4/connect4_rules.h"

#include <assert.h>

/** In each column, the cells at or above the lowest of `cells`. */
static inline bitboard at_or_above (const struct board *board, bitboard cells) {
  assert ((cells & ~board->all) == 0); /* a bit of a spare row would borrow from the next column */
  return ((board->spares - cells) | cells) & board->all;
}

enum { COMPLETED_MAX = 20 };

struct completed {
  int count;
  bitboard missing[COMPLETED_MAX]; /* for each line, the cells that Y still has to get: two or more */
};

/** The lines across that consist of Y's stones and of the cells that Y gets, none of which is a winning cell.
 * At most COMPLETED_MAX of them. */
static inline void find_completed (const struct board *board, bitboard stones, bitboard gets,
                                   struct completed *found) {
  assert ((stones & gets) == 0);
  found->count = 0;
  for (int i = 0; i < DIRECTIONS / LANES; i++) {
    lanes firsts = four_across (board, stones | gets, i);
    for (bitboard line; found->count < COMPLETED_MAX && (line = next_line (&firsts, board->step[i])) != 0;)
      found->missing[found->count++] = line & gets;
  }
}

/** The cells of a line across that X can complete if it gets all of `reach` except `one`, or all except
 * `other`, and if Y gets the missing cells of its lines except `given`; 0: there is no such line. */
static inline bitboard open_line (const struct board *board, bitboard reach, bitboard one, bitboard other,
                                  bitboard given, const struct completed *completed) {
  assert (completed->count >= 0 && completed->count <= COMPLETED_MAX);
  bitboard cells = 0;
  for (int i = 0; i < DIRECTIONS / LANES && cells == 0; i++) {
    lanes open = four_across (board, reach & ~one, i);
    if (one != other)
      open |= four_across (board, reach & ~other, i);
    for (int k = 0; k < completed->count && any (open); k++) {
      bitboard missing = completed->missing[k];
      lanes in_time = spread (missing & given ? (bitboard) -1 : 0);
      for (; missing != 0; missing &= missing - 1)
        in_time |= four_across (board, reach & ~at_or_above (board, missing & -missing), i);
      open &= in_time;
    }
    cells = one_line (open, board->step[i]);
  }
  return cells;
}

#endif
