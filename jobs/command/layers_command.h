/* The strong solution by layers, for `layers` and for jobs. */
#ifndef ZERMELO_COMMAND_LAYERS_COMMAND_H
#define ZERMELO_COMMAND_LAYERS_COMMAND_H

#include "command/command.h"
#include "engine.h"

/** Solve every position of the run's game, write the file of layers to `path`, print its lines. What is
 *  finished when a limit or a signal ends the run lies in the folder `path`.plies, and the next run goes on
 *  there. Collective. Returns the exit code. */
int layers_make (struct run *, const char *path, struct failure *);

#endif
