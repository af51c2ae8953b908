#include "search/variation.h"

#include <stdlib.h>
#include <string.h>

/* Where a variation has got to. */
struct place {
  struct variation *v;
  const struct game *game;
  struct position *position, *child;
  struct successor *successors;
  int count, value;
  uint64_t budget; /* nodes left */
  uint8_t *keys;   /* of the positions visited */
};

/* ---- small searches ---- */

/* Search a position with at most that many nodes; 0: probe it statically. */
static struct answer
ask (struct place *p, const struct position *position, struct bounds window, uint64_t nodes)
{
  struct search *search = p->v->search;
  search->threads = 1;
  search->question.position = position;
  search->question.window = window;
  search->question.node_limit = nodes;
  search_begin (search);
  if (nodes == 0 || atomic_load (p->v->stop))
    atomic_store (&search->stop, true); /* the static probe still answers */
  search->game->engine->search (search, 0);
  const uint64_t spent = search->answer.statistics.count[COUNT_nodes];
  statistics_add (&p->v->statistics, &search->answer.statistics);
  p->budget -= spent < p->budget ? spent : p->budget;
  return search->answer;
}

static bool
is_exact_score (const struct place *p)
{
  return p->v->search->question.exact_score;
}

/* What a move is worth if the position after it is worth `score` to the other side. */
static int
from_child (const struct place *p, int score)
{
  return is_exact_score (p) ? p->game->engine->score_from_child (score) : -score;
}

/* The most that the position after a value-keeping move can be worth. */
static int
most_of_child (const struct place *p)
{
  if (p->value == 0 || !is_exact_score (p))
    return -p->value;
  int most = -p->value + 2;
  while (from_child (p, most) < p->value)
    most--;
  return most;
}

/* ---- a move ---- */

/* The move that a search of the position itself names. If the value is the lowest, every move keeps it. */
static int
named_move (struct place *p)
{
  const struct bounds range = search_range (is_exact_score (p));
  const int lower = p->value > range.lower ? p->value - 1 : p->value;
  const struct answer answer
      = ask (p, p->position, (struct bounds){ lower, lower + 1 }, p->budget / 2 + p->budget % 2);
  const bool reached = answer.bounds.lower >= p->value && answer.best >= 0;
  for (int i = 0; reached && i < p->count; i++)
    if (p->successors[i].move == answer.best)
      return i;
  return -1;
}

static bool
keeps (struct place *p, int i, uint64_t nodes)
{
  const int most = most_of_child (p);
  p->game->engine->child (p->game, p->position, p->successors[i].move, p->child);
  const enum outcome outcome = p->game->engine->outcome (p->game, p->child);
  if (outcome != GOING_ON) {
    const int score
        = is_exact_score (p) ? p->game->engine->score (p->game, p->child, outcome, 0) : (int) outcome;
    return score <= most;
  }
  return ask (p, p->child, (struct bounds){ most, most + 1 }, nodes).bounds.upper <= most;
}

/* A move after which the position is shown to be worth no more to the other side: first by static probes of
 * all, then by searches of growing cost. */
static int
proven_move (struct place *p)
{
  enum { FIRST_NODES = 16, GROWTH = 8 };
  uint64_t nodes = 0;
  for (;;) {
    for (int i = 0; i < p->count; i++) {
      const uint64_t most = nodes < p->budget ? nodes : p->budget;
      if (nodes > 0 && most == 0)
        return -1;
      if (keeps (p, i, most))
        return i;
    }
    if (p->budget == 0 || nodes > p->budget || atomic_load (p->v->stop))
      return -1;
    nodes = nodes == 0 ? FIRST_NODES : GROWTH * nodes;
  }
}

static int
next_move (struct place *p)
{
  int i = p->budget > 0 && !p->v->name_only ? named_move (p) : -1;
  if (i < 0)
    i = proven_move (p);
  return i;
}

/* ---- the line ---- */

/* Is this the variation's first visit to the position? Records it. */
static bool
is_new (struct place *p)
{
  const size_t size = (size_t) p->game->key_bytes, count = (size_t) p->v->count;
  if (size == 0)
    return true;
  uint8_t *key = p->keys + count * size;
  p->game->engine->pack_canonical (p->game, p->position, key);
  for (size_t i = 0; i < count; i++)
    if (memcmp (p->keys + i * size, key, size) == 0)
      return false;
  return true;
}

/* Add a move; false if none can be found. */
static bool
go_on (struct place *p)
{
  const struct engine *engine = p->game->engine;
  if (engine->outcome (p->game, p->position) != GOING_ON || !is_new (p))
    return false;
  p->count = engine->successors (p->game, p->position, p->successors);
  const int i = next_move (p);
  if (i < 0)
    return false;
  p->v->move[p->v->count++] = (uint8_t) i;
  p->value = most_of_child (p);
  engine->child (p->game, p->position, p->successors[i].move, p->child);
  memcpy (p->position, p->child, p->game->position_bytes);
  return true;
}

void
variation_find (struct variation *v)
{
  const struct game *game = v->search->game;
  struct question *question = &v->search->question;
  struct place place = { .v = v,
                         .game = game,
                         .position = position_allocate (game),
                         .child = position_allocate (game),
                         .successors = allocate ((size_t) game->moves_max, sizeof *place.successors),
                         .value = v->value,
                         .budget = v->budget,
                         .keys = allocate (VARIATION_MOVES, (size_t) game->key_bytes) };
  memcpy (place.position, question->position, game->position_bytes);
  if (question->method == METHOD_MINIMAX || question->method == METHOD_RETROGRADE) {
    question->method = METHOD_AUTO; /* these have no small searches, and no table entries for others */
    v->search->table = NULL;
  }
  const int most = v->name_only ? 1 : VARIATION_MOVES;
  v->count = 0;
  memset (&v->statistics, 0, sizeof v->statistics);
  while (v->count < most && go_on (&place))
    continue;
  free (place.position);
  free (place.child);
  free (place.successors);
  free (place.keys);
}
