#include "parallel/sharing.h"

#include "base/clock.h"
#include "base/machine.h"
#include "search/replication.h"

#include <stdlib.h>
#include <string.h>

enum { PILE = 64 }; /* messages that may wait to be sent before more are dropped */

struct sharing {
  const struct ranks *ranks;
  struct worker *worker;
  struct outbox *outbox;
  struct records_message message, far; /* records for the group of this host; and for other groups, too */
  double took;                         /* seconds spent on records since the worker was last told */
};

struct sharing *sharing_create (const struct ranks *ranks, struct worker *worker, struct outbox *outbox) {
  struct sharing *sharing = allocate (1, sizeof *sharing);
  *sharing = (struct sharing){ .ranks = ranks, .worker = worker, .outbox = outbox };
  if (ranks->size > 1)
    machine_nap_exactly ();
  return sharing;
}

void sharing_destroy (struct sharing *sharing) { free (sharing); }

static uint64_t *counter (struct sharing *sharing, enum counter counter) {
  return &worker_effort (sharing->worker)->statistics.count[counter];
}

static void collect_bounds (struct sharing *sharing, uint64_t log_threshold,
                            void (*keep) (void *, const struct bounds_message *), void *context) {
  struct taken_bounds taken;
  struct bounds_message kept;
  int count;
  while ((count = worker_take_bounds (sharing->worker, &taken, BOUNDS_PER_MESSAGE)) > 0) {
    memset (&kept, 0, sizeof kept);
    kept.subject = taken.subject;
    for (int i = 0; i < count && taken.logged; i++)
      if (taken.bounds[i].work >= log_threshold)
        kept.bounds[kept.count++] = taken.bounds[i];
    if (kept.count > 0)
      keep (context, &kept);
  }
}

static void send_to_others (struct sharing *sharing) {
  if (outbox_waiting (sharing->outbox) >= PILE * sharing->ranks->size) {
    ++*counter (sharing, COUNT_share_lost);
    return;
  }
  for (int rank = 0; rank < sharing->ranks->size; rank++) {
    const enum audience audience = worker_audience (sharing->worker, rank);
    const struct records_message *message = audience == AUDIENCE_GROUP ? &sharing->message : &sharing->far;
    const size_t size = records_message_size (message);
    if (audience == AUDIENCE_NONE || message->words == 0)
      continue;
    message_send (sharing->outbox, rank, MESSAGE_SHARED, message, size);
    *counter (sharing, COUNT_share_bytes) += size;
  }
  ++*counter (sharing, COUNT_shared);
}

void sharing_collect (struct sharing *sharing, uint64_t log_threshold,
                      void (*keep) (void *, const struct bounds_message *), void *context) {
  collect_bounds (sharing, log_threshold, keep, context);
  if (sharing->ranks->size == 1)
    return;
  const double begun = clock_seconds ();
  while (worker_take_records (sharing->worker, &sharing->message, &sharing->far) > 0)
    send_to_others (sharing);
  const double now = clock_seconds ();
  const double took = sharing->took + now - begun;
  worker_follow_load (sharing->worker, now, took);
  *counter (sharing, COUNT_share_us) += (uint64_t) (1e6 * took + 0.5);
  sharing->took = 0;
}

void sharing_receive (struct sharing *sharing, int from, const struct records_message *message) {
  const double begun = clock_seconds ();
  worker_receive (sharing->worker, from, message);
  ++*counter (sharing, COUNT_received);
  sharing->took += clock_seconds () - begun;
}

double sharing_interval (const struct sharing *sharing, double otherwise) {
  const double interval = worker_sharing_interval (sharing->worker);
  return interval > 0 && interval < otherwise ? interval : otherwise;
}
