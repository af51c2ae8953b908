/* The standard workloads of `bench`, and their measurement by the ranks and threads of a run. */
#ifndef ZERMELO_BENCH_H
#define ZERMELO_BENCH_H

#include "command.h"
#include "position_set.h"

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

/** `bench --scaling`: the workloads by 1, 2, ... ranks. Collective. */
bool scaling_print (struct run *, struct failure *);

#endif
