/* Which rank gets which query: the slots of each rank, what is asked back or cancelled, and redundant
 * searches. */
#include "parallel/manager_private.h"

#include <assert.h>

bool manage_slots_are_consistent (const struct manager *manager) {
  uint64_t in_flight = 0;
  int redundant = 0;
  for (int rank = 0; rank < manager->ranks->size; rank++) {
    const struct slots *slots = &manager->slots[rank];
    if (slots->count < 0 || slots->count > slots->most)
      return false;
    for (int i = 0; i < slots->count; i++) {
      redundant += slots->assigned[i].redundant && !slots->assigned[i].called_off;
      for (int j = 0; j < i; j++)
        if (slots->assigned[i].query.number == slots->assigned[j].query.number)
          return false;
    }
    in_flight += (uint64_t) slots->count;
  }
  return in_flight == manager->in_flight && redundant <= 1;
}

#ifndef NDEBUG
static bool holds (const struct manager *manager, uint64_t number) {
  for (int rank = 0; rank < manager->ranks->size; rank++)
    for (int i = 0; i < manager->slots[rank].count; i++)
      if (manager->slots[rank].assigned[i].query.number == number)
        return true;
  return false;
}
#endif

void manage_done (struct manager *manager, const struct result *result) {
  struct producer *producer = manager->producer;
  if (producer->answered != NULL)
    producer->answered (producer->onlooker, result);
  producer->done (producer->context, result);
  manager->dry = false;
}

struct assigned manage_take_back (struct manager *manager, int rank, uint64_t number) {
  assert (rank >= 0 && rank < manager->ranks->size);
  struct slots *slots = &manager->slots[rank];
  int i = 0;
  while (i < slots->count && slots->assigned[i].query.number != number)
    i++;
  if (i == slots->count)
    internal_error (__FILE__, __LINE__, "rank %d answered what it was not asked", rank);
  assert (manager->in_flight > 0);
  const struct assigned assigned = slots->assigned[i];
  for (slots->count--; i < slots->count; i++)
    slots->assigned[i] = slots->assigned[i + 1];
  manager->in_flight--;
  return assigned;
}

static bool still_matters (const struct manager *manager, uint64_t number) {
  return manager->producer->matters == NULL
         || manager->producer->matters (manager->producer->context, number);
}

static void call_off (struct manager *manager, int rank, struct assigned *assigned) {
  const uint64_t number = assigned->query.number;
  assert (!assigned->called_off);
  assigned->called_off = true;
  if (rank == 0)
    worker_call_off (manager->worker, number);
  else
    message_send (manager->outbox, rank, MESSAGE_CANCEL, &number, sizeof number);
}

void manage_call_off (struct manager *manager) {
  if (manager->producer->matters == NULL)
    return;
  for (int rank = 0; rank < manager->ranks->size; rank++)
    for (int i = 0; i < manager->slots[rank].count; i++) {
      struct assigned *assigned = &manager->slots[rank].assigned[i];
      if (!assigned->called_off && !still_matters (manager, assigned->query.number))
        call_off (manager, rank, assigned);
    }
}

static void give_up_recalled (struct manager *manager) {
  assert (manager->recalled_count > 0);
  const struct answer_message answer = answer_untouched (&manager->recalled[--manager->recalled_count], 0);
  assert (!holds (manager, answer.result.number)); /* answered once */
  manage_done (manager, &answer.result);
}

void manage_give_up_recalled (struct manager *manager) {
  while (manager->recalled_count > 0)
    give_up_recalled (manager);
}

static bool producer_query (struct manager *manager, struct query *query) {
  if (!manager->dry)
    manager->dry = manager->producer->finished (manager->producer->context)
                   || !manager->producer->next (manager->producer->context, query);
  return !manager->dry;
}

static bool next_query (struct manager *manager, struct query *query) {
  while (manager->recalled_count > 0) {
    if (still_matters (manager, manager->recalled[manager->recalled_count - 1].number)) {
      *query = manager->recalled[--manager->recalled_count];
      return true;
    }
    give_up_recalled (manager);
  }
  return producer_query (manager, query);
}

static void give (struct manager *manager, int rank, const struct query *query, bool redundant) {
  struct slots *slots = &manager->slots[rank];
  assert (!manager->winding_up && !slots->left && slots->count < slots->most);
  assert (slots->count == 0 || !redundant);
  assert (query_is_consistent (query) && !holds (manager, query->number)); /* handed out once */
  slots->assigned[slots->count++] = (struct assigned){ .query = *query, .redundant = redundant };
  manager->in_flight++;
  if (rank == 0)
    worker_start (manager->worker, query);
  else
    message_send (manager->outbox, rank, MESSAGE_QUERY, query, sizeof *query);
}

static bool has_redundant (const struct slots *slots) {
  return slots->count > 0 && slots->assigned[0].redundant;
}

/* Free a rank from its redundant search if there is a regular query; that one waits among the recalled
 * queries. */
static void free_redundant (struct manager *manager) {
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
  assert (manager->recalled_count > 0); /* somebody is freed for something */
  call_off (manager, rank, &manager->slots[rank].assigned[0]);
}

void manage_hand_out_redundant (struct manager *manager) {
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

/* The number of queries that a rank holds. One is best, because a later choice of a query is a better choice.
 * But if queries are short compared with the way there and back (about a nap each), a rank holds more. */
static int queries_ahead (const struct manager *manager) {
  assert (manager->query_seconds >= 0);
  const double way = 1e-3, seconds = manager->query_seconds;
  if (seconds == 0 || seconds > 20 * way)
    return 1;
  return seconds < way / (QUERIES_AHEAD - 2) ? QUERIES_AHEAD : 2 + (int) (way / seconds);
}

/* How many queries a rank is to hold if each rank holds `ahead` for each that it answers at a time. Our own
 * worker needs none in advance if it answers one at a time. */
static int to_hold (const struct manager *manager, int rank, int ahead) {
  const int at_once = manager->slots[rank].at_once;
  return rank == 0 && at_once == 1 ? 1 : ahead * at_once;
}

/* Each idle rank gets queries before any rank gets more than it answers at a time. */
static void hand_out (struct manager *manager) {
  struct query query;
  for (int ahead = 1; ahead <= queries_ahead (manager); ahead++)
    for (bool any = true; any;) {
      any = false;
      for (int rank = 0; rank < manager->ranks->size; rank++) {
        const struct slots *slots = &manager->slots[rank];
        if (slots->count >= to_hold (manager, rank, ahead) || has_redundant (slots))
          continue;
        if (!next_query (manager, &query))
          return;
        give (manager, rank, &query, false);
        any = true;
      }
    }
  free_redundant (manager);
}

/* The last of the queries that, as far as we know, the rank has not begun; or NULL. */
static struct assigned *last_waiting (struct slots *slots) {
  for (int i = slots->count - 1; i >= slots->at_once; i--)
    if (!slots->assigned[i].called_off && !slots->assigned[i].recalled)
      return &slots->assigned[i];
  return NULL;
}

/* When nothing is left to hand out: ask back queries that wait behind others for the ranks that are idle. */
static void ask_back (struct manager *manager) {
  if (!manager->dry || manager->recalled_count > 0)
    return;
  int idle = 0;
  for (int rank = 0; rank < manager->ranks->size; rank++)
    idle += manager->slots[rank].count == 0;
  for (int rank = 1; rank < manager->ranks->size && idle > 0; rank++) {
    struct assigned *assigned = last_waiting (&manager->slots[rank]);
    if (assigned == NULL)
      continue;
    assert (!assigned->redundant); /* which never waits */
    assigned->recalled = true;
    message_send (manager->outbox, rank, MESSAGE_RECALL, &assigned->query.number,
                  sizeof assigned->query.number);
    idle--;
  }
}

void manage_hand_out (struct manager *manager) {
  hand_out (manager);
  ask_back (manager);
  assert (manage_slots_are_consistent (manager));
}
