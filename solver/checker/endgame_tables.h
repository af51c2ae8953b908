/* Endgame tables of draughts that a certificate may rest on: the plies to the end of every position of up to
 * `pieces` pieces. The tables are as they were read: nothing in them need be true until they have been
 * checked.
 *
 * A table says of each position in how many plies its side to move wins or loses, or that it draws. This must
 * follow from what the tables say of the positions after the moves: the side to move wins as soon as it can,
 * and loses as late as it can. An odd number is a win, an even one a loss.
 *
 * Theorem. If this is true of all positions, the values are right. Proof. Wins and losses by induction over
 * the plies: a win in n has a move to a loss in n - 1, and all moves of a loss in n lead to wins in at most n
 * - 1. In a drawn position the side to move can move to a drawn position, from which the other side can only
 * move to positions that are drawn or won for the first side. So neither side loses, and play without end is
 * a draw (K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9, 1986). */
#ifndef ZERMELO_CHECKER_ENDGAME_TABLES_H
#define ZERMELO_CHECKER_ENDGAME_TABLES_H

#include "array_rules.h"

/** The number of a table consists of four digits: men and kings of the side to move, men and kings of the
 * other side. */
enum { SQUARES_MOST = 32, PIECES_MOST = 8, DIGIT = PIECES_MOST + 1, TABLES = DIGIT * DIGIT * DIGIT * DIGIT };

struct endgame_tables {
  const struct array_game *game; /* borrowed */
  int64_t pieces;                /* the most pieces of both sides together; 0: there are no tables */
  uint8_t *plies[TABLES];        /* NULL: there is no such table, because there is no such position */
};

/** Read all tables of a file, which takes about a byte for each position. Returns NULL, or why they cannot be
 * read; then nothing has to be freed. */
const char *endgame_tables_read (struct endgame_tables *, const struct array_game *, const char *path);
void endgame_tables_close (struct endgame_tables *);

/** Where the plies of a position are stored. Both images of a position have one place. NULL: in no table. */
const uint8_t *endgame_entry (const struct endgame_tables *, const struct array_position *);

/** What a position is worth to its side to move; NOT_OVER: it is in no table. There may be no tables
 * (`pieces` 0). */
enum ending endgame_value (const struct endgame_tables *, const struct array_position *);

/** Do all entries follow from those of the positions after the moves? If not, `wrong` gets a position whose
 * entry does not. `positions` is set to the number of positions. */
bool endgame_tables_hold (const struct endgame_tables *, uint64_t *positions, struct array_position *wrong);

#endif
