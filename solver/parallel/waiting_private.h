/* Shared by the MPI files of this folder: the communicator behind struct ranks, and waiting that naps.
 * Private: only the files of this folder (and store/) include it. */
#ifndef ZERMELO_PARALLEL_WAITING_H
#define ZERMELO_PARALLEL_WAITING_H

#include "base/clock.h"
#include "parallel/ranks.h"

#include <mpi.h>
#include <sched.h>

/** Naps between polls: a fortieth of the time waited so far, so that what arrives soon is noticed soon, and
 * what takes long is noticed a little late. */
struct backoff {
  double waited; /* seconds; 0: just begun */
};

/** The next nap, in seconds. `busy`: this process searches meanwhile, and each poll takes the core from it
 *  (../../analysis/scaling.md). */
static inline double
backoff_next (struct backoff *backoff, bool busy)
{
  const double shortest = busy ? 1e-3 : 50e-6, longest = 5e-3;
  double nap = backoff->waited / 40;
  nap = nap < shortest ? shortest : nap > longest ? longest : nap;
  backoff->waited += nap;
  return nap;
}

static inline MPI_Comm
ranks_communicator (const struct ranks *ranks)
{
  return *(MPI_Comm *) ranks->communicator;
}

/** Poll a request some times before napping, since ranks in step are there within microseconds and a nap
 * takes longer; in between, yield to whoever has work for this core. Is it complete? */
static inline bool
wait_glancing (MPI_Request *request)
{
  int done = 0;
  MPI_Test (request, &done, MPI_STATUS_IGNORE);
  for (int glances = 100; !done && glances > 0; glances--) {
    sched_yield ();
    MPI_Test (request, &done, MPI_STATUS_IGNORE);
  }
  return done != 0;
}

/** Wait for a request: polls first, then naps. */
static inline void
wait_napping (MPI_Request *request)
{
  struct backoff backoff = { 0 };
  int done = wait_glancing (request);
  while (!done) {
    clock_nap (backoff_next (&backoff, false));
    MPI_Test (request, &done, MPI_STATUS_IGNORE);
  }
}

#endif
