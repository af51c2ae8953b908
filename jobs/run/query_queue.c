#include "run/query_queue.h"

#include "base/clock.h"
#include "run/run_checkpoint.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct slot {
  struct query query;
  void (*done) (void *, const struct result *);
  void *context;
  size_t next; /* the next slot in the list of free or of waiting slots: index + 1; 0: the end */
};

struct query_queue {
  struct slot *slots;
  size_t count, capacity;
  size_t free, first, last; /* index + 1, 0: none */
  size_t open;              /* queries that were added and are not answered */
  enum production (*produce) (void *);
  void *production_context;
  enum production production;
  void (*take_report) (void *, const uint8_t *, size_t); /* may be NULL */
  bool budgets_are_final, side_by_side;
  struct run_checkpoint *run_checkpoint; /* while the queue runs; may be NULL */
};

struct query_queue *query_queue_create (void) {
  struct query_queue *queue = allocate (1, sizeof *queue);
  queue->production = PRODUCTION_OVER;
  return queue;
}

void query_queue_destroy (struct query_queue *queue) {
  if (queue == NULL)
    return;
  free (queue->slots);
  free (queue);
}

void query_queue_produce_by (struct query_queue *queue, enum production (*produce) (void *), void *context) {
  assert (queue->production == PRODUCTION_OVER && produce != NULL);
  queue->produce = produce;
  queue->production_context = context;
  queue->production = PRODUCTION_MORE;
}

void query_queue_budgets_are_final (struct query_queue *queue) { queue->budgets_are_final = true; }

void query_queue_side_by_side (struct query_queue *queue) { queue->side_by_side = true; }

void query_queue_reports_to (struct query_queue *queue, void (*take) (void *, const uint8_t *, size_t)) {
  queue->take_report = take;
}

void query_queue_add (struct query_queue *queue, const struct query *query,
                      void (*done) (void *, const struct result *), void *context) {
  assert (query_is_consistent (query) && done != NULL);
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
  assert (number <= queue->count && queue->open < queue->count);
  *slot = (struct slot){ *query, done, context, 0 };
  slot->query.number = number - 1;
  if (queue->last != 0)
    queue->slots[queue->last - 1].next = number;
  else
    queue->first = number;
  queue->last = number;
  queue->open++;
}

size_t query_queue_open (const struct query_queue *queue) { return queue->open; }

/* ---- as a source of answers ---- */

static void ask (void *context, const struct answer_query *asked) {
  struct query query = asked->query;
  query_set_position (&query, asked->game, asked->position);
  query_queue_add (context, &query, asked->take, asked->taker);
}

struct answer_searches query_queue_searches (struct query_queue *queue, const struct query *query) {
  return (struct answer_searches){ .query = *query, .ask = ask, .context = queue, .side_by_side = true };
}

/* ---- as a producer ---- */

static void produce (struct query_queue *queue) {
  while (queue->first == 0 && queue->production != PRODUCTION_OVER) {
    queue->production = queue->produce (queue->production_context);
    if (queue->production == PRODUCTION_LATER)
      break;
  }
}

static bool first_waiting (struct query_queue *queue, struct query *query) {
  produce (queue);
  if (queue->first == 0)
    return false;
  struct slot *slot = &queue->slots[queue->first - 1];
  assert (slot->done != NULL && slot->query.number == queue->first - 1);
  *query = slot->query;
  queue->first = slot->next;
  if (queue->first == 0)
    queue->last = 0;
  return true;
}

static void give_result (struct query_queue *queue, const struct result *result) {
  const struct slot slot = queue->slots[result->number];
  assert (result->number < queue->count && slot.done != NULL && queue->open > 0); /* answered once */
  queue->slots[result->number].done = NULL;
  queue->slots[result->number].next = queue->free;
  queue->free = result->number + 1;
  queue->open--;
  slot.done (slot.context, result);
}

/* Does the checkpoint keep the answer to this query? It keeps no reports: the code that receives a report
 * stores the content itself. */
static bool is_kept_by_query (const struct query *query) { return !query_kind_reports (query->kind); }

/* The first waiting query that the checkpoint does not answer and whose node limit earlier runs have not used
 * up. */
static bool next_query (void *context, struct query *query) {
  struct query_queue *queue = context;
  struct result result;
  while (first_waiting (queue, query)) {
    if (!is_kept_by_query (query)
        || (!run_checkpoint_find (queue->run_checkpoint, query, &result)
            && run_checkpoint_limit (queue->run_checkpoint, query, &result)))
      return true;
    give_result (queue, &result);
  }
  return false;
}

/* Is the result final, so that a later run would get an equal one? */
static bool is_final (const struct query_queue *queue, const struct result *result) {
  return !result->failed && (!result->stopped || (queue->budgets_are_final && result->out_of_budget));
}

static void query_done (void *context, const struct result *result) {
  assert (result->number < ((struct query_queue *) context)->count && result_is_consistent (result));
  struct query_queue *queue = context;
  const struct query *query = &queue->slots[result->number].query;
  struct result whole = *result;
  if (is_kept_by_query (query))
    run_checkpoint_note (queue->run_checkpoint, query, &whole, is_final (queue, result));
  give_result (queue, &whole);
}

static void query_report (void *context, uint64_t number, const uint8_t *report, size_t size) {
  struct query_queue *queue = context;
  assert (number < queue->count && queue->take_report != NULL);
  queue->take_report (queue->slots[number].context, report, size);
}

static bool query_queue_finished (void *context) {
  struct query_queue *queue = context;
  produce (queue);
  assert (queue->open > 0 || queue->first == 0); /* waiting queries are open */
  return queue->open == 0 && queue->production == PRODUCTION_OVER;
}

/* Answer queries that were not handed out before the run ended: they are stopped. */
static void answer_waiting (struct query_queue *queue) {
  struct query query;
  queue->production = PRODUCTION_OVER;
  while (first_waiting (queue, &query)) {
    struct result result = result_unknown (&query);
    result.stopped = true;
    give_result (queue, &result);
  }
}

bool query_queue_run (struct run *run, struct query_queue *queue) {
  assert ((run->session.ranks.rank == 0) == (queue != NULL));
  struct producer producer = { .context = queue,
                               .next = next_query,
                               .done = query_done,
                               .finished = query_queue_finished,
                               .report = query_report,
                               .side_by_side = queue != NULL && queue->side_by_side };
  if (queue != NULL)
    queue->run_checkpoint = run->journal.run_checkpoint;
  for (;;) {
    struct {
      bool finished, again;
    } state = { run_producer (run, queue == NULL ? NULL : &producer), false };
    if (queue != NULL && !state.finished) {
      while (queue->production == PRODUCTION_LATER && !run_must_stop (&run->session)) {
        clock_nap (0.02);
        produce (queue);
      }
      state.finished = query_queue_finished (queue);
      state.again = queue->first != 0 && !run_must_stop (&run->session);
    }
    ranks_broadcast (&run->session.ranks, &state, sizeof state);
    if (state.again)
      continue;
    if (queue != NULL && !state.finished)
      answer_waiting (queue);
    return state.finished;
  }
}

/* ---- running any producer ---- */

static void run_answered (void *onlooker, const struct result *result) {
  struct run *run = onlooker;
  run->display.progress.count += result->cost.nodes;
  run->journal.method = result->method;
  run->journal.account.efforts[0].statistics.count[COUNT_estimates] += result->out_of_budget;
}

static void run_tick (void *onlooker) {
  run_checkpoint_tick (((struct run *) onlooker)->journal.run_checkpoint);
}

static void run_watch (void *onlooker, const struct under_way *way) {
  struct run *run = onlooker;
  assert (way->table_fill <= 1 && way->proven.lower <= way->proven.upper);
  run->display.progress.running = way->nodes;
  run->display.progress.table_fill = way->table_fill;
  if (run->display.describe != NULL)
    run->display.describe (run->display.describe_context, way);
  progress_show (&run->display.progress);
  run->display.progress.running = 0;
}

bool run_producer (struct run *run, struct producer *producer) {
  assert ((run->session.ranks.rank == 0) == (producer != NULL));
  if (producer == NULL)
    return manage (&run->session.ranks, &run->session.resources, NULL, NULL, run->session.stop, NULL);
  struct producer watched = *producer;
  watched.bound_log = run_checkpoint_bound_log (run->journal.run_checkpoint);
  watched.onlooker = run;
  watched.answered = run_answered;
  watched.tick = run_tick;
  watched.watch = run_watch;
  struct effort *efforts = allocate ((size_t) run->session.ranks.size, sizeof *efforts);
  const bool finished = manage (&run->session.ranks, &run->session.resources, &watched, efforts,
                                run->session.stop, &run->session.query_failure);
  account_efforts (&run->journal.account, efforts, run->session.ranks.size);
  free (efforts);
  progress_clear (&run->display.progress);
  return finished;
}

struct query query_begin (const char title[96], enum method method, bool exact_score) {
  struct query query;
  memset (&query, 0, sizeof query); /* the query is sent and hashed, so its padding must be zero */
  memcpy (query.game, title, sizeof query.game);
  query.start = true;
  query.method = method;
  query.exact_score = exact_score;
  query.window = search_range (exact_score);
  return query;
}

void query_set_position (struct query *query, const struct game *game, const struct position *position) {
  query->start = game->key_bytes == 0;
  if (!query->start)
    game->engine->pack_canonical (game, position, query->key);
}

struct query query_about (const struct session *session, const struct game *game,
                          const struct position *position) {
  struct query query = query_begin (game->title, session->options.method, session->options.score);
  if (position != NULL)
    query_set_position (&query, game, position);
  query.depth = session->options.depth;
  query.evaluation = session->evaluation;
  query.seed = session->options.seed;
  query.node_limit = session->options.node_limit;
  query.shared = query.node_limit == 0 && !is_heuristic (query.method, query.depth);
  assert (query_is_consistent (&query));
  return query;
}
