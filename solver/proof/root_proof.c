#include "proof/root_proof.h"

#include <assert.h>
#include <string.h>

_Static_assert(sizeof ((struct query *) 0)->game >= sizeof ((struct game *) 0)->title, "a title fits");

static struct bounds static_bounds (const struct game *game, const struct position *position,
                                    bool exact_score) {
  const enum outcome outcome = game->engine->outcome (game, position);
  if (!exact_score)
    return outcome == GOING_ON ? search_range (false) : (struct bounds){ (int) outcome, (int) outcome };
  if (outcome == GOING_ON)
    return (struct bounds){ game->engine->score (game, position, LOST, 1),
                            game->engine->score (game, position, WON, 1) };
  const int score = game->engine->score (game, position, outcome, 0);
  return (struct bounds){ score, score };
}

struct root_proof root_proof_begin (const struct game *game, const struct position *position,
                                    const struct query *query) {
  assert (query_is_consistent (query));
  struct root_proof proof
      = { .query = *query, .state.bounds = static_bounds (game, position, query->exact_score) };
  memcpy (proof.query.game, game->title, sizeof game->title);
  proof.query.start = game->key_bytes == 0;
  memset (proof.query.key, 0, sizeof proof.query.key);
  if (game->key_bytes > 0)
    game->engine->pack_canonical (game, position, proof.query.key);
  return proof;
}

/* ---- a producer ---- */

/* The part of the window that is still open; settled if lower >= upper. */
static struct bounds open_part (const struct root_proof *proof) {
  struct bounds window = proof->query.window;
  bounds_narrow (&window, proof->state.bounds);
  return window;
}

static bool is_settled (const struct root_proof *proof) {
  const struct bounds open = open_part (proof);
  return open.lower >= open.upper;
}

static bool finished (void *context) {
  const struct root_proof *proof = context;
  return proof->exhausted || is_settled (proof);
}

static bool next (void *context, struct query *query) {
  struct root_proof *proof = context;
  if (finished (proof) || proof->in_flight || proof->state.dead)
    return false;
  const uint64_t limit = proof->query.node_limit;
  if (limit > 0 && proof->nodes_spent >= limit) {
    proof->exhausted = true;
    return false;
  }
  *query = proof->query;
  query->number = proof->state.queries;
  query->window = open_part (proof);
  query->shared = limit == 0;
  query->node_limit = limit == 0 ? 0 : limit - proof->nodes_spent;
  proof->in_flight = true;
  assert (query_is_consistent (query));
  return true;
}

/* The results of all queries make one. */
static void merge (struct proof_state *state, const struct result *result) {
  const struct result before = state->result;
  assert (!before.solved); /* what is solved is not asked again */
  state->result = *result;
  state->result.bounds = state->bounds;
  cost_add (&state->result.cost, &before.cost);
  if (!result->has_best && before.has_best) { /* the earlier move reached a bound that still holds */
    state->result.has_best = true;
    state->result.move = before.move;
    memcpy (state->result.best, before.best, sizeof before.best);
    memcpy (state->result.best_move, before.best_move, sizeof before.best_move);
  }
  state->answered = true;
}

static void done (void *context, const struct result *result) {
  struct root_proof *proof = context;
  struct proof_state *state = &proof->state;
  assert (proof->in_flight && result_is_consistent (result));
  proof->in_flight = false;
  proof->nodes_spent += result->cost.nodes;
  state->nodes += result->cost.nodes;
  state->looks += result->cost.looks;
  state->queries++;
  if (result->failed) {
    state->dead = true;
    return;
  }
  bounds_narrow (&state->bounds, result->bounds);
  merge (state, result);
  if (is_settled (proof))
    return;
  proof->exhausted = result->out_of_budget; /* a query has all nodes that are left */
  state->dead = !result->out_of_budget && !result->stopped;
}

struct producer root_proof_producer (struct root_proof *proof) {
  return (struct producer){ .context = proof, .next = next, .done = done, .finished = finished };
}

const struct result *root_proof_result (const struct root_proof *proof) {
  return proof->state.answered ? &proof->state.result : NULL;
}

/* ---- several runs ---- */

struct proof_state root_proof_state (const struct root_proof *proof) {
  struct proof_state state = proof->state;
  /* The result of an earlier search is useful even if later queries are without a result; that of a query
   * which was cut off belongs to this run only. */
  state.answered = state.answered || state.result.cost.nodes > 0;
  state.result.stopped = state.result.out_of_budget;
  return state;
}

bool root_proof_resume (struct root_proof *proof, const struct proof_state *state, bool counts) {
  struct bounds bounds = proof->state.bounds;
  bounds_narrow (&bounds, state->bounds);
  if (bounds.lower > bounds.upper)
    return false;
  proof->state = *state;
  proof->state.bounds = bounds;
  /* Unless it is over, this run has to answer. */
  proof->state.answered = state->answered && (state->dead || state->result.solved);
  if (!state->answered)
    proof->state.result = (struct result){ .solved = false };
  if (counts)
    proof->nodes_spent = state->nodes;
  return true;
}
