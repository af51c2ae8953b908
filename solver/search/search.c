#include "search/search.h"

#include "base/clock.h"
#include "base/threads.h"
#include "engine.h"
#include "search/bound_mailbox.h"
#include "search/replication.h"
#include "search/table.h"

#include <assert.h>
#include <string.h>

void search_ask (struct search *search, const struct position *position, const struct query *query) {
  search->position = position;
  search->query = *query;
  search->patience = query->seconds > 0 ? clock_seconds () + query->seconds : 0;
}

void search_fill (struct search *search, const struct game *game, const struct position *position,
                  const struct query *query, const struct search_means *means) {
  search->game = game;
  search->table = means->table;
  search->endgames = means->endgames;
  search->memory = means->memory;
  search->deadline = means->deadline;
  search->threads = means->threads;
  search->poll = means->poll;
  search->poll_context = means->poll_context;
  search->bound_mailboxes = means->bound_mailboxes;
  search->mailbox = means->mailbox;
  search->replication = means->replication;
  search->host = means->host;
  search_ask (search, position, query);
}

void search_begin (struct search *search) {
  const struct query *const query = &search->query;
  assert (search->game->engine != NULL);
  assert (query->window.lower <= query->window.upper && query->depth >= 0 && query->evaluation >= 0);
  assert (search->threads >= 0 && query->seconds >= 0 && search->deadline >= 0);
  assert (search->table == NULL || search->table->key_words == search->game->key_words);
  assert (search->bound_mailboxes == NULL || search->bound_mailboxes->threads >= search->threads);
  assert (search->replication == NULL || search->replication->threads >= search->threads);
  atomic_store (&search->stop, false);
  atomic_store (&search->decided, false);
  atomic_store (&search->round, 0);
  atomic_store (&search->nodes, 0);
  atomic_flag_clear (&search->result_lock);
  if (search->threads < 1)
    search->threads = 1;
  /* a single thread does not use the marks */
  for (int i = 0; i < SEARCH_BUSY && search_is_shared (search); i++)
    atomic_store_explicit (&search->busy[i], 0, memory_order_relaxed);
  search->result = result_unknown (query);
  search->failure = (struct failure){ 0 };
  memset (&search->statistics, 0, sizeof search->statistics);
}

struct bounds search_bounds (struct search *search) {
  while (atomic_flag_test_and_set_explicit (&search->result_lock, memory_order_acquire))
    continue;
  const struct bounds bounds = search->result.bounds;
  assert (bounds.lower <= bounds.upper);
  atomic_flag_clear_explicit (&search->result_lock, memory_order_release);
  return bounds;
}

static void run_thread (void *context, int thread) {
  struct search *search = context;
  search->game->engine->search (search, thread);
}

/* A thread of a search whose caller catches failures. A failure has to be handed over to the thread of the
 * caller. */
struct guarded {
  struct search *search;
  int thread;
};

static void run_guarded (void *context) {
  const struct guarded *guarded = context;
  run_thread (guarded->search, guarded->thread);
}

static void guard_thread (void *context, int thread) {
  struct search *search = context;
  struct guarded guarded = { search, thread };
  struct failure failure = { 0 };
  if (failure_catch (run_guarded, &guarded, &failure))
    return;
  while (atomic_flag_test_and_set_explicit (&search->result_lock, memory_order_acquire))
    continue;
  if (search->failure.code == 0)
    search->failure = failure;
  atomic_flag_clear_explicit (&search->result_lock, memory_order_release);
  atomic_store (&search->stop, true);
}

void search_run (struct search *search, void (*progress) (void *, const struct search *), void *context) {
  search_begin (search);
  if (search->threads == 1 && progress == NULL) {
    run_thread (search, 0);
    return;
  }
  struct team *team = team_create (search->threads);
  team_start (team, failure_is_caught () ? guard_thread : run_thread, search);
  while (!team_wait (team, 0.1))
    if (progress != NULL)
      progress (context, search);
  team_destroy (team);
  if (search->failure.code != 0)
    failure_raise (&search->failure);
}

const struct result *search_small (struct search *search, const struct position *position,
                                   struct bounds window, uint64_t node_limit, const atomic_bool *stop) {
  assert (window.lower < window.upper);
  const struct position *const asked = search->position;
  const struct bounds asked_window = search->query.window;
  const uint64_t asked_limit = search->query.node_limit;
  search->position = position;
  search->query.window = window;
  search->query.node_limit = node_limit;
  search_begin (search);
  if (stop != NULL && atomic_load (stop)) /* another thread may have set both just before search_begin() */
    atomic_store (&search->stop, true);
  search->game->engine->search (search, 0);
  search->position = asked;
  search->query.window = asked_window;
  search->query.node_limit = asked_limit;
  return &search->result;
}
