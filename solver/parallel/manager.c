/* manage() on rank 0: ask the producer for queries, keep the ranks busy, pass results on. managed.c is
 * manage() on the other ranks; manager_slots.c decides which rank gets which query. */
#include "parallel/manager_private.h"
#include "parallel/hosts.h"
#include "parallel/sharing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- answers ---- */

/* The nodes of an answer count as those of a result from now on. A rank that answers several queries side by
 * side goes on with the others. */
static void take_nodes (struct slots *slots, uint64_t nodes) {
  slots->nodes -= nodes < slots->nodes ? nodes : slots->nodes;
}

static void take_answer (struct manager *manager, int rank, struct answer_message *answer,
                         const struct bytes *report) {
  assert (0 <= rank && rank < manager->ranks->size && !manager->slots[rank].left);
  assert (result_is_consistent (&answer->result) && (answer->begun || answer->result.stopped));
  struct assigned assigned = manage_take_back (manager, rank, answer->result.number);
  take_nodes (&manager->slots[rank], answer->result.cost.nodes);
  if (manager->joint.holders > 0 && manager->joint.number == answer->result.number) {
    if (!manage_part (manager, rank, &assigned, answer))
      return;
    assigned.called_off = true; /* its time says little about other queries */
  }
  if (!answer->begun && assigned.recalled && !assigned.called_off) {
    assert (manager->recalled_count < manager->recalled_most);
    manager->recalled[manager->recalled_count++] = assigned.query;
    return;
  }
  if (answer->begun && !assigned.called_off) {
    const double weight = manager->query_seconds == 0 ? 1 : 0.2;
    manager->query_seconds += weight * (answer->result.cost.seconds + 1e-9 - manager->query_seconds);
  }
  if (answer->result.failed && manager->failure->code == 0)
    *manager->failure = answer->failure;
  if (report->size > 0 && manager->producer->report != NULL)
    manager->producer->report (manager->producer->context, answer->result.number, report->data, report->size);
  manage_done (manager, &answer->result);
}

/* ---- the bound log ---- */

/* A rank that was told to finish reads no more messages, so one sent now would reach the next manage(). */
static void update_log_threshold (struct manager *manager) {
  if (manager->winding_up)
    return;
  const uint64_t worth = log_threshold_least (manager->ranks),
                 least = bound_log_least (manager->producer->bound_log);
  const uint64_t log_threshold = least > worth ? least : worth;
  assert (log_threshold >= BOUND_LOG_LEAST);
  if (log_threshold == manager->log_threshold)
    return;
  manager->log_threshold = log_threshold;
  worker_set_log_threshold (manager->worker, log_threshold);
  for (int rank = 1; rank < manager->ranks->size; rank++)
    message_send (manager->outbox, rank, MESSAGE_LOG_THRESHOLD, &log_threshold, sizeof log_threshold);
}

static void log_bounds (void *context, const struct bounds_message *message) {
  struct manager *manager = context;
  assert (manager->resources->keep && message->count > 0);
  if (manager->producer->bound_log == NULL)
    return;
  bound_log_add (manager->producer->bound_log, &message->subject, message->bounds, (size_t) message->count);
  update_log_threshold (manager);
}

static void take_message (struct manager *manager, int rank, enum message message,
                          const union message_body *body) {
  struct answer_message answer;
  assert (0 < rank && rank < manager->ranks->size);
  switch (message) {
  case MESSAGE_REPORT: bytes_add (&manager->slots[rank].report, body->report.bytes, body->report.size); break;
  case MESSAGE_ANSWER:
    answer = body->answer;
    take_answer (manager, rank, &answer, &manager->slots[rank].report);
    manager->slots[rank].report.size = 0;
    break;
  case MESSAGE_STOP: manager->told_to_stop = true; break;
  case MESSAGE_LOG_BOUNDS: log_bounds (manager, &body->bounds); break;
  case MESSAGE_SHARED: sharing_receive (manager->sharing, rank, &body->records); break;
  case MESSAGE_NODES: manager->slots[rank].nodes = body->number; break;
  case MESSAGE_LEAVING:
    /* The last message of a rank, which it sends once, after all its answers. */
    assert (manager->winding_up && !manager->slots[rank].left && manager->slots[rank].count == 0);
    manager->slots[rank].left = true;
    if (manager->efforts != NULL)
      manager->efforts[rank] = body->effort;
    break;
  case MESSAGE_QUERY:
  case MESSAGE_CANCEL:
  case MESSAGE_RECALL:
  case MESSAGE_LOG_THRESHOLD:
  case MESSAGE_FINISH:
  case MESSAGES: internal_error (__FILE__, __LINE__, "the manager got a message for a worker");
  }
}

/* Take the results of this rank's worker. Returns whether there were any. */
static bool take_own_answers (struct manager *manager) {
  for (bool any = false;; any = true) {
    const bool done = worker_is_busy (manager->worker) && worker_wait (manager->worker, 0);
    sharing_collect (manager->sharing, manager->log_threshold, log_bounds, manager);
    if (!done)
      return any;
    struct answer_message answer;
    answer.begun = worker_collect (manager->worker, &answer.result, &answer.failure);
    take_answer (manager, 0, &answer, worker_report (manager->worker));
  }
}

/* Returns whether there were any answers or messages to act on. */
static bool take_answers (struct manager *manager) {
  bool any = take_own_answers (manager);
  int rank;
  enum message message;
  union message_body body;
  while (message_receive (manager->outbox, &rank, &message, &body)) {
    take_message (manager, rank, message, &body);
    any |= message_facts[message].is_news;
  }
  return any;
}

/* ---- the run ---- */

static bool finished (const struct manager *manager) {
  return manager->producer->finished (manager->producer->context);
}

static void rest (struct manager *manager) {
  /* With one rank, our own worker wakes us; the length of the nap only limits how late we notice the deadline
   * and the stop flag. */
  const bool busy = worker_is_busy (manager->worker);
  const double nap = manager->ranks->size == 1 ? 0.02 : backoff_next (&manager->backoff, busy);
  if (busy)
    worker_wait (manager->worker, sharing_interval (manager->sharing, nap));
  else
    clock_nap (nap);
}

static bool must_stop (const struct manager *manager) {
  const double deadline = manager->resources->deadline;
  return manager->told_to_stop || (manager->stop != NULL && *manager->stop)
         || hosts_told_to_stop (manager->ranks) || (deadline != 0 && clock_seconds () >= deadline);
}

/* Of all ranks, without the queries that have a result. */
static uint64_t nodes_under_way (const struct manager *manager) {
  uint64_t nodes = worker_nodes (manager->worker);
  for (int rank = 1; rank < manager->ranks->size; rank++)
    nodes += manager->slots[rank].nodes;
  if (manager->joint.holders > 0) /* some ranks may have come back, but the query has no result yet */
    nodes += manager->joint.cost.nodes;
  return nodes;
}

static void show (struct manager *manager) {
  const double now = clock_seconds ();
  if (manager->producer->watch == NULL || now - manager->last_shown < 0.2)
    return;
  manager->last_shown = now;
  struct under_way way = { .nodes = nodes_under_way (manager) };
  for (int rank = manager->ranks->size - 1; rank >= 0; rank--)
    if (manager->slots[rank].count > 0) {
      const struct slots *slots = &manager->slots[rank];
      way.query = &slots->assigned[0].query;
      if (!slots->assigned[0].joins) /* a query that several ranks search is one */
        way.queries += slots->count < slots->at_once ? slots->count : slots->at_once;
    }
  assert (way.query != NULL || manager->in_flight == 0);
  if (way.query != NULL)
    way.proven = search_range (way.query->exact_score);
  if (manager->slots[0].count > 0)
    way.proven = worker_bounds (manager->worker, way.query);
  way.table_fill = worker_table_fill (manager->worker);
  manager->producer->watch (manager->producer->onlooker, &way);
}

/* Do what is due whether or not there were answers. */
static void attend (struct manager *manager) {
  show (manager);
  if (manager->producer->tick != NULL)
    manager->producer->tick (manager->producer->onlooker);
}

/* Called from within a search if the worker runs in this thread. */
static void poll (void *context) {
  struct manager *manager = context;
  sharing_collect (manager->sharing, manager->log_threshold, log_bounds, manager);
  attend (manager);
  if (must_stop (manager))
    worker_stop (manager->worker);
}

static void query_through (struct manager *manager) {
  manager->last_shown = clock_seconds ();
  assert (manager->in_flight == 0 && !manager->winding_up);
  manage_hand_out (manager);
  while (manager->in_flight > 0 && !finished (manager) && !must_stop (manager)) {
    const double begun = clock_seconds ();
    if (take_answers (manager)) {
      manager->backoff = (struct backoff){ 0 };
      manage_hand_out (manager);
      message_took (manager->outbox, begun);
    } else {
      rest (manager);
      manage_join (manager);
    }
    attend (manager);
  }
}

static bool everyone_left (const struct manager *manager) {
  for (int rank = 1; rank < manager->ranks->size; rank++)
    if (!manager->slots[rank].left)
      return false;
  return !worker_is_busy (manager->worker);
}

/* Cancel what is in flight and wait for all answers: the producer gets a result for each query. */
static void wind_up (struct manager *manager) {
  manager->winding_up = true;
  for (int rank = 1; rank < manager->ranks->size; rank++)
    message_send (manager->outbox, rank, MESSAGE_FINISH, NULL, 0);
  worker_stop (manager->worker);
  while (!everyone_left (manager)) {
    if (take_answers (manager))
      manager->backoff = (struct backoff){ 0 };
    else
      rest (manager);
  }
  assert (manager->in_flight == 0 && manage_slots_are_consistent (manager));
  manage_give_up_recalled (manager);
  assert (manager->recalled_count == 0);
}

/* Each rank answers one query at a time, or, if queries may be answered side by side, one with each of its
 * threads. */
static void set_up_slots (struct manager *manager) {
  int *at_once = allocate ((size_t) manager->ranks->size, sizeof *at_once);
  workers_agree (manager->ranks, manager->worker, manager->producer->side_by_side, at_once);
  for (int rank = 0; rank < manager->ranks->size; rank++) {
    struct slots *slots = &manager->slots[rank];
    slots->at_once = at_once[rank];
    slots->most = worker_capacity (slots->at_once);
    slots->assigned = allocate ((size_t) slots->most, sizeof *slots->assigned);
    manager->recalled_most += slots->most;
  }
  free (at_once);
}

static bool lead (const struct ranks *ranks, const struct resources *resources, struct producer *producer,
                  struct effort *efforts, const volatile int *stop, struct failure *failure) {
  assert (producer->next != NULL && producer->done != NULL && producer->finished != NULL);
  assert (failure != NULL && (resources->endgames_count == 0 || resources->endgames != NULL));
  struct manager manager = { .ranks = ranks,
                             .resources = resources,
                             .producer = producer,
                             .efforts = efforts,
                             .stop = stop,
                             .failure = failure };
  if (resources->keep)
    bound_log_share (ranks, producer->bound_log);
  manager.worker = worker_create (resources, ranks);
  manager.outbox = outbox_create (ranks, worker_effort (manager.worker));
  manager.sharing = sharing_create (ranks, manager.worker, manager.outbox);
  manager.slots = allocate ((size_t) ranks->size, sizeof *manager.slots);
  set_up_slots (&manager);
  manager.recalled = allocate ((size_t) manager.recalled_most, sizeof *manager.recalled);
  manager.log_threshold = log_threshold_least (ranks);
  worker_set_bound_log (manager.worker, producer->bound_log);
  worker_set_log_threshold (manager.worker, manager.log_threshold);
  if (ranks->size == 1 && resources->threads <= 1)
    worker_runs_here (manager.worker, poll, &manager);
  query_through (&manager);
  wind_up (&manager);
  outbox_settle (manager.outbox);
  sharing_destroy (manager.sharing);
  outbox_destroy (manager.outbox);
  if (efforts != NULL)
    efforts[0] = *worker_effort (manager.worker);
  worker_destroy (manager.worker);
  for (int rank = 0; rank < ranks->size; rank++) {
    free (manager.slots[rank].report.data);
    free (manager.slots[rank].assigned);
  }
  free (manager.slots);
  free (manager.recalled);
  return producer->finished (producer->context);
}

/* Assign the efforts of hosts to their leaders. All ranks of a host, however, count as busy for as long as
 * their host was. */
static void spread_efforts (const struct ranks *ranks, const struct effort *of_hosts,
                            struct effort *efforts) {
  memset (efforts, 0, (size_t) ranks->size * sizeof *efforts);
  for (int rank = 0, host = 0; rank < ranks->size; rank++)
    if (hosts_leader (ranks, rank) == rank)
      efforts[rank] = of_hosts[host++];
    else
      efforts[rank].busy_seconds = efforts[hosts_leader (ranks, rank)].busy_seconds;
}

bool manage (const struct ranks *ranks, const struct resources *resources, struct producer *producer,
             struct effort *efforts, const volatile int *stop, struct failure *failure) {
  assert (ranks_are_consistent (ranks));
  assert ((ranks->rank == 0) == (producer != NULL));
  assert (resources->deadline >= 0 && resources->endgames_count >= 0);
  bool finished = false;
  const struct ranks *const leaders = hosts_leaders (ranks);
  if (leaders->size > 0) {
    const struct resources of_host = hosts_take (ranks, resources);
    struct effort *of_hosts = allocate ((size_t) leaders->size, sizeof *of_hosts);
    if (producer != NULL)
      finished = lead (leaders, &of_host, producer, of_hosts, stop, failure);
    else
      answer_manager (leaders, &of_host, stop);
    if (producer != NULL && efforts != NULL)
      spread_efforts (ranks, of_hosts, efforts);
    free (of_hosts);
    hosts_give_back (ranks);
  }
  hosts_await (ranks, stop);
  ranks_broadcast (ranks, &finished, sizeof finished);
  return finished;
}
