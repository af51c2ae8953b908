#include "parallel/manager_private.h"

#include "parallel/hosts.h"
#include "parallel/messages.h"
#include "parallel/sharing.h"
#include "parallel/waiting_private.h"
#include "parallel/worker.h"

#include <assert.h>
#include <string.h>

struct server {
  const struct ranks *ranks;
  struct worker *worker;
  struct outbox *outbox;
  struct sharing *sharing;
  uint64_t log_threshold; /* the nodes from which on rank 0 logs a bound */
  uint64_t nodes;         /* of running searches, as rank 0 was last told */
  double told_nodes;      /* when */
  bool leaving, told_to_stop;
};

static void leave (struct server *server) {
  assert (!server->leaving);
  server->leaving = true;
  worker_stop (server->worker);
}

static void set_log_threshold (struct server *server, uint64_t least) {
  assert (least >= BOUND_LOG_LEAST);
  server->log_threshold = least;
  worker_set_log_threshold (server->worker, least);
}

static void obey (struct server *server, int rank, enum message message, const union message_body *body) {
  assert (server->ranks->rank > 0);
  switch (message) {
  case MESSAGE_QUERY:
    assert (!server->leaving);
    worker_start (server->worker, &body->query);
    break;
  /* A query that is unknown here has been answered in the meantime. */
  case MESSAGE_CANCEL: worker_call_off (server->worker, body->number); break;
  case MESSAGE_RECALL: worker_take_back (server->worker, body->number); break;
  case MESSAGE_LOG_THRESHOLD: set_log_threshold (server, body->number); break;
  case MESSAGE_FINISH: leave (server); break;
  case MESSAGE_SHARED: sharing_receive (server->sharing, rank, &body->records); break;
  case MESSAGE_REPORT:
  case MESSAGE_ANSWER:
  case MESSAGE_STOP:
  case MESSAGE_LOG_BOUNDS:
  case MESSAGE_NODES:
  case MESSAGE_LEAVING:
  case MESSAGES: internal_error (__FILE__, __LINE__, "a worker got a message for the manager");
  }
}

static bool read_messages (struct server *server) {
  int rank;
  enum message message;
  union message_body body;
  bool any = false;
  /* messages after MESSAGE_FINISH belong to the next manage() */
  while (!server->leaving && message_receive (server->outbox, &rank, &message, &body)) {
    obey (server, rank, message, &body);
    any |= message_facts[message].is_news;
  }
  return any;
}

static void send_bounds_to_log (void *context, const struct bounds_message *message) {
  assert (message->count > 0);
  struct server *server = context;
  message_send (server->outbox, 0, MESSAGE_LOG_BOUNDS, message, bounds_message_size (message));
}

static void send_report (struct server *server) {
  const struct bytes *report = worker_report (server->worker);
  struct report_message message;
  for (size_t sent = 0; sent < report->size; sent += message.size) {
    const size_t left = report->size - sent;
    message.size = left < REPORT_PER_MESSAGE ? (uint32_t) left : REPORT_PER_MESSAGE;
    memcpy (message.bytes, report->data + sent, message.size);
    message_send (server->outbox, 0, MESSAGE_REPORT, &message, report_message_size (&message));
  }
}

/* Returns whether there were any results. */
static bool send_answers (struct server *server) {
  bool any = false;
  for (bool done = true; done; any |= done) {
    done = worker_is_busy (server->worker) && worker_wait (server->worker, 0);
    sharing_collect (server->sharing, server->log_threshold, send_bounds_to_log, server);
    if (!done)
      break;
    struct answer_message answer;
    memset (&answer, 0, sizeof answer);
    answer.begun = worker_collect (server->worker, &answer.result, &answer.failure);
    assert (answer.result.failed == (answer.failure.code != 0));
    send_report (server);
    message_send (server->outbox, 0, MESSAGE_ANSWER, &answer, sizeof answer);
  }
  return any;
}

static void pass_signal_on (struct server *server, const volatile int *stop) {
  const bool seen = (stop != NULL && *stop) || hosts_told_to_stop (server->ranks);
  if (!seen || server->told_to_stop)
    return;
  server->told_to_stop = true;
  message_send (server->outbox, 0, MESSAGE_STOP, NULL, 0);
}

/* Seldom, because rank 0 may hear of many hosts, and only shows the sum. A rank that stays idle says nothing.
 */
static void tell_nodes (struct server *server) {
  static const double INTERVAL = 0.5;
  const double now = clock_seconds ();
  if (now - server->told_nodes < INTERVAL)
    return;
  server->told_nodes = now;
  const uint64_t nodes = worker_nodes (server->worker);
  if (nodes == 0 && server->nodes == 0)
    return;
  server->nodes = nodes;
  message_send (server->outbox, 0, MESSAGE_NODES, &nodes, sizeof nodes);
}

void answer_manager (const struct ranks *ranks, const struct resources *resources, const volatile int *stop) {
  assert (ranks->rank > 0 && ranks_are_consistent (ranks));
  struct bound_log *bound_log = resources->keep ? bound_log_share (ranks, NULL) : NULL;
  struct server server = { .ranks = ranks, .worker = worker_create (resources, ranks) };
  workers_agree (ranks, server.worker, false, NULL);
  struct effort *effort = worker_effort (server.worker);
  worker_set_bound_log (server.worker, bound_log);
  set_log_threshold (&server, log_threshold_least (ranks));
  server.outbox = outbox_create (ranks, effort);
  server.sharing = sharing_create (ranks, server.worker, server.outbox);
  struct backoff backoff = { 0 };
  while (!server.leaving || worker_is_busy (server.worker)) {
    const double begun = clock_seconds ();
    const bool answered = send_answers (&server);
    const bool news = read_messages (&server) || answered;
    pass_signal_on (&server, stop);
    tell_nodes (&server);
    if (news) {
      message_took (server.outbox, begun);
      backoff = (struct backoff){ 0 };
      continue;
    }
    const bool busy = worker_is_busy (server.worker);
    const double nap = backoff_next (&backoff, busy);
    if (busy)
      worker_wait (server.worker, sharing_interval (server.sharing, nap));
    else
      clock_nap (nap);
  }
  message_send (server.outbox, 0, MESSAGE_LEAVING, effort, sizeof *effort);
  outbox_settle (server.outbox);
  sharing_destroy (server.sharing);
  outbox_destroy (server.outbox);
  worker_destroy (server.worker);
  bound_log_destroy (bound_log);
}
