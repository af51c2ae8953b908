/* Who does what: the queries that ranks hold, run or wait with, and redundant searches meanwhile. */
#include "parallel/manager_private.h"

#include <assert.h>

struct assigned
manage_take_back (struct manager *manager, int rank, uint64_t number)
{
  assert (rank >= 0 && rank < manager->ranks->size);
  struct slots *slots = &manager->slots[rank];
  int i = 0;
  while (i < slots->count && slots->assigned[i].query.number != number)
    i++;
  if (i == slots->count)
    internal_error (__FILE__, __LINE__, "rank %d answered what it was not asked", rank);
  const struct assigned assigned = slots->assigned[i];
  for (slots->count--; i < slots->count; i++)
    slots->assigned[i] = slots->assigned[i + 1];
  manager->in_flight--;
  return assigned;
}

static bool
still_matters (const struct manager *manager, uint64_t number)
{
  return manager->producer->matters == NULL
         || manager->producer->matters (manager->producer->context, number);
}

static void
call_off (struct manager *manager, int rank, struct assigned *assigned)
{
  const uint64_t number = assigned->query.number;
  assigned->called_off = true;
  if (rank == 0)
    worker_call_off (manager->worker, number);
  else
    message_send (manager->outbox, rank, MESSAGE_CANCEL, &number, sizeof number);
}

void
manage_call_off (struct manager *manager)
{
  if (manager->producer->matters == NULL)
    return;
  for (int rank = 0; rank < manager->ranks->size; rank++)
    for (int i = 0; i < manager->slots[rank].count; i++) {
      struct assigned *assigned = &manager->slots[rank].assigned[i];
      if (!assigned->called_off && !still_matters (manager, assigned->query.number))
        call_off (manager, rank, assigned);
    }
}

static void
give_up_recalled (struct manager *manager)
{
  const struct answer_message answer = answer_untouched (&manager->recalled[--manager->recalled_count], 0);
  manager->producer->done (manager->producer->context, &answer.result);
  manager->dry = false;
}

void
manage_give_up_recalled (struct manager *manager)
{
  while (manager->recalled_count > 0)
    give_up_recalled (manager);
}

static bool
producer_query (struct manager *manager, struct query *query)
{
  if (!manager->dry)
    manager->dry = manager->producer->finished (manager->producer->context)
                   || !manager->producer->next (manager->producer->context, query);
  return !manager->dry;
}

static bool
next_query (struct manager *manager, struct query *query)
{
  while (manager->recalled_count > 0) {
    if (still_matters (manager, manager->recalled[manager->recalled_count - 1].number)) {
      *query = manager->recalled[--manager->recalled_count];
      return true;
    }
    give_up_recalled (manager);
  }
  return producer_query (manager, query);
}

static void
give (struct manager *manager, int rank, const struct query *query, bool redundant)
{
  struct slots *slots = &manager->slots[rank];
  slots->assigned[slots->count++] = (struct assigned){ .query = *query, .redundant = redundant };
  manager->in_flight++;
  if (rank == 0)
    worker_start (manager->worker, query);
  else
    message_send (manager->outbox, rank, MESSAGE_QUERY, query, sizeof *query);
}

static bool
has_redundant (const struct slots *slots)
{
  return slots->count > 0 && slots->assigned[0].redundant;
}

/* A rank with a redundant search has time for what is needed: that waits among the recalled queries. */
static void
free_redundant (struct manager *manager)
{
  int rank = 0;
  while (rank < manager->ranks->size
         && (!has_redundant (&manager->slots[rank]) || manager->slots[rank].assigned[0].called_off))
    rank++;
  if (rank == manager->ranks->size)
    return;
  if (manager->recalled_count == 0) {
    struct query query;
    if (!producer_query (manager, &query))
      return;
    manager->recalled[manager->recalled_count++] = query;
  }
  call_off (manager, rank, &manager->slots[rank].assigned[0]);
}

void
manage_hand_out_redundant (struct manager *manager)
{
  static const double LULL = 2e-3;
  struct query query;
  if (manager->producer->next_redundant == NULL || manager->backoff.waited < LULL || !manager->dry)
    return;
  int rank = 0;
  while (rank < manager->ranks->size && manager->slots[rank].count > 0)
    rank++;
  if (rank < manager->ranks->size && manager->producer->next_redundant (manager->producer->context, &query))
    give (manager, rank, &query, true);
}

/* How many queries a rank holds: one, as a later choice is a better one, unless the queries are so short
 * that the way there and back (about a nap each) would cost a twentieth of their time. */
static int
queries_ahead (const struct manager *manager)
{
  const double way = 1e-3, seconds = manager->query_seconds;
  if (seconds == 0 || seconds > 20 * way)
    return 1;
  return seconds < way / (QUERIES_AHEAD - 2) ? QUERIES_AHEAD : 2 + (int) (way / seconds);
}

/* One for every idle rank before anyone gets a second. Our own worker needs none ahead. */
static void
hand_out (struct manager *manager)
{
  struct query query;
  for (int ahead = 0; ahead < queries_ahead (manager); ahead++)
    for (int rank = 0; rank < manager->ranks->size; rank++) {
      const struct slots *slots = &manager->slots[rank];
      if (slots->count > ahead || (rank == 0 && ahead > 0) || has_redundant (slots))
        continue;
      if (!next_query (manager, &query))
        return;
      give (manager, rank, &query, false);
    }
  free_redundant (manager);
}

/* The last of the queries that a rank has not begun, as far as we know, or NULL. */
static struct assigned *
last_waiting (struct slots *slots)
{
  for (int i = slots->count - 1; i > 0; i--)
    if (!slots->assigned[i].called_off && !slots->assigned[i].recalled)
      return &slots->assigned[i];
  return NULL;
}

/* Nothing is left to hand out, but some ranks are idle while queries wait behind others. */
static void
ask_back (struct manager *manager)
{
  if (!manager->dry || manager->recalled_count > 0)
    return;
  int idle = 0;
  for (int rank = 0; rank < manager->ranks->size; rank++)
    idle += manager->slots[rank].count == 0;
  for (int rank = 1; rank < manager->ranks->size && idle > 0; rank++) {
    struct assigned *assigned = last_waiting (&manager->slots[rank]);
    if (assigned == NULL)
      continue;
    assigned->recalled = true;
    message_send (manager->outbox, rank, MESSAGE_RECALL, &assigned->query.number,
                  sizeof assigned->query.number);
    idle--;
  }
}

void
manage_hand_out (struct manager *manager)
{
  hand_out (manager);
  ask_back (manager);
}
