/* Threads of the simulation, in the place of solver/base/threads.c: a rank's search is a coroutine that is
 * taken on to where it would be whenever the rank's main thread looks. Nothing from outside reaches a search
 * between two looks of its main thread, so it goes as it would. */
#include "base/threads.h"

#include "base/clock.h"
#include "base/failure.h"
#include "coroutine.h"
#include "simulation.h"

#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

struct team {
  struct coroutine coroutine;
  void (*function) (void *context, int thread);
  void *context;
  double begun;
  double until; /* when it gives way */
  double done;  /* when the call returns; INFINITY: not known yet */
};

static struct team *frame; /* whose coroutine runs, or NULL */

double clock_seconds (void) {
  struct team *team = frame;
  if (team == NULL)
    return MPI_Wtime ();
  if (team->begun + simulated_search_seconds () >= team->until)
    coroutine_give_way (&team->coroutine);
  return team->begun + simulated_search_seconds ();
}

void clock_nap (double seconds) {
  /* Rounded up: time must pass. */
  const struct timespec nap = { (time_t) seconds, 1 + (long) ((seconds - (double) (time_t) seconds) * 1e9) };
  nanosleep (&nap, NULL); /* SMPI's: simulated */
}

struct team *team_create (int threads) {
  if (threads != 1)
    internal_error (__FILE__, __LINE__, "the simulation has one thread a rank, not %d", threads);
  return allocate (1, sizeof (struct team));
}

static void run (void) {
  struct team *team = frame;
  team->function (team->context, 0);
  team->done = team->begun + simulated_search_seconds ();
}

void team_start (struct team *team, void (*function) (void *context, int thread), void *context) {
  team->function = function;
  team->context = context;
  simulated_search_forget ();
  team->begun = clock_seconds ();
  team->done = INFINITY;
  coroutine_begin (&team->coroutine, run);
}

static void go_on (struct team *team, double until) {
  team->until = until;
  frame = team;
  coroutine_go_on (&team->coroutine);
  frame = NULL;
}

bool team_wait (struct team *team, double seconds) {
  const double now = clock_seconds (), until = now + seconds;
  if (team->done == INFINITY)
    go_on (team, until);
  const double then = team->done < until ? team->done : until;
  if (then > now)
    clock_nap (then - now);
  return team->done <= clock_seconds ();
}

void team_do (struct team *team, void (*function) (void *context, int thread), void *context) {
  team_start (team, function, context);
  while (!team_wait (team, 60))
    continue;
}

/* A simulated rank has a host of its own. */
void team_use_cores (struct team *team, const uint64_t *cores) { (void) team, (void) cores; }

/* What runs is left where it is. */
void team_destroy (struct team *team) {
  if (team != NULL)
    coroutine_free (&team->coroutine);
  free (team);
}

void team_run (int threads, void (*function) (void *context, int thread), void *context) {
  for (int i = 0; i < threads; i++)
    function (context, i);
}
