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

/** A running search. The caller sets what stands above `stop`, and `poll`, and calls search_begin(); the
 * other fields belong to search/. Zero-initialised fields mean: none, no limit. */
struct search {
  const struct game *game;
  const struct position *position; /* what the query is about; borrowed; any orientation; may be finished */
  struct table *table; /* borrowed; NULL: no table. The caller clears it (table_clear) when the scale, the
                          method or the game changes */
  struct bound_mailboxes *bound_mailboxes; /* borrowed; NULL: nothing is shared (search/bound_mailbox.h) */
  unsigned host; /* which of the hosts that search the same it is: their order settles who gives way */
  struct replication *replication; /* borrowed; NULL: no other host (search/replication.h) */
  /* Endgame tables of the game: solved slices, at which searches end (tablebase/slices.h:
     endgames_tables()); NULL: none. A transposition table may only be reused with the same ones. */
  const struct row_table *endgames;
  uint64_t memory; /* bytes that a method may use besides the table (retrograde, closed sets) */
  double deadline; /* clock_seconds() at which to stop; 0: none */
  double patience; /* the same for query.seconds: after query.node_least nodes; 0: none */
  struct query query;
  int threads;
  const int *mailbox; /* which of the mailboxes is whose, by thread; borrowed; NULL: in the same order */
  atomic_bool stop;   /* set by any thread: stop soon */
  /* Called every few milliseconds by the first thread from within its search, for a caller without another
     thread to watch over it; may set `stop`. NULL: the caller does not poll. */
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

/** Prepare for engine->search(). The table keeps its content. */
void search_begin (struct search *);

/** The bounds proven for the root so far, in the scale of the query. May be called from any thread, at any
 * time after search_begin(). */
struct bounds search_bounds (struct search *);

/** Run the search on `threads` threads and wait for its end. progress() (may be NULL) is called about ten
 * times a second. For callers that have no other work meanwhile. If the caller catches failures
 * (failure_catch()), a failure in one thread ends all threads, and is raised in the caller. */
void search_run (struct search *, void (*progress) (void *context, const struct search *), void *context);

#endif
