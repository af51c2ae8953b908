/* The standard workloads of `bench`, and their measurement by the ranks and threads of a run. */
#ifndef ZERMELO_COMMAND_WORKLOAD_H
#define ZERMELO_COMMAND_WORKLOAD_H

#include "command/command.h"
#include "run/position_set.h"

struct workload {
  const char *name, *game;
  int perft_depth;           /* 0: the value of the start position, */
  struct position_kind kind; /*   or the scores of positions of this kind, if most_plies is not 0 */
};

enum { WORKLOADS = 9 };

extern const struct workload workloads[WORKLOADS];

/** A set of positions is searched by one thread of one rank, whatever there is. */
static inline bool
workload_is_set (const struct workload *workload)
{
  return workload->kind.most_plies > 0;
}

/** Is it named on the command line, or none? */
bool workload_is_asked_for (const struct options *, const struct workload *);

/** Do it once with run->ranks and run->resources. Collective over these. EXIT_UNFINISHED. */
bool workload_measure (struct run *, const struct workload *, uint64_t *nodes, double *seconds,
                       struct failure *);

/** Are the names on the command line those of workloads, and with --scaling of ones for several ranks?
 *  EXIT_USAGE. */
bool workload_check_names (const struct options *, struct failure *);

#endif
