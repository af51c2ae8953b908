#include "parallel/messages.h"

#include "parallel/ranks_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- the facts about each message ---- */

/* A text must end within the body, and the part in use must lie within the body. */
static size_t query_size (const union message_body *body) {
  const struct query *query = &body->query;
  return memchr (query->game, 0, sizeof query->game) != NULL ? sizeof *query : 0;
}

static size_t report_size (const union message_body *body) {
  const uint32_t size = body->report.size;
  return 0 < size && size <= REPORT_PER_MESSAGE ? report_message_size (&body->report) : 0;
}

static size_t bounds_size (const union message_body *body) {
  const int32_t count = body->bounds.count;
  return 0 <= count && count <= BOUNDS_PER_MESSAGE ? bounds_message_size (&body->bounds) : 0;
}

static size_t records_size (const union message_body *body) {
  const int32_t words = body->records.words;
  return 0 <= words && words <= WORDS_PER_MESSAGE ? records_message_size (&body->records) : 0;
}

const struct message_fact message_facts[MESSAGES] = {
  [MESSAGE_QUERY] = { TO_WORKER, true, sizeof (struct query), query_size },
  [MESSAGE_CANCEL] = { TO_WORKER, true, sizeof (uint64_t), NULL },
  [MESSAGE_RECALL] = { TO_WORKER, true, sizeof (uint64_t), NULL },
  [MESSAGE_FINISH] = { TO_WORKER, true, 0, NULL },
  [MESSAGE_REPORT] = { TO_MANAGER, true, offsetof (struct report_message, bytes), report_size },
  [MESSAGE_ANSWER] = { TO_MANAGER, true, sizeof (struct answer_message), NULL },
  [MESSAGE_STOP] = { TO_MANAGER, true, 0, NULL },
  [MESSAGE_LEAVING] = { TO_MANAGER, true, sizeof (struct effort), NULL },
  [MESSAGE_LOG_BOUNDS] = { TO_MANAGER, false, offsetof (struct bounds_message, bounds), bounds_size },
  [MESSAGE_LOG_THRESHOLD] = { TO_WORKER, true, sizeof (uint64_t), NULL },
  [MESSAGE_SHARED] = { TO_ANY, false, offsetof (struct records_message, word), records_size },
  [MESSAGE_NODES] = { TO_MANAGER, false, sizeof (uint64_t), NULL },
};

/* ---- sending and receiving ---- */

struct parcel {
  MPI_Request request;
  struct parcel *next;
  unsigned char bytes[];
};

struct outbox {
  const struct ranks *ranks;
  struct effort *effort;
  struct parcel *first, **last; /* not sent yet */
  int waiting;                  /* how many of them */
  int *sent, received;          /* numbers of MESSAGE_SHARED: sent to each rank, received from all ranks */
};

struct outbox *outbox_create (const struct ranks *ranks, struct effort *effort) {
  assert (ranks_are_consistent (ranks));
  struct outbox *outbox = allocate (1, sizeof *outbox);
  *outbox = (struct outbox){ .ranks = ranks, .effort = effort, .first = NULL };
  outbox->last = &outbox->first;
  outbox->sent = allocate ((size_t) ranks->size, sizeof *outbox->sent);
  return outbox;
}

/* Free the parcels that have been sent. Stops at the first that has not been sent yet, so a call is cheap. */
static void forget_sent (struct outbox *outbox) {
  while (outbox->first != NULL) {
    struct parcel *parcel = outbox->first;
    int sent;
    MPI_Test (&parcel->request, &sent, MPI_STATUS_IGNORE);
    if (!sent)
      return;
    assert (outbox->waiting > 0);
    outbox->first = parcel->next;
    if (outbox->first == NULL)
      outbox->last = &outbox->first;
    free (parcel);
    outbox->waiting--;
  }
}

int outbox_waiting (const struct outbox *outbox) {
  assert ((outbox->waiting == 0) == (outbox->first == NULL));
  return outbox->waiting;
}

void outbox_destroy (struct outbox *outbox) {
  struct backoff backoff = { 0 };
  for (forget_sent (outbox); outbox->first != NULL; forget_sent (outbox))
    clock_nap (backoff_next (&backoff, false));
  assert (outbox->waiting == 0);
  free (outbox->sent);
  free (outbox);
}

struct bound_log *bound_log_share (const struct ranks *ranks, struct bound_log *bound_log) {
  assert (ranks_are_consistent (ranks));
  assert (ranks->rank == 0 || bound_log == NULL);
  size_t counts[2] = { 0, 0 };
  const struct entry *entries = NULL;
  const struct subject *subjects = NULL;
  if (bound_log != NULL) {
    entries = bound_log_entries (bound_log, &counts[0]);
    subjects = bound_log_subjects (bound_log, &counts[1]);
  }
  ranks_broadcast (ranks, counts, sizeof counts);
  struct bound_log *copy = bound_log;
  if (ranks->rank == 0) {
    ranks_broadcast (ranks, (void *) entries, counts[0] * sizeof *entries);
    ranks_broadcast (ranks, (void *) subjects, counts[1] * sizeof *subjects);
  } else {
    struct entry *all = allocate (counts[0], sizeof *all);
    struct subject *about = allocate (counts[1], sizeof *about);
    ranks_broadcast (ranks, all, counts[0] * sizeof *all);
    ranks_broadcast (ranks, about, counts[1] * sizeof *about);
    copy = bound_log_create (BOUND_LOG_CAPACITY);
    for (size_t i = 0; i < counts[0]; i++) {
      if (all[i].subject >= counts[1])
        internal_error (__FILE__, __LINE__, "a proven bound about nothing");
      bound_log_add (copy, &about[all[i].subject], &all[i].proven_bound, 1);
    }
    free (all);
    free (about);
  }
  return copy;
}

/* Is the message complete? */
static bool is_whole (enum message message, const union message_body *body, size_t bytes) {
  if (message >= MESSAGES || bytes < message_facts[message].least)
    return false;
  const struct message_fact *fact = &message_facts[message];
  return bytes == (fact->whole == NULL ? fact->least : fact->whole (body));
}

void message_send (struct outbox *outbox, int rank, enum message message, const void *body, size_t size) {
  assert (0 <= rank && rank < outbox->ranks->size);
  assert (message_may_pass (message, outbox->ranks->rank, rank) && is_whole (message, body, size));
  struct parcel *parcel = allocate (1, sizeof *parcel + size);
  outbox->effort->statistics.count[COUNT_messages]++;
  outbox->effort->statistics.count[COUNT_message_bytes] += size;
  if (size > 0) /* copied after counting, because the last message contains these counters */
    memcpy (parcel->bytes, body, size);
  parcel->next = NULL;
  MPI_Isend (parcel->bytes, (int) size, MPI_BYTE, rank, (int) message, ranks_communicator (outbox->ranks),
             &parcel->request);
  *outbox->last = parcel;
  outbox->last = &parcel->next;
  outbox->waiting++;
  outbox->sent[rank] += message == MESSAGE_SHARED;
}

bool message_receive (struct outbox *outbox, int *rank, enum message *message, union message_body *body) {
  if (outbox->ranks->communicator == NULL || outbox->ranks->size == 1)
    return false;
  forget_sent (outbox);
  const MPI_Comm communicator = ranks_communicator (outbox->ranks);
  MPI_Status status;
  int there, bytes = 0;
  MPI_Iprobe (MPI_ANY_SOURCE, MPI_ANY_TAG, communicator, &there, &status);
  if (!there)
    return false;
  *rank = status.MPI_SOURCE;
  *message = (enum message) status.MPI_TAG;
  outbox->received += *message == MESSAGE_SHARED;
  MPI_Recv (body, (int) sizeof *body, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, communicator, &status);
  MPI_Get_count (&status, MPI_BYTE, &bytes);
  if (!is_whole (*message, body, (size_t) bytes))
    internal_error (__FILE__, __LINE__, "rank %d sent %d bytes that are no message", *rank, bytes);
  assert (message_may_pass (*message, *rank, outbox->ranks->rank));
  return true;
}

/* Rank 0 adds up how many messages were sent to each rank: if every pair of ranks exchanged its counts, the
 * number of messages would grow with the square of the ranks. No rank goes on before all ranks have received
 * their messages, because a message that arrives later would be taken for one of the next manage(). */
void outbox_settle (struct outbox *outbox) {
  if (outbox->ranks->communicator == NULL || outbox->ranks->size == 1)
    return;
  const MPI_Comm communicator = ranks_communicator (outbox->ranks);
  const int size = outbox->ranks->size;
  int *sums = allocate ((size_t) size, sizeof *sums), expected;
  struct records_message message;
  MPI_Request request;
  MPI_Ireduce (outbox->sent, sums, size, MPI_INT, MPI_SUM, 0, communicator, &request);
  wait_napping (&request);
  MPI_Iscatter (sums, 1, MPI_INT, &expected, 1, MPI_INT, 0, communicator, &request);
  wait_napping (&request);
  assert (outbox->sent[outbox->ranks->rank] == 0 && outbox->received <= expected);
  for (; outbox->received < expected; outbox->received++) {
    MPI_Irecv (&message, (int) sizeof message, MPI_BYTE, MPI_ANY_SOURCE, MESSAGE_SHARED, communicator,
               &request);
    wait_napping (&request);
  }
  MPI_Ibarrier (communicator, &request);
  wait_napping (&request);
  assert (outbox->received == expected);
  free (sums);
}

void message_took (struct outbox *outbox, double begun) {
  const double seconds = clock_seconds () - begun;
  assert (seconds >= 0);
  if (outbox->ranks->size > 1)
    outbox->effort->statistics.count[COUNT_message_us] += (uint64_t) (1e6 * seconds + 0.5);
}
