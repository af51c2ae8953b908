/* A worker answers queries with all search threads of this process, beside the main thread: several side by
 * side if they are about one subject, each by one thread or more.
 *
 * It keeps what the next query may need: the open game, the table and the threads. It sends no messages. All
 * functions are for the main thread. */
#ifndef ZERMELO_PARALLEL_WORKER_H
#define ZERMELO_PARALLEL_WORKER_H

#include "parallel/manager.h"
#include "parallel/messages.h"
#include "proof/bound_log.h"
#include "search/replication.h"

struct worker;

/** The number of queries that a worker with that many threads holds at most. */
static inline int worker_capacity (int threads) { return threads * QUERIES_AHEAD; }

/** `ranks` is borrowed. */
struct worker *worker_create (const struct resources *, const struct ranks *ranks);

/** Let the workers of all ranks answer queries side by side, one in each thread, if rank 0 says so; each of
 * them then has its share of the memory that is not the table's. Rank 0 gets how many that are (at_once of
 * ranks->size; NULL on other ranks). Before the first query. Collective. */
void workers_agree (const struct ranks *, struct worker *, bool side_by_side, int *at_once);

/** Stop all searches, wait for them and free everything. NULL is allowed. */
void worker_destroy (struct worker *);

/** From now on, search in the main thread, within worker_wait(). The search calls poll (context) every few
 *  milliseconds. For a single search thread on a single rank, where waking another thread for a small query
 * would cost more than answering it. */
void worker_runs_here (struct worker *, void (*poll) (void *context), void *context);

/** Add a query, which is copied, to those that wait. It begins when a thread is free. */
void worker_start (struct worker *, const struct query *);

/** Are there queries that were started and not yet collected? */
bool worker_is_busy (struct worker *);

/** Sleep until a result can be collected, or queries wait for worker_take_bounds(), but at most `seconds`.
 * Returns whether there is a result. After worker_runs_here() this call is the search, unless `seconds` is 0.
 */
bool worker_wait (struct worker *, double seconds);

/** Cancel the query with that number, if there is one; and the same only if it has not begun. */
void worker_call_off (struct worker *, uint64_t number);
void worker_take_back (struct worker *, uint64_t number);

/** Cancel all queries. */
void worker_stop (struct worker *);

/** Wait for a result and take it. Take the bounds meanwhile if searches share any. If result->failed, the
 * failure says why. False: the query was cancelled before it had begun. */
bool worker_collect (struct worker *, struct result *, struct failure *);

/** The report beside the result that was collected last; valid until the next is. */
const struct bytes *worker_report (const struct worker *);

/** Set the bounds of an earlier run (borrowed), which go into the table before the first search of a subject.
 */
void worker_set_bound_log (struct worker *, const struct bound_log *);

/** Bounds that searches left, and what goes for all of them. */
struct taken_bounds {
  struct subject subject;
  bool logged; /* may be for another run: not if they rest on endgame tables, which that run may not have */
  struct proven_bound bounds[BOUNDS_PER_MESSAGE];
};

/** Take at most `most` of the bounds that the searches left since the last call. Returns how many. A query
 * about another subject begins only after all were taken. */
int worker_take_bounds (struct worker *, struct taken_bounds *, int most);

/** From now on, rank 0 logs bounds of at least that many nodes; at first none. */
void worker_set_log_threshold (struct worker *, uint64_t least);

/** Take what the searches tell other hosts, as much as fits into a message. Returns how many words. What
 * other groups of hosts are to hear stands in `far`, too. A query about another subject begins only after all
 * were taken. */
int worker_take_records (struct worker *, struct records_message *, struct records_message *far);

/** Which of these go to another rank (replication_audience())? */
enum audience worker_audience (const struct worker *, int rank);

/** Enter what the host of another rank found into the table, if its content belongs to the same subject. */
void worker_receive (struct worker *, int rank, const struct records_message *);

/** Sending and receiving records took that many seconds until now (clock_seconds()). */
void worker_follow_load (struct worker *, double now, double took);

/** Seconds between two calls of worker_take_records(); 0: no search shares anything now. */
double worker_sharing_interval (struct worker *);

/** The nodes of the running searches, as of the last time their threads published them. */
uint64_t worker_nodes (struct worker *);

/** The bounds proven so far about the query's position; the whole range if it is not running. */
struct bounds worker_bounds (struct worker *, const struct query *);

/** Share of its table in use, from a sample; negative: it has none. */
double worker_table_fill (struct worker *);

/** What the worker has done so far. The caller may add to it (messages). */
struct effort *worker_effort (struct worker *);

#endif
