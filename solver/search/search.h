/* One question to a search, and its answer: what the rest of the house exchanges with search/.
 *
 * A search is asked about one position and proves bounds on its value. It starts no threads and
 * sends no messages: the caller runs engine->search (search, thread) once in each of its threads
 * (base/threads.h), all of which work on the same root and share the table; when the last one has
 * returned, the answer is complete. Others may set `stop` at any time: the answer then holds what was
 * proven so far. */
#ifndef ZERMELO_SEARCH_H
#define ZERMELO_SEARCH_H

#include "base/statistics.h"
#include "game.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct findings;
struct game;
struct line_table;
struct table;

/** The methods by name; search.c holds the names and what each is for. */
enum method {
  METHOD_AUTO,         /* what measured best for the game */
  METHOD_MINIMAX,      /* full width, no cuts; with --depth as in the reports */
  METHOD_ALPHA_BETA,   /* open window from the root */
  METHOD_NULL_WINDOW,  /* boolean questions that together give the value */
  METHOD_PROOF_NUMBER, /* df-pn: the same questions, best first */
  METHOD_RETROGRADE,   /* values of all reachable positions by iteration to the fixpoint */
  METHOD_BNS,          /* depth-limited, deeper and deeper: best node search over alpha-beta */
  METHOD_IMMEDIATE,    /* the evaluation after each move */
  METHODS
};

struct method_description {
  const char *name, *description;
  bool takes_depth; /* --depth */
  bool opinion;     /* it answers with a move and an evaluation, proven or not, also without --depth */
};

extern const struct method_description method_descriptions[METHODS];

/** The method called `name`, or METHODS. */
enum method method_by_name (const char *name);

/** Does the method, with that depth (0: none), answer with a move and an evaluation, proven or not? What it
 *  leaves in a table is for roots with the same side to move only. */
bool gives_opinion (enum method, int depth);

/** What is asked. Zero-initialised fields mean: no limit, value only, method auto. */
struct question {
  const struct position *position; /* borrowed; any orientation; may be finished */
  enum method method;
  bool strong;          /* scores instead of values -1, 0, 1 */
  struct bounds window; /* go on until lower >= window.upper or upper <= window.lower or both are
                           equal: the whole range means the exact value */
  int depth;            /* plies for depth-limited methods; 0: to the end of the game */
  int evaluation;       /* which one, of engine->evaluations; of depth-limited methods */
  uint64_t seed;        /* of what is left to chance: moves that are equally good (immediate) */
  uint64_t node_limit;  /* nodes of all threads together; exact with one thread; 0: none */
  double deadline;      /* clock_seconds() at which to stop; 0: none */
  /* Endgame tables of the game, solved slices: taken for the end of the game (retro/slices.h:
     endgames_tables()); NULL: none. A table of positions is for the same ones only. */
  const struct line_table *endgames;
  uint64_t memory;       /* bytes a method may use beside the table (retrograde, closed sets) */
  uint32_t second_first; /* bit i: at ply i the second of each two moves comes before the first, for another
                            rank searches the same position (ranks/graph_help.c); alpha-beta to the end of the
                            game only */
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
  struct table *table;       /* borrowed; NULL: no table. Emptied (table_clear) by the caller when the
                                scale, the method or the game changes */
  struct findings *findings; /* borrowed; NULL: nobody asks what is found (search/findings.h) */
  int threads;
  atomic_bool stop; /* set by anyone: give up soon */
  /* Called every few milliseconds by the first thread from within its search, for whoever has no other thread
     to watch over it; may set `stop`. NULL: nobody. */
  void (*look_up) (void *context);
  void *look_up_context;

  atomic_bool decided;   /* one thread is done: the others leave */
  atomic_int round;      /* counts what was published about the root: threads in an older round leave it */
  atomic_flag answering; /* guards answer */
  struct answer answer;
  atomic_uint_least64_t busy[SEARCH_BUSY]; /* positions being searched by some thread (search/together.h) */
  atomic_uint_least64_t nodes; /* of all threads, updated now and then: for progress. Not in a cache line with
                                  the flags above, which every node reads */
};

/** Make ready for engine->search(). The table keeps its content. */
void search_begin (struct search *);

/** The whole range of a question: -1..1, or -SCORE_MAX..SCORE_MAX. */
struct bounds search_range (bool strong);

/** What is proven about the root so far, in the scale of the question. For anyone, at any time after
 *  search_begin(). */
struct bounds search_bounds (struct search *);

/** Run the search on `threads` threads and wait; progress() (may be NULL) is called about ten times
 *  a second. For those who have nothing else to do meanwhile. */
void search_run (struct search *, void (*progress) (void *context, const struct search *), void *context);

#endif
