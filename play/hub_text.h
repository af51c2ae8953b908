/* What both sides of the Hub protocol write: moves with the pieces they take, and lines of arguments. */
#ifndef ZERMELO_ANALYSIS_PLAY_HUB_TEXT_H
#define ZERMELO_ANALYSIS_PLAY_HUB_TEXT_H

#include "engine.h"
#include "games/protocols.h"

#include <stdbool.h>

enum { HUB_MOVE_TEXT = 128 };

/** A position as the protocol writes it. False: it cannot. */
bool hub_position (const struct board_protocol *, const struct game *, const struct position *,
                   char text[PROTOCOL_POSITION]);

/** A move: from-to, or from, to and all squares that are taken from, with x between them. */
bool hub_move (const struct board_protocol *, const struct game *, const struct position *before,
               const struct successor *, char text[HUB_MOVE_TEXT]);

/** Which of the successors is that move, in whatever order it names what is taken? -1: none. */
int hub_find_move (const struct board_protocol *, const struct game *, const struct position *before,
                   const struct successor *list, int count, const char *text);

/** The next argument of a line, `name` or name=value, whose value may be in double quotes; *line moves behind
 *  it. Both are cut out of the line. False: there is none. */
bool hub_argument (char **line, char **name, char **value);

#endif
