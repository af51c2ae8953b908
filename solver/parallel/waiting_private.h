/* What the files that call MPI share: the communicator behind struct ranks, and waiting with naps. Private to
 * parallel/. */
#ifndef ZERMELO_PARALLEL_WAITING_H
#define ZERMELO_PARALLEL_WAITING_H

#include "base/clock.h"
#include "parallel/ranks.h"

#include <assert.h>
#include <mpi.h>
#include <sched.h>

/** Naps between polls. Each nap is a fraction of the time waited so far: an event that comes soon is noticed
 * at once, and one that takes long is noticed a little late. */
struct backoff {
  double waited; /* seconds; 0: just begun */
};

/** The length of the next nap, in seconds. `busy`: this process also searches, and each poll takes the core
 * from the search (../../analysis/scaling.md). */
static inline double backoff_next (struct backoff *backoff, bool busy) {
  assert (backoff->waited >= 0);
  const double shortest = busy ? 1e-3 : 50e-6, longest = 5e-3;
  double nap = backoff->waited / 40;
  nap = nap < shortest ? shortest : nap > longest ? longest : nap;
  backoff->waited += nap;
  return nap;
}

static inline MPI_Comm ranks_communicator (const struct ranks *ranks) {
  assert (ranks->launched);
  return *(MPI_Comm *) ranks->communicator;
}

/** Poll a request for a short while without napping, because ranks that work in step arrive before a nap
 * would end. Between polls, yield the core to other threads. Returns whether the request is complete. */
static inline bool wait_glancing (MPI_Request *request) {
  int done = 0;
  MPI_Test (request, &done, MPI_STATUS_IGNORE);
  for (int glances = 100; !done && glances > 0; glances--) {
    sched_yield ();
    MPI_Test (request, &done, MPI_STATUS_IGNORE);
  }
  return done != 0;
}

/** Wait for a request: poll first, then nap between polls. */
static inline void wait_napping (MPI_Request *request) {
  struct backoff backoff = { 0 };
  int done = wait_glancing (request);
  while (!done) {
    clock_nap (backoff_next (&backoff, false));
    MPI_Test (request, &done, MPI_STATUS_IGNORE);
  }
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
