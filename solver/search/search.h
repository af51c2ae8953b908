/* One question to a search, and its answer: the interface of search/.
 *
 * A search is asked about one position and proves bounds on its value. It starts no threads and sends no
 * messages. The caller runs engine->search (search, thread) once in each of its threads (base/threads.h); all
 * work on the same root and share the table. When the last one has returned, the answer is complete. Anybody
 * may set `stop` at any time: the answer then holds what was proven so far. */
#ifndef ZERMELO_SEARCH_SEARCH_H
#define ZERMELO_SEARCH_SEARCH_H

#include "base/statistics.h"
#include "query.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct bound_mailboxes;
struct game;
struct row_table;
struct table;

/** What is asked. Zero-initialised fields mean: no limit, value only, method auto. */
struct question {
  const struct position *position; /* borrowed; any orientation; may be finished */
  enum method method;
  bool exact_score;     /* scores instead of values -1, 0, 1 */
  struct bounds window; /* search until lower >= window.upper, upper <= window.lower, or the bounds are
                           equal; the whole range asks for the exact value */
  int depth;            /* plies, for depth-limited methods; 0: to the end of the game */
  int evaluation;       /* for depth-limited methods: which one of engine->evaluations */
  uint64_t seed;        /* for random choices among equally good moves (immediate) */
  uint64_t node_limit;  /* nodes of all threads together; exact with one thread; 0: none */
  double deadline;      /* clock_seconds() at which to stop; 0: none */
  /* Endgame tables of the game: solved slices, at which searches end (tablebase/slices.h:
     endgames_tables()); NULL: none. A transposition table may only be reused with the same ones. */
  const struct row_table *endgames;
  uint64_t memory;       /* bytes that a method may use besides the table (retrograde, closed sets) */
  uint32_t second_first; /* bit i: at ply i each pair of moves is searched second first, because another rank
                            searches the same position (proof/graph_redundant.c); only alpha-beta to the end
                            of the game */
};

/** The result. `solved`: the window was answered. */
struct answer {
  struct bounds bounds; /* proven, in the scale of the question; the whole range if nothing is */
  bool solved;
  bool has_evaluation;  /* from a depth-limited method: */
  int evaluation;       /*   for the side to move; what `best` is worth at least */
  int best;             /* a move that reaches the proven lower bound (or evaluation): `move` of
                           struct successor; -1: the argument names none */
  enum method method;   /* the method used, if `auto` was asked for */
  const char *argument; /* how it was decided without search, or NULL ("no line left") */
  struct statistics statistics;
};

enum { SEARCH_BUSY = 1024 };

/** A running search. The caller sets question, table and threads, and calls search_begin(); the other fields
 *  belong to search/. */
struct search {
  const struct game *game;
  struct question question;
  struct table *table; /* borrowed; NULL: no table. The caller clears it (table_clear) when the scale, the
                          method or the game changes */
  struct bound_mailboxes *bound_mailboxes; /* borrowed; NULL: nothing is shared (search/bound_mailbox.h) */
  int threads;
  atomic_bool stop; /* set by anybody: stop soon */
  /* Called every few milliseconds by the first thread from within its search, for a caller without another
     thread to watch over it; may set `stop`. NULL: nobody polls. */
  void (*poll) (void *context);
  void *poll_context;

  atomic_bool decided;   /* one thread has the answer: the others leave */
  atomic_int round;      /* counts publications about the root: a thread of an older round restarts */
  atomic_flag answering; /* guards `answer` */
  struct answer answer;
  atomic_uint_least64_t busy[SEARCH_BUSY]; /* positions that some thread is searching (search/abdada.h) */
  atomic_uint_least64_t nodes; /* of all threads, updated now and then, for progress. Not in one cache line
                                  with the flags above, which every node reads */
};

/** Prepare for engine->search(). The table keeps its content. */
void search_begin (struct search *);

/** What is proven about the root so far, in the scale of the question. Anybody may call it, at any time after
 *  search_begin(). */
struct bounds search_bounds (struct search *);

/** Run the search on `threads` threads and wait. progress() (may be NULL) is called about ten times a second.
 *  For callers that have nothing else to do meanwhile. */
void search_run (struct search *, void (*progress) (void *context, const struct search *), void *context);

#endif
