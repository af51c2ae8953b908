/* What the ranks of a run may use for their searches. */
#ifndef ZERMELO_PARALLEL_RESOURCES_H
#define ZERMELO_PARALLEL_RESOURCES_H

#include "base/bytes.h"
#include "base/failure.h"
#include "search/subject.h"
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

#endif
