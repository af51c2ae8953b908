/* Games as text for other programs: in the format of their game if there is one (games/records.h), else as
 * the text of the position. */
#ifndef ZERMELO_ANALYSIS_PLAY_GAME_TEXT_H
#define ZERMELO_ANALYSIS_PLAY_GAME_TEXT_H

#include "play/play.h"
#include "games/records.h"

#include <stdio.h>

/** The format of a game, or NULL: position texts. */
const struct record_format *game_text_format (const struct game *);

/** How a game ended for the first player. */
enum record_result play_result (const struct play *);

/** Write the game so far. The names of the players, and why it ended, stand in it if the format has room. */
void game_text_write (FILE *, const struct course *, const char *const names[2], enum record_result,
                      enum game_end);

#endif
