/* Endgame tables of draughts that a certificate may rest on: the plies to the end of every position of at
 * most so many pieces. They are as they were read: nothing in them need be true until they have been
 * checked.
 *
 * A table says of each position that its side to move wins or loses in so many plies, or that it draws. What
 * follows from the moves of a position is compared with what it says:
 *
 * - lost (an even number): every move leads to a position that is won in fewer plies;
 * - won (an odd one): some move leads to one that is lost in fewer plies, or where the game is lost;
 * - drawn: no move leads to a lost position, and some move leads to a drawn one.
 *
 * Theorem. If this holds of all positions, the values are right. Proof. Wins and losses by induction over the
 * plies. In a drawn position the side to move plays on to a drawn one, and from there the other side can only
 * go on to positions that are drawn or won for the first; so neither loses, and play without end is a draw.
 * Whether the numbers are the least ones makes no difference to this (K. Thompson, Retrograde analysis of
 * certain endgames, ICCA Journal 9, 1986, computes them). */
#ifndef ZERMELO_CHECKER_ENDGAME_TABLES_H
#define ZERMELO_CHECKER_ENDGAME_TABLES_H

#include "array_rules.h"

enum { SIDE_MOST = 7, SQUARES_MOST = 32 };

struct endgame_tables {
  const struct array_game *game;                    /* borrowed */
  int64_t pieces;                                   /* the most in all; 0: there are no tables */
  uint64_t choose[SQUARES_MOST + 1][SIDE_MOST + 1]; /* binomial coefficients */
  /* By men and kings of the side to move, men and kings of the other; NULL: no such position. */
  uint8_t *plies[SIDE_MOST + 1][SIDE_MOST + 1][SIDE_MOST + 1][SIDE_MOST + 1];
};

/** Read all tables of a file; about a byte a position. On failure `reason` says why, and nothing is left to
 * be freed. */
bool endgame_tables_read (struct endgame_tables *, const struct array_game *, const char *path, char *reason,
                          size_t size);
void endgame_tables_close (struct endgame_tables *);

/** Where the plies of a position stand: for both images the same place. NULL: in no table. */
const uint8_t *endgame_entry (const struct endgame_tables *, const struct array_position *);

/** What a position is worth to its side to move; NOT_OVER: it is in no table. `pieces` 0 is allowed. */
enum ending endgame_value (const struct endgame_tables *, const struct array_position *);

/** Do all positions say what follows from their moves? If not, one that does not is in `wrong`. `positions`
 * is set to their number. In that many threads. */
bool endgame_tables_hold (const struct endgame_tables *, int threads, uint64_t *positions,
                          struct array_position *wrong);

#endif
