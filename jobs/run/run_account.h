/* What a run did: a row for each result and the counters of each rank.
 *
 * Kept on rank 0 while a command runs; at the end it becomes the statistics file (--statistics, and
 * every job) and the table of counters (--verbose). */
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
  struct effort *efforts; /* one a rank */
  int ranks;              /* there are, or an earlier run had */
};

void account_begin (struct account *, int ranks);
void account_end (struct account *);

/** Add a result (copied). */
void account_row (struct account *, const struct record_row *);

/** Add what the first `ranks` ranks did: an array of one entry a rank. */
void account_efforts (struct account *, const struct effort *, int ranks);

/** Add to the counters of rank 0. */
void account_statistics (struct account *, const struct statistics *);

/** Sum over the ranks. The caller owns nothing; `sum` is filled. */
void account_sum (const struct account *, struct statistics *sum);

/** Seconds that ranks spent in searches, added up. */
double account_busy_seconds (const struct account *);

/** The table of counters for --verbose: name, sum, share, description. */
void account_print (const struct account *, FILE *);

/** Counters as a JSON object. The caller owns it. */
json_t *statistics_json (const struct statistics *);

/** Write the statistics file. `record` holds what the run knows of itself; rows and ranks come from here. */
bool account_write (const struct account *, const char *path, struct record *, struct failure *);

#endif
