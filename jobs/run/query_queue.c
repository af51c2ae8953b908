#include "run/query_queue.h"

#include "base/clock.h"
#include "run/run_checkpoint.h"

#include <stdlib.h>
#include <string.h>

struct slot {
  struct query query;
  void (*done) (void *, const struct result *);
  void *context;
  size_t next; /* in the list of free or of waiting slots; index + 1, 0: the end */
};

struct query_queue {
  struct slot *slots;
  size_t count, capacity;
  size_t free, first, last; /* index + 1, 0: none */
  size_t open;              /* added and not answered */
  enum production (*produce) (void *);
  void *production_context;
  enum production production;
  bool budgets_are_final;
  struct run_checkpoint *run_checkpoint; /* while they run; or NULL */
};

struct query_queue *
query_queue_create (void)
{
  struct query_queue *queue = allocate (1, sizeof *queue);
  queue->production = PRODUCTION_OVER;
  return queue;
}

void
query_queue_destroy (struct query_queue *queue)
{
  if (queue == NULL)
    return;
  free (queue->slots);
  free (queue);
}

void
query_queue_produce_by (struct query_queue *queue, enum production (*produce) (void *), void *context)
{
  queue->produce = produce;
  queue->production_context = context;
  queue->production = PRODUCTION_MORE;
}

void
query_queue_budgets_are_final (struct query_queue *queue)
{
  queue->budgets_are_final = true;
}

void
query_queue_add (struct query_queue *queue, const struct query *query,
                 void (*done) (void *, const struct result *), void *context)
{
  size_t number = queue->free;
  if (number != 0)
    queue->free = queue->slots[number - 1].next;
  else {
    if (queue->count == queue->capacity) {
      queue->capacity = queue->capacity == 0 ? 16 : 2 * queue->capacity;
      queue->slots = reallocate (queue->slots, queue->capacity, sizeof *queue->slots);
    }
    number = ++queue->count;
  }
  struct slot *slot = &queue->slots[number - 1];
  *slot = (struct slot){ *query, done, context, 0 };
  slot->query.number = number - 1;
  if (queue->last != 0)
    queue->slots[queue->last - 1].next = number;
  else
    queue->first = number;
  queue->last = number;
  queue->open++;
}

/* ---- as a producer ---- */

static void
produce (struct query_queue *queue)
{
  while (queue->first == 0 && queue->production != PRODUCTION_OVER) {
    queue->production = queue->produce (queue->production_context);
    if (queue->production == PRODUCTION_LATER)
      break;
  }
}

static bool
first_waiting (struct query_queue *queue, struct query *query)
{
  produce (queue);
  if (queue->first == 0)
    return false;
  struct slot *slot = &queue->slots[queue->first - 1];
  *query = slot->query;
  queue->first = slot->next;
  if (queue->first == 0)
    queue->last = 0;
  return true;
}

static void
give_result (struct query_queue *queue, const struct result *result)
{
  const struct slot slot = queue->slots[result->number];
  queue->slots[result->number].next = queue->free;
  queue->free = result->number + 1;
  queue->open--;
  slot.done (slot.context, result);
}

/* The first that the checkpoint does not answer. */
static bool
next_query (void *context, struct query *query)
{
  struct query_queue *queue = context;
  struct result result;
  while (first_waiting (queue, query)) {
    if (!run_checkpoint_find (queue->run_checkpoint, query, &result))
      return true;
    give_result (queue, &result);
  }
  return false;
}

/* Would another run get the same result? */
static bool
is_final (const struct query_queue *queue, const struct result *result)
{
  return !result->failed && (!result->stopped || (queue->budgets_are_final && result->out_of_budget));
}

static void
query_done (void *context, const struct result *result)
{
  struct query_queue *queue = context;
  struct result whole = *result;
  run_checkpoint_note (queue->run_checkpoint, &queue->slots[result->number].query, &whole,
                       is_final (queue, result));
  give_result (queue, &whole);
}

static bool
query_queue_finished (void *context)
{
  struct query_queue *queue = context;
  produce (queue);
  return queue->open == 0 && queue->production == PRODUCTION_OVER;
}

/* What nobody took up before the run ended: called off. */
static void
answer_waiting (struct query_queue *queue)
{
  struct query query;
  queue->production = PRODUCTION_OVER;
  while (first_waiting (queue, &query)) {
    struct result result = result_unknown (&query);
    result.stopped = true;
    give_result (queue, &result);
  }
}

bool
query_queue_run (struct run *run, struct query_queue *queue)
{
  struct producer producer
      = { .context = queue, .next = next_query, .done = query_done, .finished = query_queue_finished };
  if (queue != NULL)
    queue->run_checkpoint = run->run_checkpoint;
  for (;;) {
    struct {
      bool finished, again;
    } state = { run_producer (run, queue == NULL ? NULL : &producer), false };
    if (queue != NULL && !state.finished) {
      while (queue->production == PRODUCTION_LATER && !run_must_stop (run)) {
        clock_nap (0.02);
        produce (queue);
      }
      state.finished = query_queue_finished (queue);
      state.again = queue->first != 0 && !run_must_stop (run);
    }
    ranks_broadcast (&run->ranks, &state, sizeof state);
    if (state.again)
      continue;
    if (queue != NULL && !state.finished)
      answer_waiting (queue);
    return state.finished;
  }
}

/* ---- any producer, with account and progress ---- */

struct watched {
  struct producer inner;
  struct run *run;
};

static bool
watched_next (void *context, struct query *query)
{
  struct watched *watched = context;
  return watched->inner.next (watched->inner.context, query);
}

static bool
watched_redundant (void *context, struct query *query)
{
  struct watched *watched = context;
  return watched->inner.next_redundant != NULL
         && watched->inner.next_redundant (watched->inner.context, query);
}

static void
watched_done (void *context, const struct result *result)
{
  struct watched *watched = context;
  watched->run->progress.count += result->cost.nodes;
  watched->run->method = result->method;
  watched->run->account.efforts[0].statistics.count[COUNT_estimates] += result->out_of_budget;
  watched->inner.done (watched->inner.context, result);
}

static bool
watched_finished (void *context)
{
  struct watched *watched = context;
  return watched->inner.finished (watched->inner.context);
}

static bool
watched_matters (void *context, uint64_t number)
{
  struct watched *watched = context;
  return watched->inner.matters == NULL || watched->inner.matters (watched->inner.context, number);
}

static void
watched_tick (void *context)
{
  struct watched *watched = context;
  run_checkpoint_tick (watched->run->run_checkpoint);
}

static void
watched_load (void *context, double share)
{
  struct watched *watched = context;
  if (watched->inner.load != NULL)
    watched->inner.load (watched->inner.context, share);
}

static void
watched_watch (void *context, const struct under_way *way)
{
  const struct watched *watched = context;
  struct run *run = watched->run;
  run->progress.running = way->nodes;
  run->progress.table_fill = way->table_fill;
  if (run->describe != NULL)
    run->describe (run->describe_context, way);
  progress_show (&run->progress);
  run->progress.running = 0;
}

bool
run_producer (struct run *run, struct producer *producer)
{
  if (producer == NULL)
    return manage (&run->ranks, &run->resources, NULL, NULL, run->stop, NULL);
  struct watched watched = { *producer, run };
  struct producer outer = { .context = &watched,
                            .next = watched_next,
                            .next_redundant = watched_redundant,
                            .done = watched_done,
                            .finished = watched_finished,
                            .matters = watched_matters,
                            .tick = watched_tick,
                            .watch = watched_watch,
                            .load = watched_load,
                            .bound_log = run_checkpoint_bound_log (run->run_checkpoint) };
  struct effort *efforts = allocate ((size_t) run->ranks.size, sizeof *efforts);
  const bool finished
      = manage (&run->ranks, &run->resources, &outer, efforts, run->stop, &run->query_failure);
  account_efforts (&run->account, efforts, run->ranks.size);
  free (efforts);
  progress_clear (&run->progress);
  return finished;
}

struct query
query_about (const struct run *run, const struct game *game, const struct position *position)
{
  struct query query;
  memset (&query, 0, sizeof query); /* it is sent: no byte is left to chance */
  memcpy (query.game, game->title, sizeof query.game);
  if (position == NULL || game->key_bytes == 0)
    query.start = true;
  else
    game->engine->pack_canonical (game, position, query.key);
  query.method = run->options.method;
  query.exact_score = run->options.score;
  query.window = search_range (query.exact_score);
  query.depth = run->options.depth;
  query.evaluation = run->evaluation;
  query.seed = run->options.seed;
  query.node_limit = run->options.node_limit;
  return query;
}
