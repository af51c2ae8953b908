/* Where the ranks and threads of a run are, said at its start, and a warning where they are too many. */
#ifndef ZERMELO_PLACEMENT_H
#define ZERMELO_PLACEMENT_H

#include "command.h"

/** Under a launcher: a line for each group of neighbouring ranks that are alike (host, threads, cores), and a
 *  warning for each host with more threads than cores, on the standard error of rank 0; without one the
 *  warning alone. Nothing with --quiet. Sets run->ranks_at_once. Collective, after the resources of the run
 *  are known. */
void placement_print (struct run *);

#endif
