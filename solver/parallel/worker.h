/* Answers one query at a time with all search threads of this process, beside the main thread.
 *
 * Keeps what the next query may need: the open game, the table, the threads. Sends nothing. All
 * functions are for the main thread. */
#ifndef ZERMELO_PARALLEL_WORKER_H
#define ZERMELO_PARALLEL_WORKER_H

#include "proof/bound_log.h"
#include "parallel/manager.h"

struct worker;

/** What searches share with other ranks, and ask them, if these have queries of the same kind:
 * parallel/sharing.h. */
enum {
  SHARE_LEAST = 1000, /* nodes from which on a bound is shared */
  SHARE_COSTLY = 8000 /* nodes after which a search asks */
};

/** `ranks` is borrowed. */
struct worker *worker_create (const struct resources *, const struct ranks *ranks);

/** Stops what runs, waits for it and frees everything. NULL is allowed. */
void worker_destroy (struct worker *);

/** From now on queries are searched in the main thread, within worker_wait(), and that thread polls every few
 * milliseconds by calling poll (context). For one search thread and nothing else to attend to: waking another
 * thread for a small query costs more than the answer. */
void worker_runs_here (struct worker *, void (*poll) (void *context), void *context);

/** Begin; the worker must be idle. The query is copied. */
void worker_start (struct worker *, const struct query *);

/** Between worker_start() and worker_collect(). */
bool worker_is_busy (const struct worker *);

/** Sleep until the query is done, but at most `seconds`. Can it be collected? (A worker that runs here
 * searches it now, unless `seconds` is 0.) */
bool worker_wait (struct worker *, double seconds);

/** Call off the query, if that is its number. Returns whether it was. */
bool worker_call_off (struct worker *, uint64_t number);

/** Call off any query. */
void worker_stop (struct worker *);

/** The result; waits for it. The worker is then idle. The failure says why, if the result has failed. */
void worker_collect (struct worker *, struct result *, struct failure *);

/** Bounds known from an earlier run: they go into the table before the first search of a subject. Borrowed.
 */
void worker_know (struct worker *, const struct bound_log *);

/** At most `most` of the bounds and queries of its searches since the last call, all about worker_subject().
 *  Take everything before worker_collect(). Returns how many. */
int worker_bound_mailboxes (struct worker *, struct proven_bound *list, int most);

/** Of the query that it was given last. */
const struct subject *worker_subject (const struct worker *);

/** Does it share the bounds of that query with other ranks? */
bool worker_shares (const struct worker *);

/** May they be kept for another run? Without its endgame tables, a bound that rests on them is worthless. */
bool worker_keeps (const struct worker *);

/** For another run, bounds of fewer nodes are not wanted from now on; at first none is. */
void worker_wants (struct worker *, uint64_t least);

/** A bound that another rank proved: goes into the table if that serves the same subject. */
void worker_learn (struct worker *, const struct subject *, const struct proven_bound *);

/** Nodes of the running search so far, as often as its threads publish them; 0: none runs. */
uint64_t worker_nodes (struct worker *);

/** What is proven about the position of the query so far; the whole range if it is idle. */
struct bounds worker_bounds (struct worker *);

/** Share of its table in use, from a sample; negative: it has none. */
double worker_table_fill (const struct worker *);

/** What it has done so far; the caller may add to it (messages). */
struct effort *worker_effort (struct worker *);

#endif
