/* A position for people: the drawing of its board, and whose turn it is or how the game ended. */
#ifndef ZERMELO_COMMAND_BOARD_H
#define ZERMELO_COMMAND_BOARD_H

#include "run/run.h"

/** Draw the board of run->session.game for the output, in colours if that is a terminal which has them.
 * `last`: the last move, or "". */
void board_draw (struct run *, const struct position *, const char *last);

/** "The first player (x) is to move after b2." The caller frees it. */
char *board_sentence (const struct game *, const struct position *, const char *last);

/** "the first player (x)". The caller frees it. */
char *board_player (const struct game *, int player);

#endif
