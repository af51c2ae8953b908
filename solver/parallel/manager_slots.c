/* Which rank gets which query: the slots of each rank, which queries are asked back or cancelled, and which
 * query idle ranks join. */
#include "parallel/manager_private.h"

#include <assert.h>

bool manage_slots_are_consistent (const struct manager *manager) {
  uint64_t in_flight = 0;
  int holders = 0;
  for (int rank = 0; rank < manager->ranks->size; rank++) {
    const struct slots *slots = &manager->slots[rank];
    if (slots->count < 0 || slots->count > slots->most)
      return false;
    for (int i = 0; i < slots->count; i++) {
      holders += slots->assigned[i].query.number == manager->joint.number;
      for (int j = 0; j < i; j++)
        if (slots->assigned[i].query.number == slots->assigned[j].query.number)
          return false;
    }
    in_flight += (uint64_t) slots->count;
  }
  return in_flight == manager->in_flight
         && (manager->joint.holders == 0 || manager->joint.holders == holders);
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

static void call_off (struct manager *manager, int rank, struct assigned *assigned) {
  const uint64_t number = assigned->query.number;
  assert (!assigned->called_off);
  assigned->called_off = true;
  if (rank == 0)
    worker_call_off (manager->worker, number);
  else
    message_send (manager->outbox, rank, MESSAGE_CANCEL, &number, sizeof number);
}

void manage_give_up_recalled (struct manager *manager) {
  while (manager->recalled_count > 0) {
    const struct answer_message answer = answer_untouched (&manager->recalled[--manager->recalled_count], 0);
    assert (!holds (manager, answer.result.number)); /* each query is answered once */
    manage_done (manager, &answer.result);
  }
}

static bool producer_query (struct manager *manager, struct query *query) {
  if (!manager->dry)
    manager->dry = manager->producer->finished (manager->producer->context)
                   || !manager->producer->next (manager->producer->context, query);
  return !manager->dry;
}

static bool next_query (struct manager *manager, struct query *query) {
  if (manager->recalled_count == 0)
    return producer_query (manager, query);
  *query = manager->recalled[--manager->recalled_count];
  return true;
}

static void give (struct manager *manager, int rank, const struct query *query, bool joins) {
  struct slots *slots = &manager->slots[rank];
  assert (!manager->winding_up && !slots->left && slots->count < slots->most);
  assert (slots->count == 0 || !joins);
  assert (query_is_consistent (query) && (joins || !holds (manager, query->number))); /* handed out once */
  slots->assigned[slots->count++] = (struct assigned){ .query = *query, .joins = joins };
  manager->in_flight++;
  if (rank == 0)
    worker_start (manager->worker, query);
  else
    message_send (manager->outbox, rank, MESSAGE_QUERY, query, sizeof *query);
}

static bool has_joined (const struct slots *slots) { return slots->count > 0 && slots->assigned[0].joins; }

/* If there is a query that no rank holds, free a rank from the query that it joined. The new query waits
 * among the recalled queries until the rank has come back. */
static void free_joined (struct manager *manager) {
  int rank = 0;
  while (rank < manager->ranks->size
         && (!has_joined (&manager->slots[rank]) || manager->slots[rank].assigned[0].called_off))
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

/* Among the queries that other ranks may join, the one that has been searched for the longest; NULL: there is
 * none. */
static const struct query *query_to_join (const struct manager *manager) {
  const struct query *oldest = NULL;
  for (int rank = 0; rank < manager->ranks->size; rank++) {
    const struct slots *slots = &manager->slots[rank];
    for (int i = 0; i < slots->count && i < slots->at_once; i++) {
      const struct assigned *assigned = &slots->assigned[i];
      if (assigned->query.shared && assigned->query.kind == QUERY_SEARCH && !assigned->called_off
          && !is_heuristic (assigned->query.method, assigned->query.depth) && !assigned->recalled
          && (oldest == NULL || assigned->query.number < oldest->number))
        oldest = &assigned->query;
    }
  }
  return oldest;
}

void manage_join (struct manager *manager) {
  static const double LULL = 2e-3;
  struct joint *joint = &manager->joint;
  if (manager->ranks->size == 1 || manager->backoff.waited < LULL || !manager->dry || joint->decided)
    return;
  const struct query *found = query_to_join (manager);
  if (found == NULL || (joint->holders > 0 && joint->number != found->number))
    return;
  const struct query query = *found;
  for (int rank = 0; rank < manager->ranks->size; rank++) {
    struct slots *slots = &manager->slots[rank];
    if (slots->count > 0 || slots->left || slots->could_not == query.number + 1)
      continue;
    if (joint->holders == 0)
      *joint = (struct joint){ .number = query.number, .holders = 1 };
    joint->holders++;
    worker_effort (manager->worker)->statistics.count[COUNT_joins]++;
    give (manager, rank, &query, true);
  }
}

static void call_off_others (struct manager *manager) {
  for (int rank = 0; rank < manager->ranks->size; rank++)
    for (int i = 0; i < manager->slots[rank].count; i++) {
      struct assigned *assigned = &manager->slots[rank].assigned[i];
      if (assigned->query.number == manager->joint.number && !assigned->called_off)
        call_off (manager, rank, assigned);
    }
}

bool manage_part (struct manager *manager, int rank, const struct assigned *assigned,
                  struct answer_message *answer) {
  struct joint *joint = &manager->joint;
  assert (joint->holders > 0 && joint->number == answer->result.number);
  joint->cost.nodes += answer->result.cost.nodes;
  joint->cost.looks += answer->result.cost.looks;
  if (joint->cost.seconds < answer->result.cost.seconds)
    joint->cost.seconds = answer->result.cost.seconds;
  const bool solved = answer->result.solved && !(joint->decided && joint->answer.result.solved);
  if (solved || (!assigned->joins && !joint->decided)) {
    joint->decided = true;
    worker_effort (manager->worker)->statistics.count[COUNT_joins_won] += solved && assigned->joins;
    joint->answer = *answer;
    call_off_others (manager);
  } else if (assigned->joins && !assigned->called_off)
    manager->slots[rank].could_not = joint->number + 1;
  if (--joint->holders > 0)
    return false;
  assert (joint->decided); /* the rank that was given the query first has come back */
  *answer = joint->answer;
  answer->result.cost = joint->cost;
  joint->decided = false;
  return true;
}

/* The number of queries that a rank should hold. One is best, because the later a query is chosen, the better
 * is the choice. But if queries are short compared with the way to the rank and back (about a nap each), a
 * rank holds more. */
static int queries_ahead (const struct manager *manager) {
  assert (manager->query_seconds >= 0);
  const double way = 1e-3, seconds = manager->query_seconds;
  if (seconds == 0 || seconds > 20 * way)
    return 1;
  return seconds < way / (QUERIES_AHEAD - 2) ? QUERIES_AHEAD : 2 + (int) (way / seconds);
}

/* The number of queries that this rank should hold if ranks hold `ahead` queries for each query that they
 * answer at a time. Rank 0's own worker needs no query in advance if it answers one at a time. */
static int to_hold (const struct manager *manager, int rank, int ahead) {
  const int at_once = manager->slots[rank].at_once;
  return rank == 0 && at_once == 1 ? 1 : ahead * at_once;
}

/* Every idle rank gets queries before any rank gets more queries than it answers at a time. */
static void hand_out (struct manager *manager) {
  struct query query;
  for (int ahead = 1; ahead <= queries_ahead (manager); ahead++)
    for (bool any = true; any;) {
      any = false;
      for (int rank = 0; rank < manager->ranks->size; rank++) {
        const struct slots *slots = &manager->slots[rank];
        if (slots->count >= to_hold (manager, rank, ahead) || has_joined (slots))
          continue;
        if (!next_query (manager, &query))
          return;
        give (manager, rank, &query, false);
        any = true;
      }
    }
  free_joined (manager);
}

/* The last query that, as far as the manager knows, the rank has not begun; or NULL. */
static struct assigned *last_waiting (struct slots *slots) {
  for (int i = slots->count - 1; i >= slots->at_once; i--)
    if (!slots->assigned[i].called_off && !slots->assigned[i].recalled)
      return &slots->assigned[i];
  return NULL;
}

/* When nothing is left to hand out, ask busy ranks to give back queries that they have not begun, one for
 * each idle rank. */
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
    assert (!assigned->joins); /* a query that the rank joined never waits */
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
