#include "proof/answer_cache.h"

#include "base/failure.h"
#include "base/hash_index.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct answer_cache {
  struct kept_result *results;
  size_t count, room;
  struct kept_cost *costs; /* a short list: only queries that were in flight when a run ended */
  size_t cost_count, cost_room;
  struct hash_index index; /* finds results by query */
};

struct answer_cache *answer_cache_create (void) {
  struct answer_cache *answer_cache = allocate (1, sizeof *answer_cache);
  hash_index_resize (&answer_cache->index, 0);
  return answer_cache;
}

void answer_cache_destroy (struct answer_cache *answer_cache) {
  if (answer_cache == NULL)
    return;
  free (answer_cache->results);
  free (answer_cache->costs);
  hash_index_free (&answer_cache->index);
  free (answer_cache);
}

/* ---- queries ---- */

/* Hash every field of a query except its number and the fields that only players use. Field by field, because
 * the padding between them varies. */
static void name_query (const struct query *query, uint64_t name[2]) {
  assert (query_is_consistent (query));
  struct {
    char game[sizeof ((struct query *) 0)->game];
    uint8_t key[PACKED_MAX];
    int64_t start, method, exact_score, lower, upper, depth, evaluation, kind, value;
    uint64_t node_limit, seed;
    double seconds;
  } text;
  memset (&text, 0, sizeof text);
  snprintf (text.game, sizeof text.game, "%s", query->game);
  if (!query->start)
    memcpy (text.key, query->key, sizeof text.key);
  text.start = query->start;
  text.method = query->method;
  text.exact_score = query->exact_score;
  text.lower = query->window.lower;
  text.upper = query->window.upper;
  text.depth = query->depth;
  text.evaluation = query->evaluation;
  text.kind = query->kind;
  text.value = query->value;
  text.node_limit = query->node_limit;
  text.seed = query->seed;
  text.seconds = query->seconds;
  const XXH128_hash_t hash = XXH3_128bits (&text, sizeof text);
  name[0] = hash.low64;
  name[1] = hash.high64;
}

/* The name under which the cost of a query is kept. */
static void name_cost (const struct query *query, uint64_t name[2]) {
  struct query without_limit = *query;
  without_limit.node_limit = 0;
  name_query (&without_limit, name);
}

static bool is_query (const void *results, size_t i, const void *name) {
  const struct kept_result *result = (const struct kept_result *) results + i;
  return memcmp (result->query, name, sizeof result->query) == 0;
}

static uint32_t *slot_of (const struct answer_cache *answer_cache, const uint64_t name[2]) {
  return hash_index_slot (&answer_cache->index, name[0], is_query, answer_cache->results, name);
}

/* Make room for one more result. */
static void make_room (struct answer_cache *answer_cache) {
  if (answer_cache->count < answer_cache->room)
    return;
  assert (answer_cache->room < UINT32_MAX / 2 - 16);
  answer_cache->results = grow_list (answer_cache->results, answer_cache->count, &answer_cache->room,
                                     sizeof *answer_cache->results);
  hash_index_resize (&answer_cache->index, answer_cache->room);
  for (size_t i = 0; i < answer_cache->count; i++)
    hash_index_add (&answer_cache->index, answer_cache->results[i].query[0], i);
}

/* ---- results ---- */

/* A result without the fields that have no meaning in a later run. */
static struct result kept (const struct result *result) {
  struct result kept = *result;
  kept.number = 0;
  kept.rank = 0;
  kept.move = -1;
  kept.stopped = kept.out_of_budget;
  return kept;
}

static size_t index_of (const struct answer_cache *answer_cache, const uint64_t name[2]) {
  const uint32_t found = *slot_of (answer_cache, name);
  return found == 0 ? SIZE_MAX : found - 1;
}

void answer_cache_restore (struct answer_cache *answer_cache, const struct kept_result *result) {
  make_room (answer_cache);
  uint32_t *const slot = slot_of (answer_cache, result->query);
  if (*slot != 0)
    return;
  struct kept_result *fresh = &answer_cache->results[answer_cache->count++];
  *fresh = *result;
  fresh->result = kept (&result->result);
  *slot = (uint32_t) answer_cache->count;
  assert (index_of (answer_cache, result->query) == answer_cache->count - 1);
}

/* ---- costs ---- */

static struct kept_cost *find_cost (const struct answer_cache *answer_cache, const uint64_t name[2]) {
  for (size_t i = 0; i < answer_cache->cost_count; i++)
    if (memcmp (answer_cache->costs[i].query, name, 2 * sizeof *name) == 0)
      return &answer_cache->costs[i];
  return NULL;
}

void answer_cache_restore_cost (struct answer_cache *answer_cache, const struct kept_cost *cost) {
  answer_cache->costs = grow_list (answer_cache->costs, answer_cache->cost_count, &answer_cache->cost_room,
                                   sizeof *answer_cache->costs);
  answer_cache->costs[answer_cache->cost_count++] = *cost;
}

void answer_cache_spend (struct answer_cache *answer_cache, const struct query *query,
                         const struct cost *cost, bool earlier) {
  struct kept_cost fresh;
  if (cost->nodes == 0 && cost->looks == 0 && cost->seconds <= 0)
    return;
  memset (&fresh, 0, sizeof fresh);
  name_cost (query, fresh.query);
  if (find_cost (answer_cache, fresh.query) == NULL)
    answer_cache_restore_cost (answer_cache, &fresh);
  struct kept_cost *spent = find_cost (answer_cache, fresh.query);
  assert (spent != NULL && cost->seconds >= 0);
  cost_add (earlier ? &spent->earlier : &spent->now, cost);
}

void answer_cache_add_cost (const struct answer_cache *answer_cache, const struct query *query,
                            struct result *result) {
  uint64_t name[2];
  if (answer_cache->cost_count == 0)
    return;
  name_cost (query, name);
  const struct kept_cost *spent = find_cost (answer_cache, name);
  if (spent != NULL)
    cost_add (&result->cost, &spent->earlier);
}

const struct kept_cost *answer_cache_costs (const struct answer_cache *answer_cache, size_t *count) {
  *count = answer_cache->cost_count;
  return answer_cache->costs;
}

void answer_cache_add (struct answer_cache *answer_cache, const struct query *query,
                       const struct result *result) {
  assert (result_is_consistent (result) && !result->failed); /* the next run tries again after a failure */
  assert (query->exact_score || (result->bounds.lower >= -1 && result->bounds.upper <= 1));
  struct kept_result fresh = { .result = *result };
  name_query (query, fresh.query);
  answer_cache_restore (answer_cache, &fresh);
  uint64_t name[2];
  name_cost (query, name);
  struct kept_cost *cost = find_cost (answer_cache, name);
  if (cost != NULL)
    *cost = answer_cache->costs[--answer_cache->cost_count];
  /* the query is answered, and its result includes the cost */
  assert (find_cost (answer_cache, name) == NULL);
}

size_t answer_cache_index (const struct answer_cache *answer_cache, const struct query *query) {
  uint64_t name[2];
  name_query (query, name);
  return index_of (answer_cache, name);
}

const struct result *answer_cache_find (const struct answer_cache *answer_cache, const struct query *query) {
  const size_t i = answer_cache_index (answer_cache, query);
  return i == SIZE_MAX ? NULL : &answer_cache->results[i].result;
}

static const uint64_t WHOLE_PROOF[2] = { 0, 0 };

void answer_cache_put_proof (struct answer_cache *answer_cache, const struct result *result) {
  const struct kept_result fresh = { .result = *result };
  answer_cache_restore (answer_cache, &fresh);
  assert (index_of (answer_cache, WHOLE_PROOF) != SIZE_MAX);
  answer_cache->results[index_of (answer_cache, WHOLE_PROOF)].result = kept (result);
}

const struct result *answer_cache_proof (const struct answer_cache *answer_cache) {
  const size_t i = index_of (answer_cache, WHOLE_PROOF);
  return i == SIZE_MAX ? NULL : &answer_cache->results[i].result;
}

const struct kept_result *answer_cache_results (const struct answer_cache *answer_cache, size_t *count) {
  *count = answer_cache->count;
  return answer_cache->results;
}
