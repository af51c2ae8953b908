/* `zermelo tablebase`, for jobs too. */
#ifndef ZERMELO_COMMAND_TABLEBASE_COMMAND_H
#define ZERMELO_COMMAND_TABLEBASE_COMMAND_H

#include "run/run.h"

/** The tables of the run's game in a file; prints the lines. Collective. Returns the exit code. */
int tablebase_write (struct run *, int pieces, const char *path, struct failure *);

#endif
