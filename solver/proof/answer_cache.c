#include "proof/answer_cache.h"

#include "base/hash_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct answer_cache {
  struct kept_answer *answers;
  size_t count, room;
  struct kept_cost *costs; /* few: what was in flight when a run ended */
  size_t cost_count, cost_room;
  struct hash_index index; /* of answers by question */
};

struct answer_cache *
answer_cache_create (void)
{
  struct answer_cache *answer_cache = allocate (1, sizeof *answer_cache);
  hash_index_resize (&answer_cache->index, 0);
  return answer_cache;
}

void
answer_cache_destroy (struct answer_cache *answer_cache)
{
  if (answer_cache == NULL)
    return;
  free (answer_cache->answers);
  free (answer_cache->costs);
  hash_index_free (&answer_cache->index);
  free (answer_cache);
}

/* ---- questions ---- */

/* All that a work says, without the gaps between its fields. */
static void
name_question (const struct query *query, uint64_t question[2])
{
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
  question[0] = hash.low64;
  question[1] = hash.high64;
}

static bool
is_question (const void *answers, size_t i, const void *question)
{
  const struct kept_answer *answer = (const struct kept_answer *) answers + i;
  return memcmp (answer->question, question, sizeof answer->question) == 0;
}

static uint32_t *
slot_of (const struct answer_cache *answer_cache, const uint64_t question[2])
{
  return hash_index_slot (&answer_cache->index, question[0], is_question, answer_cache->answers, question);
}

static void
grow (struct answer_cache *answer_cache)
{
  answer_cache->room = answer_cache->room == 0 ? 128 : 2 * answer_cache->room;
  answer_cache->answers
      = reallocate (answer_cache->answers, answer_cache->room, sizeof *answer_cache->answers);
  hash_index_resize (&answer_cache->index, answer_cache->room);
  for (size_t i = 0; i < answer_cache->count; i++)
    hash_index_add (&answer_cache->index, answer_cache->answers[i].question[0], i);
}

/* ---- answers ---- */

struct kept_answer
answer_keep (const struct result *result)
{
  struct kept_answer answer;
  memset (&answer, 0, sizeof answer);
  answer.bounds = result->bounds;
  answer.evaluation = result->evaluation;
  answer.solved = result->solved;
  answer.has_evaluation = result->has_evaluation;
  answer.has_best = result->has_best;
  answer.out_of_budget = result->out_of_budget;
  answer.method = (uint8_t) result->method;
  answer.nodes = result->nodes;
  answer.looks = result->looks;
  answer.seconds = result->seconds;
  memcpy (answer.best, result->best, sizeof answer.best);
  memcpy (answer.line, result->line, sizeof answer.line);
  answer.line_moves = result->line_moves;
  snprintf (answer.best_move, sizeof answer.best_move, "%s", result->best_move);
  snprintf (answer.argument, sizeof answer.argument, "%s", result->argument);
  return answer;
}

struct result
answer_again (const struct kept_answer *answer)
{
  struct result result;
  memset (&result, 0, sizeof result);
  result.bounds = answer->bounds;
  result.evaluation = answer->evaluation;
  result.solved = answer->solved;
  result.has_evaluation = answer->has_evaluation;
  result.has_best = answer->has_best;
  result.out_of_budget = result.stopped = answer->out_of_budget;
  result.method = (enum method) answer->method;
  result.nodes = answer->nodes;
  result.looks = answer->looks;
  result.seconds = answer->seconds;
  memcpy (result.best, answer->best, sizeof result.best);
  memcpy (result.line, answer->line, sizeof result.line);
  result.line_moves = answer->line_moves;
  memcpy (result.best_move, answer->best_move, sizeof result.best_move);
  memcpy (result.argument, answer->argument, sizeof result.argument);
  return result;
}

void
answer_cache_restore (struct answer_cache *answer_cache, const struct kept_answer *answer)
{
  if (answer_cache->count == answer_cache->room)
    grow (answer_cache);
  uint32_t *const slot = slot_of (answer_cache, answer->question);
  if (*slot != 0)
    return;
  answer_cache->answers[answer_cache->count++] = *answer;
  *slot = (uint32_t) answer_cache->count;
}

/* ---- costs ---- */

static struct kept_cost *
find_cost (const struct answer_cache *answer_cache, const uint64_t question[2])
{
  for (size_t i = 0; i < answer_cache->cost_count; i++)
    if (memcmp (answer_cache->costs[i].question, question, 2 * sizeof *question) == 0)
      return &answer_cache->costs[i];
  return NULL;
}

void
answer_cache_restore_cost (struct answer_cache *answer_cache, const struct kept_cost *cost)
{
  if (answer_cache->cost_count == answer_cache->cost_room) {
    answer_cache->cost_room = 2 * answer_cache->cost_room + 16;
    answer_cache->costs
        = reallocate (answer_cache->costs, answer_cache->cost_room, sizeof *answer_cache->costs);
  }
  answer_cache->costs[answer_cache->cost_count++] = *cost;
}

void
answer_cache_spend (struct answer_cache *answer_cache, const struct query *query, const struct result *cost,
                    bool earlier)
{
  struct kept_cost fresh = { .nodes = 0 };
  if (cost->nodes == 0 && cost->looks == 0 && cost->seconds <= 0)
    return;
  name_question (query, fresh.question);
  if (find_cost (answer_cache, fresh.question) == NULL)
    answer_cache_restore_cost (answer_cache, &fresh);
  struct kept_cost *kept = find_cost (answer_cache, fresh.question);
  kept->nodes += cost->nodes;
  kept->looks += cost->looks;
  kept->seconds += cost->seconds;
  if (earlier)
    return;
  kept->nodes_now += cost->nodes;
  kept->polls_now += cost->looks;
  kept->seconds_now += cost->seconds;
}

void
answer_cache_add_cost (const struct answer_cache *answer_cache, const struct query *query,
                       struct result *result)
{
  uint64_t question[2];
  if (answer_cache->cost_count == 0)
    return;
  name_question (query, question);
  const struct kept_cost *kept = find_cost (answer_cache, question);
  if (kept == NULL)
    return;
  result->nodes += kept->nodes - kept->nodes_now;
  result->looks += kept->looks - kept->polls_now;
  result->seconds += kept->seconds - kept->seconds_now;
}

const struct kept_cost *
answer_cache_costs (const struct answer_cache *answer_cache, size_t *count)
{
  *count = answer_cache->cost_count;
  return answer_cache->costs;
}

void
answer_cache_add (struct answer_cache *answer_cache, const struct query *query, const struct result *result)
{
  struct kept_answer answer = answer_keep (result);
  name_question (query, answer.question);
  answer_cache_restore (answer_cache, &answer);
  struct kept_cost *cost = find_cost (answer_cache, answer.question);
  if (cost != NULL)
    *cost = answer_cache->costs[--answer_cache->cost_count];
}

static const struct kept_answer *
find (const struct answer_cache *answer_cache, const uint64_t question[2])
{
  const uint32_t found = *slot_of (answer_cache, question);
  return found == 0 ? NULL : &answer_cache->answers[found - 1];
}

const struct kept_answer *
answer_cache_find (const struct answer_cache *answer_cache, const struct query *query)
{
  uint64_t question[2];
  name_question (query, question);
  return find (answer_cache, question);
}

void
answer_cache_put_proof (struct answer_cache *answer_cache, const struct kept_answer *answer)
{
  struct kept_answer kept = *answer;
  memset (kept.question, 0, sizeof kept.question);
  answer_cache_restore (answer_cache, &kept);
  answer_cache->answers[*slot_of (answer_cache, kept.question) - 1] = kept;
}

const struct kept_answer *
answer_cache_proof (const struct answer_cache *answer_cache)
{
  static const uint64_t proof[2] = { 0, 0 };
  return find (answer_cache, proof);
}

const struct kept_answer *
answer_cache_answers (const struct answer_cache *answer_cache, size_t *count)
{
  *count = answer_cache->count;
  return answer_cache->answers;
}
