#include "parallel/worker.h"

#include "base/clock.h"
#include "base/threads.h"
#include "search/search.h"
#include "search/variation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct worker {
  struct resources resources;
  const struct ranks *ranks;
  struct effort effort;
  struct team *team;
  struct query query;
  bool busy, running; /* running: the threads were started for it */
  bool called_off;
  bool runs_here, done; /* in the main thread; done: it was there */
  double begun;
  double finished; /* set by the last thread to leave */
  atomic_int threads_searching;
  atomic_bool give_up; /* for a variation, which is many searches */
  struct variation variation;
  struct failure failure;
  struct search search;

  /* Kept for the next work. */
  struct game game; /* game.engine is NULL: none */
  char text[sizeof ((struct query *) 0)->game];
  struct position *position, *child;
  struct successor *successors;
  struct table *table;
  struct subject subject; /* what the table was last used for */
  struct bound_mailboxes *bound_mailboxes;
  uint64_t wanted;                   /* nodes of findings that are kept for another run */
  const struct bound_log *bound_log; /* what is known from before, or NULL */
};

struct worker *
worker_create (const struct resources *resources, const struct ranks *ranks)
{
  struct worker *worker = allocate (1, sizeof *worker);
  worker->resources = *resources;
  if (worker->resources.threads < 1)
    worker->resources.threads = 1;
  worker->ranks = ranks;
  worker->wanted = UINT64_MAX;
  worker->team = team_create (worker->resources.threads);
  worker->bound_mailboxes = bound_mailboxes_create (worker->resources.threads);
  return worker;
}

static void
close_game (struct worker *worker)
{
  if (worker->game.engine == NULL)
    return;
  engine_close (&worker->game);
  free (worker->position);
  free (worker->child);
  free (worker->successors);
}

void
worker_destroy (struct worker *worker)
{
  if (worker == NULL)
    return;
  atomic_store (&worker->give_up, true);
  atomic_store (&worker->search.stop, true);
  team_destroy (worker->team);
  close_game (worker);
  table_destroy (worker->table);
  bound_mailboxes_destroy (worker->bound_mailboxes);
  free (worker);
}

/* ---- making ready ---- */

static bool
open_game (struct worker *worker)
{
  if (worker->game.engine != NULL && strcmp (worker->text, worker->query.game) == 0)
    return true;
  close_game (worker);
  if (!engine_open (&worker->game, worker->query.game, &worker->failure)) {
    worker->game.engine = NULL;
    return false;
  }
  memcpy (worker->text, worker->query.game, sizeof worker->text);
  worker->position = position_allocate (&worker->game);
  worker->child = position_allocate (&worker->game);
  worker->successors = allocate ((size_t) worker->game.moves_max, sizeof *worker->successors);
  return true;
}

static bool
set_up_position (struct worker *worker)
{
  const struct game *game = &worker->game;
  if (worker->query.start)
    game->engine->start (game, worker->position);
  else if (game->key_bytes == 0 || !game->engine->unpack (game, worker->query.key, worker->position))
    return fail (&worker->failure, EXIT_BAD_DATA, "%s: the key of a query is no position", game->title);
  return true;
}

static void
learn (void *context, const struct proven_bound *proven_bound)
{
  struct worker *worker = context;
  const struct subject *subject = &worker->subject;
  worker->game.engine->learn (&worker->game, worker->table, subject->method, subject->exact_score,
                              proven_bound);
}

/* Does the table, if there is one, hold what is known about the subject? */
static bool
table_is_about (const struct worker *worker, const struct subject *subject)
{
  return worker->game.engine != NULL && strcmp (worker->text, subject->game) == 0 && worker->table != NULL
         && worker->table->key_words == worker->game.key_words
         && memcmp (&worker->subject, subject, sizeof *subject) == 0
         && !is_heuristic ((enum method) subject->method, subject->depth);
}

static const struct row_table *
endgames_of (const struct worker *worker)
{
  const struct resources *resources = &worker->resources;
  for (int i = 0; i < resources->endgames_count; i++)
    if (strcmp (resources->endgames[i].title, worker->game.title) == 0)
      return resources->endgames[i].tables;
  return NULL;
}

/* A table with nothing in it that was written in another scale, for another game or by another method, or for
 * an opinion; and with what is known from before. */
static bool
set_up_table (struct worker *worker)
{
  const struct subject subject = subject_of (&worker->query);
  const bool heuristic = is_heuristic (worker->query.method, worker->query.depth);
  const bool same = !heuristic && memcmp (&subject, &worker->subject, sizeof subject) == 0;
  worker->subject = subject;
  if (worker->resources.table_bytes == 0)
    return true;
  if (worker->table != NULL && worker->table->key_words != worker->game.key_words) {
    table_destroy (worker->table);
    worker->table = NULL;
  }
  if (worker->table == NULL) {
    worker->table = table_create (worker->resources.table_bytes, worker->game.key_words,
                                  worker->resources.replacement, &worker->failure);
    if (worker->table == NULL)
      return false;
  } else if (same)
    return true;
  else
    table_clear (worker->table);
  /* What was found without endgame tables says nothing about a search that ends at them
   * (search/forced_win.h). */
  if (worker->bound_log != NULL && endgames_of (worker) == NULL)
    bound_log_each (worker->bound_log, &subject, learn, worker);
  return true;
}

static double
earlier (double deadline, double other)
{
  return deadline == 0 || (other != 0 && other < deadline) ? other : deadline;
}

/* Say what the searches are to tell and to ask. */
static void
set_up_bound_mailboxes (struct worker *worker)
{
  const bool shares = worker_shares (worker);
  const uint64_t wanted = worker_keeps (worker) ? worker->wanted : UINT64_MAX;
  const uint64_t least = shares && SHARE_LEAST < wanted ? SHARE_LEAST : wanted;
  atomic_store_explicit (&worker->bound_mailboxes->least, least, memory_order_relaxed);
  if (!worker->running)
    worker->bound_mailboxes->costly = shares ? SHARE_COSTLY : UINT64_MAX;
}

static void
set_up_search (struct worker *worker)
{
  const struct query *query = &worker->query;
  worker->running = false;
  set_up_bound_mailboxes (worker);
  worker->search.game = &worker->game;
  worker->search.table = worker->table;
  worker->search.threads = worker->resources.threads;
  worker->search.bound_mailboxes = worker->bound_mailboxes;
  worker->search.question
      = (struct question){ .position = worker->position,
                           .method = query->method,
                           .exact_score = query->exact_score,
                           .window = query->window,
                           .depth = query->depth,
                           .evaluation = query->evaluation,
                           .seed = query->seed,
                           .node_limit = query->node_limit,
                           .deadline = earlier (worker->resources.deadline,
                                                query->seconds > 0 ? clock_seconds () + query->seconds : 0),
                           .endgames = endgames_of (worker),
                           .second_first = query->second_first,
                           .memory = worker->resources.memory };
  search_begin (&worker->search);
}

/* By one thread: the searches are small. */
static void
find_variation (struct worker *worker)
{
  const struct query *query = &worker->query;
  worker->search.bound_mailboxes = NULL;
  worker->variation = (struct variation){ .search = &worker->search,
                                          .value = query->value,
                                          .name_only = query->kind == QUERY_MOVE,
                                          .budget = query->node_limit,
                                          .stop = &worker->give_up };
  variation_find (&worker->variation);
}

static void
run_thread (void *context, int thread)
{
  struct worker *worker = context;
  if (worker->query.kind == QUERY_SEARCH)
    worker->game.engine->search (&worker->search, thread);
  else if (thread == 0)
    find_variation (worker);
  if (atomic_fetch_sub (&worker->threads_searching, 1) == 1)
    worker->finished = clock_seconds ();
}

void
worker_runs_here (struct worker *worker, void (*poll) (void *context), void *context)
{
  worker->runs_here = true;
  worker->search.poll = poll;
  worker->search.poll_context = context;
}

void
worker_start (struct worker *worker, const struct query *query)
{
  worker->query = *query;
  worker->busy = true;
  worker->called_off = false;
  worker->failure = (struct failure){ 0 };
  worker->running = open_game (worker) && set_up_position (worker) && set_up_table (worker);
  if (!worker->running)
    return;
  set_up_search (worker);
  worker->running = true;
  atomic_store (&worker->give_up, false);
  atomic_store (&worker->threads_searching, worker->resources.threads);
  worker->begun = clock_seconds ();
  worker->done = false;
  if (!worker->runs_here)
    team_start (worker->team, run_thread, worker);
}

/* ---- while it runs ---- */

bool
worker_is_busy (const struct worker *worker)
{
  return worker->busy;
}

bool
worker_wait (struct worker *worker, double seconds)
{
  if (!worker->running || !worker->runs_here)
    return !worker->running || team_wait (worker->team, seconds);
  if (!worker->done && seconds > 0) {
    worker->begun = clock_seconds ();
    team_do (worker->team, run_thread, worker);
    worker->done = true;
  }
  return worker->done;
}

bool
worker_call_off (struct worker *worker, uint64_t number)
{
  if (!worker->busy || worker->query.number != number)
    return false;
  worker_stop (worker);
  return true;
}

void
worker_stop (struct worker *worker)
{
  worker->called_off = true;
  atomic_store (&worker->give_up, true); /* first: each search of a variation looks at it when it begins */
  atomic_store (&worker->search.stop, true);
}

void
worker_know (struct worker *worker, const struct bound_log *bound_log)
{
  worker->bound_log = bound_log;
}

int
worker_bound_mailboxes (struct worker *worker, struct proven_bound *list, int most)
{
  return bound_mailboxes_take (worker->bound_mailboxes, list, most);
}

const struct subject *
worker_subject (const struct worker *worker)
{
  return &worker->subject;
}

bool
worker_shares (const struct worker *worker)
{
  return worker->query.shared && worker->ranks->size > 1;
}

bool
worker_keeps (const struct worker *worker)
{
  return worker->resources.keep && endgames_of (worker) == NULL;
}

void
worker_wants (struct worker *worker, uint64_t least)
{
  worker->wanted = least;
  set_up_bound_mailboxes (worker);
}

void
worker_learn (struct worker *worker, const struct subject *subject, const struct proven_bound *proven_bound)
{
  if (!table_is_about (worker, subject))
    return;
  learn (worker, proven_bound);
  atomic_fetch_add_explicit (&worker->bound_mailboxes->updates_received, 1, memory_order_relaxed);
}

uint64_t
worker_nodes (struct worker *worker)
{
  return worker->running ? atomic_load_explicit (&worker->search.nodes, memory_order_relaxed) : 0;
}

struct bounds
worker_bounds (struct worker *worker)
{
  return worker->running && worker->query.kind == QUERY_SEARCH ? search_bounds (&worker->search)
                                                               : search_range (worker->query.exact_score);
}

double
worker_table_fill (const struct worker *worker)
{
  return worker->table == NULL ? -1 : table_fill (worker->table);
}

struct effort *
worker_effort (struct worker *worker)
{
  return &worker->effort;
}

/* ---- the answer ---- */

/* Unsolved: for which reason? Threads notice a limit a little early or late. */
static void
say_why (const struct worker *worker, struct result *result)
{
  const struct query *query = &worker->query;
  const double deadline = worker->resources.deadline;
  result->stopped = worker->called_off || (deadline != 0 && worker->finished >= deadline);
  if (result->stopped)
    return;
  const uint64_t nodes = result->nodes + result->nodes / 8;
  result->out_of_budget = (query->node_limit != 0 && nodes >= query->node_limit)
                          || (query->seconds > 0 && result->seconds >= query->seconds);
  result->stopped = result->out_of_budget;
}

static void
name_best (struct worker *worker, struct result *result)
{
  const struct game *game = &worker->game;
  const int move = worker->search.answer.best;
  const int count = game->engine->successors (game, worker->position, worker->successors);
  for (int i = 0; i < count; i++) {
    if (worker->successors[i].move != move)
      continue;
    result->has_best = true;
    memcpy (result->best_move, worker->successors[i].text, sizeof result->best_move);
    if (game->key_bytes > 0) {
      game->engine->child (game, worker->position, move, worker->child);
      game->engine->pack_canonical (game, worker->child, result->best);
    }
  }
}

static void
report_variation (struct worker *worker, struct result *result)
{
  const struct variation *variation = &worker->variation;
  const int value = worker->query.value;
  result->bounds = (struct bounds){ value, value };
  result->solved = true;
  memcpy (result->line, variation->move, sizeof result->line);
  result->line_moves = variation->count;
  result->nodes = variation->statistics.count[COUNT_nodes];
  result->looks = variation->statistics.count[COUNT_looks];
  result->seconds = worker->finished - worker->begun;
  worker->search.answer.statistics = variation->statistics;
  /* Cut off, it is shorter than it might be. */
  if (worker->called_off)
    result->stopped = true;
}

static void
report (struct worker *worker, struct result *result)
{
  if (worker->query.kind != QUERY_SEARCH) {
    report_variation (worker, result);
    return;
  }
  const struct answer *answer = &worker->search.answer;
  result->bounds = answer->bounds;
  result->solved = answer->solved;
  result->has_evaluation = answer->has_evaluation;
  result->evaluation = answer->evaluation;
  result->method = answer->method;
  if (answer->argument != NULL)
    snprintf (result->argument, sizeof result->argument, "%s", answer->argument);
  result->nodes = answer->statistics.count[COUNT_nodes];
  result->looks = answer->statistics.count[COUNT_looks];
  result->seconds = worker->finished - worker->begun;
  if (!result->solved)
    say_why (worker, result);
  if (answer->best >= 0)
    name_best (worker, result);
}

void
worker_collect (struct worker *worker, struct result *result)
{
  *result = (struct result){ .number = worker->query.number,
                             .bounds = search_range (worker->query.exact_score),
                             .method = worker->query.method,
                             .rank = worker->ranks->rank,
                             .failure = worker->failure };
  worker->effort.statistics.count[COUNT_works]++;
  if (worker->running) {
    while (!worker_wait (worker, 1))
      continue;
    report (worker, result);
    statistics_add (&worker->effort.statistics, &worker->search.answer.statistics);
    worker->effort.busy_seconds += result->seconds;
  }
  worker->busy = worker->running = false;
}
