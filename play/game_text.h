/* Games as text for other programs: in the format of the game if there is one (games/records.h), else as the
 * text of the position. */
#ifndef ZERMELO_ANALYSIS_PLAY_GAME_TEXT_H
#define ZERMELO_ANALYSIS_PLAY_GAME_TEXT_H

#include "play/play.h"
#include "games/records.h"

#include <stdio.h>

/** The format of a game, or NULL: position texts. */
const struct record_format *game_text_format (const struct game *);

/** The result of a game for the first player. */
enum record_result play_result (const struct play *);

/** Write the game so far. It includes the names of the players and the reason for the end if the format has a
 * place for them. */
void game_text_write (FILE *, const struct course *, const char *const names[2], enum record_result,
                      enum game_end);

#endif
