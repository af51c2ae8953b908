#include "crew.h"

#include "parallel/manager.h"
#include "search/search.h"

#include "coroutine.h"
#include "engine.h"
#include "search/bound_mailbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a member works with. */
struct desk {
  struct coroutine coroutine;
  struct findings *findings;
  struct position *position;
  uint64_t until; /* nodes at which it gives way */
  bool over;
};

struct crew {
  const struct game *game;
  double node_seconds;
  uint64_t costly;
  struct table *table;
  struct member *members;
  int count;
  struct position *child;
  struct successor *successors;
};

static struct member *running;

/* ---- engines ---- */

extern const struct engine slow_connect4, slow_mnk;

bool
crew_open_game (struct game *game, const char *text, struct failure *failure)
{
  const struct engine *const list[] = { &slow_connect4, &slow_mnk };
  const char *colon = strchr (text, ':');
  for (size_t i = 0; colon != NULL && i < sizeof list / sizeof *list; i++)
    if (strncmp (text, list[i]->name, (size_t) (colon - text)) == 0)
      return list[i]->open (game, colon + 1, failure) == OPENING_DONE;
  return fail (failure, EXIT_BAD_DATA, "'%.40s' cannot be simulated", text);
}

/* ---- coroutines ---- */

/* The searches of the simulation ask for the time every few nodes, as all have a deadline. */
double clock_seconds (void);

double
clock_seconds (void)
{
  struct desk *desk = running->desk;
  if (atomic_load_explicit (&running->search->nodes, memory_order_relaxed) >= desk->until)
    coroutine_give_way (&desk->coroutine);
  return 0;
}

static void
begin_search (void)
{
  struct member *member = running;
  member->search->game->engine->search (member->search, 0);
  member->desk->over = true;
}

static void
switch_to (struct member *member)
{
  running = member;
  coroutine_go_on (&member->desk->coroutine);
}

/* ---- the whole ---- */

struct crew *
crew_create (const struct game *game, int members, double node_seconds, uint64_t table_bytes, uint64_t costly)
{
  struct failure failure = { 0 };
  struct crew *crew = allocate (1, sizeof *crew);
  *crew = (struct crew){ .game = game, .node_seconds = node_seconds, .count = members, .costly = costly };
  crew->table = table_create (table_bytes, game->key_words, REPLACE_TWOBIG1, &failure);
  if (crew->table == NULL) {
    fprintf (stderr, "%s\n", failure.text);
    exit (failure.code);
  }
  crew->members = allocate ((size_t) members, sizeof *crew->members);
  for (int i = 0; i < members; i++) {
    struct desk *desk = crew->members[i].desk = allocate (1, sizeof *desk);
    desk->findings = findings_create (1);
    desk->findings->costly = costly;
    atomic_store (&desk->findings->least, UINT64_MAX);
    desk->position = position_allocate (game);
    crew->members[i].search = allocate (1, sizeof *crew->members[i].search);
  }
  crew->child = position_allocate (game);
  crew->successors = allocate ((size_t) game->moves_max, sizeof *crew->successors);
  return crew;
}

void
crew_destroy (struct crew *crew)
{
  for (int i = 0; i < crew->count; i++) {
    struct member *member = &crew->members[i];
    if (member->state == SEARCHING)
      crew_call_off (crew, member);
    coroutine_free (&member->desk->coroutine);
    findings_destroy (member->desk->findings);
    free (member->desk->position);
    free (member->desk);
    free (member->search);
  }
  table_destroy (crew->table);
  free (crew->members);
  free (crew->child);
  free (crew->successors);
  free (crew);
}

struct member *
crew_member (struct crew *crew, int i)
{
  return &crew->members[i];
}

/* ---- a search ---- */

void
crew_start (struct crew *crew, struct member *member, const struct work *work, double when)
{
  struct desk *desk = member->desk;
  member->state = SEARCHING;
  member->work = *work;
  member->begun = member->time = when;
  crew->game->engine->unpack (crew->game, work->key, desk->position);
  memset (member->search, 0, sizeof *member->search);
  member->search->game = crew->game;
  member->search->table = crew->table;
  member->search->threads = 1;
  member->search->findings = desk->findings;
  member->search->question = (struct question){ .position = desk->position,
                                                .method = work->method,
                                                .strong = work->strong,
                                                .window = work->window,
                                                .node_limit = work->node_limit,
                                                .deadline = 1 };
  search_begin (member->search);
  desk->over = false;
  desk->until = 0;
  coroutine_begin (&desk->coroutine, begin_search);
}

static void
name_best (struct crew *crew, const struct member *member, struct result *result)
{
  const struct game *game = crew->game;
  const int count = game->engine->successors (game, member->desk->position, crew->successors);
  for (int i = 0; i < count; i++) {
    if (crew->successors[i].move != member->search->answer.best)
      continue;
    result->has_best = true;
    game->engine->child (game, member->desk->position, crew->successors[i].move, crew->child);
    game->engine->pack_canonical (game, crew->child, result->best);
  }
}

static void
report (struct crew *crew, struct member *member)
{
  const struct answer *answer = &member->search->answer;
  struct result *result = &member->result;
  *result = (struct result){ .number = member->work.number,
                             .bounds = answer->bounds,
                             .solved = answer->solved,
                             .method = answer->method,
                             .nodes = answer->statistics.count[COUNT_nodes],
                             .looks = answer->statistics.count[COUNT_looks] };
  const bool stopped = atomic_load (&member->search->stop);
  result->seconds = (double) result->nodes * crew->node_seconds;
  result->out_of_budget = !answer->solved && !stopped && member->work.node_limit != 0
                          && result->nodes + result->nodes / 8 >= member->work.node_limit;
  result->stopped = !answer->solved && (stopped || result->out_of_budget);
  if (answer->best >= 0)
    name_best (crew, member, result);
  member->state = ANSWERING;
  member->ended = member->time = member->begun + result->seconds;
}

void
crew_go_on (struct crew *crew, struct member *member)
{
  enum { SLICE = 64 };
  struct desk *desk = member->desk;
  desk->until = atomic_load (&member->search->nodes) + SLICE;
  atomic_fetch_add (&desk->findings->heard, 1);
  atomic_store (&desk->findings->boxes[0].taken, atomic_load (&desk->findings->boxes[0].written));
  switch_to (member);
  if (desk->over)
    report (crew, member);
  else
    member->time = member->begun + (double) atomic_load (&member->search->nodes) * crew->node_seconds;
}

void
crew_call_off (struct crew *crew, struct member *member)
{
  atomic_store (&member->search->stop, true);
  member->desk->until = UINT64_MAX;
  while (!member->desk->over)
    switch_to (member);
  report (crew, member);
}
