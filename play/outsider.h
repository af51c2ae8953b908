/* External players: programs that play through a protocol. One driver for each protocol.
 *
 * gomocup: P. Lastovicka's protocol for five in a row, in which this program is the manager; boards with
 * another length of rows, or with fewer than five columns or rows, need a program that answers `INFO line K`
 * with OK. hub: F. Letouzey's protocol for draughts (Scan), version 2, in which this program is the user
 * interface. pons: the solver of P. Pons, which answers lines of positions with scores. One thread. */
#ifndef ZERMELO_ANALYSIS_PLAY_OUTSIDER_H
#define ZERMELO_ANALYSIS_PLAY_OUTSIDER_H

#include "play/thought.h"

struct outsider;

/** A program that a shell command starts when it is first needed. outsider_close() frees it. EXIT_BAD_DATA:
 * the protocol cannot play the board. */
struct outsider *outsider_open (const char *protocol, const char *command, const struct play_resources *,
                                struct failure *);
void outsider_close (struct outsider *);

/** Begin a new game. Starts the program, unless it runs. */
void outsider_begin (struct outsider *, double seconds);

/** Has the program refused the board when the game began? */
bool outsider_refuses (const struct outsider *);

/** Get its move within `seconds` seconds (0: no limit), or the reason why it loses the game
 * (thought->forfeit). False: stopped. */
bool outsider_think (struct outsider *, const struct course *, double seconds, struct thought *);

#endif
