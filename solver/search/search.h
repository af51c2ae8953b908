/* A search that answers a query: the query, its resources, and the result.
 *
 * A search is asked about one position and proves bounds on its value. It starts no threads and sends no
 * messages. The caller runs engine->search (search, thread) once in each of its threads (base/threads.h); all
 * of them work on the same root and share the table. When the last thread has returned, the result is
 * complete except for two facts that only the caller knows: why an unsolved search ended, and how long it
 * took. `stop` may be set from any thread at any time: the result then holds the bounds proven so far. */
#ifndef ZERMELO_SEARCH_SEARCH_H
#define ZERMELO_SEARCH_SEARCH_H

#include "base/failure.h"
#include "base/statistics.h"
#include "query.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct bound_mailboxes;
struct game;
struct replication;
struct row_table;
struct table;

enum { SEARCH_BUSY = 1024 };

/** The resources of a search. Zero-initialised fields mean: none, no limit, one thread. */
struct search_means {
  struct table *table; /* borrowed. The caller clears it (table_clear) before the scale, the method or the
                          game changes */
  /* Endgame tables of the game: solved slices, at which searches end (tablebase/slices.h: endgames_tables());
   * borrowed. Entries of a transposition table are valid only for searches with the same endgame tables. */
  const struct row_table *endgames;
  uint64_t memory; /* bytes that a method may use besides the table (retrograde, closed sets) */
  double deadline; /* clock_seconds() at which to stop */
  int threads;
  /* Called every few milliseconds by the first thread from within its search, for a caller that has no other
   * thread to supervise the search; may set `stop`. */
  void (*poll) (void *context);
  void *poll_context;
  struct bound_mailboxes *bound_mailboxes; /* for proven bounds (search/bound_mailbox.h); borrowed. NULL:
                                              bounds are not shared */
  const int *mailbox; /* by thread: the number of its mailbox; borrowed; NULL: the number of the thread */
  struct replication *replication; /* for records of other hosts (search/replication.h); borrowed */
  unsigned host; /* the number of this host among the hosts that search the same root; of two on one position
                    the lower stays */
};

/** A running search. search_fill() sets the fields above `decided`, except `stop`, which may be set from any
 * thread; the other fields belong to search/. */
struct search {
  const struct game *game;
  const struct position *position; /* the position of the query; borrowed; any orientation; may be finished */
  struct table *table;             /* this and the following fields as in struct search_means */
  struct bound_mailboxes *bound_mailboxes;
  unsigned host;
  struct replication *replication;
  const struct row_table *endgames;
  uint64_t memory;
  double deadline;
  double patience; /* the deadline by query.seconds; it ends a search only after query.node_least nodes; 0:
                      none */
  struct query query;
  int threads;
  const int *mailbox;
  atomic_bool stop; /* set by any thread to end the search soon */
  void (*poll) (void *context);
  void *poll_context;

  atomic_bool decided;     /* a thread has answered the query: the others leave */
  atomic_int round;        /* counts publications about the root: a thread of an older round restarts */
  atomic_flag result_lock; /* guards result and statistics */
  struct result result;
  struct failure failure;       /* set if a thread ran out of memory and a caller catches failures */
  struct statistics statistics; /* the sum over all threads that have returned */
  atomic_uint_least64_t busy[SEARCH_BUSY]; /* marks of positions that are being searched (search/abdada.h) */
  atomic_uint_least64_t nodes; /* of all threads, updated now and then, for progress. In another cache line
                                  than the flags above, which every node reads */
};

/** Do other threads or hosts work on the same root? */
static inline bool search_is_shared (const struct search *search) {
  return search->threads > 1 || search->replication != NULL;
}

/** Fill in a search: its query and its resources. To be followed by search_begin() or search_run(). The
 * seconds of the query count from now on. */
void search_fill (struct search *, const struct game *, const struct position *, const struct query *,
                  const struct search_means *);

/** Give another query to a search that has been filled in, about any position of its game. Its resources do
 * not change. */
void search_ask (struct search *, const struct position *, const struct query *);

/** Prepare for engine->search(). The table keeps its content. */
void search_begin (struct search *);

/** The bounds proven for the root so far, in the scale of the query. May be called from any thread, at any
 * time after search_begin(). */
struct bounds search_bounds (struct search *);

/** Run the search on `threads` threads and wait for its end. progress() (may be NULL) is called about ten
 * times a second. For callers that have no other work meanwhile. If the caller catches failures
 * (failure_catch()), a failure in one thread ends all threads, and is raised in the caller. */
void search_run (struct search *, void (*progress) (void *context, const struct search *), void *context);

/** Search another position, as one of many small searches for what the search is asked: in the calling
 * thread, with that window and node limit (0: none). `*stop`, which another thread may set at any time, ends
 * it; if it is set from the beginning, the answer is that of a static probe. NULL: it is not stopped. The
 * search stays about what it is asked; its result and statistics are those of the small search. */
const struct result *search_small (struct search *, const struct position *, struct bounds window,
                                   uint64_t node_limit, const atomic_bool *stop);

#endif
