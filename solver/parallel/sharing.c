#include "parallel/sharing.h"

#include "base/clock.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
  BUCKETS = 1 << 14,
  WAYS = 4,
  SUBJECTS = 16,        /* that a home keeps at a time */
  ASKERS = 4,           /* the latest ranks that asked about a position of which nothing is known yet */
  SHARE_WITH_ONE = 250, /* a bound is worth sending to all ranks from that many nodes for each rank on */
  PILE = 64             /* messages that may wait to be sent before more are dropped */
};

struct asker {
  int rank;
  uint32_t when;
};

/* What the home rank keeps of a position. */
struct place {
  struct proven_bound proven_bound; /* work 0: nothing is known */
  int subject;                      /* of sharing->subjects + 1; 0: the place is free */
  uint32_t asked;                   /* number of queries while nothing was known */
  struct asker asker[ASKERS];
};

struct sharing {
  const struct ranks *ranks;
  struct worker *worker;
  struct outbox *outbox;
  struct place *places; /* BUCKETS * WAYS, made when first used */
  struct subject subjects[SUBJECTS];
  int subject_count;
  struct bounds_message *batches; /* one for each rank */
  int *pending, pending_count;    /* ranks whose batch is not empty */
};

struct sharing *sharing_create (const struct ranks *ranks, struct worker *worker, struct outbox *outbox) {
  assert (ranks_are_consistent (ranks));
  struct sharing *sharing = allocate (1, sizeof *sharing);
  sharing->ranks = ranks;
  sharing->worker = worker;
  sharing->outbox = outbox;
  return sharing;
}

void sharing_destroy (struct sharing *sharing) {
  free (sharing->places);
  free (sharing->batches);
  free (sharing->pending);
  free (sharing);
}

static void make_places (struct sharing *sharing) {
  if (sharing->places != NULL)
    return;
  const size_t ranks = (size_t) sharing->ranks->size;
  sharing->places = allocate ((size_t) BUCKETS * WAYS, sizeof *sharing->places);
  /* Write the pages now: a page that is read before it is written is mapped twice, and the second mapping
   * stops all cores of the process (../../analysis/scaling.md). */
  memset (sharing->places, 0, (size_t) BUCKETS * WAYS * sizeof *sharing->places);
  sharing->batches = allocate (ranks, sizeof *sharing->batches);
  sharing->pending = allocate (ranks, sizeof *sharing->pending);
}

static uint32_t microseconds (void) { return (uint32_t) (int64_t) (clock_seconds () * 1e6); }

static uint64_t *counter (struct sharing *sharing, enum counter counter) {
  return &worker_effort (sharing->worker)->statistics.count[counter];
}

/* ---- sending ---- */

static void send_batch (struct sharing *sharing, int rank) {
  struct bounds_message *batch = &sharing->batches[rank];
  assert (batch->count > 0);
  const size_t size = bounds_message_size (batch);
  if (outbox_waiting (sharing->outbox) < PILE + 4 * sharing->ranks->size) {
    message_send (sharing->outbox, rank, MESSAGE_SHARED, batch, size);
    *counter (sharing, COUNT_share_bytes) += size;
  } else
    *counter (sharing, COUNT_share_lost) += (uint64_t) batch->count;
  batch->count = 0;
}

static void add_to_batch (struct sharing *sharing, int rank, const struct subject *subject,
                          const struct proven_bound *proven_bound) {
  struct bounds_message *batch = &sharing->batches[rank];
  assert (rank != sharing->ranks->rank && 0 <= rank && rank < sharing->ranks->size);
  assert (sharing->pending_count < sharing->ranks->size); /* a rank is there once */
  if (batch->count == BOUNDS_PER_MESSAGE
      || (batch->count > 0 && memcmp (&batch->subject, subject, sizeof *subject) != 0))
    send_batch (sharing, rank);
  else if (batch->count == 0)
    sharing->pending[sharing->pending_count++] = rank;
  batch->subject = *subject;
  batch->bounds[batch->count++] = *proven_bound;
}

static void send_all (struct sharing *sharing) {
  while (sharing->pending_count > 0)
    send_batch (sharing, sharing->pending[--sharing->pending_count]);
}

/* ---- at home ---- */

/* The number of a subject, from 1. When there are too many, drop everything and begin again. */
static int number_subject (struct sharing *sharing, const struct subject *subject) {
  for (int i = sharing->subject_count; i-- > 0;)
    if (memcmp (&sharing->subjects[i], subject, sizeof *subject) == 0)
      return i + 1;
  if (sharing->subject_count == SUBJECTS) {
    sharing->subject_count = 0;
    memset (sharing->places, 0, (size_t) BUCKETS * WAYS * sizeof *sharing->places);
  }
  assert (sharing->subject_count < SUBJECTS);
  sharing->subjects[sharing->subject_count++] = *subject;
  return sharing->subject_count;
}

/* The place of a position. If it has none, it replaces the cheapest entry of its bucket. */
static struct place *place_of (struct sharing *sharing, uint64_t hash, int subject,
                               const struct proven_bound *proven_bound) {
  struct place *bucket = &sharing->places[hash % BUCKETS * WAYS], *least = bucket;
  assert (1 <= subject && subject <= sharing->subject_count);
  for (struct place *place = bucket; place < bucket + WAYS; place++) {
    if (place->subject == subject
        && memcmp (place->proven_bound.key, proven_bound->key, sizeof proven_bound->key) == 0)
      return place;
    if (place->subject == 0 || (least->subject != 0 && place->proven_bound.work < least->proven_bound.work))
      least = place;
  }
  *least = (struct place){ .proven_bound = *proven_bound, .subject = subject };
  least->proven_bound.work = 0;
  return least;
}

/* A bound has come to this rank from its home. */
static void receive_bound (struct sharing *sharing, const struct subject *subject,
                           const struct proven_bound *proven_bound) {
  if (proven_bound->asked) {
    ++*counter (sharing, COUNT_answered);
    *counter (sharing, COUNT_answer_us) += microseconds () - proven_bound->when;
  } else
    ++*counter (sharing, COUNT_received);
  worker_learn (sharing->worker, subject, proven_bound);
}

static void send_bound (struct sharing *sharing, int rank, const struct subject *subject,
                        const struct proven_bound *proven_bound) {
  if (rank == sharing->ranks->rank)
    receive_bound (sharing, subject, proven_bound);
  else
    add_to_batch (sharing, rank, subject, proven_bound);
}

static void answer (struct sharing *sharing, const struct asker *asker, const struct subject *subject,
                    const struct place *place) {
  struct proven_bound proven_bound = place->proven_bound;
  assert (proven_bound.work > 0); /* it is known */
  proven_bound.asked = 1;
  proven_bound.when = asker->when;
  send_bound (sharing, asker->rank, subject, &proven_bound);
}

static void handle_query (struct sharing *sharing, struct place *place, struct asker asker,
                          const struct subject *subject) {
  assert (0 <= asker.rank && asker.rank < sharing->ranks->size);
  if (place->proven_bound.work > 0)
    answer (sharing, &asker, subject, place);
  else
    place->asker[place->asked++ % ASKERS] = asker;
}

/* Send a bound to all ranks if it was costly, else to those that asked. */
static void pass_on (struct sharing *sharing, const struct place *place, int but,
                     const struct subject *subject) {
  if (place->proven_bound.work >= (uint64_t) SHARE_WITH_ONE * (uint64_t) sharing->ranks->size) {
    for (int rank = 0; rank < sharing->ranks->size; rank++)
      if (rank != but)
        send_bound (sharing, rank, subject, &place->proven_bound);
    return;
  }
  for (uint32_t i = 0; i < ASKERS && i < place->asked; i++)
    if (place->asker[i].rank != but)
      answer (sharing, &place->asker[i], subject, place);
}

static void handle_bound (struct sharing *sharing, struct place *place, int from,
                          const struct subject *subject, const struct proven_bound *news) {
  const struct proven_bound before = place->proven_bound;
  assert (news->work > 0 && memcmp (before.key, news->key, sizeof before.key) == 0);
  proven_bound_merge (&place->proven_bound, news);
  if (before.work > 0 && before.bounds.lower == place->proven_bound.bounds.lower
      && before.bounds.upper == place->proven_bound.bounds.upper && before.depth == place->proven_bound.depth)
    return;
  pass_on (sharing, place, from, subject);
  place->asked = 0;
}

static uint64_t hash_of (const struct proven_bound *proven_bound) {
  return XXH3_64bits (proven_bound->key, sizeof proven_bound->key);
}

static int home_of (const struct sharing *sharing, uint64_t hash) {
  return (int) ((hash >> 32) % (uint64_t) sharing->ranks->size);
}

static void handle_at_home (struct sharing *sharing, uint64_t hash, int from, const struct subject *subject,
                            const struct proven_bound *proven_bound) {
  assert (home_of (sharing, hash) == sharing->ranks->rank);
  struct place *place = place_of (sharing, hash, number_subject (sharing, subject), proven_bound);
  if (proven_bound->work == 0)
    handle_query (sharing, place, (struct asker){ from, proven_bound->when }, subject);
  else
    handle_bound (sharing, place, from, subject, proven_bound);
}

/* ---- collecting and receiving ---- */

static void share (struct sharing *sharing, const struct subject *subject,
                   struct proven_bound *proven_bound) {
  assert (sharing->ranks->size > 1);
  const uint64_t hash = hash_of (proven_bound);
  const int home = home_of (sharing, hash);
  ++*counter (sharing, proven_bound->work == 0 ? COUNT_queried : COUNT_shared);
  proven_bound->when = microseconds ();
  if (home == sharing->ranks->rank)
    handle_at_home (sharing, hash, home, subject, proven_bound);
  else
    add_to_batch (sharing, home, subject, proven_bound);
}

void sharing_collect (struct sharing *sharing, uint64_t log_threshold,
                      void (*keep) (void *, const struct bounds_message *), void *context) {
  struct taken_bounds taken;
  struct bounds_message kept;
  int count;
  while ((count = worker_take_bounds (sharing->worker, &taken, BOUNDS_PER_MESSAGE)) > 0) {
    if (taken.shared)
      make_places (sharing);
    memset (&kept, 0, sizeof kept);
    kept.subject = taken.subject;
    for (int i = 0; i < count; i++) {
      struct proven_bound *bound = &taken.bounds[i];
      if (taken.logged && bound->work > 0 && bound->work >= log_threshold)
        kept.bounds[kept.count++] = *bound;
      if (taken.shared)
        share (sharing, &taken.subject, bound);
    }
    if (kept.count > 0)
      keep (context, &kept);
  }
  send_all (sharing);
  assert (sharing->pending_count == 0);
}

void sharing_receive (struct sharing *sharing, int from, const struct bounds_message *message) {
  assert (0 <= from && from < sharing->ranks->size);
  make_places (sharing);
  for (int i = 0; i < message->count; i++) {
    const struct proven_bound *proven_bound = &message->bounds[i];
    const uint64_t hash = hash_of (proven_bound);
    if (home_of (sharing, hash) == sharing->ranks->rank)
      handle_at_home (sharing, hash, from, &message->subject, proven_bound);
    else
      receive_bound (sharing, &message->subject, proven_bound);
  }
}
