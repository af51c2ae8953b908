/* One question to a search, and its answer: what the rest of the house exchanges with search/.
 *
 * A search is asked about one position and proves bounds on its value. It starts no threads and
 * sends no messages: the caller runs engine->search (search, thread) once in each of its threads
 * (base/threads.h), all of which work on the same root and share the table; when the last one has
 * returned, the answer is complete. Others may set `stop` at any time: the answer then holds what was
 * proven so far. */
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
  struct bounds window; /* go on until lower >= window.upper or upper <= window.lower or both are
                           equal: the whole range means the exact value */
  int depth;            /* plies for depth-limited methods; 0: to the end of the game */
  int evaluation;       /* which one, of engine->evaluations; of depth-limited methods */
  uint64_t seed;        /* of what is left to chance: moves that are equally good (immediate) */
  uint64_t node_limit;  /* nodes of all threads together; exact with one thread; 0: none */
  double deadline;      /* clock_seconds() at which to stop; 0: none */
  /* Endgame tables of the game, solved slices: taken for the end of the game (tablebase/slices.h:
     endgames_tables()); NULL: none. A table of positions is for the same ones only. */
  const struct row_table *endgames;
  uint64_t memory;       /* bytes a method may use beside the table (retrograde, closed sets) */
  uint32_t second_first; /* bit i: at ply i the second of each two moves comes before the first, for another
                            rank searches the same position (proof/graph_redundant.c); alpha-beta to the end
                            of the game only */
};

/** What came out. `solved`: the window was settled. */
struct answer {
  struct bounds bounds; /* proven, in the scale of the question; the whole range if nothing is */
  bool solved;
  bool has_evaluation;  /* a depth-limited method: */
  int evaluation;       /*   its opinion, for the side to move; what `best` is worth at least */
  int best;             /* a move that reaches the proven lower bound (or evaluation): `move` of
                           struct successor; -1: the argument names none */
  enum method method;   /* what `auto` became */
  const char *argument; /* how it was settled without search, or NULL ("no line left") */
  struct statistics statistics;
};

enum { SEARCH_BUSY = 1024 };

/** A question being answered. The caller sets question, table, threads and calls search_begin(); the
 *  other fields belong to search/. */
struct search {
  const struct game *game;
  struct question question;
  struct table *table; /* borrowed; NULL: no table. Emptied (table_clear) by the caller when the
                          scale, the method or the game changes */
  struct bound_mailboxes
      *bound_mailboxes; /* borrowed; NULL: nobody asks what is found (search/bound_mailbox.h) */
  int threads;
  atomic_bool stop; /* set by anyone: give up soon */
  /* Called every few milliseconds by the first thread from within its search, for whoever has no other thread
     to watch over it; may set `stop`. NULL: nobody. */
  void (*poll) (void *context);
  void *poll_context;

  atomic_bool decided;   /* one thread is done: the others leave */
  atomic_int round;      /* counts what was published about the root: threads in an older round leave it */
  atomic_flag answering; /* guards answer */
  struct answer answer;
  atomic_uint_least64_t busy[SEARCH_BUSY]; /* positions being searched by some thread (search/abdada.h) */
  atomic_uint_least64_t nodes; /* of all threads, updated now and then: for progress. Not in a cache line with
                                  the flags above, which every node reads */
};

/** Make ready for engine->search(). The table keeps its content. */
void search_begin (struct search *);

/** What is proven about the root so far, in the scale of the question. For anyone, at any time after
 *  search_begin(). */
struct bounds search_bounds (struct search *);

/** Run the search on `threads` threads and wait; progress() (may be NULL) is called about ten times
 *  a second. For those who have nothing else to do meanwhile. */
void search_run (struct search *, void (*progress) (void *context, const struct search *), void *context);

#endif
