/* The evaluations of Connect Four counted cell by cell on the array board; the evaluations of the report of
 * Davino and De Martino (Napoli 2010) follow its prose. Shares no code with
 * solver/games/connect4/connect4_evaluate.h. */
#ifndef ZERMELO_CONNECT4_PLAIN_H
#define ZERMELO_CONNECT4_PLAIN_H

#include "games/plain_rules.h"

/** Evaluations of an unfinished position for the side to move: ten times the present, the future, and their
 * sum; 200 in a stalemate. */
int plain_connect4_present (const struct plain *);
int plain_connect4_future (const struct plain *);
int plain_connect4_both (const struct plain *);

/** Is this a stalemate in the sense of the report: are both counters of the future 0? */
bool plain_connect4_stalemate (const struct plain *);

/** Our evaluation of the lines of four that the other side does not block, by their stones and empty cells;
 * and its sum with the future. */
int plain_connect4_lines (const struct plain *);
int plain_connect4_lines_and_future (const struct plain *);

/** Can neither side complete a line any more? */
bool plain_connect4_stale (const struct plain *);

/** The plain rules by name, for tests of this game alone. */
extern const struct plain_rules plain_connect4;

#endif
