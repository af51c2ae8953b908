/* The results of a run by query, so that a run which resumes from a checkpoint does not repeat a query.
 *
 * The cache also keeps the cost of queries that were cut off, so that the final result states its cost over
 * all runs. A query is identified by a 128-bit hash of everything in it except its number; for its cost, also
 * except its node limit, so that a run with a larger limit continues the count. No MPI. Not thread-safe. */
#ifndef ZERMELO_PROOF_ANSWER_CACHE_H
#define ZERMELO_PROOF_ANSWER_CACHE_H

#include "query.h"

#include <stddef.h>

/** A result for a later run. Its number, rank and move are those of result_unknown(), since they have no
 * meaning there. It is `stopped` only if it is out of budget. */
struct kept_result {
  uint64_t query[2]; /* its hash; 0: the whole proof */
  struct result result;
};

/** The cost so far of a query without a result. */
struct kept_cost {
  uint64_t query[2];
  struct cost earlier, now; /* in earlier runs, and in this one */
};

struct answer_cache;

struct answer_cache *answer_cache_create (void);
void answer_cache_destroy (struct answer_cache *);

/** Add a result, unless the query has one already. The result must state the cost over all runs
 *  (answer_cache_add_cost()); the separate record of that cost is dropped. */
void answer_cache_add (struct answer_cache *, const struct query *, const struct result *);

/** Add a result read from a checkpoint. */
void answer_cache_restore (struct answer_cache *, const struct kept_result *);

/** Record the cost that a query which was cut off had in this run. `earlier`: count it as a cost of earlier
 * runs, because the search that will answer the query does not include it. */
void answer_cache_spend (struct answer_cache *, const struct query *, const struct cost *, bool earlier);

/** Add the cost of earlier runs to a result. */
void answer_cache_add_cost (const struct answer_cache *, const struct query *, struct result *);

/** Add a cost read from a checkpoint. */
void answer_cache_restore_cost (struct answer_cache *, const struct kept_cost *);

/** All costs; valid until the next change. */
const struct kept_cost *answer_cache_costs (const struct answer_cache *, size_t *count);

/** The result of a query, or NULL. Valid until the next change. */
const struct result *answer_cache_find (const struct answer_cache *, const struct query *);

/** The index of a query's result among answer_cache_results(); SIZE_MAX: there is none. */
size_t answer_cache_index (const struct answer_cache *, const struct query *);

/** The result at the root of a proof; a new one replaces it. NULL if there is none. */
void answer_cache_put_proof (struct answer_cache *, const struct result *);
const struct result *answer_cache_proof (const struct answer_cache *);

/** All results, in the order in which they were added; valid until the next change. */
const struct kept_result *answer_cache_results (const struct answer_cache *, size_t *count);

#endif
