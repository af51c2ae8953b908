#include "proof/answer_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct journal {
  struct kept_answer *answers;
  size_t count, room;
  struct kept_cost *costs; /* few: what was in flight when a run ended */
  size_t cost_count, cost_room;
  uint32_t *slots; /* open addressing: answer + 1, 0: free */
  size_t slot_mask;
};

struct journal *
journal_create (void)
{
  struct journal *journal = allocate (1, sizeof *journal);
  journal->slot_mask = 255;
  journal->slots = allocate (journal->slot_mask + 1, sizeof *journal->slots);
  return journal;
}

void
journal_destroy (struct journal *journal)
{
  if (journal == NULL)
    return;
  free (journal->answers);
  free (journal->costs);
  free (journal->slots);
  free (journal);
}

/* ---- questions ---- */

/* All that a work says, without the gaps between its fields. */
static void
name_question (const struct work *work, uint64_t question[2])
{
  struct {
    char game[sizeof ((struct work *) 0)->game];
    uint8_t key[PACKED_MAX];
    int64_t start, method, strong, lower, upper, depth, evaluation, kind, value;
    uint64_t node_limit, seed;
    double seconds;
  } text;
  memset (&text, 0, sizeof text);
  snprintf (text.game, sizeof text.game, "%s", work->game);
  if (!work->start)
    memcpy (text.key, work->key, sizeof text.key);
  text.start = work->start;
  text.method = work->method;
  text.strong = work->strong;
  text.lower = work->window.lower;
  text.upper = work->window.upper;
  text.depth = work->depth;
  text.evaluation = work->evaluation;
  text.kind = work->kind;
  text.value = work->value;
  text.node_limit = work->node_limit;
  text.seed = work->seed;
  text.seconds = work->seconds;
  const XXH128_hash_t hash = XXH3_128bits (&text, sizeof text);
  question[0] = hash.low64;
  question[1] = hash.high64;
}

static size_t
slot_of (const struct journal *journal, const uint64_t question[2])
{
  size_t slot = question[0] & journal->slot_mask;
  while (journal->slots[slot] != 0
         && memcmp (journal->answers[journal->slots[slot] - 1].question, question, 2 * sizeof *question) != 0)
    slot = (slot + 1) & journal->slot_mask;
  return slot;
}

static void
grow (struct journal *journal)
{
  journal->room = journal->room == 0 ? 128 : 2 * journal->room;
  journal->answers = reallocate (journal->answers, journal->room, sizeof *journal->answers);
  free (journal->slots);
  journal->slot_mask = 2 * journal->room - 1;
  journal->slots = allocate (journal->slot_mask + 1, sizeof *journal->slots);
  for (size_t i = 0; i < journal->count; i++)
    journal->slots[slot_of (journal, journal->answers[i].question)] = (uint32_t) i + 1;
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
journal_restore (struct journal *journal, const struct kept_answer *answer)
{
  if (journal->count == journal->room)
    grow (journal);
  const size_t slot = slot_of (journal, answer->question);
  if (journal->slots[slot] != 0)
    return;
  journal->answers[journal->count++] = *answer;
  journal->slots[slot] = (uint32_t) journal->count;
}

/* ---- costs ---- */

static struct kept_cost *
find_cost (const struct journal *journal, const uint64_t question[2])
{
  for (size_t i = 0; i < journal->cost_count; i++)
    if (memcmp (journal->costs[i].question, question, 2 * sizeof *question) == 0)
      return &journal->costs[i];
  return NULL;
}

void
journal_restore_cost (struct journal *journal, const struct kept_cost *cost)
{
  if (journal->cost_count == journal->cost_room) {
    journal->cost_room = 2 * journal->cost_room + 16;
    journal->costs = reallocate (journal->costs, journal->cost_room, sizeof *journal->costs);
  }
  journal->costs[journal->cost_count++] = *cost;
}

void
journal_spend (struct journal *journal, const struct work *work, const struct result *cost, bool earlier)
{
  struct kept_cost fresh = { .nodes = 0 };
  if (cost->nodes == 0 && cost->looks == 0 && cost->seconds <= 0)
    return;
  name_question (work, fresh.question);
  if (find_cost (journal, fresh.question) == NULL)
    journal_restore_cost (journal, &fresh);
  struct kept_cost *kept = find_cost (journal, fresh.question);
  kept->nodes += cost->nodes;
  kept->looks += cost->looks;
  kept->seconds += cost->seconds;
  if (earlier)
    return;
  kept->nodes_now += cost->nodes;
  kept->looks_now += cost->looks;
  kept->seconds_now += cost->seconds;
}

void
journal_add_cost (const struct journal *journal, const struct work *work, struct result *result)
{
  uint64_t question[2];
  if (journal->cost_count == 0)
    return;
  name_question (work, question);
  const struct kept_cost *kept = find_cost (journal, question);
  if (kept == NULL)
    return;
  result->nodes += kept->nodes - kept->nodes_now;
  result->looks += kept->looks - kept->looks_now;
  result->seconds += kept->seconds - kept->seconds_now;
}

const struct kept_cost *
journal_costs (const struct journal *journal, size_t *count)
{
  *count = journal->cost_count;
  return journal->costs;
}

void
journal_add (struct journal *journal, const struct work *work, const struct result *result)
{
  struct kept_answer answer = answer_keep (result);
  name_question (work, answer.question);
  journal_restore (journal, &answer);
  struct kept_cost *cost = find_cost (journal, answer.question);
  if (cost != NULL)
    *cost = journal->costs[--journal->cost_count];
}

static const struct kept_answer *
find (const struct journal *journal, const uint64_t question[2])
{
  const uint32_t found = journal->slots[slot_of (journal, question)];
  return found == 0 ? NULL : &journal->answers[found - 1];
}

const struct kept_answer *
journal_find (const struct journal *journal, const struct work *work)
{
  uint64_t question[2];
  name_question (work, question);
  return find (journal, question);
}

void
journal_put_proof (struct journal *journal, const struct kept_answer *answer)
{
  struct kept_answer kept = *answer;
  memset (kept.question, 0, sizeof kept.question);
  journal_restore (journal, &kept);
  journal->answers[journal->slots[slot_of (journal, kept.question)] - 1] = kept;
}

const struct kept_answer *
journal_proof (const struct journal *journal)
{
  static const uint64_t proof[2] = { 0, 0 };
  return find (journal, proof);
}

const struct kept_answer *
journal_answers (const struct journal *journal, size_t *count)
{
  *count = journal->count;
  return journal->answers;
}
