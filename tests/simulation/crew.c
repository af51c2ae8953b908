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
  struct bound_mailboxes *bound_mailboxes;
  struct position *position;
  uint64_t until; /* nodes at which it gives way */
  bool over;
};

struct slots {
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
slots_open_game (struct game *game, const char *text, struct failure *failure)
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

struct slots *
slots_create (const struct game *game, int members, double node_seconds, uint64_t table_bytes,
              uint64_t costly)
{
  struct failure failure = { 0 };
  struct slots *slots = allocate (1, sizeof *slots);
  *slots = (struct slots){ .game = game, .node_seconds = node_seconds, .count = members, .costly = costly };
  slots->table = table_create (table_bytes, game->key_words, REPLACE_TWOBIG1, &failure);
  if (slots->table == NULL) {
    fprintf (stderr, "%s\n", failure.text);
    exit (failure.code);
  }
  slots->members = allocate ((size_t) members, sizeof *slots->members);
  for (int i = 0; i < members; i++) {
    struct desk *desk = slots->members[i].desk = allocate (1, sizeof *desk);
    desk->bound_mailboxes = bound_mailboxes_create (1);
    desk->bound_mailboxes->costly = costly;
    atomic_store (&desk->bound_mailboxes->least, UINT64_MAX);
    desk->position = position_allocate (game);
    slots->members[i].search = allocate (1, sizeof *slots->members[i].search);
  }
  slots->child = position_allocate (game);
  slots->successors = allocate ((size_t) game->moves_max, sizeof *slots->successors);
  return slots;
}

void
slots_destroy (struct slots *slots)
{
  for (int i = 0; i < slots->count; i++) {
    struct member *member = &slots->members[i];
    if (member->state == SEARCHING)
      slots_call_off (slots, member);
    coroutine_free (&member->desk->coroutine);
    bound_mailboxes_destroy (member->desk->bound_mailboxes);
    free (member->desk->position);
    free (member->desk);
    free (member->search);
  }
  table_destroy (slots->table);
  free (slots->members);
  free (slots->child);
  free (slots->successors);
  free (slots);
}

struct member *
slots_member (struct slots *slots, int i)
{
  return &slots->members[i];
}

/* ---- a search ---- */

void
slots_start (struct slots *slots, struct member *member, const struct query *query, double when)
{
  struct desk *desk = member->desk;
  member->state = SEARCHING;
  member->query = *query;
  member->begun = member->time = when;
  slots->game->engine->unpack (slots->game, query->key, desk->position);
  memset (member->search, 0, sizeof *member->search);
  member->search->game = slots->game;
  member->search->table = slots->table;
  member->search->threads = 1;
  member->search->bound_mailboxes = desk->bound_mailboxes;
  member->search->position = desk->position;
  member->search->query = *query;
  member->search->deadline = 1;
  search_begin (member->search);
  desk->over = false;
  desk->until = 0;
  coroutine_begin (&desk->coroutine, begin_search);
}

static void
name_best (struct slots *slots, const struct member *member, struct result *result)
{
  const struct game *game = slots->game;
  const int count = game->engine->successors (game, member->desk->position, slots->successors);
  for (int i = 0; i < count; i++) {
    if (slots->successors[i].move != member->search->result.move)
      continue;
    result->has_best = true;
    game->engine->child (game, member->desk->position, slots->successors[i].move, slots->child);
    game->engine->pack_canonical (game, slots->child, result->best);
  }
}

static void
report (struct slots *slots, struct member *member)
{
  const struct query *query = &member->search->query;
  struct result *result = &member->result;
  *result = member->search->result;
  const bool stopped = atomic_load (&member->search->stop);
  const uint64_t nodes = result->cost.nodes;
  result->cost.seconds = (double) nodes * slots->node_seconds;
  result->out_of_budget
      = !result->solved && !stopped && query->node_limit != 0 && nodes + nodes / 8 >= query->node_limit;
  result->stopped = !result->solved && (stopped || result->out_of_budget);
  if (result->move >= 0)
    name_best (slots, member, result);
  member->state = ANSWERING;
  member->ended = member->time = member->begun + result->cost.seconds;
}

void
slots_go_on (struct slots *slots, struct member *member)
{
  enum { SLICE = 64 };
  struct desk *desk = member->desk;
  desk->until = atomic_load (&member->search->nodes) + SLICE;
  atomic_fetch_add (&desk->bound_mailboxes->updates_received, 1);
  atomic_store (&desk->bound_mailboxes->boxes[0].taken,
                atomic_load (&desk->bound_mailboxes->boxes[0].written));
  switch_to (member);
  if (desk->over)
    report (slots, member);
  else
    member->time = member->begun + (double) atomic_load (&member->search->nodes) * slots->node_seconds;
}

void
slots_call_off (struct slots *slots, struct member *member)
{
  atomic_store (&member->search->stop, true);
  member->desk->until = UINT64_MAX;
  while (!member->desk->over)
    switch_to (member);
  report (slots, member);
}
