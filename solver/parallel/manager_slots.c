/* Who does what: the works that ranks hold, run or wait with, and those who help meanwhile. */
#include "parallel/manager_private.h"

struct held
manage_take_back (struct manager *manager, int rank, uint64_t number)
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

void
manage_call_off (struct manager *manager)
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

void
manage_give_up_recalled (struct manager *manager)
{
  while (manager->recalled_count > 0)
    give_up_recalled (manager);
}

static bool
source_work (struct manager *manager, struct work *work)
{
  if (!manager->dry)
    manager->dry = manager->source->finished (manager->source->context)
                   || !manager->source->next (manager->source->context, work);
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
  crew->held[crew->count++] = (struct held){ .work = *work, .helps = helps };
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

/* Who helps has time for what is needed: it waits among the recalled works. */
static void
free_helper (struct manager *manager)
{
  int rank = 0;
  while (rank < manager->ranks->size
         && (!is_helping (&manager->crews[rank]) || manager->crews[rank].held[0].called_off))
    rank++;
  if (rank == manager->ranks->size)
    return;
  if (manager->recalled_count == 0) {
    struct work work;
    if (!source_work (manager, &work))
      return;
    manager->recalled[manager->recalled_count++] = work;
  }
  call_off (manager, rank, &manager->crews[rank].held[0]);
}

void
manage_help (struct manager *manager)
{
  static const double LULL = 2e-3;
  struct work work;
  if (manager->source->help == NULL || manager->patience.waited < LULL || !manager->dry)
    return;
  int rank = 0;
  while (rank < manager->ranks->size && manager->crews[rank].count > 0)
    rank++;
  if (rank < manager->ranks->size && manager->source->help (manager->source->context, &work))
    give (manager, rank, &work, true);
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
  free_helper (manager);
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

void
manage_hand_out (struct manager *manager)
{
  hand_out (manager);
  ask_back (manager);
}
