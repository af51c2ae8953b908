/* The common part of both sides of the Hub protocol: moves with the captured pieces, and lines of
 * arguments. */
#ifndef ZERMELO_ANALYSIS_PLAY_HUB_TEXT_H
#define ZERMELO_ANALYSIS_PLAY_HUB_TEXT_H

#include "engine.h"
#include "games/protocols.h"

#include <stdbool.h>

enum { HUB_MOVE_TEXT = 128 };

/** Write a position in the protocol. False: it cannot be represented. */
bool hub_position (const struct board_protocol *, const struct game *, const struct position *,
                   char text[PROTOCOL_POSITION]);

/** Write a move: from-to, or from, to and the squares of all captured pieces, separated by x. */
bool hub_move (const struct board_protocol *, const struct game *, const struct position *before,
               const struct successor *, char text[HUB_MOVE_TEXT]);

/** The index of the successor whose move this text names, with the captured pieces in any order; -1: there is
 * none. */
int hub_find_move (const struct board_protocol *, const struct game *, const struct position *before,
                   const struct successor *list, int count, const char *text);

/** Cut the next argument off a line: `name` or name=value, whose value may be in double quotes. *line moves
 * to the rest. False: there are no more. */
bool hub_argument (char **line, char **name, char **value);

#endif
