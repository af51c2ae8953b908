/* An engine for user interfaces that use the Hub protocol (F. Letouzey's protocol of Scan, version 2), with
 * which draughts is played on a board of 32 squares: answers their lines.
 *
 * hub, set-param, init, pos, level, go, stop, ponder-hit, ping, new-game, quit; other commands are ignored,
 * as the protocol demands. A search that ponders or analyses may end by itself. The player is `solver`, with
 * endgame tables (parameter tables) `perfect`; it looks into opening books (parameter book). One thread at a
 * time. */
#ifndef ZERMELO_ANALYSIS_PLAY_HUB_H
#define ZERMELO_ANALYSIS_PLAY_HUB_H

#include "play/player.h"
#include "games/protocols.h"

#include <stdio.h>

struct hub;

enum { HUB_LINE_TEXT = 4096 };

/** The source of the engine's lines, which is also read during a search. */
struct hub_input {
  /* Get the next line without waiting: 1; 0: there is none at present; -1: the input has ended. */
  int (*next) (void *context, char line[HUB_LINE_TEXT]);
  void *context;
};

/** An engine that writes its answers to `out` (borrowed). The game of the resources is not used. `tables`: a
 * file of endgame tables, or NULL. hub_destroy() frees it. */
struct hub *hub_create (const struct board_protocol *, const struct play_resources *, const char *tables,
                        const struct hub_input *, FILE *out);
void hub_destroy (struct hub *);

/** Obey a line, which is changed. False: it was quit, or the input has ended. */
bool hub_line (struct hub *, char *line);

#endif
