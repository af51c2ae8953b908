/* Where the ranks and threads of a run are placed: how many threads each rank begins with, how many it really
 * has and on which cores, with a warning if a host has too many. */
#ifndef ZERMELO_RUN_PLACEMENT_H
#define ZERMELO_RUN_PLACEMENT_H

#include "run/run.h"

/** The number of threads of this rank if no option gives one: what the environment asks for; otherwise the
 * number of cores that the rank may use, divided by the number of ranks of its host that may use these cores,
 * but at least 1. Collective. */
int placement_threads (const struct ranks *);

/** Find the placement: start the threads of run->session.resources once, set their number to the number of
 * threads that really started, and set run->session.ranks_at_once. Unless --quiet is set, rank 0 prints on
 * standard error a line for each group of consecutive ranks with the same host, threads and cores, and a
 * warning for each host with more threads than cores. Without a launcher the line is printed if alone_too is
 * set and no option gave the number of threads, or with --verbose. If the task is a search, the ranks are
 * joined. Collective. EXIT_USAGE. */
bool placement_find (struct session *, enum command_id task, bool alone_too, struct failure *);

/** Let the ranks of each host search as one (parallel/hosts.h), with run->session.resources. Rank 0 says so
 * if they cannot. Collective. EXIT_USAGE. */
bool placement_join (struct session *, struct failure *);

#endif
