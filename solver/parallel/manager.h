/* One manager asks a producer for queries, hands them to idle ranks and gives the results back. It runs on
 * rank 0, beside that rank's own worker. If ranks were joined (hosts.h), only the leaders take part. With one
 * rank this code runs without messages. */
#ifndef ZERMELO_PARALLEL_MANAGER_H
#define ZERMELO_PARALLEL_MANAGER_H

#include "base/bytes.h"
#include "base/failure.h"
#include "base/statistics.h"
#include "engine.h"
#include "parallel/ranks.h"
#include "proof/bound_log.h"
#include "proof/producer.h"
#include "search/table.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/** Endgame tables for queries about one game (struct search). */
struct known_endgames {
  const char *title;
  const struct row_table *tables;
};

/** A transposition table that outlives a call of manage(), for a later call about its game. Zero-initialised:
 * none yet. */
struct kept_table {
  struct table *table;
  struct subject subject; /* what the content of the table is about */
};
void kept_table_free (struct kept_table *);

struct search;

/** What each rank may use. All ranks have equal resources; only the deadline is in the time of each rank's
 * own clock. */
struct resources {
  int threads;           /* search threads of each rank */
  const uint64_t *cores; /* cores on which the threads may run (machine_cores(); borrowed); NULL: those on
                            which they start */
  uint64_t table_bytes;  /* of each rank */
  enum replacement replacement;
  uint64_t memory; /* of each rank, for methods that need memory besides the table */
  double deadline; /* clock_seconds() of this rank at which the run ends; 0: no deadline */
  const struct known_endgames *endgames; /* borrowed; may be NULL if there are none */
  int endgames_count;
  struct kept_table *kept_table; /* borrowed; NULL: the table lives as long as the call */
  /* Answers a query that asks for a report (query_kind_reports()), in thread `thread` of the rank, which is
   * the first one if the producer's queries are not answered side by side. `stop` ends the answer early. If
   * the failure is set, the query has failed. NULL: there are no such queries. */
  void (*answer) (void *context, int thread, struct search *, const atomic_bool *stop, struct bytes *report,
                  struct failure *);
  void *answer_context;
  bool keep; /* rank 0 logs the bounds that searches prove (proof/bound_log.h) */
};

/** Answer all queries of `producer`. Collective: rank 0 passes the producer, the other ranks NULL.
 *
 * efforts: ranks->size entries, filled on rank 0 (may be NULL); the effort of a host is in the entry of its
 * leader. `failure`, unless it is set already, gets the first failure of a query; on rank 0 only, the other
 * ranks may pass NULL. `stop` (may be NULL) is set by a signal handler.
 *
 * Returns on all ranks when the producer is finished, when it has no query left and no query is in flight,
 * when the deadline has passed, or when `*stop` was set on any rank. True if the producer is finished. The
 * table (without resources->kept_table), the game and the threads live as long as the call, so one call with
 * many queries is cheaper than many calls. */
bool manage (const struct ranks *, const struct resources *, struct producer *producer,
             struct effort *efforts, const volatile int *stop, struct failure *failure);

#endif
