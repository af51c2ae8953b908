/* The results of a run by query, so that nothing is asked twice by a run that goes on from a checkpoint.
 *
 * Also what queries have cost that were cut off, so that a result, when it comes, says what it cost in all
 * runs together. A query is known by a 128-bit hash of all it says but its number. No MPI. Not thread-safe.
 */
#ifndef ZERMELO_PROOF_ANSWER_CACHE_H
#define ZERMELO_PROOF_ANSWER_CACHE_H

#include "query.h"

#include <stddef.h>

/** A result for another run: not whose it was (number, rank, move are those of result_unknown()). It is
 * stopped only if it is out of budget. */
struct kept_result {
  uint64_t query[2]; /* its hash; 0: the whole proof */
  struct result result;
};

/** What a query without a result has cost. */
struct kept_cost {
  uint64_t query[2];
  struct cost earlier, now; /* in earlier runs, in this one */
};

struct answer_cache;

struct answer_cache *answer_cache_create (void);
void answer_cache_destroy (struct answer_cache *);

/** Remember a result; the first to a query stays. It says what the query cost in all runs
 *  (answer_cache_add_cost()), which is then no longer kept apart. */
void answer_cache_add (struct answer_cache *, const struct query *, const struct result *);

/** Remember a result that was kept. */
void answer_cache_restore (struct answer_cache *, const struct kept_result *);

/** A query was cut off: it has cost so much in this run (`earlier`: but count it as what earlier runs have
 *  spent, for it is no part of the search that is going to answer). */
void answer_cache_spend (struct answer_cache *, const struct query *, const struct cost *, bool earlier);

/** Add to a result what earlier runs have spent on its query. */
void answer_cache_add_cost (const struct answer_cache *, const struct query *, struct result *);

/** Remember a cost that was kept. */
void answer_cache_restore_cost (struct answer_cache *, const struct kept_cost *);

/** All of them; valid until the next change. */
const struct kept_cost *answer_cache_costs (const struct answer_cache *, size_t *count);

/** The result of a query, or NULL. Valid until the next change. */
const struct result *answer_cache_find (const struct answer_cache *, const struct query *);

/** So many results were there before that of a query came; SIZE_MAX: there is none. */
size_t answer_cache_index (const struct answer_cache *, const struct query *);

/** The result at the root of a proof (the last one stays); NULL if there is none. */
void answer_cache_put_proof (struct answer_cache *, const struct result *);
const struct result *answer_cache_proof (const struct answer_cache *);

/** All results in the order in which they came; valid until the next change. */
const struct kept_result *answer_cache_results (const struct answer_cache *, size_t *count);

#endif
