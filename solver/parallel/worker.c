#include "parallel/worker.h"

#include "base/clock.h"
#include "base/threads.h"
#include "search/search.h"
#include "search/variation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct worker {
  struct resources resources;
  const struct ranks *ranks;
  struct effort effort;
  struct team *team;
  bool busy, running; /* has a query; running: its threads were started */
  bool called_off;
  bool runs_here, done; /* runs_here: in the main thread; done: the search has ended there */
  double begun;
  double finished; /* set by the last thread that ends */
  atomic_int threads_searching;
  atomic_bool give_up; /* ends a variation, which consists of many searches */
  struct failure failure;
  struct search search;
  struct bytes report;

  /* kept for the next query */
  struct game game; /* game.engine is NULL: none */
  char text[sizeof ((struct query *) 0)->game];
  struct position *position, *child;
  struct successor *successors;
  struct table *table;
  struct subject subject; /* of the table's content */
  struct bound_mailboxes *bound_mailboxes;
  uint64_t log_threshold;            /* the nodes from which on rank 0 logs a bound */
  const struct bound_log *bound_log; /* of an earlier run, or NULL */
};

struct worker *worker_create (const struct resources *resources, const struct ranks *ranks) {
  assert (ranks_are_consistent (ranks) && resources->deadline >= 0);
  struct worker *worker = allocate (1, sizeof *worker);
  worker->resources = *resources;
  if (worker->resources.threads < 1)
    worker->resources.threads = 1;
  worker->ranks = ranks;
  worker->log_threshold = UINT64_MAX;
  worker->team = team_create (worker->resources.threads);
  if (resources->cores != NULL)
    team_use_cores (worker->team, resources->cores);
  worker->bound_mailboxes = bound_mailboxes_create (worker->resources.threads);
  if (resources->kept_table != NULL) {
    worker->table = resources->kept_table->table;
    worker->subject = resources->kept_table->subject;
  }
  return worker;
}

static void close_game (struct worker *worker) {
  if (worker->game.engine == NULL)
    return;
  engine_close (&worker->game);
  free (worker->position);
  free (worker->child);
  free (worker->successors);
}

void worker_destroy (struct worker *worker) {
  if (worker == NULL)
    return;
  atomic_store (&worker->give_up, true);
  atomic_store (&worker->search.stop, true);
  team_destroy (worker->team);
  close_game (worker);
  if (worker->resources.kept_table != NULL)
    *worker->resources.kept_table = (struct kept_table){ worker->table, worker->subject };
  else
    table_destroy (worker->table);
  free (worker->report.data);
  bound_mailboxes_destroy (worker->bound_mailboxes);
  free (worker);
}

void kept_table_free (struct kept_table *kept) {
  table_destroy (kept->table);
  *kept = (struct kept_table){ .table = NULL };
}

/* ---- preparing a search ---- */

static bool open_game (struct worker *worker) {
  if (worker->game.engine != NULL && strcmp (worker->text, worker->search.query.game) == 0)
    return true;
  close_game (worker);
  if (!engine_open (&worker->game, worker->search.query.game, &worker->failure)) {
    worker->game.engine = NULL;
    return false;
  }
  memcpy (worker->text, worker->search.query.game, sizeof worker->text);
  worker->position = position_allocate (&worker->game);
  worker->child = position_allocate (&worker->game);
  worker->successors = allocate ((size_t) worker->game.moves_max, sizeof *worker->successors);
  return true;
}

static bool set_up_position (struct worker *worker) {
  const struct game *game = &worker->game;
  if (worker->search.query.start)
    game->engine->start (game, worker->position);
  else if (game->key_bytes == 0 || !game->engine->unpack (game, worker->search.query.key, worker->position))
    return fail (&worker->failure, EXIT_BAD_DATA, "%s: the key of a query is no position", game->title);
  return true;
}

static void learn (void *context, const struct proven_bound *proven_bound) {
  struct worker *worker = context;
  const struct subject *subject = &worker->subject;
  assert (worker->table != NULL && worker->table->key_words == worker->game.key_words);
  worker->game.engine->learn (&worker->game, worker->table, subject->method, subject->exact_score,
                              proven_bound);
}

/* Is there a table, and does its content belong to the subject? */
static bool table_is_about (const struct worker *worker, const struct subject *subject) {
  return worker->game.engine != NULL && strcmp (worker->text, subject->game) == 0 && worker->table != NULL
         && worker->table->key_words == worker->game.key_words
         && memcmp (&worker->subject, subject, sizeof *subject) == 0
         && !is_heuristic ((enum method) subject->method, subject->depth);
}

static const struct row_table *endgames_of (const struct worker *worker) {
  const struct resources *resources = &worker->resources;
  for (int i = 0; i < resources->endgames_count; i++)
    if (strcmp (resources->endgames[i].title, worker->game.title) == 0)
      return resources->endgames[i].tables;
  return NULL;
}

/* Prepare the table. Entries for another scale, game or method, or of a heuristic search, are cleared; bounds
 * from an earlier run are entered. */
static bool set_up_table (struct worker *worker) {
  const struct subject subject = subject_of (&worker->search.query);
  const bool heuristic = is_heuristic (worker->search.query.method, worker->search.query.depth);
  const bool same = !heuristic && memcmp (&subject, &worker->subject, sizeof subject) == 0;
  worker->subject = subject;
  if (worker->resources.table_bytes == 0 || worker->search.query.kind == QUERY_GAME) /* players have theirs */
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
  /* Bounds proven without endgame tables do not hold for a search that ends at them (search/forced_win.h). */
  if (worker->bound_log != NULL && endgames_of (worker) == NULL)
    bound_log_each (worker->bound_log, &subject, learn, worker);
  return true;
}

/* Set from how many nodes on searches share bounds, and ask about positions. */
static void set_up_thresholds (struct worker *worker) {
  const bool shares = worker_shares (worker);
  const uint64_t log_threshold = worker_logs (worker) ? worker->log_threshold : UINT64_MAX;
  const uint64_t least = shares && SHARE_LEAST < log_threshold ? SHARE_LEAST : log_threshold;
  atomic_store_explicit (&worker->bound_mailboxes->least, least, memory_order_relaxed);
  if (!worker->running)
    worker->bound_mailboxes->costly = shares ? SHARE_COSTLY : UINT64_MAX;
}

static void set_up_search (struct worker *worker) {
  assert (worker->game.engine != NULL && worker->busy);
  const struct query *query = &worker->search.query;
  worker->running = false;
  set_up_thresholds (worker);
  worker->search.game = &worker->game;
  worker->search.table = worker->table;
  worker->search.threads = worker->resources.threads;
  worker->search.bound_mailboxes = worker->bound_mailboxes;
  worker->search.position = worker->position;
  worker->search.endgames = endgames_of (worker);
  worker->search.memory = worker->resources.memory;
  worker->search.deadline = worker->resources.deadline;
  worker->search.patience = query->seconds > 0 ? clock_seconds () + query->seconds : 0;
  search_begin (&worker->search);
}

/* One thread is enough, since these searches are small. */
static void find_variation (struct worker *worker) {
  worker->search.bound_mailboxes = NULL;
  variation_find (&worker->search, &worker->give_up);
}

static void run_thread (void *context, int thread) {
  assert (0 <= thread && thread < ((struct worker *) context)->resources.threads);
  struct worker *worker = context;
  if (worker->search.query.kind == QUERY_SEARCH)
    worker->game.engine->search (&worker->search, thread);
  else if (thread == 0 && query_kind_reports (worker->search.query.kind))
    worker->resources.answer (worker->resources.answer_context, &worker->search, &worker->give_up,
                              &worker->report, &worker->failure);
  else if (thread == 0)
    find_variation (worker);
  assert (atomic_load (&worker->threads_searching) > 0);
  if (atomic_fetch_sub (&worker->threads_searching, 1) == 1)
    worker->finished = clock_seconds ();
}

void worker_runs_here (struct worker *worker, void (*poll) (void *context), void *context) {
  assert (!worker->busy && worker->resources.threads == 1);
  worker->runs_here = true;
  worker->search.poll = poll;
  worker->search.poll_context = context;
}

void worker_start (struct worker *worker, const struct query *query) {
  assert (!worker->busy && query_is_consistent (query));
  worker->search.query = *query;
  worker->busy = true;
  worker->called_off = false;
  worker->failure = (struct failure){ 0 };
  worker->report.size = 0;
  worker->running = open_game (worker) && set_up_position (worker) && set_up_table (worker);
  if (!worker->running)
    return;
  set_up_search (worker);
  assert (atomic_load (&worker->threads_searching) == 0); /* all have left the search before */
  worker->running = true;
  atomic_store (&worker->give_up, false);
  atomic_store (&worker->threads_searching, worker->resources.threads);
  worker->begun = clock_seconds ();
  worker->done = false;
  if (!worker->runs_here)
    team_start (worker->team, run_thread, worker);
}

/* ---- while it runs ---- */

bool worker_is_busy (const struct worker *worker) { return worker->busy; }

bool worker_wait (struct worker *worker, double seconds) {
  assert (seconds >= 0);
  if (!worker->running || !worker->runs_here)
    return !worker->running || team_wait (worker->team, seconds);
  if (!worker->done && seconds > 0) {
    worker->begun = clock_seconds ();
    team_do (worker->team, run_thread, worker);
    worker->done = true;
  }
  return worker->done;
}

bool worker_call_off (struct worker *worker, uint64_t number) {
  if (!worker->busy || worker->search.query.number != number)
    return false;
  worker_stop (worker);
  return true;
}

void worker_stop (struct worker *worker) {
  worker->called_off = true;
  atomic_store (&worker->give_up,
                true); /* first, because each search of a variation reads it when it begins */
  atomic_store (&worker->search.stop, true);
}

void worker_set_bound_log (struct worker *worker, const struct bound_log *bound_log) {
  assert (!worker->busy); /* it is entered when the table is made; a kept one has it */
  worker->bound_log = bound_log;
}

int worker_take_bounds (struct worker *worker, struct proven_bound *list, int most) {
  assert (most > 0);
  return bound_mailboxes_take (worker->bound_mailboxes, list, most);
}

const struct subject *worker_subject (const struct worker *worker) { return &worker->subject; }

bool worker_shares (const struct worker *worker) {
  return worker->search.query.shared && worker->ranks->size > 1;
}

bool worker_logs (const struct worker *worker) {
  return worker->resources.keep && endgames_of (worker) == NULL;
}

void worker_set_log_threshold (struct worker *worker, uint64_t least) {
  worker->log_threshold = least;
  set_up_thresholds (worker);
}

void worker_learn (struct worker *worker, const struct subject *subject,
                   const struct proven_bound *proven_bound) {
  if (!table_is_about (worker, subject))
    return;
  learn (worker, proven_bound);
  atomic_fetch_add_explicit (&worker->bound_mailboxes->updates_received, 1, memory_order_relaxed);
}

uint64_t worker_nodes (struct worker *worker) {
  return worker->running ? atomic_load_explicit (&worker->search.nodes, memory_order_relaxed) : 0;
}

struct bounds worker_bounds (struct worker *worker) {
  return worker->running && worker->search.query.kind == QUERY_SEARCH
             ? search_bounds (&worker->search)
             : search_range (worker->search.query.exact_score);
}

double worker_table_fill (const struct worker *worker) {
  return worker->table == NULL ? -1 : table_fill (worker->table);
}

const struct bytes *worker_report (const struct worker *worker) {
  assert (!worker->busy);
  return &worker->report;
}

struct effort *worker_effort (struct worker *worker) {
  return &worker->effort;
}

/* ---- the result ---- */

/* Why is the query unsolved? Threads notice a limit a little early or late. */
static void say_why (const struct worker *worker, struct result *result) {
  assert (!result->solved);
  const struct query *query = &worker->search.query;
  const double deadline = worker->resources.deadline;
  result->stopped = worker->called_off || (deadline != 0 && worker->finished >= deadline);
  if (result->stopped)
    return;
  const uint64_t nodes = result->cost.nodes + result->cost.nodes / 8;
  result->out_of_budget = (query->node_limit != 0 && nodes >= query->node_limit)
                          || (query->seconds > 0 && result->cost.seconds >= query->seconds);
  result->stopped = result->out_of_budget;
}

/* Also describe the best move in a form that does not depend on how the position is oriented. */
static void name_best (struct worker *worker, struct result *result) {
  const struct game *game = &worker->game;
  const int count = game->engine->successors (game, worker->position, worker->successors);
  for (int i = 0; i < count; i++) {
    if (worker->successors[i].move != result->move)
      continue;
    result->has_best = true;
    memcpy (result->best_move, worker->successors[i].text, sizeof result->best_move);
    if (game->key_bytes > 0) {
      game->engine->child (game, worker->position, result->move, worker->child);
      game->engine->pack_canonical (game, worker->child, result->best);
    }
  }
}

/* Fill in what the search itself cannot know. */
static void complete (struct worker *worker, struct result *result) {
  assert (atomic_load (&worker->threads_searching) == 0 && worker->finished >= worker->begun);
  result->cost.seconds = worker->finished - worker->begun;
  if (worker->search.query.kind != QUERY_SEARCH) {
    result->stopped = worker->called_off || result->out_of_budget; /* then the line may be too short */
    return;
  }
  if (!result->solved)
    say_why (worker, result);
  if (result->move >= 0)
    name_best (worker, result);
}

void worker_collect (struct worker *worker, struct result *result, struct failure *failure) {
  assert (worker->busy);
  *result = result_unknown (&worker->search.query);
  worker->effort.statistics.count[COUNT_queries]++;
  if (worker->running) {
    while (!worker_wait (worker, 1))
      continue;
    *result = worker->search.result;
    complete (worker, result);
    statistics_add (&worker->effort.statistics, &worker->search.statistics);
    worker->effort.busy_seconds += result->cost.seconds;
  }
  *failure = worker->failure;
  result->failed = failure->code != 0;
  result->rank = worker->ranks->rank;
  assert (worker->running || result->failed);
  worker->busy = worker->running = false;
  assert (result_is_consistent (result) && result->number == worker->search.query.number);
  assert (!result->failed || failure->code != 0);
}
