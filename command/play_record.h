/* Saving a game that is played. */
#ifndef ZERMELO_COMMAND_PLAY_RECORD_H
#define ZERMELO_COMMAND_PLAY_RECORD_H

#include "play/play.h"

/** Write the game so far (play/game_text.h); the file has its name only when it is whole. `format`
 *  (may be NULL) gets the name of the format, for a sentence. EXIT_CANNOT_CREATE, EXIT_IO. */
bool play_save (const struct play *, const char *path, const char **format, struct failure *);

#endif
