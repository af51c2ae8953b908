/* Where the ranks and threads of a run are, said at its start, and a warning where they are too many. */
#ifndef ZERMELO_RUN_PLACEMENT_H
#define ZERMELO_RUN_PLACEMENT_H

#include "run/run.h"

/** Find out, and set run->ranks_at_once. Says so, but with --quiet, on the standard error of rank 0: under a
 *  launcher a line for each group of neighbouring ranks that are alike (host, threads, cores), and a warning
 *  for each host with more threads than cores; without one the warning alone. Collective, after the resources
 *  of the run are known. */
void placement_find (struct run *);

#endif
