/* A piece of work that a rank does with all its threads, and what it answers; who hands it out.
 *
 * Everything a run does across ranks is a list of questions about positions: the leaves of a proof
 * (solve), the boards of a table (verify), the targets of a book. One manager (on rank 0, beside
 * rank 0's own worker) asks a *source* for work, hands it to idle ranks and gives the answers back to the
 * source. The source knows nothing of ranks; the workers know nothing of the source.
 * With one rank the same code runs without a message. */
#ifndef ZERMELO_WORK_H
#define ZERMELO_WORK_H

#include "engine.h"
#include "ranks/ranks.h"
#include "search/search.h"
#include "search/variation.h"
#include "table/table.h"

#include <stdbool.h>
#include <stdint.h>

struct ledger;

enum work_kind { WORK_SEARCH, WORK_MOVE, WORK_VARIATION };

/** Sent as it is: fixed size, no pointers. */
struct work {
  uint64_t number;         /* chosen by the source, names the work in its answer */
  char game[96];           /* GAME text */
  uint8_t key[PACKED_MAX]; /* packed position; unused if `start` */
  bool start;              /* the start position of the game (boards without a key have no other) */
  enum method method;
  bool strong;
  struct bounds window;
  int depth;
  int evaluation;
  uint64_t seed;
  uint64_t node_limit;   /* 0: none. A budget: the worker may answer with less than was asked */
  double seconds;        /* 0: none */
  uint32_t second_first; /* as in struct question */
  /* Not a search: the value of the position is known, and asked for is a move that keeps it, or a whole line
   * of best play (search/variation.h). node_limit 0 then means that looking must do. */
  enum work_kind kind;
  int value;
  bool shared; /* ranks that do such works tell each other what they find (ranks/sharing.h); then two runs
                  need not do the same */
};

/** Sent as it is. */
struct result {
  uint64_t number;
  struct bounds bounds;
  bool solved;
  bool stopped;       /* called off, or out of budget; if it is neither solved nor stopped, the
                         method cannot do more */
  bool out_of_budget; /* stopped because its node_limit or seconds were used up */
  bool has_evaluation;
  int evaluation;
  bool has_best;
  uint8_t best[PACKED_MAX];  /* packed canonical position after the best move */
  char best_move[MOVE_TEXT]; /* its text in the position of the work */
  enum method method;
  char argument[48]; /* how it was settled without search, or "" */
  uint64_t nodes, looks;
  uint8_t line[VARIATION_MOVES]; /* of WORK_MOVE and WORK_VARIATION: numbers among the successors, each of the
                                    position reached so far */
  int line_moves;
  double seconds; /* wall time of the search */
  int rank;
  struct failure failure; /* code != 0: the work itself was bad (it is then not solved) */
};

/** What is under way, for whoever waits for it. */
struct under_way {
  const struct work *work; /* of rank 0, or, if that has none, of the first rank that has; NULL: nobody has */
  struct bounds proven;    /* about its position so far, if it is rank 0's; else the whole range */
  int works;               /* so many ranks have one */
  uint64_t nodes;          /* of the search that rank 0 is in */
  double table_fill;       /* share of rank 0's table that is in use; negative: it has none */
};

/** Where work comes from. Lives on rank 0; called from its main thread only. */
struct source {
  void *context;
  /** Next piece of work. false: nothing to hand out before the next answer (or at all). */
  bool (*next) (void *context, struct work *);
  /** Something that may help what is in flight, for a rank that has had nothing to do for a while; called off
   *  as soon as there is a next piece of work. One at a time. false: nothing. NULL: never. */
  bool (*help) (void *context, struct work *);
  /** An answer. Answers come in any order. Each work handed out gets one, also if it was called off or the
   *  run ended (stopped, not out of budget, perhaps not begun): a source that only counts answers takes
   *  these for done. */
  void (*done) (void *context, const struct result *);
  /** Is everything decided? The manager then calls off what is still in flight and returns. */
  bool (*finished) (void *context);
  /** Does work handed out earlier still matter? NULL: always. If not, it is called off. */
  bool (*matters) (void *context, uint64_t number);
  /** Called about every 20 ms or more often, e.g. to write a checkpoint; NULL: not. */
  void (*tick) (void *context);
  /** Called a few times a second, to show what is under way; NULL: not. */
  void (*watch) (void *context, const struct under_way *);
  /** How busy the manager was of late, as a share of its time: the nearer to 1, the larger works should be.
   *  Told now and then; NULL: need not be. */
  void (*load) (void *context, double share);
  /** With resources.keep: what searches found before, and where all that they find goes (ranks/ledger.h);
   *  borrowed. NULL: nowhere. */
  struct ledger *ledger;
};

/** Endgame tables for works on one game (struct question). */
struct known_endgames {
  const char *title;
  const struct line_table *tables;
};

/** What every rank brings. The same on all ranks (the deadline by each rank's own clock). */
struct resources {
  int threads;          /* search threads of each rank */
  uint64_t table_bytes; /* of each rank */
  enum replacement replacement;
  uint64_t memory;                       /* for methods that need some beside the table, each rank */
  double deadline;                       /* clock_seconds() of this rank at which the run ends; 0: none */
  const struct known_endgames *endgames; /* borrowed; may be NULL if there are none */
  int endgames_count;
  bool keep; /* what searches find is told to rank 0 */
};

/** What happened on a rank, in all. */
struct effort {
  struct statistics statistics; /* of its searches; works; messages */
  double busy_seconds;          /* wall time spent in searches */
};

/** Do all the work of `source`. Collective: rank 0 brings the source, the others NULL.
 *  efforts: ranks->size entries, filled on rank 0 (other ranks: may be NULL).
 *  Returns on all ranks when the source is finished, or has nothing left to hand out and nothing is in
 *  flight, or the deadline passed, or `*stop` was set (by a signal handler; may be NULL) on any rank. Returns
 *  true if the source finished. The table, the game and the threads live as long as the call: one call
 *  with many works is better than many calls. */
bool manage (const struct ranks *, const struct resources *, struct source *source, struct effort *efforts,
             const volatile int *stop);

#endif
