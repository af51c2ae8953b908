#include "support/checkpoint_samples.h"

#include <stdio.h>
#include <string.h>

struct subject subject_named (const char *game) {
  struct subject subject;
  memset (&subject, 0, sizeof subject);
  snprintf (subject.game, sizeof subject.game, "%s", game);
  return subject;
}

struct proven_bound proven_bound_of (uint32_t number, uint64_t work) {
  struct proven_bound proven_bound = { .bounds = { -1, 0 }, .move = 3, .depth = 5, .work = work };
  memcpy (proven_bound.key, &number, sizeof number);
  return proven_bound;
}

static void add_up (void *context, const struct proven_bound *proven_bound) {
  struct sum *sum = context;
  sum->count++;
  sum->work += proven_bound->work;
}

struct sum sum_of (const struct bound_log *bound_log, const struct subject *subject) {
  struct sum sum = { 0, 0 };
  bound_log_each (bound_log, subject, add_up, &sum);
  return sum;
}

struct query query_number (int number) {
  struct query query;
  memset (&query, 0, sizeof query);
  strcpy (query.game, "connect4:6x5");
  memcpy (query.key, &number, sizeof number);
  query.window = search_range (false);
  return query;
}

struct result result_number (int number) {
  struct result result;
  memset (&result, 0, sizeof result);
  result.bounds = (struct bounds){ number % 3 - 1, number % 3 - 1 };
  result.solved = result.has_best = true;
  result.method = METHOD_NULL_WINDOW;
  result.cost.nodes = (uint64_t) number * 1000000007u;
  result.cost.looks = 5;
  result.cost.seconds = number / 7.0;
  memset (result.best, number, 11);
  snprintf (result.best_move, sizeof result.best_move, "m%d", number);
  strcpy (result.argument, "theory");
  return result;
}

void check_result_number (const struct answer_cache *answer_cache, int number) {
  struct query query = query_number (number);
  const struct result expected = result_number (number);
  assert_non_null (answer_cache_find (answer_cache, &query));
  const struct result found = *answer_cache_find (answer_cache, &query);
  assert_true (found.bounds.lower == expected.bounds.lower && found.solved && found.has_best
               && found.method == expected.method && found.cost.nodes == expected.cost.nodes
               && found.cost.looks == 5 && found.cost.seconds == expected.cost.seconds && !found.stopped
               && memcmp (found.best, expected.best, sizeof found.best) == 0
               && strcmp (found.best_move, expected.best_move) == 0
               && strcmp (found.argument, "theory") == 0);
}
