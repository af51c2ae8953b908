#include "run/query_queue.h"

#include "base/clock.h"
#include "run/run_checkpoint.h"

#include <stdlib.h>
#include <string.h>

struct slot {
  struct work work;
  void (*done) (void *, const struct result *);
  void *context;
  size_t next; /* in the list of free or of waiting slots; index + 1, 0: the end */
};

struct works {
  struct slot *slots;
  size_t count, capacity;
  size_t free, first, last; /* index + 1, 0: none */
  size_t open;              /* added and not answered */
  enum feeding (*feed) (void *);
  void *feeding_context;
  enum feeding feeding;
  bool budgets_are_final;
  struct keeper *keeper; /* while they run; or NULL */
};

struct works *
works_create (void)
{
  struct works *works = allocate (1, sizeof *works);
  works->feeding = FEEDING_OVER;
  return works;
}

void
works_destroy (struct works *works)
{
  if (works == NULL)
    return;
  free (works->slots);
  free (works);
}

void
works_feed_by (struct works *works, enum feeding (*feed) (void *), void *context)
{
  works->feed = feed;
  works->feeding_context = context;
  works->feeding = FEEDING_MORE;
}

void
works_budgets_are_final (struct works *works)
{
  works->budgets_are_final = true;
}

void
works_add (struct works *works, const struct work *work, void (*done) (void *, const struct result *),
           void *context)
{
  size_t number = works->free;
  if (number != 0)
    works->free = works->slots[number - 1].next;
  else {
    if (works->count == works->capacity) {
      works->capacity = works->capacity == 0 ? 16 : 2 * works->capacity;
      works->slots = reallocate (works->slots, works->capacity, sizeof *works->slots);
    }
    number = ++works->count;
  }
  struct slot *slot = &works->slots[number - 1];
  *slot = (struct slot){ *work, done, context, 0 };
  slot->work.number = number - 1;
  if (works->last != 0)
    works->slots[works->last - 1].next = number;
  else
    works->first = number;
  works->last = number;
  works->open++;
}

/* ---- as a source ---- */

static void
feed (struct works *works)
{
  while (works->first == 0 && works->feeding != FEEDING_OVER) {
    works->feeding = works->feed (works->feeding_context);
    if (works->feeding == FEEDING_LATER)
      break;
  }
}

static bool
first_waiting (struct works *works, struct work *work)
{
  feed (works);
  if (works->first == 0)
    return false;
  struct slot *slot = &works->slots[works->first - 1];
  *work = slot->work;
  works->first = slot->next;
  if (works->first == 0)
    works->last = 0;
  return true;
}

static void
give_answer (struct works *works, const struct result *result)
{
  const struct slot slot = works->slots[result->number];
  works->slots[result->number].next = works->free;
  works->free = result->number + 1;
  works->open--;
  slot.done (slot.context, result);
}

/* The first that the checkpoint does not answer. */
static bool
next_work (void *context, struct work *work)
{
  struct works *works = context;
  struct result result;
  while (first_waiting (works, work)) {
    if (!keeper_find (works->keeper, work, &result))
      return true;
    give_answer (works, &result);
  }
  return false;
}

/* Would the same question get another answer in another run? */
static bool
is_final (const struct works *works, const struct result *result)
{
  return result->failure.code == 0
         && (!result->stopped || (works->budgets_are_final && result->out_of_budget));
}

static void
work_done (void *context, const struct result *result)
{
  struct works *works = context;
  struct result whole = *result;
  keeper_note (works->keeper, &works->slots[result->number].work, &whole, is_final (works, result));
  give_answer (works, &whole);
}

static bool
works_finished (void *context)
{
  struct works *works = context;
  feed (works);
  return works->open == 0 && works->feeding == FEEDING_OVER;
}

/* What nobody took up before the run ended: called off. */
static void
answer_waiting (struct works *works)
{
  struct work work;
  works->feeding = FEEDING_OVER;
  while (first_waiting (works, &work)) {
    const struct result result = {
      .number = work.number, .bounds = search_range (work.strong), .stopped = true, .method = work.method
    };
    give_answer (works, &result);
  }
}

bool
works_run (struct run *run, struct works *works)
{
  struct source source
      = { .context = works, .next = next_work, .done = work_done, .finished = works_finished };
  if (works != NULL)
    works->keeper = run->keeper;
  for (;;) {
    struct {
      bool finished, again;
    } state = { run_source (run, works == NULL ? NULL : &source), false };
    if (works != NULL && !state.finished) {
      while (works->feeding == FEEDING_LATER && !run_must_stop (run)) {
        clock_nap (0.02);
        feed (works);
      }
      state.finished = works_finished (works);
      state.again = works->first != 0 && !run_must_stop (run);
    }
    ranks_broadcast (&run->ranks, &state, sizeof state);
    if (state.again)
      continue;
    if (works != NULL && !state.finished)
      answer_waiting (works);
    return state.finished;
  }
}

/* ---- any source, with account and progress ---- */

struct watched {
  struct source inner;
  struct run *run;
};

static bool
watched_next (void *context, struct work *work)
{
  struct watched *watched = context;
  return watched->inner.next (watched->inner.context, work);
}

static bool
watched_help (void *context, struct work *work)
{
  struct watched *watched = context;
  return watched->inner.help != NULL && watched->inner.help (watched->inner.context, work);
}

static void
watched_done (void *context, const struct result *result)
{
  struct watched *watched = context;
  watched->run->progress.count += result->nodes;
  watched->run->method = result->method;
  watched->run->account.efforts[0].statistics.count[COUNT_estimates] += result->out_of_budget;
  if (watched->run->work_failure.code == 0)
    watched->run->work_failure = result->failure;
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
  keeper_tick (watched->run->keeper);
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
run_source (struct run *run, struct source *source)
{
  if (source == NULL)
    return manage (&run->ranks, &run->resources, NULL, NULL, run->stop);
  struct watched watched = { *source, run };
  struct source outer = { .context = &watched,
                          .next = watched_next,
                          .help = watched_help,
                          .done = watched_done,
                          .finished = watched_finished,
                          .matters = watched_matters,
                          .tick = watched_tick,
                          .watch = watched_watch,
                          .load = watched_load,
                          .ledger = keeper_ledger (run->keeper) };
  struct effort *efforts = allocate ((size_t) run->ranks.size, sizeof *efforts);
  const bool finished = manage (&run->ranks, &run->resources, &outer, efforts, run->stop);
  account_efforts (&run->account, efforts, run->ranks.size);
  free (efforts);
  progress_clear (&run->progress);
  return finished;
}

struct work
work_about (const struct run *run, const struct game *game, const struct position *position)
{
  struct work work;
  memset (&work, 0, sizeof work); /* it is sent: no byte is left to chance */
  memcpy (work.game, game->title, sizeof work.game);
  if (position == NULL)
    work.start = true;
  else
    game->engine->pack_canonical (game, position, work.key);
  work.method = run->options.method;
  work.strong = run->options.score;
  work.window = search_range (work.strong);
  work.depth = run->options.depth;
  work.evaluation = run->evaluation;
  work.seed = run->options.seed;
  work.node_limit = run->options.node_limit;
  return work;
}
