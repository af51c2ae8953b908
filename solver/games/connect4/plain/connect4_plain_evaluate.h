/* The evaluations of Connect Four counted cell by cell on the array board, those of the report of Davino and
 * De Martino (Napoli 2010) in the words of its prose: shares nothing with
 * solver/games/connect4/connect4_evaluate.h. */
#ifndef ZERMELO_CONNECT4_PLAIN_EVALUATE_H
#define ZERMELO_CONNECT4_PLAIN_EVALUATE_H

#include "games/connect4/plain/connect4_plain.h"

/** What an unfinished position is worth to the side to move: ten times the present, the future, and their
 *  sum; 200 in a stalemate. */
int plain_connect4_present (const struct plain *);
int plain_connect4_future (const struct plain *);
int plain_connect4_both (const struct plain *);

/** Is it a stalemate as the report has it: are both counters of the future 0? */
bool plain_connect4_stalemate (const struct plain *);

/** This evaluation with lines of four that the other side does not block, by what they hold. */
int plain_connect4_lines (const struct plain *);
int plain_connect4_lines_and_future (const struct plain *);

/** Can neither side complete a line any more? */
bool plain_connect4_stale (const struct plain *);

#endif
