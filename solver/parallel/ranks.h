/* The processes of a run: how many there are and which one this is.
 *
 * Without a launcher there is one and MPI is never initialised. Under mpirun or srun MPI is started with
 * MPI_THREAD_FUNNELED, and only the main thread of a process calls it. Only parallel/ (and store/) includes
 * mpi.h. Waiting naps, so a waiting process costs next to nothing. */
#ifndef ZERMELO_PARALLEL_RANKS_H
#define ZERMELO_PARALLEL_RANKS_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ranks {
  int rank, size;
  bool launched;      /* under mpirun or srun: MPI is initialised */
  void *communicator; /* MPI_Comm behind a pointer; NULL without MPI */
};

/** What srun --mpi needs for the MPI library of this program: "pmix", or "pmi2" for MPICH. */
extern const char ranks_srun_mpi[];

/** The name and version of the MPI library, short ("Open MPI v4.1.4"). Not collective, before or after
 *  MPI_Init. */
const char *ranks_library (void);

/** Was this process started by mpirun or srun? From the environment; before MPI_Init. */
bool ranks_launched (void);

/** Start MPI if launched. Collective. Also sets failure_exit. A launcher that started N processes that each
 *  see only themselves is EXIT_USAGE with the hint `srun --mpi=pmix` (pmi2 with MPICH). */
bool ranks_begin (struct ranks *, int *argc, char ***argv, struct failure *);

/** The first `count` ranks (1 to size) as a run of their own; on the others *part is empty: its size is 0.
 *  Collective over all ranks. So is its end, where all wait for each other, napping. */
void ranks_part (const struct ranks *, int count, struct ranks *part);
void ranks_part_end (const struct ranks *, struct ranks *part);

/** Finalise MPI. Collective, and without spinning: the last to arrive wakes the others. */
void ranks_end (struct ranks *);

/** All ranks get the failure of the lowest rank that has one, so that all can leave together with
 *  one code. Collective. Returns true if there is none. */
bool ranks_agree (const struct ranks *, struct failure *);

/** The same. While others are still busy, work (context) is called again and again until it returns false,
 *  which means that it has nothing left to do. A call should be shorter than the others' wait for it. */
bool ranks_agree_working (const struct ranks *, bool (*work) (void *context), void *context,
                          struct failure *);

/** Rank 0's bytes to all. Collective. */
void ranks_broadcast (const struct ranks *, void *bytes, size_t size);

/** sum[i] over all ranks, in place, on all ranks. Collective. */
void ranks_sum (const struct ranks *, uint64_t *sum, size_t count);

/** Each rank's `size` bytes side by side on rank 0 (`all` holds ranks->size * size there). Collective. */
void ranks_gather (const struct ranks *, const void *part, size_t size, void *all);

#endif
