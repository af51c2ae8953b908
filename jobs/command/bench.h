/* What `zermelo bench` prints in addition to its workloads (workload.h). */
#ifndef ZERMELO_COMMAND_BENCH_H
#define ZERMELO_COMMAND_BENCH_H

#include "command/command.h"

/** --scaling: run the selected workloads with 1, 2, ... ranks. Collective. EXIT_UNFINISHED. */
bool scaling_print (struct run *, struct failure *);

/** --signature: print a line for each small search and then their total. These are exact nodes of one thread,
 *  the same on every machine, with any compiler and any options. EXIT_USAGE under a launcher, or with options
 *  that would change the counts; EXIT_UNFINISHED. */
bool signature_print (struct run *, struct failure *);

#endif
