/* Does one piece of work with all search threads of this process, beside the main thread.
 *
 * Keeps what the next piece may need: the open game, the table, the threads. Sends nothing. All
 * functions are for the main thread. */
#ifndef ZERMELO_RANKS_WORKER_H
#define ZERMELO_RANKS_WORKER_H

#include "ranks/ledger.h"
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

/** What is known from before: goes into the table before the first search of a subject. Borrowed. */
void worker_know (struct worker *, const struct ledger *);

/** With resources.keep: at most `most` of what its searches found since the last call, all about the subject of
 *  the work that it was given last. Take everything before worker_collect(). Returns how many. */
int worker_findings (struct worker *, struct subject *, struct finding *list, int most);

/** Findings of fewer nodes are not wanted from now on. */
void worker_wants (struct worker *, uint64_t least);

/** Nodes of the search that runs, so far, as often as its threads say; 0: none runs. */
uint64_t worker_nodes (struct worker *);

/** What it has done so far; the caller may count on it (messages). */
struct effort *worker_effort (struct worker *);

#endif
