/* The messages between manager and workers, and how they are sent: the only code behind manage() that calls
 * MPI.
 *
 * Sends never block: a message is copied, and the copy is kept until MPI has sent it. Messages from one rank
 * to another arrive in the order in which they were sent. Without MPI nothing is ever sent or received. */
#ifndef ZERMELO_PARALLEL_MESSAGES_H
#define ZERMELO_PARALLEL_MESSAGES_H

#include "proof/bound_log.h"
#include "parallel/manager.h"

#include <assert.h>

enum message {
  MESSAGE_QUERY,         /* manager: answer this (struct query) */
  MESSAGE_CANCEL,        /* manager: give back the query with that number, begun or not (uint64_t) */
  MESSAGE_RECALL,        /* manager: give it back if it has not begun (uint64_t) */
  MESSAGE_FINISH,        /* manager: give back everything and leave (no body) */
  MESSAGE_REPORT,        /* worker: the next part of the report beside the next answer (struct report_message,
                            the part in use) */
  MESSAGE_ANSWER,        /* worker: struct answer_message */
  MESSAGE_STOP,          /* worker: this rank was told to stop (no body) */
  MESSAGE_LEAVING,       /* worker: its last message (struct effort) */
  MESSAGE_LOG_BOUNDS,    /* worker: bounds for the log (struct bounds_message, the part in use) */
  MESSAGE_LOG_THRESHOLD, /* manager: log only bounds of at least that many nodes (uint64_t) */
  MESSAGE_SHARED, /* any rank: what its searches tell others (struct records_message, the part in use) */
};

/** May rank `from` send the message to rank `to`? Some go from rank 0 to the other ranks, some from these to
 * rank 0, some from any rank to any rank. */
static inline bool message_may_pass (enum message message, int from, int to) {
  const bool from_manager = message <= MESSAGE_FINISH || message == MESSAGE_LOG_THRESHOLD;
  return from != to && (message == MESSAGE_SHARED || (from_manager ? from == 0 : to == 0));
}

/** Does the message call for action now? Bounds arrive all the time and do not. */
static inline bool message_is_news (enum message message) {
  return message != MESSAGE_SHARED && message != MESSAGE_LOG_BOUNDS;
}

enum { QUERIES_AHEAD = 16 }; /* that a worker holds at most, the running one included */

/** The answer to a query; each query that was sent gets exactly one. */
struct answer_message {
  bool begun; /* false: given back before it was begun */
  struct result result;
  struct failure failure; /* if the result has failed */
};

/** The answer to a query that was not begun. */
static inline struct answer_message answer_untouched (const struct query *query, int rank) {
  struct answer_message answer = { .begun = false, .result = result_unknown (query) };
  answer.result.stopped = true;
  answer.result.rank = rank;
  return answer;
}

enum { REPORT_PER_MESSAGE = 4096 };

struct report_message {
  uint32_t size; /* at least 1 */
  uint8_t bytes[REPORT_PER_MESSAGE];
};

static inline size_t report_message_size (const struct report_message *message) {
  assert (0 < message->size && message->size <= REPORT_PER_MESSAGE);
  return offsetof (struct report_message, bytes) + message->size;
}

enum { BOUNDS_PER_MESSAGE = 64 };

struct bounds_message {
  struct subject subject;
  int32_t count;
  struct proven_bound bounds[BOUNDS_PER_MESSAGE];
};

static inline size_t bounds_message_size (const struct bounds_message *message) {
  assert (0 <= message->count && message->count <= BOUNDS_PER_MESSAGE);
  return offsetof (struct bounds_message, bounds) + (size_t) message->count * sizeof *message->bounds;
}

enum { WORDS_PER_MESSAGE = 2048 };

/** Records of search/replication.h, each of as many words as the keys of the game take. */
struct records_message {
  struct subject subject;
  int32_t words;
  uint64_t word[WORDS_PER_MESSAGE];
};

static inline size_t records_message_size (const struct records_message *message) {
  assert (0 <= message->words && message->words <= WORDS_PER_MESSAGE);
  return offsetof (struct records_message, word) + (size_t) message->words * sizeof *message->word;
}

/** Large enough for any message. */
union message_body {
  struct query query;
  uint64_t number;
  struct report_message report;
  struct answer_message answer;
  struct effort effort;
  struct bounds_message bounds;
  struct records_message records;
};

struct outbox;
struct worker;

/** The least log threshold, in nodes. It grows with the number of ranks, which would otherwise flood rank 0
 * with cheap bounds. */
static inline uint64_t log_threshold_least (const struct ranks *run) {
  return (uint64_t) BOUND_LOG_LEAST * (uint64_t) run->size;
}

/** Copy rank 0's log to all ranks. Returns a log that the caller destroys; on rank 0, `bound_log` itself (may
 * be NULL). The other ranks pass NULL. Collective. */
struct bound_log *bound_log_share (const struct ranks *, struct bound_log *bound_log);

/** `effort` (borrowed) counts messages and bytes. */
struct outbox *outbox_create (const struct ranks *, struct effort *effort);

/** Wait, napping, until everything has been sent; then free the outbox. */
void outbox_destroy (struct outbox *);

void message_send (struct outbox *, int rank, enum message, const void *body, size_t size);

/** The number of messages that MPI has not sent yet. */
int outbox_waiting (const struct outbox *);

/** Called when no rank sends MESSAGE_SHARED any more: receive and drop those still on their way, so that the
 * next manage() does not get them. Collective. */
void outbox_settle (struct outbox *);

/** Receive the next message that has arrived; false: there is none. Never waits. Also frees messages that
 * have been sent. */
bool message_receive (struct outbox *, int *rank, enum message *, union message_body *);

/** Count the time since `begun` (clock_seconds()) as spent on messages, unless there is only one rank.
 * Returns it in seconds. */
double message_took (struct outbox *, double begun);

#endif
