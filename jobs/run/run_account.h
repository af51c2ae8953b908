/* The account of a run: a row for each result, and the counters of each rank.
 *
 * Rank 0 keeps it while a command runs. At the end it is written as the statistics file (--statistics, and
 * every job) and printed as the table of counters (--verbose). */
#ifndef ZERMELO_RUN_RUN_ACCOUNT_H
#define ZERMELO_RUN_RUN_ACCOUNT_H

#include "base/failure.h"
#include "parallel/manager.h"
#include "store/statistics_file.h"

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

struct account {
  struct record_row *rows;
  size_t row_count, row_capacity;
  struct effort *efforts; /* one for each rank */
  int ranks;              /* ranks of this run, or of an earlier run if that had more */
};

void account_begin (struct account *, int ranks);
void account_end (struct account *);

/** Add a result (copied). */
void account_row (struct account *, const struct record_row *);

/** Add the efforts of the first `ranks` ranks, one entry for each. */
void account_efforts (struct account *, const struct effort *, int ranks);

/** Add to the counters of rank 0. */
void account_statistics (struct account *, const struct statistics *);

/** Set `sum` to the counters of all ranks added up. */
void account_sum (const struct account *, struct statistics *sum);

/** The seconds that all ranks together spent in searches. */
double account_busy_seconds (const struct account *);

/** Print the table of counters for --verbose: name, sum, share, description. */
void account_print (const struct account *, FILE *);

/** Counters as a JSON object. The caller owns it. */
json_t *statistics_json (const struct statistics *);

/** Write the statistics file. The caller fills `record`, except for rows and ranks, which come from the
 * account. */
bool account_write (const struct account *, const char *path, struct record *, struct failure *);

#endif
