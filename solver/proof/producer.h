/* A producer makes the queries that ranks work on, and takes their results.
 *
 * All work that a run distributes over ranks is a list of queries about positions: the position of a proof
 * (solve), the boards of a table (verify), the positions of a book. One manager (parallel/manager.h) asks a
 * producer for queries, hands them to idle ranks and returns the results. The producer does not depend on
 * ranks, and the workers do not depend on the producer. */
#ifndef ZERMELO_PROOF_PRODUCER_H
#define ZERMELO_PROOF_PRODUCER_H

#include "query.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bound_log;

/** The queries that ranks are working on, for a display of progress. */
struct under_way {
  const struct query *query; /* a query of the first rank that has one; NULL: no rank has one */
  struct bounds proven;      /* the bounds of its position so far if rank 0 searches it; else the whole
                                range */
  int queries;               /* the number of queries in flight, as far as is known */
  uint64_t nodes;            /* the nodes of these searches so far, on all ranks */
  double table_fill;         /* the share of rank 0's table that is in use; negative: it has none */
};

/** A producer exists only on rank 0. All its functions are called from the main thread of rank 0. */
struct producer {
  void *context;
  /** Make the next query. False: there is none before the next result, or none at all. */
  bool (*next) (void *context, struct query *);
  /** Take a result. Results come in any order. Each query gets exactly one, even if it was cancelled or the
   * run ended before it was begun: such a result is `stopped` and not `out_of_budget`. */
  void (*done) (void *context, const struct result *);
  /** Take the report that belongs to a result, just before that result; not called if the report is empty.
   * NULL: no query has a report. */
  void (*report) (void *context, uint64_t number, const uint8_t *report, size_t size);
  /** Is everything decided? The manager then cancels the queries in flight and returns. */
  bool (*finished) (void *context);
  /** May the threads of a rank answer several queries concurrently? Then each query gets a thread, and
   * further threads if it turns out large and no other query waits. */
  bool side_by_side;
  /** With resources.keep: the bounds that earlier searches proved, and the log to which new ones are added
   *  (proof/bound_log.h). Borrowed. NULL: none. */
  struct bound_log *bound_log;
  /** An observer, if there is one. answered() is called with each result before done(); tick() often, for
   * example to write a checkpoint when it is due; watch() a few times a second, to show progress. NULL: not
   * called. */
  void *onlooker;
  void (*answered) (void *onlooker, const struct result *);
  void (*tick) (void *onlooker);
  void (*watch) (void *onlooker, const struct under_way *);
};

#endif
