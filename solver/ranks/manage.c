/* The side of manage() on rank 0: asks the source, keeps the ranks busy, passes answers on. serve.c is
 * the other side. */
#include "ranks/messages.h"
#include "ranks/serve.h"
#include "ranks/sharing.h"
#include "ranks/waiting.h"
#include "ranks/worker.h"

#include <stdlib.h>

/* A work that a rank holds: the running one or one that waits behind it. */
struct held {
  struct work work;
  bool called_off; /* it no longer matters: whatever comes is the answer */
  bool helps;      /* source->help() */
  bool recalled;   /* asked back for an idle rank, should it not have begun */
};

struct crew {
  struct held held[WORKS_AHEAD];
  int count;
  bool left;
};

struct manager {
  const struct ranks *ranks;
  const struct resources *resources;
  struct source *source;
  struct worker *worker; /* of this rank */
  struct outbox *outbox;
  struct sharing *sharing;
  struct crew *crews;    /* by rank */
  struct work *recalled; /* given back untouched, to be handed out first */
  int recalled_count;
  struct effort *efforts;
  uint64_t in_flight;
  bool dry;              /* the source had nothing; it will not until the next answer */
  bool told_to_stop;
  double work_seconds;   /* moving average; 0: none answered yet */
  uint64_t wanted;       /* nodes of a finding that is wanted */
  struct patience patience;
  double load_since, load_busy; /* when the load was last told, and seconds that answers took since */
};

/* ---- answers ---- */

static struct held
take_from_crew (struct manager *manager, int rank, uint64_t number)
{
  struct crew *crew = &manager->crews[rank];
  int i = 0;
  while (i < crew->count && crew->held[i].work.number != number)
    i++;
  if (i == crew->count)
    internal_error (__FILE__, __LINE__, "rank %d answered what it was not asked", rank);
  const struct held held = crew->held[i];
  for (crew->count--; i < crew->count; i++)
    crew->held[i] = crew->held[i + 1];
  manager->in_flight--;
  return held;
}

static void
take_answer (struct manager *manager, int rank, const struct answer_message *answer)
{
  const struct held held = take_from_crew (manager, rank, answer->result.number);
  if (!answer->begun && held.recalled && !held.called_off) {
    manager->recalled[manager->recalled_count++] = held.work;
    return;
  }
  if (answer->begun && !held.called_off && !held.helps) {
    const double weight = manager->work_seconds == 0 ? 1 : 0.2;
    manager->work_seconds += weight * (answer->result.seconds + 1e-9 - manager->work_seconds);
  }
  manager->source->done (manager->source->context, &answer->result);
  manager->dry = false;
}

/* ---- findings ---- */

static void
say_what_is_wanted (struct manager *manager)
{
  const uint64_t worth = findings_worth_telling (manager->ranks), least = ledger_least (manager->source->ledger);
  const uint64_t wanted = least > worth ? least : worth;
  if (wanted == manager->wanted)
    return;
  manager->wanted = wanted;
  worker_wants (manager->worker, wanted);
  for (int rank = 1; rank < manager->ranks->size; rank++)
    message_send (manager->outbox, rank, MESSAGE_WANTED, &wanted, sizeof wanted);
}

static void
keep_findings (void *context, const struct findings_message *message)
{
  struct manager *manager = context;
  if (manager->source->ledger == NULL)
    return;
  ledger_add (manager->source->ledger, &message->subject, message->findings, (size_t) message->count);
  say_what_is_wanted (manager);
}

static void
take_message (struct manager *manager, int rank, enum message message, const union message_body *body)
{
  switch (message) {
  case MESSAGE_ANSWER: take_answer (manager, rank, &body->answer); break;
  case MESSAGE_STOP: manager->told_to_stop = true; break;
  case MESSAGE_FINDINGS: keep_findings (manager, &body->findings); break;
  case MESSAGE_SHARED: sharing_receive (manager->sharing, rank, &body->findings); break;
  case MESSAGE_LEAVING:
    manager->crews[rank].left = true;
    if (manager->efforts != NULL)
      manager->efforts[rank] = body->effort;
    break;
  case MESSAGE_WORK:
  case MESSAGE_CANCEL:
  case MESSAGE_RECALL:
  case MESSAGE_WANTED:
  case MESSAGE_FINISH: internal_error (__FILE__, __LINE__, "the manager got a message for a worker");
  }
}

/* Returns whether there were any. */
static bool
take_answers (struct manager *manager)
{
  bool any = false;
  int rank;
  enum message message;
  union message_body body;
  const bool done = worker_is_busy (manager->worker) && worker_wait (manager->worker, 0);
  sharing_collect (manager->sharing, manager->wanted, keep_findings, manager);
  if (done) {
    struct answer_message answer = { .begun = true };
    worker_collect (manager->worker, &answer.result);
    take_answer (manager, 0, &answer);
    any = true;
  }
  while (message_receive (manager->outbox, &rank, &message, &body)) {
    take_message (manager, rank, message, &body);
    any |= message_is_news (message);
  }
  return any;
}

/* ---- works ---- */

static bool
finished (const struct manager *manager)
{
  return manager->source->finished (manager->source->context);
}

static bool
still_matters (const struct manager *manager, uint64_t number)
{
  return manager->source->matters == NULL || manager->source->matters (manager->source->context, number);
}

static void
call_off (struct manager *manager, int rank, struct held *held)
{
  const uint64_t number = held->work.number;
  held->called_off = true;
  if (rank == 0)
    worker_call_off (manager->worker, number);
  else
    message_send (manager->outbox, rank, MESSAGE_CANCEL, &number, sizeof number);
}

static void
call_off_what_does_not_matter (struct manager *manager)
{
  if (manager->source->matters == NULL)
    return;
  for (int rank = 0; rank < manager->ranks->size; rank++)
    for (int i = 0; i < manager->crews[rank].count; i++) {
      struct held *held = &manager->crews[rank].held[i];
      if (!held->called_off && !still_matters (manager, held->work.number))
        call_off (manager, rank, held);
    }
}

static void
give_up_recalled (struct manager *manager)
{
  const struct answer_message answer = answer_untouched (&manager->recalled[--manager->recalled_count], 0);
  manager->source->done (manager->source->context, &answer.result);
  manager->dry = false;
}

static bool
source_work (struct manager *manager, struct work *work)
{
  if (!manager->dry)
    manager->dry = finished (manager) || !manager->source->next (manager->source->context, work);
  return !manager->dry;
}

static bool
next_work (struct manager *manager, struct work *work)
{
  while (manager->recalled_count > 0) {
    if (still_matters (manager, manager->recalled[manager->recalled_count - 1].number)) {
      *work = manager->recalled[--manager->recalled_count];
      return true;
    }
    give_up_recalled (manager);
  }
  return source_work (manager, work);
}

static void
give (struct manager *manager, int rank, const struct work *work, bool helps)
{
  struct crew *crew = &manager->crews[rank];
  crew->held[crew->count++] = (struct held) { .work = *work, .helps = helps };
  manager->in_flight++;
  if (rank == 0)
    worker_start (manager->worker, work);
  else
    message_send (manager->outbox, rank, MESSAGE_WORK, work, sizeof *work);
}

static bool
is_helping (const struct crew *crew)
{
  return crew->count > 0 && crew->held[0].helps;
}

/* Those who help have time for what is needed: it waits for them among the recalled works. */
static void
free_helpers (struct manager *manager)
{
  int free = 0;
  for (int rank = 0; rank < manager->ranks->size; rank++)
    free += is_helping (&manager->crews[rank]) && manager->crews[rank].held[0].called_off;
  for (int rank = 0; rank < manager->ranks->size; rank++) {
    struct crew *crew = &manager->crews[rank];
    if (!is_helping (crew) || crew->held[0].called_off)
      continue;
    if (manager->recalled_count <= free) {
      struct work work;
      if (!source_work (manager, &work))
        return;
      manager->recalled[manager->recalled_count++] = work;
    }
    call_off (manager, rank, &crew->held[0]);
    free++;
  }
}

/* After a lull: who has nothing to do helps. */
static void
help (struct manager *manager)
{
  static const double LULL = 2e-3;
  struct work work;
  if (manager->source->help == NULL || manager->patience.waited < LULL || !manager->dry)
    return;
  for (int rank = 0; rank < manager->ranks->size; rank++)
    if (manager->crews[rank].count == 0) {
      if (!manager->source->help (manager->source->context, &work))
        return;
      give (manager, rank, &work, true);
    }
}

/* How many works a rank holds: one, as a later choice is a better one, unless the works are so short
 * that the way there and back (about a nap each) would cost a twentieth of their time. */
static int
works_ahead (const struct manager *manager)
{
  const double way = 1e-3, seconds = manager->work_seconds;
  if (seconds == 0 || seconds > 20 * way)
    return 1;
  return seconds < way / (WORKS_AHEAD - 2) ? WORKS_AHEAD : 2 + (int) (way / seconds);
}

/* One for every idle rank before anyone gets a second. Our own worker needs none ahead. */
static void
hand_out (struct manager *manager)
{
  struct work work;
  for (int ahead = 0; ahead < works_ahead (manager); ahead++)
    for (int rank = 0; rank < manager->ranks->size; rank++) {
      const struct crew *crew = &manager->crews[rank];
      if (crew->count > ahead || (rank == 0 && ahead > 0) || is_helping (crew))
        continue;
      if (!next_work (manager, &work))
        return;
      give (manager, rank, &work, false);
    }
  free_helpers (manager);
}

/* The last of the works that a rank has not begun, as far as we know, or NULL. */
static struct held *
last_waiting (struct crew *crew)
{
  for (int i = crew->count - 1; i > 0; i--)
    if (!crew->held[i].called_off && !crew->held[i].recalled)
      return &crew->held[i];
  return NULL;
}

/* Nothing is left to hand out, but some ranks are idle while works wait behind others. */
static void
ask_back (struct manager *manager)
{
  if (!manager->dry || manager->recalled_count > 0)
    return;
  int idle = 0;
  for (int rank = 0; rank < manager->ranks->size; rank++)
    idle += manager->crews[rank].count == 0;
  for (int rank = 1; rank < manager->ranks->size && idle > 0; rank++) {
    struct held *held = last_waiting (&manager->crews[rank]);
    if (held == NULL)
      continue;
    held->recalled = true;
    message_send (manager->outbox, rank, MESSAGE_RECALL, &held->work.number, sizeof held->work.number);
    idle--;
  }
}

/* ---- the run ---- */

static void
rest (struct manager *manager)
{
  /* Alone, only our own worker can wake us, and it does; there are the clock and the stop flag to watch. */
  const double nap = manager->ranks->size == 1 ? 0.02 : patience_next (&manager->patience);
  if (worker_is_busy (manager->worker))
    worker_wait (manager->worker, nap);
  else
    clock_nap (nap);
}

static bool
must_stop (const struct manager *manager, const volatile int *stop)
{
  const double deadline = manager->resources->deadline;
  return manager->told_to_stop || (stop != NULL && *stop) || (deadline != 0 && clock_seconds () >= deadline);
}

static void
report_progress (struct manager *manager, double *last, void (*progress) (void *, uint64_t), void *context)
{
  const double now = clock_seconds ();
  if (progress == NULL || now - *last < 0.5)
    return;
  *last = now;
  progress (context, worker_nodes (manager->worker));
}

/* Answers took some seconds more. */
static void
tell_load (struct manager *manager, double seconds)
{
  static const double INTERVAL = 0.1;
  const double now = clock_seconds (), passed = now - manager->load_since;
  manager->load_busy += seconds;
  if (passed < INTERVAL)
    return;
  if (manager->source->load != NULL && manager->load_since != 0)
    manager->source->load (manager->source->context, manager->load_busy / passed);
  manager->load_since = now;
  manager->load_busy = 0;
}

static void
work_through (struct manager *manager, void (*progress) (void *, uint64_t), void *context, const volatile int *stop)
{
  double last_progress = clock_seconds ();
  hand_out (manager);
  while (manager->in_flight > 0 && !finished (manager) && !must_stop (manager, stop)) {
    const double begun = clock_seconds ();
    if (take_answers (manager)) {
      manager->patience = (struct patience) { 0 };
      call_off_what_does_not_matter (manager);
      hand_out (manager);
      ask_back (manager);
      message_took (manager->outbox, begun);
      tell_load (manager, clock_seconds () - begun);
    } else {
      rest (manager);
      help (manager);
    }
    report_progress (manager, &last_progress, progress, context);
    if (manager->source->tick != NULL)
      manager->source->tick (manager->source->context);
  }
}

static bool
everyone_left (const struct manager *manager)
{
  for (int rank = 1; rank < manager->ranks->size; rank++)
    if (!manager->crews[rank].left)
      return false;
  return !worker_is_busy (manager->worker);
}

/* Call off what is in flight and wait for all answers: each work that the source handed out gets one. */
static void
wind_up (struct manager *manager)
{
  for (int rank = 1; rank < manager->ranks->size; rank++)
    message_send (manager->outbox, rank, MESSAGE_FINISH, NULL, 0);
  worker_stop (manager->worker);
  while (!everyone_left (manager)) {
    if (take_answers (manager))
      manager->patience = (struct patience) { 0 };
    else
      rest (manager);
  }
  while (manager->recalled_count > 0)
    give_up_recalled (manager);
}

static bool
lead (const struct ranks *ranks, const struct resources *resources, struct source *source,
      struct effort *efforts, void (*progress) (void *context, uint64_t running), void *progress_context,
      const volatile int *stop)
{
  struct manager manager = { .ranks = ranks, .resources = resources, .source = source, .efforts = efforts };
  if (resources->keep)
    ledger_share (ranks, source->ledger);
  manager.worker = worker_create (resources, ranks);
  manager.outbox = outbox_create (ranks, worker_effort (manager.worker));
  manager.sharing = sharing_create (ranks, manager.worker, manager.outbox);
  manager.crews = allocate ((size_t) ranks->size, sizeof *manager.crews);
  manager.recalled = allocate ((size_t) ranks->size * WORKS_AHEAD, sizeof *manager.recalled);
  manager.wanted = findings_worth_telling (ranks);
  worker_know (manager.worker, source->ledger);
  worker_wants (manager.worker, manager.wanted);
  work_through (&manager, progress, progress_context, stop);
  wind_up (&manager);
  outbox_settle (manager.outbox);
  sharing_destroy (manager.sharing);
  outbox_destroy (manager.outbox);
  if (efforts != NULL)
    efforts[0] = *worker_effort (manager.worker);
  worker_destroy (manager.worker);
  free (manager.crews);
  free (manager.recalled);
  return source->finished (source->context);
}

bool
manage (const struct ranks *ranks, const struct resources *resources, struct source *source,
        struct effort *efforts, void (*progress) (void *context, uint64_t running), void *progress_context,
        const volatile int *stop)
{
  bool finished = false;
  if (ranks->rank == 0)
    finished = lead (ranks, resources, source, efforts, progress, progress_context, stop);
  else
    serve (ranks, resources, stop);
  ranks_broadcast (ranks, &finished, sizeof finished);
  return finished;
}
