/* Waiting for MPI with naps. Private to parallel/. */
#ifndef ZERMELO_PARALLEL_WAITING_H
#define ZERMELO_PARALLEL_WAITING_H

#include "base/clock.h"

#include <assert.h>
#include <mpi.h>
#include <sched.h>
#include <stdbool.h>

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

#endif
