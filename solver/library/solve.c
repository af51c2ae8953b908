/* Implements zermelo/zermelo.h: searches are asked for what rules and files do not know.
 *
 * A call works in a thread of its own, whose stack is large enough whatever the caller's is. Meanwhile the
 * calling thread waits, and reports how far the search is. */
#include "zermelo/zermelo.h"

#include "base/clock.h"
#include "base/machine.h"
#include "base/text.h"
#include "base/threads.h"
#include "library/library_private.h"
#include "search/asker.h"
#include "search/search.h"

#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 1000 };

static const uint64_t least_memory = 1 << 20, usual_memory = 1 << 30;

struct library_search {
  int threads;
  uint64_t bytes;
  struct shelf shelf;
  struct asker asker;
  int (*report) (const zermelo_progress *, void *context);
  void *report_context;
};

/* ---- resources ---- */

static void search_free (struct library_search *search) {
  asker_end (&search->asker);
  shelf_clear (&search->shelf);
  free (search);
}

/* The searches of a handle whose `turn` the calling thread holds. */
static struct library_search *search_of (zermelo *z) {
  if (z->search != NULL)
    return z->search;
  struct library_search *search = allocate (1, sizeof *search);
  const uint64_t share = machine_process_memory () / 8;
  search->threads = machine_threads ();
  if (search->threads > MACHINE_THREADS_MAX)
    search->threads = MACHINE_THREADS_MAX;
  search->bytes = share < usual_memory ? share : usual_memory;
  if (search->bytes < least_memory)
    search->bytes = least_memory;
  asker_begin (&search->asker);
  z->search = search;
  z->search_free = search_free;
  return search;
}

static bool set_threads (zermelo *z, void *argument, struct failure *failure) {
  const int threads = *(const int *) argument;
  if (threads < 1 || threads > MACHINE_THREADS_MAX)
    return fail (failure, EXIT_USAGE, "%d threads: 1 to %d are possible", threads, MACHINE_THREADS_MAX);
  search_of (z)->threads = threads;
  return true;
}

static bool set_memory (zermelo *z, void *argument, struct failure *failure) {
  const uint64_t bytes = *(const uint64_t *) argument;
  if (bytes < least_memory)
    return fail (failure, EXIT_USAGE, "the tables of searches take 1 MiB at least");
  shelf_clear (&search_of (z)->shelf);
  z->search->bytes = bytes;
  return true;
}

struct progress_setting {
  int (*report) (const zermelo_progress *, void *context);
  void *context;
};

static bool set_progress (zermelo *z, void *argument, struct failure *failure) {
  const struct progress_setting *setting = argument;
  struct library_search *search = search_of (z);
  (void) failure;
  search->report = setting->report;
  search->report_context = setting->context;
  return true;
}

/* Carry out a call that searches, or changes how searches are made. */
static int call_in_turn (bool (*body) (zermelo *, void *, struct failure *), zermelo *z, void *argument) {
  pthread_mutex_lock (&z->turn);
  const int code = library_call (body, z, argument);
  pthread_mutex_unlock (&z->turn);
  return code;
}

int zermelo_set_threads (zermelo *z, int threads) { return call_in_turn (set_threads, z, &threads); }

int zermelo_set_memory (zermelo *z, uint64_t bytes) { return call_in_turn (set_memory, z, &bytes); }

int zermelo_set_progress (zermelo *z, int (*report) (const zermelo_progress *, void *), void *context) {
  struct progress_setting setting = { report, context };
  return call_in_turn (set_progress, z, &setting);
}

void zermelo_cancel (zermelo *z) { atomic_store (&z->cancelled, true); }

/* ---- a question ---- */

struct question {
  zermelo *z;
  const char *text;
  int wants;
  double seconds;
  uint64_t nodes_limit;
  zermelo_answer **result;

  struct asker *asker;
  double begun, deadline; /* clock_seconds(); deadline 0: none */
  bool scores;            /* it is wanted how soon the game ends, and scores tell this */
  struct answer answer;
  char (*line)[ZERMELO_MOVE_NAME];
  int line_count;
  atomic_uint_least64_t nodes; /* the nodes so far, for reports */
  bool line_is_short;          /* a limit ended the line */
  struct failure failure;
};

/* Called by searches every few milliseconds. */
static bool must_stop (void *context) {
  struct question *s = context;
  atomic_store_explicit (&s->nodes, s->asker->cost.nodes + atomic_load (&s->asker->search->nodes),
                         memory_order_relaxed);
  return atomic_load_explicit (&s->z->cancelled, memory_order_relaxed);
}

static bool is_over (void *context) {
  const struct question *s = context;
  return atomic_load_explicit (&s->z->cancelled, memory_order_relaxed)
         || (s->deadline != 0 && clock_seconds () >= s->deadline);
}

/* Ask the searches. First one thread searches a few nodes: for most positions that is enough, and takes less
 * time than waking up other threads. */
static void ask (void *context, const struct answer_query *query) {
  enum { FEW_NODES = 20000 };
  struct question *s = context;
  struct asker *asker = s->asker;
  const int threads = asker->threads;
  struct query few = query->query;
  few.node_limit = FEW_NODES;
  asker->threads = 1;
  const struct result *result = asker_ask (asker, query->position, threads == 1 ? &query->query : &few, 0);
  asker->threads = threads;
  const bool limit_was_ours = s->nodes_limit == 0 || asker->cost.nodes < s->nodes_limit;
  if (threads > 1 && !result->solved && limit_was_ours && !is_over (s))
    result = asker_ask (asker, query->position, &query->query, 0);
  query->take (query->taker, result);
}

static bool is_complete (const struct question *s, bool scores) {
  return (s->wants & ZERMELO_MOVES) != 0 ? answer_is_complete (&s->answer, scores)
                                         : known_is_settled (&s->answer.known, scores);
}

/* ---- a line ---- */

static void add_to_line (struct question *s, const char *move) {
  assert (s->line_count < LINE_MOST);
  snprintf (s->line[s->line_count++], sizeof *s->line, "%s", move);
}

/* Find the rest of the line by a search, from a position whose value is known. */
static void search_line (struct question *s, const struct answer *at) {
  const struct game *game = at->game;
  const int value = at->known.lower;
  const int score = s->scores && value != DRAWN
                        ? game->engine->score (game, at->position, (enum outcome) value, at->known.distance)
                        : value;
  const struct result *result = asker_line (s->asker, at->position, score, s->scores);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *position = position_allocate (game), *child = position_allocate (game);
  memcpy (position, at->position, game->position_bytes);
  for (int i = 0; i < result->line_moves && s->line_count < LINE_MOST; i++) {
    game->engine->successors (game, position, list);
    add_to_line (s, list[result->line[i]].text);
    game->engine->child (game, position, list[result->line[i]].move, child);
    memcpy (position, child, game->position_bytes);
  }
  s->line_is_short = is_over (s);
  free (list);
  free (position);
  free (child);
}

/* Find the line: moves that are known to be best are made until, in some position, no move is known to be
 * best; from there on the searches find the rest. */
static bool find_line (struct question *s, struct failure *failure) {
  struct answer at;
  zermelo_knowledge known = s->answer.known;
  char *text = text_format ("%s", s->answer.normal.text);
  bool goes_on = s->answer.outcome == GOING_ON && known_is_settled (&known, s->scores);
  s->line = allocate (LINE_MOST, sizeof *s->line);
  while (goes_on) {
    if (!library_begin (s->z, text, &at, failure))
      break;
    known_narrow (&at.known, &known);
    if (s->line_count == 0) /* of the moves of the first position more is known */
      for (int i = 0; i < at.count; i++)
        known_narrow (&at.moves[i].after, &s->answer.moves[i].after);
    answer_settle (&at);
    const int move = at.outcome == GOING_ON ? answer_best (&at, s->scores) : -1;
    const bool repeats = at.known.lower == DRAWN && at.game->plies_max == 0; /* it has no end */
    goes_on = move >= 0 && !repeats && s->line_count < LINE_MOST;
    free (text);
    text = NULL;
    if (goes_on) {
      add_to_line (s, at.moves[move].successor.text);
      known = at.moves[move].after;
      text = answer_text_after (&at, &at.moves[move].successor);
      goes_on = text != NULL;
    } else if (at.outcome == GOING_ON && s->line_count < LINE_MOST && at.game->key_bytes > 0)
      search_line (s, &at);
    answer_end (&at);
  }
  free (text);
  return failure->code == 0;
}

/* ---- the call ---- */

/* Leave signals to the threads of the program, except those that an error in this thread sends to it. */
static void leave_signals (void) {
  static const int own[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGPROF };
  sigset_t set;
  sigfillset (&set);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    sigdelset (&set, own[i]);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
}

static void search_now (void *context) {
  struct question *s = context;
  const bool limited = s->deadline != 0 || s->nodes_limit != 0;
  const struct answer_searches searches = {
    .query = { .method = METHOD_AUTO }, .ask = ask, .is_over = is_over, .context = s, .by_arguments = "theory"
  };
  const enum answer_goal moves = (s->wants & ZERMELO_MOVES) != 0 ? GOAL_VALUES : GOAL_NOTHING;
  /* With a limit, values are asked first, so that at least they are known when it ends the search. Without a
   * limit, scores alone are asked, since they tell the values. */
  for (int scores = s->scores && !limited; scores <= s->scores; scores++)
    if (!is_complete (s, scores != 0) && !is_over (s))
      answer_ask (&searches,
                  &(struct answer_question){
                      .answer = &s->answer, .position = true, .moves = moves, .exact_score = scores != 0 });
  if ((s->wants & ZERMELO_LINE) != 0)
    find_line (s, &s->failure);
}

static void search_in_thread (void *context, int thread) {
  struct question *s = context;
  (void) thread;
  leave_signals ();
  library_catch (search_now, s, &s->failure);
}

static void report (struct question *s) {
  const struct library_search *search = s->z->search;
  const zermelo_progress progress
      = { atomic_load_explicit (&s->nodes, memory_order_relaxed), clock_seconds () - s->begun };
  if (search->report != NULL && search->report (&progress, search->report_context) != 0)
    zermelo_cancel (s->z);
}

static void prepare_asker (struct question *s) {
  struct library_search *search = search_of (s->z);
  struct asker *asker = &search->asker;
  search->shelf.game = &s->z->game;
  search->shelf.bytes = 2 * search->bytes; /* only two of its four tables are used: values and scores */
  asker->game = &s->z->game;
  asker->shelf = &search->shelf;
  asker->threads = search->threads;
  asker->memory = search->bytes;
  asker->stops = must_stop;
  asker->stops_context = s;
  asker->deadline = s->deadline;
  asker->nodes = s->nodes_limit;
  asker->cost = (struct cost){ 0 };
  s->asker = asker;
}

/* Does the answer have everything that was wanted? If not, the failure says why. */
static bool is_finished (const struct question *s, struct failure *failure) {
  const struct asker *asker = s->asker;
  if (is_complete (s, s->scores) && !s->line_is_short)
    return true;
  if (atomic_load (&s->z->cancelled))
    return fail (failure, EXIT_UNFINISHED, "the search was cancelled");
  if (s->deadline != 0 && clock_seconds () >= s->deadline)
    return fail (failure, EXIT_UNFINISHED, "the search was ended after %g seconds", s->seconds);
  if (s->nodes_limit != 0 && asker->cost.nodes >= s->nodes_limit)
    return fail (failure, EXIT_UNFINISHED, "the search was ended after %" PRIu64 " nodes", s->nodes_limit);
  return fail (failure, EXIT_UNFINISHED, "%s: no method can tell more of this position", s->z->game.title);
}

static bool solve (zermelo *z, void *argument, struct failure *failure) {
  struct question *s = argument;
  if (!(s->seconds >= 0) || s->wants < 0 || s->wants > (ZERMELO_MOVES | ZERMELO_LINE | ZERMELO_SCORES))
    return fail (failure, EXIT_USAGE, "zermelo_solve(): an argument is out of its range");
  atomic_store (&z->cancelled, false);
  s->begun = clock_seconds ();
  s->deadline = s->seconds > 0 ? s->begun + s->seconds : 0;
  if (!library_begin (z, s->text, &s->answer, failure))
    return false;
  s->scores = (s->wants & ZERMELO_SCORES) != 0 && z->game.engine->score_by_distance;
  prepare_asker (s);
  if (!is_complete (s, s->scores) || (s->wants & ZERMELO_LINE) != 0) {
    struct team *team = team_create (1);
    team_start (team, search_in_thread, s);
    while (!team_wait (team, 0.1))
      report (s);
    team_destroy (team);
  }
  if (s->failure.code == EXIT_INTERNAL)
    failure_raise (&s->failure);
  if (s->failure.code != 0)
    *failure = s->failure;
  if (failure->code == 0) {
    struct library_result result = { .answer = &s->answer,
                                     .wants = s->wants,
                                     .line = s->line,
                                     .line_count = s->line_count,
                                     .nodes = s->asker->cost.nodes,
                                     .seconds = clock_seconds () - s->begun };
    if (library_finish (z, &result, s->result, failure))
      is_finished (s, failure);
  }
  answer_end (&s->answer);
  free (s->line);
  return failure->code == 0;
}

int zermelo_solve (zermelo *z, const char *position, int wants, double seconds, uint64_t nodes,
                   zermelo_answer **answer) {
  struct question question = {
    .z = z, .text = position, .wants = wants, .seconds = seconds, .nodes_limit = nodes, .result = answer
  };
  *answer = NULL;
  return call_in_turn (solve, z, &question);
}
