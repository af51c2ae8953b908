/* An engine for managers of Gomocup, the tournament of programs for five in a row (P. Lastovicka's protocol,
 * which Piskvork and others use): answers the manager's lines.
 *
 * START, RECTSTART, RESTART, BEGIN, TURN, BOARD, TAKEBACK, INFO, ABOUT, END; every other command is answered
 * with UNKNOWN. A command that cannot be obeyed is answered with ERROR and leaves the game unchanged. The
 * player is `solver`; a MESSAGE reports the bounds that it has proven. Beyond the protocol, `INFO line K` is
 * answered with OK: the next board is one of K in a row, of any size. One thread at a time. */
#ifndef ZERMELO_ANALYSIS_PLAY_GOMOCUP_H
#define ZERMELO_ANALYSIS_PLAY_GOMOCUP_H

#include "play/player.h"
#include "games/protocols.h"

#include <stdio.h>

struct gomocup;

/** An engine that writes its answers to `out` (borrowed). The game of the resources is not used.
 * gomocup_destroy() frees it. */
struct gomocup *gomocup_create (const struct board_protocol *, const struct play_resources *, FILE *out);
void gomocup_destroy (struct gomocup *);

/** Obey a line. False: the line was END. */
bool gomocup_line (struct gomocup *, const char *line);

#endif
