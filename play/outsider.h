/* Players from outside: programs that play in a protocol of theirs. One driver for each protocol.
 *
 * gomocup: P. Lastovicka's protocol for five in a row, in which we are the manager; boards of another length
 * of rows, and such as have fewer than five columns or rows, are for programs that answer `INFO line K` with
 * OK. hub: F. Letouzey's for draughts (Scan), version 2, in which we are the user interface. pons: the solver
 * of P. Pons, which answers lines of positions with scores. One thread. */
#ifndef ZERMELO_ANALYSIS_PLAY_OUTSIDER_H
#define ZERMELO_ANALYSIS_PLAY_OUTSIDER_H

#include "play/player.h"

struct outsider;

/** A program that is started by a command of the shell when it is first needed. outsider_close() frees it.
 *  EXIT_BAD_DATA: the protocol cannot play the board. */
struct outsider *outsider_open (const char *protocol, const char *command, const struct play_resources *,
                                struct failure *);
void outsider_close (struct outsider *);

/** A new game begins. Starts the program, unless it runs. */
void outsider_begin (struct outsider *, double seconds);

/** Has the program said, when the game began, that it cannot play the board? */
bool outsider_refuses (const struct outsider *);

/** Its move within `seconds` seconds (0: no limit), or why it loses the game (thought->forfeit). False: told
 * to leave off. */
bool outsider_think (struct outsider *, const struct course *, double seconds, struct thought *);

#endif
