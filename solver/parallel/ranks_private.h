/* The communicator behind struct ranks, for the files of parallel/ that call MPI. */
#ifndef ZERMELO_PARALLEL_RANKS_PRIVATE_H
#define ZERMELO_PARALLEL_RANKS_PRIVATE_H

#include "parallel/ranks.h"
#include "parallel/waiting_private.h"

static inline MPI_Comm ranks_communicator (const struct ranks *ranks) {
  assert (ranks->launched);
  return *(MPI_Comm *) ranks->communicator;
}

/** The ranks of a communicator that was made from these ranks. The result owns the communicator, and has size
 * 0 if that is MPI_COMM_NULL. ranks_free() frees both. */
struct ranks ranks_of (const struct ranks *, MPI_Comm);
void ranks_free (struct ranks *part);

/** The ranks that pass `takes_part`, as a smaller run. Collective. */
struct ranks ranks_split (const struct ranks *, bool takes_part);

/** Wait for all ranks, napping: to be called before a communicator is made, since MPI would spin until the
 * last rank comes. */
static inline void wait_for_all (const struct ranks *ranks) {
  MPI_Request request;
  MPI_Ibarrier (ranks_communicator (ranks), &request);
  wait_napping (&request);
}

#endif
