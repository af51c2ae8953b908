/* Cells of the real game that need not be played, since another cell is at least as good.
 *
 * Cell x is dominated by an empty cell y if each line through x that a side can still complete leads through
 * y as well. For imagine x and y exchanged, and answer as if the stone on y were on x. A line through both
 * holds the same stones as in the imagined game. A line through y alone holds a stone of the player who moved
 * instead of whatever is on y there, which can only help him. Lines through x alone cannot be completed. So
 * he completes a line at the latest when he does so in the imagined game, and the other side does not
 * complete one that it would not complete there: y is at least as good as x, in value and in score. Of cells
 * that dominate each other the lowest stays; a cell through which no line can be completed is dominated by
 * all others. With `exact` an own stone can hurt, so this fails.
 *
 * The relation is transitive, so a cell that stays dominates each cell that is left out. What this gains:
 * ../../../analysis/notes/mnk-search.md, "Replies to threes, and dominated cells". */
#ifndef ZERMELO_MNK_DOMINATED_H
#define ZERMELO_MNK_DOMINATED_H

#include "games/mnk/mnk_board.h"

#include <assert.h>

/** The dominated cells among the empty ones. */
static inline cells dominated_cells (const struct board *board, cells own, cells other) {
  const cells empty = board->all & ~(own | other);
  cells better[GAME_BITS], dominated = 0;
  assert (!board->lines.exact);
  for (cells rest = empty; rest != 0;) {
    const int cell = cells_pop (&rest);
    cells common = empty & ~cells_of (cell);
    const cells *end = board->through + board->through_first[cell + 1];
    for (const cells *line = board->through + board->through_first[cell]; line < end && common != 0; line++)
      if ((*line & own) == 0 || (*line & other) == 0)
        common &= *line;
    better[cell] = common;
  }
  for (cells rest = empty; rest != 0;) {
    const int cell = cells_pop (&rest);
    for (cells others = better[cell]; others != 0 && !cells_has (&dominated, cell);) {
      const int than = cells_pop (&others);
      if (than < cell || !cells_has (&better[than], cell))
        cells_add (&dominated, cell);
    }
  }
  return dominated;
}

#endif
