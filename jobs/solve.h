/* Solving positions, for `solve` and for jobs. */
#ifndef ZERMELO_SOLVE_H
#define ZERMELO_SOLVE_H

#include "batch.h"
#include "command.h"
#include "solution.h"

/** One position of the run's game with all ranks; text "" is the start. Collective. Returns the exit code. */
int solve_position (struct run *, const char *text, struct failure *);

/** Find the value of an unfinished position with all ranks: by a proof, by one search with a horizon
 *  (--depth) or another opinion, or by theory alone where the board has no keys. Collective; the solution is
 *  filled on rank 0. */
void solution_find (struct run *, struct solution *);

/** Does the method go with --depth? EXIT_USAGE. */
bool method_check (const struct options *, struct failure *);

/** Choose run->evaluation by its name (NULL: the default) among those of run->game. EXIT_USAGE: it has none
 *  of that name. */
bool evaluation_choose (struct run *, const char *name, struct failure *);

#endif
