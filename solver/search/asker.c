#include "search/asker.h"

#include "base/clock.h"
#include "search/search.h"
#include "search/variation.h"

#include <stdlib.h>

void asker_begin (struct asker *asker) { asker->search = allocate (1, sizeof *asker->search); }

void asker_end (struct asker *asker) {
  free (asker->search);
  asker->search = NULL;
}

bool asker_flag_is_set (void *flag) {
  return atomic_load_explicit ((const atomic_bool *) flag, memory_order_relaxed);
}

bool asker_is_stopped (const struct asker *asker) {
  return asker->stops != NULL && asker->stops (asker->stops_context);
}

/* Called every few milliseconds, so that the time limit also holds for searches that seldom count nodes. */
static void watch (void *context) {
  struct asker *asker = context;
  struct search *search = asker->search;
  if (!asker_is_stopped (asker) && (search->deadline == 0 || clock_seconds () < search->deadline))
    return;
  atomic_store (&asker->ended, true);
  atomic_store (&search->stop, true);
}

static double earlier (double a, double b) { return a == 0 ? b : b == 0 || a < b ? a : b; }

static void fill (struct asker *asker, const struct position *position, const struct query *query,
                  double deadline) {
  const bool limited = is_heuristic (query->method, query->depth);
  const struct player_subject subject = player_subject_of (asker->game, position, query);
  const struct search_means means
      = { .table = asker->tableless && limited ? NULL : shelf_table (asker->shelf, &subject),
          .endgames = limited ? NULL : asker->endgames,
          .memory = asker->memory,
          .deadline = earlier (deadline, asker->deadline),
          .threads = limited ? 1 : asker->threads,
          .poll = watch,
          .poll_context = asker };
  const uint64_t left = asker->nodes > asker->cost.nodes ? asker->nodes - asker->cost.nodes : 1;
  search_fill (asker->search, asker->game, position, query, &means);
  asker->search->query.reuse = true;
  if (asker->nodes > 0 && (query->node_limit == 0 || left < query->node_limit))
    asker->search->query.node_limit = left;
  atomic_store (&asker->ended, false);
}

const struct result *asker_ask (struct asker *asker, const struct position *position,
                                const struct query *query, double deadline) {
  fill (asker, position, query, deadline);
  search_run (asker->search, NULL, NULL);
  cost_add (&asker->cost, &asker->search->result.cost);
  return &asker->search->result;
}

const struct result *asker_line (struct asker *asker, const struct position *position, int value,
                                 bool exact_score) {
  const struct query query = { .kind = QUERY_VARIATION,
                               .method = METHOD_AUTO,
                               .exact_score = exact_score,
                               .window = search_range (exact_score),
                               .value = value,
                               .node_limit = INT64_MAX };
  fill (asker, position, &query, 0);
  variation_find (asker->search, &asker->ended);
  cost_add (&asker->cost, &asker->search->result.cost);
  return &asker->search->result;
}
