/* A worker answers one query at a time with all search threads of this process, beside the main thread.
 *
 * It keeps what the next query may need: the open game, the table and the threads. It sends no messages. All
 * functions are for the main thread. */
#ifndef ZERMELO_PARALLEL_WORKER_H
#define ZERMELO_PARALLEL_WORKER_H

#include "proof/bound_log.h"
#include "parallel/manager.h"

struct worker;

/** When searches share bounds with other ranks and ask them (parallel/sharing.h). */
enum {
  SHARE_LEAST = 1000, /* nodes from which on a bound is shared */
  SHARE_COSTLY = 8000 /* nodes after which a search asks */
};

/** `ranks` is borrowed. */
struct worker *worker_create (const struct resources *, const struct ranks *ranks);

/** Stop the running search, wait for it and free everything. NULL is allowed. */
void worker_destroy (struct worker *);

/** From now on, search in the main thread, within worker_wait(). The search calls poll (context) every few
 *  milliseconds. For a single search thread on a single rank, where waking another thread for a small query
 * would cost more than answering it. */
void worker_runs_here (struct worker *, void (*poll) (void *context), void *context);

/** Begin a query, which is copied. The worker must be idle. */
void worker_start (struct worker *, const struct query *);

/** Is a query begun and not yet collected? */
bool worker_is_busy (const struct worker *);

/** Sleep until the query is done, but at most `seconds`. Returns whether it can be collected. After
 *  worker_runs_here() this call is the search, unless `seconds` is 0. */
bool worker_wait (struct worker *, double seconds);

/** Cancel the query if that is its number. Returns whether it was. */
bool worker_call_off (struct worker *, uint64_t number);

/** Cancel the query, whatever its number. */
void worker_stop (struct worker *);

/** Wait for the result and return it. The worker is then idle. If result->failed, the failure says why. */
void worker_collect (struct worker *, struct result *, struct failure *);

/** The report beside the result that was collected last; valid until the next query. */
const struct bytes *worker_report (const struct worker *);

/** Set the bounds of an earlier run (borrowed), which go into the table before the first search of a subject.
 */
void worker_set_bound_log (struct worker *, const struct bound_log *);

/** Take at most `most` of the bounds and queries that the searches left since the last call, all about
 *  worker_subject(). Returns how many. Take all of them before worker_collect(). */
int worker_take_bounds (struct worker *, struct proven_bound *list, int most);

/** The subject of the latest query. */
const struct subject *worker_subject (const struct worker *);

/** Are the bounds of that query shared with other ranks? */
bool worker_shares (const struct worker *);

/** May they be logged for another run? Not if they rest on endgame tables, which that run may not have. */
bool worker_logs (const struct worker *);

/** From now on, rank 0 logs bounds of at least that many nodes; at first none. */
void worker_set_log_threshold (struct worker *, uint64_t least);

/** Enter a bound that another rank proved into the table, if its content belongs to the same subject. */
void worker_learn (struct worker *, const struct subject *, const struct proven_bound *);

/** The nodes of the running search, as of the last time its threads published them; 0 if none runs. */
uint64_t worker_nodes (struct worker *);

/** The bounds proven so far about the query's position; the whole range if the worker is idle. */
struct bounds worker_bounds (struct worker *);

/** Share of its table in use, from a sample; negative: it has none. */
double worker_table_fill (const struct worker *);

/** What the worker has done so far. The caller may add to it (messages). */
struct effort *worker_effort (struct worker *);

#endif
