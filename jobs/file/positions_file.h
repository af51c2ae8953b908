/* Checks files of positions as a whole: for `run --check` and `submit`, before a job waits in a queue. */
#ifndef ZERMELO_FILE_POSITIONS_FILE_H
#define ZERMELO_FILE_POSITIONS_FILE_H

#include "base/failure.h"

struct game;

/** Is every line of the file a position of the game (or a comment)? Pipes and "-" are left for the run.
 *  EXIT_NO_INPUT, EXIT_BAD_DATA ("FILE:LINE: ...", the first bad line), EXIT_IO. */
bool positions_file_check (const struct game *, const char *path, struct failure *);

#endif
