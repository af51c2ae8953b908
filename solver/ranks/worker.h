/* Does one piece of work with all search threads of this process, beside the main thread.
 *
 * Keeps what the next piece may need: the open game, the table, the threads. Sends nothing. All
 * functions are for the main thread. */
#ifndef ZERMELO_RANKS_WORKER_H
#define ZERMELO_RANKS_WORKER_H

#include "ranks/work.h"

struct worker;

struct worker *worker_create (const struct resources *, int rank);

/** Stops what runs, waits for it and frees everything. NULL is allowed. */
void worker_destroy (struct worker *);

/** Begin; the worker must be idle. `work` is copied. */
void worker_start (struct worker *, const struct work *);

/** Between worker_start() and worker_collect(). */
bool worker_is_busy (const struct worker *);

/** Sleep until the work is done, at most `seconds`: can it be collected? */
bool worker_wait (struct worker *, double seconds);

/** Call off the work, if that is its number. Returns whether it was. */
bool worker_call_off (struct worker *, uint64_t number);

/** Call off whatever runs. */
void worker_stop (struct worker *);

/** The answer; waits for it. The worker is then idle. */
void worker_collect (struct worker *, struct result *);

/** What it has done so far; the caller may count on it (messages). */
struct effort *worker_effort (struct worker *);

#endif
