/* What the positions of a book are worth.
 *
 * Where play converges, the plies are searched from the top down. The parents of a position bound its score
 * from below (its *floor*): no parent is worth more than what it gets from this child. So the first query
 * asks whether the position is worth more than its floor. If it is not, its score is known, and a move to it
 * keeps the parent's value; otherwise it is searched above the floor. One ply beyond the last ply of the book
 * only this first query is asked, since a book says no more about those positions. A ply begins when the one
 * before it is done, because the highest floor gives the narrowest window.
 *
 * The first half of the plies needs no search: it follows from the ply below. A root that keeps one rank busy
 * for days would hold up all others.
 *
 * Where play can cycle, each position is searched. All searches use the same scale, so the table of a rank
 * serves them all. What this order saves: ../../analysis/connect4-search.md, "Books". */
#include "run/book_search.h"
#include "run/query_queue.h"
#include "run/solution.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct searching {
  struct making *making;
  struct query_queue *queue;
  int ply;         /* the ply that is being searched */
  size_t asked;    /* the positions before this one have been handed out */
  size_t open;     /* queries in flight */
  bool *has_floor; /* for each position: its lower bound is a floor */
  struct target *free_targets;
};

/* A position that is being searched. */
struct target {
  struct searching *searching;
  struct target *next;
  size_t index;
  bool above_floor; /* the query asks whether it is worth more than its floor */
};

struct bounds
book_child_bounds (const struct making *m, const struct position *child)
{
  const struct engine *engine = m->game->engine;
  const enum outcome outcome = engine->outcome (m->game, child);
  if (outcome != GOING_ON)
    return bounds_of_end (m->game, child, outcome, m->exact_score);
  uint8_t key[PACKED_MAX] = { 0 };
  engine->pack_canonical (m->game, child, key);
  const size_t i = key_set_find (&m->positions, key);
  return i == SIZE_MAX ? search_range (m->exact_score) : m->bounds[i];
}

int
book_set_position (struct making *m, size_t i)
{
  assert (i < m->positions.count);
  m->game->engine->unpack (m->game, key_set_key (&m->positions, i), m->position);
  return m->game->engine->successors (m->game, m->position, m->successors);
}

static bool
converges (const struct making *m)
{
  return m->game->plies_max > 0;
}

static bool
settled (const struct making *m, size_t i)
{
  assert (i < m->positions.count);
  return m->bounds[i].lower >= m->bounds[i].upper;
}

/* ---- floors ---- */

/* The score of position i is known. So no child is worth less, for its side to move, than the score that
 * would leave position i this score. */
static void
give_floors (struct searching *s, size_t i)
{
  assert (converges (s->making) && settled (s->making, i));
  struct making *m = s->making;
  uint8_t key[PACKED_MAX] = { 0 };
  const int floor
      = score_for_parent (m->game, m->exact_score,
                          m->bounds[i].lower); /* this function is its own inverse where play converges */
  const int count = book_set_position (m, i);
  for (int j = 0; j < count; j++) {
    m->game->engine->child (m->game, m->position, m->successors[j].move, m->child);
    m->game->engine->pack_canonical (m->game, m->child, key);
    const size_t child = key_set_find (&m->positions, key);
    if (child == SIZE_MAX) /* finished */
      continue;
    if (!s->has_floor[child] || floor > m->bounds[child].lower)
      m->bounds[child].lower = floor;
    s->has_floor[child] = true;
  }
}

/* ---- queries ---- */

static void target_done (void *context, const struct result *);

static void
ask (struct target *target)
{
  assert (!settled (target->searching->making, target->index));
  struct searching *s = target->searching;
  struct making *m = s->making;
  struct query query = query_about (m->run, m->game, NULL);
  query.start = false;
  memcpy (query.key, key_set_key (&m->positions, target->index), (size_t) m->game->key_bytes);
  query.window = m->bounds[target->index];
  if (target->above_floor)
    query.window.upper = query.window.lower + 1;
  query_queue_add (s->queue, &query, target_done, target);
}

static void
target_done (void *context, const struct result *result)
{
  struct target *target = context;
  struct searching *s = target->searching;
  struct making *m = s->making;
  const size_t i = target->index;
  m->cut |= result->stopped && !result->out_of_budget;
  bounds_narrow (&m->bounds[i], result->bounds);
  if (target->above_floor && result->solved && !settled (m, i) && s->ply <= m->plies) {
    target->above_floor = false;
    ask (target);
    return;
  }
  if (settled (m, i) && converges (m) && s->ply <= m->plies)
    give_floors (s, i);
  m->run->progress.done++;
  target->next = s->free_targets;
  s->free_targets = target;
  assert (s->open > 0);
  s->open--;
}

/* Begin with position i. False: nothing need be asked about it. */
static bool
begin_target (struct searching *s, size_t i)
{
  struct making *m = s->making;
  if (settled (m, i)) { /* its floor is the highest possible score */
    if (s->ply <= m->plies)
      give_floors (s, i);
    return false;
  }
  if (converges (m) && s->ply > m->plies && !s->has_floor[i])
    return false; /* no parent is known */
  struct target *target = s->free_targets;
  if (target != NULL)
    s->free_targets = target->next;
  else
    target = allocate (1, sizeof *target);
  *target = (struct target){ .searching = s, .index = i, .above_floor = s->has_floor[i] };
  assert (!target->above_floor || converges (m));
  s->open++;
  ask (target);
  return true;
}

static void
begin_ply (struct searching *s, int ply)
{
  assert (0 <= ply && ply <= s->making->plies + 1 && s->open == 0);
  s->ply = ply;
  progress_now (&s->making->run->progress, "ply %d", ply);
}

static enum production
produce_targets (void *context)
{
  struct searching *s = context;
  struct making *m = s->making;
  while (s->asked < m->positions.count) {
    assert (m->begin[s->ply] <= s->asked && s->asked <= m->begin[s->ply + 1]);
    if (s->asked == m->begin[s->ply + 1]) {
      if (s->open > 0)
        return PRODUCTION_LATER;
      begin_ply (s, s->ply + 1);
    } else if (begin_target (s, s->asked++))
      return PRODUCTION_MORE;
    else
      m->run->progress.done++;
  }
  return PRODUCTION_OVER;
}

/* ---- the plies that need no search ---- */

static struct bounds
from_children (struct making *m, size_t i)
{
  const int count = book_set_position (m, i), least = search_range (m->exact_score).lower;
  struct bounds bounds = { least, least };
  for (int j = 0; j < count; j++) {
    m->game->engine->child (m->game, m->position, m->successors[j].move, m->child);
    const struct bounds child = book_child_bounds (m, m->child);
    const int lower = score_for_parent (m->game, m->exact_score, child.upper),
              upper = score_for_parent (m->game, m->exact_score, child.lower);
    bounds.lower = lower > bounds.lower ? lower : bounds.lower;
    bounds.upper = upper > bounds.upper ? upper : bounds.upper;
  }
  return bounds;
}

bool
book_search (struct making *m)
{
  struct run *run = m->run;
  const int first = converges (m) ? m->plies / 2 : 0;
  struct searching s = { .making = m, .asked = m->begin[first], .queue = query_queue_create () };
  progress_task (&run->progress, "nodes", "book %.90s", m->game->title);
  run->progress.total = m->positions.count - s.asked;
  run->progress.things = "positions";
  begin_ply (&s, first);
  s.has_floor = allocate (m->positions.count, sizeof *s.has_floor);
  for (size_t i = 0; i < m->positions.count; i++)
    m->bounds[i] = search_range (m->exact_score);
  query_queue_produce_by (s.queue, produce_targets, &s);
  const bool finished = query_queue_run (run, s.queue);
  query_queue_destroy (s.queue);
  for (size_t i = m->begin[first]; finished && i-- > 0;)
    m->bounds[i] = from_children (m, i);
  while (s.free_targets != NULL) {
    struct target *target = s.free_targets;
    s.free_targets = target->next;
    free (target);
  }
  free (s.has_floor);
  return finished;
}
