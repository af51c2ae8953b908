/* An engine for user interfaces that speak Hub (F. Letouzey's protocol of Scan, version 2), by which draughts
 * is played on a board of 32 squares: answers to their lines.
 *
 * hub, set-param, init, pos, level, go, stop, ponder-hit, ping, new-game, quit; all else is passed over, as
 * the protocol asks. A search that ponders or analyses ends by itself, as it may. The player is `solver`,
 * with endgame tables (parameter tables) `perfect`; it looks into opening books (parameter book). One thread
 * at a time. */
#ifndef ZERMELO_ANALYSIS_PLAY_HUB_H
#define ZERMELO_ANALYSIS_PLAY_HUB_H

#include "play/player.h"
#include "games/protocols.h"

#include <stdio.h>

struct hub;

enum { HUB_LINE_TEXT = 4096 };

/** Where its lines come from, also while it thinks. */
struct hub_input {
  /* The next line, without waiting: 1; 0: there is none at present; -1: there are no more. */
  int (*next) (void *context, char line[HUB_LINE_TEXT]);
  void *context;
};

/** An engine that answers to `out` (borrowed). The game of the resources is not used. `tables`: a file of
 *  endgame tables, or NULL. hub_destroy() frees it. */
struct hub *hub_create (const struct board_protocol *, const struct play_resources *, const char *tables,
                        const struct hub_input *, FILE *out);
void hub_destroy (struct hub *);

/** Obey a line, which is changed. False: it was quit, or there is no input any more. */
bool hub_line (struct hub *, char *line);

#endif
