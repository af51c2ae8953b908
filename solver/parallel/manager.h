/* One manager, on rank 0 beside rank 0's own worker, asks a producer for queries, hands them to idle ranks
 * and gives the results back. With one rank the same code runs without a message. */
#ifndef ZERMELO_PARALLEL_MANAGER_H
#define ZERMELO_PARALLEL_MANAGER_H

#include "base/failure.h"
#include "base/statistics.h"
#include "engine.h"
#include "parallel/ranks.h"
#include "proof/producer.h"
#include "search/table.h"

#include <stdbool.h>
#include <stdint.h>

/** Endgame tables for the queries about one game (struct search). */
struct known_endgames {
  const char *title;
  const struct row_table *tables;
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

/** Do all queries of `producer`. Collective: rank 0 brings the producer, the others NULL.
 *  efforts: ranks->size entries, filled on rank 0 (other ranks: may be NULL).
 *  `failure` (rank 0; others: may be NULL) gets the first failure of a query, if it holds none.
 *  Returns on all ranks when the producer is finished, or has nothing left to hand out and nothing is in
 *  flight, or the deadline passed, or `*stop` was set (by a signal handler; may be NULL) on any rank. Returns
 *  true if the producer finished. The table, the game and the threads live as long as the call: one call
 *  with many queries is better than many calls. */
bool manage (const struct ranks *, const struct resources *, struct producer *producer,
             struct effort *efforts, const volatile int *stop, struct failure *failure);

#endif
