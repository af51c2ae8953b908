/* A producer of queries: who hands out what ranks are to do, and takes the results.
 *
 * Everything a run does across ranks is a list of queries about positions: the leaves of a proof (solve),
 * the boards of a table (verify), the targets of a book. One manager (parallel/manager.h) asks a producer for
 * queries, hands them to idle ranks and gives the results back. The producer knows nothing of ranks; the
 * workers know nothing of the producer. */
#ifndef ZERMELO_PROOF_PRODUCER_H
#define ZERMELO_PROOF_PRODUCER_H

#include "query.h"

#include <stdbool.h>
#include <stdint.h>

struct bound_log;

/** What is under way, for whoever waits for it. */
struct under_way {
  const struct query
      *query;           /* of rank 0, or, if that has none, of the first rank that has; NULL: nobody has */
  struct bounds proven; /* about its position so far, if it is rank 0's; else the whole range */
  int queries;          /* so many ranks have one */
  uint64_t nodes;       /* of the search that rank 0 is in */
  double table_fill;    /* share of rank 0's table that is in use; negative: it has none */
};

/** Where queries come from. Lives on rank 0; called from its main thread only. */
struct producer {
  void *context;
  /** The next query. false: nothing to hand out before the next result (or at all). */
  bool (*next) (void *context, struct query *);
  /** A redundant search of what is in flight, for a rank that has had nothing to do for a while; called off
   * as soon as there is a next query. One at a time. false: nothing. NULL: never. */
  bool (*next_redundant) (void *context, struct query *);
  /** A result. Results come in any order. Each query handed out gets one, also if it was called off or the
   *  run ended (stopped, not out of budget, perhaps not begun): a producer that only counts results takes
   *  these for done. */
  void (*done) (void *context, const struct result *);
  /** Is everything decided? The manager then calls off what is still in flight and returns. */
  bool (*finished) (void *context);
  /** Does a query handed out earlier still matter? NULL: always. If not, it is called off. */
  bool (*matters) (void *context, uint64_t number);
  /** Called about every 20 ms or more often, e.g. to write a checkpoint; NULL: not. */
  void (*tick) (void *context);
  /** Called a few times a second, to show what is under way; NULL: not. */
  void (*watch) (void *context, const struct under_way *);
  /** How busy the manager was of late, as a share of its time: the nearer to 1, the larger queries should be.
   *  Told now and then; NULL: need not be. */
  void (*load) (void *context, double share);
  /** With resources.keep: what searches found before, and where all that they find goes (proof/bound_log.h);
   *  borrowed. NULL: nowhere. */
  struct bound_log *bound_log;
};

#endif
