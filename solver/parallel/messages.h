/* What manager and workers send each other, and how: the only code behind manage() that calls MPI.
 *
 * Sends never block: a message is copied and kept until MPI has taken it. A message from one rank to
 * another arrives after those sent before it. Without MPI nothing is ever sent or received. */
#ifndef ZERMELO_PARALLEL_MESSAGES_H
#define ZERMELO_PARALLEL_MESSAGES_H

#include "proof/bound_log.h"
#include "parallel/manager.h"

enum message {
  MESSAGE_QUERY,    /* manager: do this (struct query) */
  MESSAGE_CANCEL,   /* manager: give back the query of that number, begun or not (uint64_t) */
  MESSAGE_RECALL,   /* manager: give it back unless it has begun (uint64_t) */
  MESSAGE_FINISH,   /* manager: give back everything and leave (no body) */
  MESSAGE_ANSWER,   /* worker: struct answer_message */
  MESSAGE_STOP,     /* worker: this rank was told to stop (no body) */
  MESSAGE_LEAVING,  /* worker: the last one (struct effort) */
  MESSAGE_FINDINGS, /* worker: what its searches found (struct bound_mailboxes_message, as far as it is
                       filled) */
  MESSAGE_WANTED,   /* manager: findings of fewer nodes are not wanted (uint64_t) */
  MESSAGE_SHARED, /* anybody to anybody: findings and questions (struct bound_mailboxes_message, as far as it
                     is filled) */
};

/** Is something to be done now? Findings come all the time. */
static inline bool
message_is_news (enum message message)
{
  return message != MESSAGE_SHARED && message != MESSAGE_FINDINGS;
}

enum { QUERIES_AHEAD = 16 }; /* a worker holds at most so many, the running one among them */

/** Each query that was sent is answered exactly once. */
struct answer_message {
  bool begun; /* false: given back untouched */
  struct result result;
  struct failure failure; /* if the result has failed */
};

/** The answer to a query that nobody began. */
static inline struct answer_message
answer_untouched (const struct query *query, int rank)
{
  struct answer_message answer = { .begun = false, .result = result_unknown (query) };
  answer.result.stopped = true;
  answer.result.rank = rank;
  return answer;
}

enum { FINDINGS_AT_ONCE = 64 };

struct bound_mailboxes_message {
  struct subject subject;
  int32_t count;
  struct proven_bound bound_mailboxes[FINDINGS_AT_ONCE];
};

static inline size_t
bound_mailboxes_message_size (const struct bound_mailboxes_message *message)
{
  return offsetof (struct bound_mailboxes_message, bound_mailboxes)
         + (size_t) message->count * sizeof *message->bound_mailboxes;
}

/** Holds any message. */
union message_body {
  struct query query;
  uint64_t number;
  struct answer_message answer;
  struct effort effort;
  struct bound_mailboxes_message bound_mailboxes;
};

struct outbox;
struct worker;

/** From how many nodes on a proven bound is worth telling, whatever the log says: many ranks would drown
 *  rank 0 in small ones. */
static inline uint64_t
bound_mailboxes_threshold (const struct ranks *run)
{
  return (uint64_t) BOUND_LOG_LEAST * (uint64_t) run->size;
}

/** What a rank with that log knows, to all ranks: a log of their own (to be destroyed), on rank 0 `bound_log`
 *  itself. Collective. */
struct bound_log *bound_log_share (const struct ranks *, struct bound_log *bound_log);

/** `effort` (borrowed) counts messages and bytes. */
struct outbox *outbox_create (const struct ranks *, struct effort *effort);

/** Naps until everything is on its way, frees. */
void outbox_destroy (struct outbox *);

void message_send (struct outbox *, int rank, enum message, const void *body, size_t size);

/** How many messages wait to be taken by MPI. */
int outbox_waiting (const struct outbox *);

/** Nobody sends MESSAGE_SHARED any more: take in those that are still on their way, so that the next manage()
 *  does not get them, and drop them. Collective. */
void outbox_settle (struct outbox *);

/** The next message that has arrived, if any; never waits. Forgets what was sent. */
bool message_receive (struct outbox *, int *rank, enum message *, union message_body *);

/** Everything since `begun` (clock_seconds()) was done for messages: counted, unless there is but one rank.
 *  Returns the seconds. */
double message_took (struct outbox *, double begun);

#endif
