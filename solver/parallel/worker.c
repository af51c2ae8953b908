/* Threads take queries in the order in which they came. A thread that finds no query joins a search that has
 * been running for a while; among several, the one with the fewest threads. Thus each small query has one
 * thread, and a large query gets the threads that are free.
 *
 * All searches that run at a time are about one subject, that of the table. A query about another subject
 * waits until the last of these searches has ended and the main thread has taken the bounds that they left.
 */
#include "parallel/worker.h"

#include "base/clock.h"
#include "base/condition.h"
#include "base/threads.h"
#include "search/replication.h"
#include "search/search.h"
#include "search/variation.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A query from worker_start() to worker_collect(). */
struct job {
  struct job *next; /* the next job in the list to which this one belongs */
  struct query query;
  struct result result;
  struct failure failure;
  struct bytes report;
  bool begun;
};

/* A thread's work on a job, which other threads may join. */
struct session {
  struct job *job; /* NULL: none */
  struct search search;
  struct position *position, *child; /* of the open game */
  struct successor *successors;
  bool called_off;
  atomic_bool give_up; /* ends a variation, which consists of many searches */
  bool open;           /* may threads join the session? */
  bool *has_joined;    /* by thread of the worker: has the thread joined? */
  int *mailbox;        /* by thread of the search: which thread of the worker is it? */
  int joined, inside;  /* joined: threads that are or were in the session; inside: threads that are */
  double begun, finished;
};

/* First in, first out. */
struct jobs {
  struct job *first, *last;
};

struct worker {
  struct resources resources;
  const struct ranks *ranks;
  struct effort effort;
  struct team *team;
  bool runs_here; /* searches run in the main thread */
  void (*poll) (void *);
  void *poll_context;

  pthread_mutex_t mutex; /* guards what follows, but not the searches themselves */
  pthread_cond_t work, news, left;
  struct job *all;
  int capacity; /* how many jobs there can be */
  int at_once;  /* how many searches may run at a time; they share the memory */
  int running;
  struct jobs free, waiting, done;
  struct session *sessions; /* by thread */
  bool attending, leaving;
  struct effort gathered; /* the effort of searches that have ended, for the main thread */
  struct bytes report;    /* of the job that was collected last */

  /* kept for the next query */
  struct game game; /* game.engine is NULL: no game is open */
  char text[sizeof ((struct query *) 0)->game];
  struct table *table;
  struct subject subject; /* the subject of the table's content, and of all searches that run */
  bool shared;            /* are these searches shared with other hosts? */
  struct bound_mailboxes *bound_mailboxes;
  struct replication *replication; /* NULL: there is no other host */
  struct replication_load load;
  struct search **receivers;         /* room for one entry for each thread */
  uint64_t log_threshold;            /* the nodes from which on rank 0 logs a bound */
  const struct bound_log *bound_log; /* of an earlier run, or NULL */
};

static void append (struct jobs *list, struct job *job) {
  job->next = NULL;
  if (list->last != NULL)
    list->last->next = job;
  else
    list->first = job;
  list->last = job;
}

/* Remove the first job, or the one after `before`, from the list. */
static struct job *take_after (struct jobs *list, struct job *before) {
  struct job **const link = before == NULL ? &list->first : &before->next, *const job = *link;
  assert (job != NULL);
  *link = job->next;
  if (list->last == job)
    list->last = before;
  return job;
}

void workers_agree (const struct ranks *ranks, struct worker *worker, bool side_by_side, int *at_once) {
  ranks_broadcast (ranks, &side_by_side, sizeof side_by_side);
  worker->at_once = side_by_side ? worker->resources.threads : 1;
  ranks_gather (ranks, &worker->at_once, sizeof worker->at_once, at_once);
}

struct worker *worker_create (const struct resources *resources, const struct ranks *ranks) {
  assert (ranks_are_consistent (ranks) && resources->deadline >= 0);
  struct worker *worker = allocate (1, sizeof *worker);
  worker->resources = *resources;
  if (worker->resources.threads < 1)
    worker->resources.threads = 1;
  const size_t threads = (size_t) worker->resources.threads;
  worker->ranks = ranks;
  worker->log_threshold = UINT64_MAX;
  worker->team = team_create (worker->resources.threads);
  if (resources->cores != NULL)
    team_use_cores (worker->team, resources->cores);
  worker->bound_mailboxes = bound_mailboxes_create (worker->resources.threads);
  if (ranks->size > 1) {
    worker->replication = replication_create (worker->resources.threads, ranks->rank, ranks->size,
                                              replication_group (ranks->size));
    replication_begin (worker->replication, 0);
    worker->receivers = allocate (threads, sizeof *worker->receivers);
  }
  pthread_mutex_init (&worker->mutex, NULL);
  condition_init (&worker->work);
  condition_init (&worker->news);
  condition_init (&worker->left);
  worker->capacity = worker_capacity (worker->resources.threads);
  worker->at_once = 1;
  worker->all = allocate ((size_t) worker->capacity, sizeof *worker->all);
  for (int i = 0; i < worker->capacity; i++)
    append (&worker->free, &worker->all[i]);
  worker->sessions = allocate (threads, sizeof *worker->sessions);
  for (size_t i = 0; i < threads; i++) {
    worker->sessions[i].has_joined = allocate (threads, sizeof (bool));
    worker->sessions[i].mailbox = allocate (threads, sizeof (int));
  }
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
  for (int i = 0; i < worker->resources.threads; i++) {
    free (worker->sessions[i].position);
    free (worker->sessions[i].child);
    free (worker->sessions[i].successors);
  }
}

static void lock (struct worker *worker) { pthread_mutex_lock (&worker->mutex); }

static void unlock (struct worker *worker) { pthread_mutex_unlock (&worker->mutex); }

void worker_destroy (struct worker *worker) {
  if (worker == NULL)
    return;
  worker_stop (worker);
  lock (worker);
  worker->leaving = true;
  pthread_cond_broadcast (&worker->work);
  unlock (worker);
  team_destroy (worker->team);
  close_game (worker);
  if (worker->resources.kept_table != NULL)
    *worker->resources.kept_table = (struct kept_table){ worker->table, worker->subject };
  else
    table_destroy (worker->table);
  for (int i = 0; i < worker->resources.threads; i++) {
    free (worker->sessions[i].has_joined);
    free (worker->sessions[i].mailbox);
  }
  for (int i = 0; i < worker->capacity; i++)
    free (worker->all[i].report.data);
  free (worker->all);
  free (worker->sessions);
  free (worker->report.data);
  pthread_cond_destroy (&worker->work);
  pthread_cond_destroy (&worker->news);
  pthread_cond_destroy (&worker->left);
  pthread_mutex_destroy (&worker->mutex);
  bound_mailboxes_destroy (worker->bound_mailboxes);
  replication_destroy (worker->replication);
  free (worker->receivers);
  free (worker);
}

void kept_table_free (struct kept_table *kept) {
  table_destroy (kept->table);
  *kept = (struct kept_table){ .table = NULL };
}

/* ---- preparing a search ---- */

static bool open_game (struct worker *worker, struct job *job) {
  if (worker->game.engine != NULL && strcmp (worker->text, job->query.game) == 0)
    return true;
  assert (worker->running == 0);
  close_game (worker);
  if (!engine_open (&worker->game, job->query.game, &job->failure)) {
    worker->game.engine = NULL;
    return false;
  }
  memcpy (worker->text, job->query.game, sizeof worker->text);
  for (int i = 0; i < worker->resources.threads; i++) {
    struct session *session = &worker->sessions[i];
    session->position = position_allocate (&worker->game);
    session->child = position_allocate (&worker->game);
    session->successors = allocate ((size_t) worker->game.moves_max, sizeof *session->successors);
  }
  return true;
}

static bool set_up_position (struct worker *worker, struct session *session) {
  const struct game *game = &worker->game;
  const struct query *query = &session->job->query;
  if (query->start)
    game->engine->start (game, session->position);
  else if (game->key_bytes == 0 || !game->engine->unpack (game, query->key, session->position))
    return fail (&session->job->failure, EXIT_BAD_DATA, "%s: the key of a query is no position", game->title);
  return true;
}

static void learn (void *context, const struct proven_bound *proven_bound) {
  struct worker *worker = context;
  const struct subject *subject = &worker->subject;
  assert (worker->table != NULL && worker->table->key_words == worker->game.key_words);
  worker->game.engine->learn (&worker->game, worker->table, subject->method, subject->exact_score,
                              proven_bound);
}

/* Is there a table, and is its content about the subject? */
static bool table_is_about (const struct worker *worker, const struct subject *subject) {
  return worker->game.engine != NULL && strcmp (worker->text, subject->game) == 0 && worker->table != NULL
         && worker->table->key_words == worker->game.key_words && subjects_share (&worker->subject, subject);
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
static bool set_up_table (struct worker *worker, struct job *job) {
  const struct subject subject = subject_of (&job->query);
  const bool same = subjects_share (&subject, &worker->subject);
  assert (same || worker->running == 0);
  worker->subject = subject;
  worker->shared = job->query.shared;
  /* players have tables of their own */
  if (worker->resources.table_bytes == 0 || job->query.kind == QUERY_GAME)
    return true;
  if (worker->table != NULL && worker->table->key_words != worker->game.key_words) {
    table_destroy (worker->table);
    worker->table = NULL;
  }
  if (worker->table == NULL) {
    worker->table = table_create (worker->resources.table_bytes, worker->game.key_words,
                                  worker->resources.replacement, &job->failure);
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

/* May the bounds be logged for another run? Not if they rest on endgame tables, which that run may not have.
 */
static bool are_logged (const struct worker *worker) {
  return worker->resources.keep && endgames_of (worker) == NULL;
}

/* Set the number of nodes from which on bounds are logged. */
static void set_up_thresholds (struct worker *worker) {
  const uint64_t least = are_logged (worker) ? worker->log_threshold : UINT64_MAX;
  atomic_store_explicit (&worker->bound_mailboxes->least, least, memory_order_relaxed);
}

/* Do the searches with this table tell other hosts what they find? */
static bool are_replicated (const struct worker *worker) {
  return worker->replication != NULL && worker->shared && table_is_about (worker, &worker->subject);
}

/* The number of a host in the marks of a search. Ranks from 255 on share the last number. */
static unsigned host_of (int rank) { return rank < 255 ? (unsigned) rank : 255; }

static bool is_variation (const struct query *query) {
  return query->kind != QUERY_SEARCH && !query_kind_reports (query->kind);
}

static void set_up_search (struct worker *worker, struct session *session) {
  assert (worker->game.engine != NULL);
  struct search *search = &session->search;
  const struct search_means means
      = { .table = worker->table,
          .endgames = endgames_of (worker),
          .memory = worker->resources.memory / (uint64_t) worker->at_once,
          .deadline = worker->resources.deadline,
          .threads = worker->resources.threads,
          .poll = worker->poll,
          .poll_context = worker->poll_context,
          .bound_mailboxes = is_variation (&session->job->query) ? NULL : worker->bound_mailboxes,
          .mailbox = session->mailbox,
          .replication = are_replicated (worker) ? worker->replication : NULL,
          .host = host_of (worker->ranks->rank) };
  search_fill (search, &worker->game, session->position, &session->job->query, &means);
  search_begin (search);
}

/* Has the main thread taken all bounds and records that searches left? */
static bool nothing_is_left (const struct worker *worker) {
  return bound_mailboxes_are_empty (worker->bound_mailboxes)
         && (worker->replication == NULL || replication_is_empty (worker->replication));
}

/* May this query begin now? */
static bool may_begin (const struct worker *worker, const struct query *query) {
  const struct subject subject = subject_of (query);
  const bool same = worker->game.engine != NULL && strcmp (worker->text, query->game) == 0
                    && subjects_share (&subject, &worker->subject) && query->shared == worker->shared;
  return same || (worker->running == 0 && nothing_is_left (worker));
}

/* Take the query that is next, if it may begin; NULL: none. */
static struct job *next_job (struct worker *worker) {
  struct jobs *waiting = &worker->waiting;
  const bool may = waiting->first != NULL && may_begin (worker, &waiting->first->query);
  return may ? take_after (waiting, NULL) : NULL;
}

/* The time. The mutex is open meanwhile, because a simulated clock lets other threads go on. */
static double clock_of (struct worker *worker) {
  unlock (worker);
  const double now = clock_seconds ();
  lock (worker);
  return now;
}

static void begin (struct worker *worker, struct session *session, struct job *job) {
  assert (session->job == NULL && session->inside == 0);
  session->job = job;
  session->called_off = false;
  session->joined = 0;
  memset (session->has_joined, 0, (size_t) worker->resources.threads * sizeof *session->has_joined);
  atomic_store (&session->give_up, false);
  job->begun = true;
  if (open_game (worker, job) && set_up_position (worker, session) && set_up_table (worker, job)) {
    set_up_thresholds (worker);
    set_up_search (worker, session);
  }
  worker->running++;
  session->begun = session->finished = clock_of (worker);
}

/* ---- the result ---- */

/* Note why the query is unsolved. Threads may notice a limit a little early or late. */
static void say_why (const struct worker *worker, const struct session *session, struct result *result) {
  assert (!result->solved);
  const struct query *query = &session->job->query;
  /* the search looks at these two, and ends before `finished` is read; `begun` may be read a little later
   * than the search has begun, so the seconds between the two do not tell */
  const double deadline = worker->resources.deadline, patience = session->search.patience;
  result->stopped = session->called_off || (deadline != 0 && session->finished >= deadline);
  if (result->stopped)
    return;
  const uint64_t nodes = result->cost.nodes + result->cost.nodes / 8;
  result->out_of_budget = (query->node_limit != 0 && nodes >= query->node_limit)
                          || (patience != 0 && session->finished >= patience);
  result->stopped = result->out_of_budget;
}

/* Add a description of the best move that does not depend on the orientation of the position. */
static void name_best (struct worker *worker, struct session *session, struct result *result) {
  const struct game *game = &worker->game;
  const int count = game->engine->successors (game, session->position, session->successors);
  for (int i = 0; i < count; i++) {
    if (session->successors[i].move != result->move)
      continue;
    result->has_best = true;
    memcpy (result->best_move, session->successors[i].text, sizeof result->best_move);
    if (game->key_bytes > 0) {
      game->engine->child (game, session->position, result->move, session->child);
      game->engine->pack_canonical (game, session->child, result->best);
    }
  }
}

/* Fill in what the search itself cannot know. */
static void complete (struct worker *worker, struct session *session, struct result *result) {
  *result = session->search.result;
  result->cost.seconds = session->finished - session->begun;
  if (session->job->query.kind != QUERY_SEARCH) {
    result->stopped = session->called_off || result->out_of_budget; /* the line may be too short then */
    return;
  }
  if (!result->solved)
    say_why (worker, session, result);
  if (result->move >= 0)
    name_best (worker, session, result);
}

/* Wake the main thread: there is a result, or a query that can begin once the main thread has taken all
 * bounds. */
static void bring_news (struct worker *worker) { pthread_cond_broadcast (&worker->news); }

static void finish (struct worker *worker, struct session *session) {
  struct job *job = session->job;
  assert (session->inside == 0 && worker->running > 0);
  job->result = result_unknown (&job->query);
  if (session->joined > 0) {
    complete (worker, session, &job->result);
    statistics_add (&worker->gathered.statistics, &session->search.statistics);
    worker->gathered.busy_seconds += job->result.cost.seconds;
  }
  job->result.failed = job->failure.code != 0;
  append (&worker->done, job);
  session->job = NULL;
  worker->running--;
  bring_news (worker);
}

/* ---- the threads ---- */

/* Seconds after which a search is worth joining. Most searches end before another thread could have woken up.
 */
static const double LARGE = 3e-4;

/* The search that a thread without a query should join; NULL: none. *seconds becomes the time after which the
 * thread should look again, if that is sooner and a search will be worth joining by then. */
static struct session *search_to_join (struct worker *worker, int thread, double *seconds) {
  struct session *best = NULL;
  const double now = clock_seconds ();
  for (struct session *session = worker->sessions; session < worker->sessions + worker->resources.threads;
       session++) {
    if (!session->open || session->has_joined[thread])
      continue;
    const double rest = session->begun + LARGE - now;
    if (rest > 0 && rest < *seconds)
      *seconds = rest;
    if (rest <= 0 && (best == NULL || session->inside < best->inside))
      best = session;
  }
  return best;
}

/* One thread is enough for a variation, since its searches are small. */
static void work_on (struct worker *worker, struct session *session, int number) {
  struct job *job = session->job;
  if (job->query.kind == QUERY_SEARCH)
    worker->game.engine->search (&session->search, number);
  else if (query_kind_reports (job->query.kind))
    worker->resources.answer (worker->resources.answer_context, (int) (session - worker->sessions),
                              &session->search, &session->give_up, &job->report, &job->failure);
  else
    variation_find (&session->search, &session->give_up);
}

/* Take part in a search. Called with the mutex held, which is open during the search. */
static void enter (struct worker *worker, struct session *session, int thread) {
  assert (!session->has_joined[thread] && session->joined < worker->resources.threads);
  const int number = session->joined++;
  session->has_joined[thread] = true;
  session->mailbox[number] = thread;
  session->inside++;
  pthread_cond_signal (&worker->work); /* for the next thread that is free */
  unlock (worker);
  work_on (worker, session, number);
  const double now = clock_seconds ();
  lock (worker);
  session->finished = now;
  session->open &= number > 0; /* a session that its first thread has left is about to end */
  if (--session->inside == 0)
    pthread_cond_broadcast (&worker->left);
}

/* Answer a query: begin it in this thread, and see it to its end. */
static void answer (struct worker *worker, int thread, struct job *job) {
  struct session *session = &worker->sessions[thread];
  begin (worker, session, job);
  session->open = job->failure.code == 0 && job->query.kind == QUERY_SEARCH;
  if (job->failure.code == 0)
    enter (worker, session, thread);
  while (session->inside > 0) /* wait for the threads that joined and are about to leave */
    pthread_cond_wait (&worker->left, &worker->mutex);
  finish (worker, session);
  pthread_cond_broadcast (&worker->work); /* the next query may be about another subject, and can begin now */
}

/* Begin a query or join a search. Returns whether there was anything to do. */
static bool do_something (struct worker *worker, int thread, double *seconds) {
  struct job *job = next_job (worker);
  if (job != NULL) {
    answer (worker, thread, job);
    return true;
  }
  struct session *session = search_to_join (worker, thread, seconds);
  if (session != NULL)
    enter (worker, session, thread);
  return session != NULL;
}

/* The work of each thread of the team. A single thread leaves after a query, so that a main thread that waits
 * for the team (in simulations, in virtual time) gets the result. */
static void attend (void *context, int thread) {
  struct worker *worker = context;
  const bool alone = worker->resources.threads == 1;
  lock (worker);
  while (!worker->leaving) {
    double seconds = 1;
    const bool any = do_something (worker, thread, &seconds);
    if (alone)
      break;
    if (!any && !worker->leaving)
      condition_wait (&worker->work, &worker->mutex, clock_seconds () + seconds);
  }
  if (alone)
    worker->attending = false;
  unlock (worker);
}

/* Make sure that a thread looks for work. */
static void call_thread (struct worker *worker) {
  lock (worker);
  const bool start = !worker->runs_here && !worker->attending;
  worker->attending |= start;
  pthread_cond_signal (&worker->work);
  unlock (worker);
  if (start)
    team_start (worker->team, attend, worker);
}

void worker_runs_here (struct worker *worker, void (*poll) (void *context), void *context) {
  assert (worker->resources.threads == 1 && !worker->attending);
  worker->runs_here = true;
  worker->poll = poll;
  worker->poll_context = context;
}

void worker_start (struct worker *worker, const struct query *query) {
  assert (query_is_consistent (query));
  lock (worker);
  if (worker->free.first == NULL)
    internal_error (__FILE__, __LINE__, "rank %d was sent too many queries", worker->ranks->rank);
  struct job *job = take_after (&worker->free, NULL);
  struct bytes report = job->report;
  report.size = 0;
  *job = (struct job){ .query = *query, .report = report };
  append (&worker->waiting, job);
  unlock (worker);
  call_thread (worker);
}

/* ---- while searches run ---- */

bool worker_is_busy (struct worker *worker) {
  lock (worker);
  const bool busy = worker->waiting.first != NULL || worker->running > 0 || worker->done.first != NULL;
  unlock (worker);
  return busy;
}

/* Is there anything to do that only the main thread can do? */
static bool is_wanted (struct worker *worker) {
  return worker->done.first != NULL
         || (worker->running == 0 && worker->waiting.first != NULL && !nothing_is_left (worker));
}

static void run_here (struct worker *worker) {
  lock (worker);
  struct job *job = next_job (worker);
  if (job != NULL)
    answer (worker, 0, job);
  unlock (worker);
}

/* The first result, or, unless `all`, the first result of a query that was never begun; *before gets the job
 * before it. NULL: there is none. */
static struct job *first_done (const struct worker *worker, bool all, struct job **before) {
  struct job *job = worker->done.first;
  for (*before = NULL; job != NULL && job->begun && !all; job = job->next)
    *before = job;
  return job;
}

/* Has the team ended, if it matters? A single thread has only ended when its team has: in a simulation that
 * is later than the last line of the thread. */
static bool team_has_ended (struct worker *worker, double seconds) {
  return worker->runs_here || worker->resources.threads > 1 || team_wait (worker->team, seconds);
}

bool worker_wait (struct worker *worker, double seconds) {
  assert (seconds >= 0);
  if (worker->runs_here && seconds > 0)
    run_here (worker);
  lock (worker);
  struct job *before;
  const bool given_back = first_done (worker, false, &before) != NULL;
  unlock (worker);
  const bool all = team_has_ended (worker, given_back ? 0 : seconds);
  lock (worker);
  if (worker->resources.threads > 1 && seconds > 0 && !is_wanted (worker))
    condition_wait (&worker->news, &worker->mutex, clock_seconds () + seconds);
  const bool done = first_done (worker, all, &before) != NULL;
  unlock (worker);
  return done;
}

/* Finish waiting queries as they are, without an answer: all of them, or the one with that number. */
static void give_back (struct worker *worker, bool all, uint64_t number) {
  struct job *before = NULL, *next;
  for (struct job *job = worker->waiting.first; job != NULL; job = next) {
    next = job->next;
    if (!all && job->query.number != number) {
      before = job;
      continue;
    }
    take_after (&worker->waiting, before);
    job->result = result_unknown (&job->query);
    job->result.stopped = true;
    append (&worker->done, job);
    bring_news (worker);
  }
}

static void stop_search (struct session *session) {
  session->called_off = true;
  atomic_store (&session->give_up,
                true); /* set first, because each search of a variation reads it when it begins */
  atomic_store (&session->search.stop, true);
}

void worker_take_back (struct worker *worker, uint64_t number) {
  lock (worker);
  give_back (worker, false, number);
  unlock (worker);
}

void worker_call_off (struct worker *worker, uint64_t number) {
  worker_take_back (worker, number);
  lock (worker);
  for (int i = 0; i < worker->resources.threads; i++)
    if (worker->sessions[i].job != NULL && worker->sessions[i].job->query.number == number)
      stop_search (&worker->sessions[i]);
  unlock (worker);
}

void worker_stop (struct worker *worker) {
  /* When the searching thread calls this from within a search, the mutex is open. */
  lock (worker);
  give_back (worker, true, 0);
  for (int i = 0; i < worker->resources.threads; i++)
    if (worker->sessions[i].job != NULL)
      stop_search (&worker->sessions[i]);
  unlock (worker);
}

void worker_set_bound_log (struct worker *worker, const struct bound_log *bound_log) {
  assert (worker->running == 0); /* the log is entered when the table is made; a kept table has it already */
  worker->bound_log = bound_log;
}

int worker_take_bounds (struct worker *worker, struct taken_bounds *taken, int most) {
  assert (0 < most && most <= BOUNDS_PER_MESSAGE);
  lock (worker);
  taken->subject = worker->subject;
  taken->logged = are_logged (worker);
  const int count = bound_mailboxes_take (worker->bound_mailboxes, taken->bounds, most);
  const bool call = count > 0 && worker->waiting.first != NULL;
  unlock (worker);
  if (call)
    call_thread (worker);
  return count;
}

void worker_set_log_threshold (struct worker *worker, uint64_t least) {
  lock (worker);
  worker->log_threshold = least;
  set_up_thresholds (worker);
  unlock (worker);
}

int worker_take_records (struct worker *worker, struct records_message *message,
                         struct records_message *far) {
  assert (worker->replication != NULL);
  lock (worker);
  message->words = far->words = 0;
  message->subject = far->subject = worker->subject;
  if (worker->table != NULL)
    message->words = replication_take (worker->replication, message->word, WORDS_PER_MESSAGE,
                                       record_words (worker->table->key_words), far->word, &far->words);
  const bool call = message->words > 0 && worker->waiting.first != NULL;
  unlock (worker);
  if (call)
    call_thread (worker);
  return message->words;
}

void worker_receive (struct worker *worker, int rank, const struct records_message *message) {
  lock (worker);
  if (are_replicated (worker) && table_is_about (worker, &message->subject)) {
    const int words = record_words (worker->table->key_words);
    int count = 0;
    for (int i = 0; i < worker->resources.threads; i++)
      if (worker->sessions[i].inside > 0)
        worker->receivers[count++] = &worker->sessions[i].search;
    for (int i = 0; i + words <= message->words; i += words)
      worker->game.engine->receive (worker->table, worker->receivers, count, host_of (rank),
                                    &message->word[i]);
    replication_pass_on (worker->replication, rank, message->word, message->words, words);
  }
  unlock (worker);
}

void worker_follow_load (struct worker *worker, double now, double took) {
  replication_follow_load (worker->replication, &worker->load, now, took);
}

enum audience worker_audience (const struct worker *worker, int rank) {
  return replication_audience (worker->replication, rank);
}

double worker_sharing_interval (struct worker *worker) {
  lock (worker);
  const bool shares = worker->running > 0 && are_replicated (worker);
  unlock (worker);
  return shares ? replication_interval (worker->replication) : 0;
}

uint64_t worker_nodes (struct worker *worker) {
  uint64_t nodes = 0;
  lock (worker);
  for (int i = 0; i < worker->resources.threads; i++)
    if (worker->sessions[i].job != NULL && worker->sessions[i].inside > 0)
      nodes += atomic_load_explicit (&worker->sessions[i].search.nodes, memory_order_relaxed);
  unlock (worker);
  return nodes;
}

struct bounds worker_bounds (struct worker *worker, const struct query *query) {
  struct bounds bounds = search_range (query->exact_score);
  lock (worker);
  for (int i = 0; i < worker->resources.threads; i++) {
    struct session *session = &worker->sessions[i];
    if (session->job != NULL && session->inside > 0 && session->job->query.number == query->number
        && query->kind == QUERY_SEARCH)
      bounds = search_bounds (&session->search);
  }
  unlock (worker);
  return bounds;
}

double worker_table_fill (struct worker *worker) {
  lock (worker); /* the table may be replaced meanwhile */
  const double fill = worker->table == NULL ? -1 : table_fill (worker->table);
  unlock (worker);
  return fill;
}

const struct bytes *worker_report (const struct worker *worker) { return &worker->report; }

struct effort *worker_effort (struct worker *worker) {
  return &worker->effort;
}

bool worker_collect (struct worker *worker, struct result *result, struct failure *failure) {
  while (!worker_wait (worker, 1))
    continue;
  const bool all = team_has_ended (worker, 0);
  lock (worker);
  struct job *before, *job = first_done (worker, all, &before);
  assert (job != NULL);
  take_after (&worker->done, before);
  *result = job->result;
  *failure = job->failure;
  result->rank = worker->ranks->rank;
  const bool begun = job->begun;
  statistics_add (&worker->effort.statistics, &worker->gathered.statistics);
  worker->effort.busy_seconds += worker->gathered.busy_seconds;
  worker->gathered = (struct effort){ .busy_seconds = 0 };
  worker->effort.statistics.count[COUNT_queries] += begun;
  const struct bytes report = worker->report;
  worker->report = job->report;
  job->report = report;
  append (&worker->free, job);
  const bool call = worker->waiting.first != NULL;
  unlock (worker);
  if (call)
    call_thread (worker);
  assert (result_is_consistent (result) && (!result->failed || failure->code != 0));
  return begun;
}
