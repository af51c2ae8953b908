#include "parallel/messages.h"

#include "parallel/waiting_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct parcel {
  MPI_Request request;
  struct parcel *next;
  unsigned char bytes[];
};

struct outbox {
  const struct ranks *ranks;
  struct effort *effort;
  struct parcel *first, **last; /* not yet taken by MPI */
  int waiting;                  /* how many */
  int *sent, received;          /* MESSAGE_SHARED, sent to each rank, received from all */
};

struct outbox *
outbox_create (const struct ranks *ranks, struct effort *effort)
{
  struct outbox *outbox = allocate (1, sizeof *outbox);
  *outbox = (struct outbox){ .ranks = ranks, .effort = effort, .first = NULL };
  outbox->last = &outbox->first;
  outbox->sent = allocate ((size_t) ranks->size, sizeof *outbox->sent);
  return outbox;
}

/* In the order in which they were sent, so that one call is cheap. */
static void
forget_sent (struct outbox *outbox)
{
  while (outbox->first != NULL) {
    struct parcel *parcel = outbox->first;
    int sent;
    MPI_Test (&parcel->request, &sent, MPI_STATUS_IGNORE);
    if (!sent)
      return;
    outbox->first = parcel->next;
    if (outbox->first == NULL)
      outbox->last = &outbox->first;
    free (parcel);
    outbox->waiting--;
  }
}

int
outbox_waiting (const struct outbox *outbox)
{
  return outbox->waiting;
}

void
outbox_destroy (struct outbox *outbox)
{
  struct backoff backoff = { 0 };
  for (forget_sent (outbox); outbox->first != NULL; forget_sent (outbox))
    clock_nap (backoff_next (&backoff, false));
  free (outbox->sent);
  free (outbox);
}

struct bound_log *
bound_log_share (const struct ranks *ranks, struct bound_log *bound_log)
{
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
    copy = bound_log_create (LEDGER_CAPACITY);
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

void
message_send (struct outbox *outbox, int rank, enum message message, const void *body, size_t size)
{
  assert (rank >= 0);
  struct parcel *parcel = allocate (1, sizeof *parcel + size);
  outbox->effort->statistics.count[COUNT_messages]++;
  outbox->effort->statistics.count[COUNT_message_bytes] += size;
  if (size > 0) /* after counting: the last message is the count itself */
    memcpy (parcel->bytes, body, size);
  parcel->next = NULL;
  MPI_Isend (parcel->bytes, (int) size, MPI_BYTE, rank, (int) message, ranks_communicator (outbox->ranks),
             &parcel->request);
  *outbox->last = parcel;
  outbox->last = &parcel->next;
  outbox->waiting++;
  outbox->sent[rank] += message == MESSAGE_SHARED;
}

/* Has it the length that it says? What ends within a text or a list is no message of ours. */
static bool
is_whole (enum message message, const union message_body *body, size_t bytes)
{
  switch (message) {
  case MESSAGE_QUERY:
    return bytes == sizeof body->query && memchr (body->query.game, 0, sizeof body->query.game);
  case MESSAGE_CANCEL:
  case MESSAGE_RECALL:
  case MESSAGE_WANTED: return bytes == sizeof body->number;
  case MESSAGE_FINISH:
  case MESSAGE_STOP: return bytes == 0;
  case MESSAGE_ANSWER: return bytes == sizeof body->answer;
  case MESSAGE_LEAVING: return bytes == sizeof body->effort;
  case MESSAGE_FINDINGS:
  case MESSAGE_SHARED:
    return bytes >= offsetof (struct bound_mailboxes_message, bound_mailboxes)
           && body->bound_mailboxes.count >= 0 && body->bound_mailboxes.count <= FINDINGS_AT_ONCE
           && bytes == bound_mailboxes_message_size (&body->bound_mailboxes);
  }
  return false;
}

bool
message_receive (struct outbox *outbox, int *rank, enum message *message, union message_body *body)
{
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
  return true;
}

/* How many were sent to each rank is summed up by rank 0: were every two ranks to tell each other, that would
 * be a million messages among a thousand. Nobody goes on before all have theirs, for what comes then belongs
 * to the next manage(). */
void
outbox_settle (struct outbox *outbox)
{
  if (outbox->ranks->communicator == NULL || outbox->ranks->size == 1)
    return;
  const MPI_Comm communicator = ranks_communicator (outbox->ranks);
  const int size = outbox->ranks->size;
  int *sums = allocate ((size_t) size, sizeof *sums), expected;
  struct bound_mailboxes_message message;
  MPI_Request request;
  MPI_Ireduce (outbox->sent, sums, size, MPI_INT, MPI_SUM, 0, communicator, &request);
  wait_napping (&request);
  MPI_Iscatter (sums, 1, MPI_INT, &expected, 1, MPI_INT, 0, communicator, &request);
  wait_napping (&request);
  for (; outbox->received < expected; outbox->received++) {
    MPI_Irecv (&message, (int) sizeof message, MPI_BYTE, MPI_ANY_SOURCE, MESSAGE_SHARED, communicator,
               &request);
    wait_napping (&request);
  }
  MPI_Ibarrier (communicator, &request);
  wait_napping (&request);
  free (sums);
}

double
message_took (struct outbox *outbox, double begun)
{
  const double seconds = clock_seconds () - begun;
  if (outbox->ranks->size > 1)
    outbox->effort->statistics.count[COUNT_message_us] += (uint64_t) (1e6 * seconds + 0.5);
  return seconds;
}
