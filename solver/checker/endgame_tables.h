/* Endgame tables of draughts that a certificate may rest on: the plies to the end of every position of up
 * to `pieces` pieces. They are as they were read: nothing in them need be true until they have been checked.
 *
 * A table says of each position in how many plies its side to move wins or loses, or that it draws. That
 * must be what follows from what is said of the positions after the moves: the side to move wins as soon, and
 * loses as late as it can. An odd number is a win, an even one a loss.
 *
 * Theorem. If this holds of all positions, the values are right. Proof. Wins and losses by induction over the
 * plies: a win in n has a move to a loss in n - 1, and all moves of a loss in n lead to wins in at most n
 * - 1. In a drawn position the side to move plays on to a drawn one, and from there the other side can only
 * go on to positions that are drawn or won for the first; so neither loses, and play without end is a draw
 * (K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9, 1986). */
#ifndef ZERMELO_CHECKER_ENDGAME_TABLES_H
#define ZERMELO_CHECKER_ENDGAME_TABLES_H

#include "array_rules.h"

/** Tables are numbered: men and kings of the side to move, men and kings of the other, as digits. */
enum { SQUARES_MOST = 32, PIECES_MOST = 8, DIGIT = PIECES_MOST + 1, TABLES = DIGIT * DIGIT * DIGIT * DIGIT };

struct endgame_tables {
  const struct array_game *game; /* borrowed */
  int64_t pieces;                /* the most in all; 0: there are no tables */
  uint8_t *plies[TABLES];        /* NULL: there is no such position */
};

/** Read all tables of a file; about a byte a position. Returns why they cannot be read, and then nothing is
 * left to be freed; or NULL. */
const char *endgame_tables_read (struct endgame_tables *, const struct array_game *, const char *path);
void endgame_tables_close (struct endgame_tables *);

/** Where the plies of a position stand: for both images the same place. NULL: in no table. */
const uint8_t *endgame_entry (const struct endgame_tables *, const struct array_position *);

/** What a position is worth to its side to move; NOT_OVER: it is in no table. `pieces` 0 is allowed. */
enum ending endgame_value (const struct endgame_tables *, const struct array_position *);

/** Do all positions say what follows from their moves? If not, one that does not is in `wrong`. `positions`
 * is set to their number. */
bool endgame_tables_hold (const struct endgame_tables *, uint64_t *positions, struct array_position *wrong);

#endif
