#include "run/follow_up.h"

#include "run/run_checkpoint.h"
#include "search/search.h"
#include "search/variation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- what to ask ---- */

/* A reply that is known to keep the value, or -1. */
static int kept_reply (const struct solution *s) {
  for (int i = 0; i < s->answer.count; i++)
    if (solution_keeps (s, i))
      return i;
  return -1;
}

/* The node limit of a follow-up: a tenth of the value's cost plus `more`, within what a node limit leaves. */
static uint64_t budget (const struct solution *s, uint64_t node_limit, uint64_t more) {
  const uint64_t spent = s->cost.nodes, share = spent / 10 + more;
  const uint64_t left = node_limit == 0 ? share : spent < node_limit ? node_limit - spent : 0;
  assert (node_limit == 0 || left <= node_limit);
  return share < left ? share : left;
}

/* The next query that a solution needs; false if there is none. It is about the position after reply
 * `*reply`, or the solution's own if that is -1. `*value` is that position's value. */
static bool next_step (struct solution *s, enum query_kind *kind, int *reply, int *value) {
  if (s->answer.outcome != GOING_ON || !solution_decided (s))
    return false;
  *reply = kept_reply (s);
  if (s->wants_move && *reply < 0) {
    s->wants_move = false;
    *kind = QUERY_MOVE;
    *value = solution_bounds (s).lower;
    return true;
  }
  if (!s->wants_pv || *reply < 0)
    return false;
  s->wants_pv = false;
  *kind = QUERY_VARIATION;
  *value = score_most_of_child (s->answer.game, s->query.exact_score, solution_bounds (s).lower);
  return s->answer.moves[*reply].outcome == GOING_ON;
}

/* Look for a move that static probes settle. That is done here, because handing out a query would cost more.
 */
static void probe_for_move (struct solution *s) {
  struct search *search = allocate (1, sizeof *search);
  const struct query query
      = { .kind = QUERY_MOVE, .exact_score = s->query.exact_score, .value = solution_bounds (s).lower };
  search_fill (search, s->answer.game, s->answer.position, &query, &(struct search_means){ .table = NULL });
  variation_find (search, NULL);
  if (search->result.line_moves > 0)
    solution_take_best (s, search->result.line[0]);
  free (search);
}

enum {
  LINE_NODES = 1000,          /* what a line of play may cost beyond a tenth */
  EARLIER_MOVE_NODES = 100000 /* what a move may cost if an earlier run found the value; a line LINE_NODES */
};

/* Give a query of a value that an earlier run found few nodes, unless that run answered it with more. */
static void limit_earlier (const struct journal *journal, struct query *query) {
  const uint64_t most = query->kind == QUERY_MOVE ? EARLIER_MOVE_NODES : LINE_NODES;
  struct result result;
  if (query->node_limit > most && !run_checkpoint_find (journal->run_checkpoint, query, &result))
    query->node_limit = most;
}

static bool next_query (const struct run *run, struct solution *s, struct query *query) {
  enum query_kind kind;
  int reply, value;
  if (!next_step (s, &kind, &reply, &value))
    return false;
  if (kind == QUERY_MOVE) {
    probe_for_move (s);
    if (s->best >= 0)
      return next_query (run, s, query);
  }
  *query = s->query;
  query->kind = kind;
  query->value = value;
  if (reply >= 0)
    memcpy (query->key, s->answer.moves[reply].key, sizeof query->key);
  if (is_heuristic (query->method, query->depth))
    query->method = METHOD_AUTO;
  query->depth = 0;
  query->node_limit = kind == QUERY_MOVE ? budget (s, s->query.node_limit, 0) : budget (s, 0, LINE_NODES);
  if (kind == QUERY_MOVE && query->node_limit == 0 && run->session.resources.endgames_count == 0)
    return next_query (run, s, query); /* no further position can be probed */
  if (s->found_earlier)
    limit_earlier (&run->journal, query);
  return true;
}

/* ---- results ---- */

/* Play a line of move numbers from a packed position, and the corresponding moves from `real`, a symmetric
 * position; `text` gets their texts there. */
static void translate (const struct game *game, const uint8_t *packed, struct position *real,
                       const struct result *result, char (*text)[MOVE_TEXT]) {
  assert (0 <= result->line_moves && result->line_moves <= VARIATION_MOVES);
  const struct engine *engine = game->engine;
  struct position *position = position_allocate (game), *child = position_allocate (game);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct successor move;
  uint8_t key[PACKED_MAX] = { 0 };
  engine->unpack (game, packed, position);
  for (int m = 0; m < result->line_moves; m++) {
    engine->successors (game, position, list);
    engine->child (game, position, list[result->line[m]].move, child);
    engine->pack_canonical (game, child, key);
    memcpy (position, child, game->position_bytes);
    if (engine_move_to (game, real, key, &move) < 0)
      internal_error (__FILE__, __LINE__, "%s: a symmetric position lacks a move", game->title);
    memcpy (text[m], move.text, sizeof *text);
    engine->child (game, real, move.move, child);
    memcpy (real, child, game->position_bytes);
  }
  free (list);
  free (child);
  free (position);
}

static void take_move (struct solution *s, const struct result *result, const uint8_t *packed) {
  char text[1][MOVE_TEXT] = { "" };
  struct position *real = position_allocate (s->answer.game);
  cost_add (&s->cost, &result->cost);
  memcpy (real, s->answer.position, s->answer.game->position_bytes);
  translate (s->answer.game, packed, real, result, text);
  for (int i = 0; result->line_moves > 0 && i < s->answer.count; i++)
    if (strcmp (s->answer.moves[i].successor.text, text[0]) == 0)
      solution_take_best (s, i);
  free (real);
}

static void take_line (struct solution *s, const struct result *result, const uint8_t *packed) {
  assert (kept_reply (s) >= 0 && solution_decided (s));
  const struct answer_move *first = &s->answer.moves[kept_reply (s)];
  struct position *real = position_allocate (s->answer.game);
  s->pv_nodes += result->cost.nodes;
  s->pv_count = s->pv_proven = 1 + result->line_moves;
  s->pv = allocate ((size_t) s->pv_count, sizeof *s->pv);
  memcpy (s->pv[0], first->successor.text, sizeof *s->pv);
  s->answer.game->engine->child (s->answer.game, s->answer.position, first->successor.move, real);
  translate (s->answer.game, packed, real, result, s->pv + 1);
  free (real);
}

/* ---- as queries of a queue ---- */

struct queued_follow_up {
  struct run *run;
  struct query_queue *queue;
  struct solution *solution;
  void (*done) (void *);
  void *context;
  struct query query;
};

static bool ask_next (struct queued_follow_up *);

static void answered (void *context, const struct result *result) {
  struct queued_follow_up *f = context;
  if (!result->failed && f->query.kind == QUERY_MOVE)
    take_move (f->solution, result, f->query.key);
  else if (!result->failed)
    take_line (f->solution, result, f->query.key);
  ask_next (f);
}

static bool ask_next (struct queued_follow_up *f) {
  const bool asks = next_query (f->run, f->solution, &f->query);
  if (asks) {
    query_queue_add (f->queue, &f->query, answered, f);
    return true;
  }
  if (f->done != NULL)
    f->done (f->context);
  free (f);
  return false;
}

bool follow_up_ask (struct run *run, struct query_queue *queue, struct solution *solution,
                    void (*done) (void *), void *context) {
  struct queued_follow_up *f = allocate (1, sizeof *f);
  *f = (struct queued_follow_up){
    .run = run, .queue = queue, .solution = solution, .done = done, .context = context
  };
  return ask_next (f);
}

void follow_up_run (struct run *run, struct solution *solution) {
  struct query_queue *queue = NULL;
  bool asks = false;
  if (run->session.ranks.rank == 0) {
    queue = query_queue_create ();
    asks = follow_up_ask (run, queue, solution, NULL, NULL);
  }
  ranks_broadcast (&run->session.ranks, &asks, sizeof asks);
  if (asks)
    query_queue_run (run, queue);
  query_queue_destroy (queue);
}

/* ---- without a queue ---- */

void follow_up_here (struct search *search, struct solution *s) {
  enum query_kind kind;
  int reply, value;
  if (!next_step (s, &kind, &reply, &value) || kind != QUERY_MOVE)
    return;
  struct query query = s->query;
  query.depth = 0;
  query.kind = kind;
  query.value = value;
  query.node_limit = budget (s, s->query.node_limit, 0);
  search_ask (search, s->answer.position, &query);
  variation_find (search, NULL);
  const struct result *result = &search->result;
  s->cost.nodes += result->cost.nodes;
  s->cost.looks += result->cost.looks;
  assert (result->line_moves == 0 || result->line[0] < s->answer.count);
  if (result->line_moves > 0)
    solution_take_best (s, result->line[0]);
}
