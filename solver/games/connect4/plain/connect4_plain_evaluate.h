/* The evaluations of Connect Four of the report of Davino and De Martino (Napoli 2010), counted cell by cell
 * on the array board, in the words of its prose: shares nothing with
 * solver/games/connect4/connect4_evaluate.h. */
#ifndef ZERMELO_CONNECT4_PLAIN_EVALUATE_H
#define ZERMELO_CONNECT4_PLAIN_EVALUATE_H

#include "games/connect4/plain/connect4_plain.h"

/** What the position is worth to the side to move; the weights of the present are ten times the report's. */
int plain_connect4_present (const struct plain *);
int plain_connect4_future (const struct plain *);
int plain_connect4_both (const struct plain *);

/** Can neither side complete a line any more? */
bool plain_connect4_stale (const struct plain *);

#endif
