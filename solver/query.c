#include "query.h"

#include <assert.h>
#include <string.h>

const struct method_description method_descriptions[METHODS] = {
  [METHOD_AUTO] = { .name = "auto",
                    .description = "what measured best for the game",
                    .takes_depth = true,
                    .own_first = true },
  [METHOD_MINIMAX]
  = { .name = "minimax",
      .description = "full width without cut-offs; --depth for the experiments of the reports",
      .takes_depth = true,
      .exhaustive = true },
  [METHOD_ALPHA_BETA]
  = { .name = "alpha-beta",
      .description = "alpha-beta with a shared transposition table, open window from the root",
      .takes_depth = true,
      .may_deepen = true,
      .cheap_probes = true },
  [METHOD_NULL_WINDOW]
  = { .name = "null-window",
      .description = "boolean alpha-beta: questions 'at least v?' that together prove the value",
      .own_first = true },
  [METHOD_PROOF_NUMBER]
  = { .name = "proof-number",
      .description = "depth-first proof-number search: boolean questions, best first; values only",
      .values_only = true,
      .keeps_numbers = true },
  [METHOD_RETROGRADE]
  = { .name = "retrograde",
      .description = "the values of all positions that can be reached, by iteration to the fixpoint",
      .exhaustive = true },
  [METHOD_BNS] = { .name = "bns",
                   .description = "best node search over alpha-beta, deeper and deeper until time is up: a "
                                  "move and an evaluation",
                   .takes_depth = true,
                   .heuristic = true,
                   .deepens = true },
  [METHOD_IMMEDIATE]
  = { .name = "immediate",
      .description = "the best of the evaluations after each move: a move for the largest boards",
      .heuristic = true },
  [METHOD_MTDF] = { .name = "mtdf",
                    .description = "MTD(f): as bns, but with null windows at the value found so far",
                    .takes_depth = true,
                    .heuristic = true,
                    .deepens = true },
  [METHOD_PVS] = { .name = "pvs",
                   .description = "principal variation search (NegaScout): as bns, but null windows behind "
                                  "the first move of each node",
                   .takes_depth = true,
                   .heuristic = true,
                   .deepens = true },
};

enum method method_by_name (const char *name) {
  int i = 0;
  while (i < METHODS && strcmp (name, method_descriptions[i].name) != 0)
    i++;
  return (enum method) i;
}

bool is_heuristic (enum method method, int depth) {
  assert (method < METHODS);
  assert (depth >= 0);
  return depth > 0 || method_descriptions[method].heuristic;
}

struct bounds search_range (bool exact_score) {
  const int most = exact_score ? SCORE_MAX : 1;
  return (struct bounds){ -most, most };
}

struct result result_unknown (const struct query *query) {
  assert (query->method < METHODS);
  assert (query->kind < QUERY_KINDS);
  assert (query->window.lower <= query->window.upper);
  struct result result;
  memset (&result, 0, sizeof result); /* it is sent: no byte is left to chance */
  result.number = query->number;
  result.bounds = search_range (query->exact_score);
  result.move = -1;
  result.method = (uint8_t) query->method;
  return result;
}

static bool lies_in (struct bounds bounds, struct bounds range) {
  return range.lower <= bounds.lower && bounds.lower <= bounds.upper && bounds.upper <= range.upper;
}

bool query_is_consistent (const struct query *query) {
  const struct bounds range = search_range (query->exact_score);
  return query->method < METHODS && query->kind < QUERY_KINDS && query->depth >= 0 && query->evaluation >= 0
         && query->order >= 0 && (!query->has_known || lies_in (query->known, search_range (false)))
         && 0 <= query->capture_bonus && query->capture_bonus <= QUERY_BONUS_MAX && 0 <= query->random
         && query->random <= QUERY_RANDOM_MAX && query->seconds >= 0 && lies_in (query->window, range)
         && memchr (query->game, 0, sizeof query->game) != NULL
         && (query->kind == QUERY_SEARCH || (range.lower <= query->value && query->value <= range.upper));
}

bool result_is_consistent (const struct result *result) {
  return result->rank >= 0 && lies_in (result->bounds, search_range (true)) && result->method < METHODS
         && !(result->failed && result->solved) && (!result->out_of_budget || result->stopped)
         && result->move >= -1 && 0 <= result->line_moves && result->line_moves <= VARIATION_MOVES
         && result->cost.seconds >= 0 && memchr (result->argument, 0, sizeof result->argument) != NULL
         && memchr (result->best_move, 0, sizeof result->best_move) != NULL;
}

void cost_add (struct cost *cost, const struct cost *more) {
  assert (cost->seconds >= 0 && more->seconds >= 0);
  cost->nodes += more->nodes;
  cost->looks += more->looks;
  cost->seconds += more->seconds;
}
