/* A producer makes the queries that ranks work on, and consumes their results.
 *
 * All work that a run spreads over ranks is a list of queries about positions: the leaves of a proof (solve),
 * the boards of a table (verify), the positions of a book. One manager (parallel/manager.h) asks a producer
 * for queries, hands them to idle ranks and gives the results back. The producer knows nothing of ranks, and
 * the workers know nothing of the producer. */
#ifndef ZERMELO_PROOF_PRODUCER_H
#define ZERMELO_PROOF_PRODUCER_H

#include "query.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bound_log;

/** What the ranks are working on, for a display of progress. */
struct under_way {
  const struct query *query; /* that of the first rank which has one; NULL: none has */
  struct bounds proven;      /* so far about its position if it is rank 0's; else the whole range */
  int queries;               /* the number that is being answered, as far as is known */
  uint64_t nodes;            /* so far of rank 0's searches */
  double table_fill;         /* share of rank 0's table that is in use; negative: it has none */
};

/** It lives on rank 0. All functions are called from its main thread only. */
struct producer {
  void *context;
  /** Make the next query. False: there is none before the next result, or none at all. */
  bool (*next) (void *context, struct query *);
  /** Take a result. Results come in any order. Each query gets exactly one, even if it was cancelled or the
   * run ended before it was begun: such a result is `stopped` and not `out_of_budget`. */
  void (*done) (void *context, const struct result *);
  /** Take the report that belongs to a result, just before that result; not called if it is empty. NULL: no
   * query has one. */
  void (*report) (void *context, uint64_t number, const uint8_t *report, size_t size);
  /** Is everything decided? The manager then cancels what is still in flight and returns. */
  bool (*finished) (void *context);
  /** Does a query in flight still matter? If not, it is cancelled. NULL: always. */
  bool (*matters) (void *context, uint64_t number);
  /** Called now and then with the share of its time for which the manager was busy of late: the nearer to 1,
   * the larger queries should be. NULL: not called. */
  void (*load) (void *context, double share);
  /** May the threads of a rank answer several queries side by side? Then each gets a thread, and more if it
   *  turns out large and no other query waits. */
  bool side_by_side;
  /** With resources.keep: the bounds that earlier searches proved, and the log to which new ones are added
   *  (proof/bound_log.h). Borrowed. NULL: none. */
  struct bound_log *bound_log;
  /** An onlooker, if there is one: called with each result before done(); often, for example to write a
   * checkpoint when it is due; a few times a second, to show progress. NULL: not called. */
  void *onlooker;
  void (*answered) (void *onlooker, const struct result *);
  void (*tick) (void *onlooker);
  void (*watch) (void *onlooker, const struct under_way *);
};

#endif
