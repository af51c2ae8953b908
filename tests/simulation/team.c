/* Threads of the simulation, in the place of solver/base/threads.c: what a rank's thread does is computed at
 * once by the calling process, and takes as much simulated time as its nodes would. */
#include "base/threads.h"

#include "base/clock.h"
#include "base/failure.h"
#include "simulation.h"

#include <mpi.h>
#include <stdlib.h>
#include <time.h>

static double ahead;

double
clock_seconds (void)
{
  return MPI_Wtime () + ahead;
}

void
clock_nap (double seconds)
{
  /* Rounded up: time must pass. */
  const struct timespec nap = { (time_t) seconds, 1 + (long) ((seconds - (double) (time_t) seconds) * 1e9) };
  nanosleep (&nap, NULL); /* SMPI's: simulated */
}

void
clock_ahead (double seconds)
{
  ahead = seconds;
}

struct team {
  double done; /* clock_seconds() when the calls have returned */
};

struct team *
team_create (int threads)
{
  if (threads != 1)
    internal_error (__FILE__, __LINE__, "the simulation has one thread a rank, not %d", threads);
  return allocate (1, sizeof (struct team));
}

void
team_start (struct team *team, void (*function) (void *context, int thread), void *context)
{
  function (context, 0);
  team->done = clock_seconds ();
  clock_ahead (0);
}

/* A search that was called off ends at once. */
bool
team_done (const struct team *team)
{
  return clock_seconds () >= team->done || simulated_search_is_stopped ();
}

bool
team_wait (struct team *team, double seconds)
{
  const double left = team->done - clock_seconds ();
  if (!team_done (team) && seconds > 0)
    clock_nap (left < seconds ? left : seconds);
  return team_done (team);
}

void
team_destroy (struct team *team)
{
  free (team);
}

void
team_run (int threads, void (*function) (void *context, int thread), void *context)
{
  for (int i = 0; i < threads; i++)
    function (context, i);
}
