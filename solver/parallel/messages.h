/* The messages between manager and workers, and how they are sent. This is the only code behind manage() that
 * calls MPI.
 *
 * Sends never block: a message is copied, and the copy is kept until MPI has sent it. Messages from one rank
 * to another arrive in the order in which they were sent. Without MPI nothing is ever sent or received. */
#ifndef ZERMELO_PARALLEL_MESSAGES_H
#define ZERMELO_PARALLEL_MESSAGES_H

#include "base/statistics.h"
#include "parallel/ranks.h"
#include "proof/bound_log.h"

#include <assert.h>

/** message_facts says of each message which rank sends it to which, and what its body is. */
enum message {
  MESSAGE_QUERY,         /* answer this query */
  MESSAGE_CANCEL,        /* give back the query with that number, begun or not */
  MESSAGE_RECALL,        /* give back the query with that number if it has not begun */
  MESSAGE_FINISH,        /* give back everything and leave */
  MESSAGE_REPORT,        /* the next part of the report that belongs to the next answer */
  MESSAGE_ANSWER,        /* the answer to a query */
  MESSAGE_STOP,          /* this rank was told to stop */
  MESSAGE_LEAVING,       /* the worker's last message: its effort */
  MESSAGE_LOG_BOUNDS,    /* bounds for the log */
  MESSAGE_LOG_THRESHOLD, /* log only bounds that took at least this number of nodes */
  MESSAGE_SHARED,        /* what the searches of a rank tell other hosts */
  MESSAGE_NODES, /* the nodes so far of the searches that run on this rank, for the display of progress */
  MESSAGES
};

/* the most queries that a worker holds for each that it answers at a time, that one included */
enum { QUERIES_AHEAD = 16 };

/** The answer to a query; each query that was sent gets exactly one. */
struct answer_message {
  bool begun; /* false: the query was given back before it was begun */
  struct result result;
  struct failure failure; /* set if the result has failed */
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

/** Records of search/replication.h. The length of a record depends on the keys of the game. */
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

enum message_direction {
  TO_WORKER,  /* from rank 0 to another */
  TO_MANAGER, /* from another to rank 0 */
  TO_ANY      /* from any rank to any other */
};

struct message_fact {
  enum message_direction direction;
  bool is_news; /* the message calls for action now; other messages arrive all the time and can wait */
  size_t least; /* bytes of the body; if only a part of it is in use, the bytes before that part */
  size_t (*whole) (const union message_body *); /* bytes up to the end of the part in use, 0 if the body is
                                                   invalid; NULL: `least` */
};

extern const struct message_fact message_facts[MESSAGES];

/** May rank `from` send the message to rank `to`? */
static inline bool message_may_pass (enum message message, int from, int to) {
  const enum message_direction direction = message_facts[message].direction;
  return from != to && (direction == TO_ANY || (direction == TO_WORKER ? from == 0 : to == 0));
}

struct outbox;
struct worker;

/** The least log threshold, in nodes. It grows with the number of ranks, because many ranks would otherwise
 * flood rank 0 with cheap bounds. */
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

/** To be called when no rank sends MESSAGE_SHARED any more: receive and drop the messages of that kind that
 * are still on their way, so that the next manage() does not get them. Collective. */
void outbox_settle (struct outbox *);

/** Receive the next message that has arrived; false: there is none. Never waits. Also frees messages that
 * have been sent. */
bool message_receive (struct outbox *, int *rank, enum message *, union message_body *);

/** Count the time since `begun` (clock_seconds()) as spent on messages, unless there is only one rank. */
void message_took (struct outbox *, double begun);

#endif
