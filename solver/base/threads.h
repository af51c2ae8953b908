/* The only pair of files that starts threads.
 *
 * The search threads of a process run beside its main thread, which alone calls MPI (MPI_THREAD_FUNNELED) and
 * sleeps while they work. A team is an OpenMP parallel region entered by a thread of its own, so that
 * starting it does not block the caller. */
#ifndef ZERMELO_BASE_THREADS_H
#define ZERMELO_BASE_THREADS_H

#include <stdbool.h>
#include <stdint.h>
#include <pthread.h>

struct team;

/** A contiguous part of a range, one of several for as many threads. */
struct thread_part {
  uint64_t first, count;
};

/** The part of 0 .. size - 1 for one of `threads` threads. Those of the last threads may be empty. */
static inline struct thread_part thread_part (uint64_t size, int threads, int thread) {
  const uint64_t most = (size + (uint64_t) threads - 1) / (uint64_t) threads,
                 first = most * (uint64_t) thread;
  const uint64_t left = first < size ? size - first : 0;
  return (struct thread_part){ first < size ? first : size, left < most ? left : most };
}

/** A team of `threads` >= 1. team_start() makes the calls function (context, 0 .. threads - 1), one in each
 *  thread, and returns at once. Once they have returned the team may be started again. */
struct team *team_create (int threads);
void team_start (struct team *, void (*function) (void *context, int thread), void *context);

/** Sleep until all calls have returned, but at most `seconds`. Returns whether they have. */
bool team_wait (struct team *, double seconds);

/** Start, wait and return; the team is kept. The calling thread makes one of the calls. */
void team_do (struct team *, void (*function) (void *context, int thread), void *context);

/** From now on the threads of the team, the calling one included, run on those cores (machine_cores()): on
 *  all of them, or on one each if OpenMP binds threads. */
void team_use_cores (struct team *, const uint64_t *cores);

/** Wait for the calls and free the team. NULL is allowed. */
void team_destroy (struct team *);

/** As team_do(), with a temporary team. */
void team_run (int threads, void (*function) (void *context, int thread), void *context);

/* Enough stack for every thread, whatever the limit (ulimit -s): searches keep lists of moves in their
 * frames.
 *
 * The threads that a process starts get as much stack as its limit says, and with no limit only 2 MB. */

/** Attributes for a thread that gets enough, or as much as usual if that is more; for pthread_attr_destroy().
 * False: there is no memory for them. */
bool stack_attributes (pthread_attr_t *);

/** Call the function, which is the whole program, where there is enough stack: in this thread, or in one that
 * is started for it; threads that are started later have enough, too. To be called from main() alone. Returns
 * what it returns; ends the process with EXIT_INTERNAL if there is not enough memory. */
int stack_run (int (*program) (int argc, char **argv), int argc, char **argv);

#endif
