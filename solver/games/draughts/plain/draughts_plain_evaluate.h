/* The evaluations of Italian draughts of the report of Miraglia (Pisa 2012), counted piece by piece on the
 * array board, in the words of its prose: shares nothing with solver/games/draughts/draughts_evaluate.h. */
#ifndef ZERMELO_DRAUGHTS_PLAIN_EVALUATE_H
#define ZERMELO_DRAUGHTS_PLAIN_EVALUATE_H

#include "games/draughts/plain/draughts_plain.h"

/** What the position is worth to the side to move: "valuteBalanced", or "valuteDefense". */
int plain_draughts_balanced (const struct plain *);
int plain_draughts_defence (const struct plain *);

#endif
