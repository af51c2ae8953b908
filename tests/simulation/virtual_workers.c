#include "virtual_workers.h"

#include "parallel/manager.h"
#include "search/search.h"

#include "coroutine.h"
#include "engine.h"
#include "search/bound_mailbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The search of a worker. */
struct virtual_search {
  struct coroutine coroutine;
  struct bound_mailboxes *bound_mailboxes;
  struct position *position;
  uint64_t until; /* nodes at which it gives way */
  bool over;
};

struct virtual_workers {
  const struct game *game;
  double node_seconds;
  uint64_t costly;
  struct table *table;
  struct virtual_worker *list;
  int count;
  struct position *child;
  struct successor *successors;
};

static struct virtual_worker *running;

/* ---- engines ---- */

extern const struct engine slow_connect4, slow_mnk;

bool virtual_workers_open_game (struct game *game, const char *text, struct failure *failure) {
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

double clock_seconds (void) {
  struct virtual_search *virtual_search = running->virtual_search;
  if (atomic_load_explicit (&running->search->nodes, memory_order_relaxed) >= virtual_search->until)
    coroutine_give_way (&virtual_search->coroutine);
  return 0;
}

static void begin_search (void) {
  struct virtual_worker *worker = running;
  worker->search->game->engine->search (worker->search, 0);
  worker->virtual_search->over = true;
}

static void switch_to (struct virtual_worker *worker) {
  running = worker;
  coroutine_go_on (&worker->virtual_search->coroutine);
}

/* ---- the whole ---- */

struct virtual_workers *virtual_workers_create (const struct game *game, int count, double node_seconds,
                                                uint64_t table_bytes, uint64_t costly) {
  struct failure failure = { 0 };
  struct virtual_workers *workers = allocate (1, sizeof *workers);
  *workers = (struct virtual_workers){
    .game = game, .node_seconds = node_seconds, .count = count, .costly = costly
  };
  workers->table = table_create (table_bytes, game->key_words, REPLACE_TWOBIG1, &failure);
  if (workers->table == NULL) {
    fprintf (stderr, "%s\n", failure.text);
    exit (failure.code);
  }
  workers->list = allocate ((size_t) count, sizeof *workers->list);
  for (int i = 0; i < count; i++) {
    struct virtual_search *virtual_search = workers->list[i].virtual_search
        = allocate (1, sizeof *virtual_search);
    virtual_search->bound_mailboxes = bound_mailboxes_create (1);
    virtual_search->bound_mailboxes->costly = costly;
    atomic_store (&virtual_search->bound_mailboxes->least, UINT64_MAX);
    virtual_search->position = position_allocate (game);
    workers->list[i].search = allocate (1, sizeof *workers->list[i].search);
  }
  workers->child = position_allocate (game);
  workers->successors = allocate ((size_t) game->moves_max, sizeof *workers->successors);
  return workers;
}

void virtual_workers_destroy (struct virtual_workers *workers) {
  for (int i = 0; i < workers->count; i++) {
    struct virtual_worker *worker = &workers->list[i];
    if (worker->state == SEARCHING)
      virtual_worker_call_off (workers, worker);
    coroutine_free (&worker->virtual_search->coroutine);
    bound_mailboxes_destroy (worker->virtual_search->bound_mailboxes);
    free (worker->virtual_search->position);
    free (worker->virtual_search);
    free (worker->search);
  }
  table_destroy (workers->table);
  free (workers->list);
  free (workers->child);
  free (workers->successors);
  free (workers);
}

struct virtual_worker *virtual_workers_get (struct virtual_workers *workers, int i) {
  return &workers->list[i];
}

/* ---- a search ---- */

void virtual_worker_start (struct virtual_workers *workers, struct virtual_worker *worker,
                           const struct query *query, double when) {
  struct virtual_search *virtual_search = worker->virtual_search;
  worker->state = SEARCHING;
  worker->query = *query;
  worker->begun = worker->time = when;
  workers->game->engine->unpack (workers->game, query->key, virtual_search->position);
  memset (worker->search, 0, sizeof *worker->search);
  worker->search->game = workers->game;
  worker->search->table = workers->table;
  worker->search->threads = 1;
  worker->search->bound_mailboxes = virtual_search->bound_mailboxes;
  worker->search->position = virtual_search->position;
  worker->search->query = *query;
  worker->search->deadline = 1;
  search_begin (worker->search);
  virtual_search->over = false;
  virtual_search->until = 0;
  coroutine_begin (&virtual_search->coroutine, begin_search);
}

static void name_best (struct virtual_workers *workers, const struct virtual_worker *worker,
                       struct result *result) {
  const struct game *game = workers->game;
  const int count = game->engine->successors (game, worker->virtual_search->position, workers->successors);
  for (int i = 0; i < count; i++) {
    if (workers->successors[i].move != worker->search->result.move)
      continue;
    result->has_best = true;
    game->engine->child (game, worker->virtual_search->position, workers->successors[i].move, workers->child);
    game->engine->pack_canonical (game, workers->child, result->best);
  }
}

static void report (struct virtual_workers *workers, struct virtual_worker *worker) {
  const struct query *query = &worker->search->query;
  struct result *result = &worker->result;
  *result = worker->search->result;
  const bool stopped = atomic_load (&worker->search->stop);
  const uint64_t nodes = result->cost.nodes;
  result->cost.seconds = (double) nodes * workers->node_seconds;
  result->out_of_budget
      = !result->solved && !stopped && query->node_limit != 0 && nodes + nodes / 8 >= query->node_limit;
  result->stopped = !result->solved && (stopped || result->out_of_budget);
  if (result->move >= 0)
    name_best (workers, worker, result);
  worker->state = ANSWERING;
  worker->ended = worker->time = worker->begun + result->cost.seconds;
}

void virtual_worker_go_on (struct virtual_workers *workers, struct virtual_worker *worker) {
  enum { SLICE = 64 };
  struct virtual_search *virtual_search = worker->virtual_search;
  virtual_search->until = atomic_load (&worker->search->nodes) + SLICE;
  atomic_fetch_add (&virtual_search->bound_mailboxes->updates_received, 1);
  atomic_store (&virtual_search->bound_mailboxes->boxes[0].taken,
                atomic_load (&virtual_search->bound_mailboxes->boxes[0].written));
  switch_to (worker);
  if (virtual_search->over)
    report (workers, worker);
  else
    worker->time = worker->begun + (double) atomic_load (&worker->search->nodes) * workers->node_seconds;
}

void virtual_worker_call_off (struct virtual_workers *workers, struct virtual_worker *worker) {
  atomic_store (&worker->search->stop, true);
  worker->virtual_search->until = UINT64_MAX;
  while (!worker->virtual_search->over)
    switch_to (worker);
  report (workers, worker);
}
