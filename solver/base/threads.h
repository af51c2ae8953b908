/* The only file pair that starts threads.
 *
 * The search threads of a process run beside its main thread, which alone talks MPI
 * (MPI_THREAD_FUNNELED) and sleeps while they work. A team is an OpenMP parallel region entered by a
 * helper thread, so that starting it does not block the caller. */
#ifndef ZERMELO_BASE_THREADS_H
#define ZERMELO_BASE_THREADS_H

#include <stdbool.h>

struct team;

/** Start `threads` >= 1 calls of function (context, 0 .. threads - 1), one in each thread, and
 *  return at once. The team is kept between calls: start it again when it is done. */
struct team *team_create (int threads);
void team_start (struct team *, void (*function) (void *context, int thread), void *context);

/** Sleep until all calls have returned, at most `seconds`. Have they? */
bool team_wait (struct team *, double seconds);

/** Start, wait, return; the team is kept. One call is made by the caller's thread. */
void team_do (struct team *, void (*function) (void *context, int thread), void *context);

/** Waits for the calls and frees the team. NULL is allowed. */
void team_destroy (struct team *);

/** The same with a team of its own. */
void team_run (int threads, void (*function) (void *context, int thread), void *context);

#endif
