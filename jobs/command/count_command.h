/* Counting positions, for `count` and for jobs. */
#ifndef ZERMELO_COMMAND_COUNT_COMMAND_H
#define ZERMELO_COMMAND_COUNT_COMMAND_H

#include "command/command.h"
#include "engine.h"

/** The lines of plies 0 .. plies (-1: all), of the run's game. Collective. Returns the exit code. */
int count_game (struct run *, int plies, struct failure *);

#endif
