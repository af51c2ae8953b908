/* The standard workloads of `bench`, their measurement by the ranks and threads of a run, and what else it
 * prints. */
#ifndef ZERMELO_COMMAND_BENCH_H
#define ZERMELO_COMMAND_BENCH_H

#include "command/command.h"
#include "settings/example_list.h"

/** A set of positions is searched by one thread of one rank, whatever there is. */
static inline bool workload_is_set (const struct workload *workload) { return workload->kind.most_plies > 0; }

/** Is it named on the command line, or none? */
bool workload_is_asked_for (const struct options *, const struct workload *);

/** Do it once with run->session.ranks and run->session.resources. Collective over these. EXIT_UNFINISHED. */
bool workload_measure (struct run *, const struct workload *, uint64_t *nodes, double *seconds,
                       struct failure *);

/** Are the names on the command line names of workloads, and with --scaling of workloads for several ranks?
 * EXIT_USAGE. */
bool workload_check_names (const struct options *, struct failure *);

/** --scaling: run the selected workloads with 1, 2, ... ranks. Collective. EXIT_UNFINISHED. */
bool scaling_print (struct run *, struct failure *);

/** --signature: print a line for each small search and then their total. The counts are exact nodes of one
 * thread, and equal on every machine, with any compiler and any options. EXIT_USAGE under a launcher, or with
 * options that would change the counts; EXIT_UNFINISHED. */
bool signature_print (struct run *, struct failure *);

#endif
