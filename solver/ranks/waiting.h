/* What the MPI files of this folder share: the communicator behind struct ranks, and waiting that naps.
 * Private: included by the files of this folder (and store/) alone. */
#ifndef ZERMELO_RANKS_WAITING_H
#define ZERMELO_RANKS_WAITING_H

#include "base/clock.h"
#include "ranks/ranks.h"

#include <mpi.h>

/** Naps that begin short, for answers that come at once, and grow, for those that do not. At
 *  its longest a poll costs about 1 % of a core. */
struct patience {
  double nap; /* seconds; 0: just begun */
};

static inline double
patience_next (struct patience *patience)
{
  const double shortest = 50e-6, longest = 1e-3;
  const double nap = patience->nap < shortest ? shortest : patience->nap * 1.5;
  return patience->nap = nap < longest ? nap : longest;
}

static inline MPI_Comm
ranks_communicator (const struct ranks *ranks)
{
  return *(MPI_Comm *) ranks->communicator;
}

/** Wait for a request without spinning. */
static inline void
wait_napping (MPI_Request *request)
{
  struct patience patience = { 0 };
  int done = 0;
  MPI_Test (request, &done, MPI_STATUS_IGNORE);
  while (!done) {
    clock_nap (patience_next (&patience));
    MPI_Test (request, &done, MPI_STATUS_IGNORE);
  }
}

#endif
