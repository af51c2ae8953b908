/* Files of positions, as a whole: what `run --check` and `submit` ask before a job waits for its turn. */
#ifndef ZERMELO_FILE_POSITIONS_FILE_H
#define ZERMELO_FILE_POSITIONS_FILE_H

#include "base/failure.h"

struct game;

/** Is every line of the file a position of the game (or a comment)? A pipe and "-" are not read: they are for
 *  the run. EXIT_NO_INPUT, EXIT_BAD_DATA ("FILE:LINE: ...", the first line that is none), EXIT_IO. */
bool positions_file_check (const struct game *, const char *path, struct failure *);

#endif
