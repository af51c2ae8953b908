/* A worker answers queries with all search threads of this process, beside the main thread. Queries about one
 * subject are answered side by side, each by one or more threads.
 *
 * The worker keeps what the next query may need: the open game, the table and the threads. It sends no
 * messages. All functions are for the main thread. */
#ifndef ZERMELO_PARALLEL_WORKER_H
#define ZERMELO_PARALLEL_WORKER_H

#include "parallel/messages.h"
#include "parallel/resources.h"
#include "proof/bound_log.h"
#include "search/replication.h"

struct worker;

/** The most queries that a worker with `threads` threads holds. */
static inline int worker_capacity (int threads) { return threads * QUERIES_AHEAD; }

/** `ranks` is borrowed. */
struct worker *worker_create (const struct resources *, const struct ranks *ranks);

/** Let the workers of all ranks answer queries side by side, one in each thread, if rank 0 says so; each
 * query then has its share of the memory besides the table. On rank 0, at_once (ranks->size entries; NULL on
 * other ranks) gets the number of queries that each worker answers at a time. To be called before the first
 * query. Collective. */
void workers_agree (const struct ranks *, struct worker *, bool side_by_side, int *at_once);

/** Stop all searches, wait for them and free everything. NULL is allowed. */
void worker_destroy (struct worker *);

/** From now on, search in the main thread, within worker_wait(). The search calls poll (context) every few
 * milliseconds. This is for a single search thread on a single rank, where waking another thread for a small
 * query would cost more than answering the query. */
void worker_runs_here (struct worker *, void (*poll) (void *context), void *context);

/** Add a query, which is copied, to the waiting queries. It begins when a thread is free. */
void worker_start (struct worker *, const struct query *);

/** Are there queries that were started and not yet collected? */
bool worker_is_busy (struct worker *);

/** Sleep until a result can be collected, or queries wait for worker_take_bounds(), but at most `seconds`.
 * Returns whether there is a result. After worker_runs_here() the search takes place within this call, unless
 * `seconds` is 0. */
bool worker_wait (struct worker *, double seconds);

/** Cancel the query with that number, if there is one. worker_take_back() cancels it only if it has not
 * begun. */
void worker_call_off (struct worker *, uint64_t number);
void worker_take_back (struct worker *, uint64_t number);

/** Cancel all queries. */
void worker_stop (struct worker *);

/** Wait for a result and take it. Call worker_take_bounds() meanwhile if searches share bounds. If
 * result->failed, the failure says why. False: the query was cancelled before it had begun. */
bool worker_collect (struct worker *, struct result *, struct failure *);

/** The report that belongs to the result collected last; valid until the next result is collected. */
const struct bytes *worker_report (const struct worker *);

/** Set the bounds of an earlier run (borrowed), which go into the table before the first search of a subject.
 */
void worker_set_bound_log (struct worker *, const struct bound_log *);

/** Bounds that searches left, and what they have in common. */
struct taken_bounds {
  struct subject subject;
  bool logged; /* may the bounds be logged for another run? Not if they rest on endgame tables, which that run
                  may not have */
  struct proven_bound bounds[BOUNDS_PER_MESSAGE];
};

/** Take at most `most` of the bounds that searches have left since the last call. Returns how many. A query
 * about another subject begins only after all bounds have been taken. */
int worker_take_bounds (struct worker *, struct taken_bounds *, int most);

/** From now on, rank 0 logs bounds that took at least `least` nodes; before the first call, it logs none. */
void worker_set_log_threshold (struct worker *, uint64_t least);

/** Take what the searches tell other hosts, as much as fits into a message. Returns the number of words.
 * Records for other groups of hosts are put into `far` as well. A query about another subject begins only
 * after all records have been taken. */
int worker_take_records (struct worker *, struct records_message *, struct records_message *far);

/** Which records go to another rank (replication_audience())? */
enum audience worker_audience (const struct worker *, int rank);

/** Enter into the table what the host of another rank found, if the content of the table is about the same
 * subject. */
void worker_receive (struct worker *, int rank, const struct records_message *);

/** Tell the worker how many seconds, up to `now` (clock_seconds()), sending and receiving records took. */
void worker_follow_load (struct worker *, double now, double took);

/** Seconds between two calls of worker_take_records(); 0: no search shares anything at present. */
double worker_sharing_interval (struct worker *);

/** The nodes of the running searches, as of the last time their threads published them. */
uint64_t worker_nodes (struct worker *);

/** The bounds proven so far about the query's position; the whole range if the query is not running. */
struct bounds worker_bounds (struct worker *, const struct query *);

/** The share of the worker's table that is in use, estimated from a sample; negative: it has no table. */
double worker_table_fill (struct worker *);

/** The effort of the worker so far. The caller may add to it (messages). */
struct effort *worker_effort (struct worker *);

#endif
