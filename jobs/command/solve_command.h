/* Solving positions, for `solve` and for jobs. */
#ifndef ZERMELO_COMMAND_SOLVE_COMMAND_H
#define ZERMELO_COMMAND_SOLVE_COMMAND_H

#include "run/batch.h"
#include "command/command.h"
#include "run/solution.h"

/** One position of the run's game with all ranks; text "" is the start. Collective. Returns the exit code. */
int solve_position (struct run *, const char *text, struct failure *);

/** Does the method go with --depth? EXIT_USAGE. */
bool method_check (const struct options *, struct failure *);

/** Choose run->evaluation by its name (NULL: the default) among those of run->game. EXIT_USAGE: it has none
 *  of that name. */
bool evaluation_choose (struct run *, const char *name, struct failure *);

#endif
