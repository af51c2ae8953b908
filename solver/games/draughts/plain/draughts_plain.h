/* The evaluations of Italian draughts, counted piece by piece on the array board. Shares no code with
 * solver/games/draughts/draughts_evaluate.h.
 *
 * `balanced` and `defence` are those of the report of Miraglia (Pisa 2012), valuteBalanced and valuteDefense,
 * in its terms: Black is positive, rows are counted from Black's side, and the cover of a square is a
 * recursion over coordinates that may lie off the board. */
#ifndef ZERMELO_DRAUGHTS_PLAIN_H
#define ZERMELO_DRAUGHTS_PLAIN_H

#include "games/plain_rules.h"

/** Evaluations of a position for the side to move. */
int plain_draughts_balanced (const struct plain *);
int plain_draughts_defence (const struct plain *);
int plain_draughts_cover (const struct plain *);

/** The cover of the square in this row and column, both from 0 at the top left, for White or Black, as
 * `defence` counts it; the square may lie off the board. */
int plain_draughts_cover_of_square (const struct plain *, bool black, int row, int column);

/** The plain rules by name, for tests of this game alone. */
extern const struct plain_rules plain_draughts;

#endif
