/* The processes of a run: how many there are, and which one this is.
 *
 * Without a launcher there is one process, and MPI is never initialised. Under mpirun or srun, MPI is started
 * with MPI_THREAD_FUNNELED, and only the main thread of a process calls it. Only parallel/ and store/ include
 * mpi.h. A process that waits naps between polls, so it costs next to nothing. */
#ifndef ZERMELO_PARALLEL_RANKS_H
#define ZERMELO_PARALLEL_RANKS_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct host_ranks;

struct ranks {
  int rank, size;
  bool launched;           /* under mpirun or srun: MPI is initialised */
  void *communicator;      /* MPI_Comm behind a pointer; NULL without MPI */
  struct host_ranks *host; /* the joined ranks of this host (hosts.h); NULL: each rank searches by itself */
};

/** A run of this process alone. */
extern const struct ranks ranks_alone;

/** For assertions: does this process take part in the run? False for the empty part that ranks_part() makes.
 */
static inline bool ranks_are_consistent (const struct ranks *ranks) {
  return 0 <= ranks->rank && ranks->rank < ranks->size
         && (ranks->communicator != NULL ? ranks->launched : ranks->size == 1);
}

/** The value of srun's option --mpi that suits the MPI library of this program: "pmix", or "pmi2" for MPICH.
 */
extern const char ranks_srun_mpi[];

/** The name and version of the MPI library, as in "Open MPI v4.1.4". Not collective; may be called before
 *  MPI_Init. */
const char *ranks_library (void);

/** Was this process started by mpirun or srun? Reads the environment, so it may be called before MPI_Init. */
bool ranks_launched (void);

/** Start MPI if there is a launcher, and set failure_exit. Collective. EXIT_USAGE with the hint `srun
 * --mpi=pmix` (pmi2 with MPICH) if the launcher started several processes that each see only themselves. */
bool ranks_begin (struct ranks *, int *argc, char ***argv, struct failure *);

/** Make a smaller run of the first `count` ranks (1 to size). On the other ranks, part->size is 0. Both
 * functions are collective over all ranks; ranks_part_end() waits for all, napping. */
void ranks_part (const struct ranks *, int count, struct ranks *part);
void ranks_part_end (const struct ranks *, struct ranks *part);

/** Finalise MPI. Collective; ranks that arrive early nap. */
void ranks_end (struct ranks *);

/** Give all ranks the failure of the lowest rank that has one, so that all ranks end with equal codes. True
 * if no rank has a failure. Collective. */
bool ranks_agree (const struct ranks *, struct failure *);

/** As ranks_agree(), but while other ranks are still busy, call work (context) until it returns false because
 * nothing is left to do. Each call should be short, since the other ranks may have to wait for its end. */
bool ranks_agree_working (const struct ranks *, bool (*work) (void *context), void *context,
                          struct failure *);

/** Copy rank 0's bytes to all ranks. Collective. */
void ranks_broadcast (const struct ranks *, void *bytes, size_t size);

/** Replace sum[i] by its sum over all ranks, on all ranks. Collective. */
void ranks_sum (const struct ranks *, uint64_t *sum, size_t count);

/** Collect `size` bytes of each rank in `all` on rank 0, in the order of ranks. Collective. */
void ranks_gather (const struct ranks *, const void *part, size_t size, void *all);

#endif
