/* Where the ranks and threads of a run are placed, with a warning if a host has too many. */
#ifndef ZERMELO_RUN_PLACEMENT_H
#define ZERMELO_RUN_PLACEMENT_H

#include "run/run.h"

/** Find the placement and set run->ranks_at_once. Unless --quiet is set, rank 0 prints on standard error a
 * warning for each host with more threads than cores and, under a launcher, a line for each group of
 * consecutive ranks with the same host, threads and cores. Collective; run->resources must be set. */
void placement_find (struct run *);

#endif
