#include "search/replication.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

struct replication *replication_create (int threads, int host, int hosts, int group) {
  assert (threads > 0 && hosts > 1 && 0 <= host && host < hosts && 0 < group && group <= hosts);
  struct replication *replication = allocate (1, sizeof *replication);
  replication->threads = threads;
  replication->host = host;
  replication->hosts = hosts;
  replication->group = group;
  atomic_init (&replication->least, UINT64_MAX);
  replication->rings
      = aligned_alloc (_Alignof(struct record_ring), (size_t) (threads + 1) * sizeof *replication->rings);
  if (replication->rings == NULL)
    out_of_memory ((uint64_t) (threads + 1) * sizeof *replication->rings);
  for (int i = 0; i <= threads; i++) {
    atomic_init (&replication->rings[i].written, 0);
    atomic_init (&replication->rings[i].taken, 0);
  }
  return replication;
}

void replication_destroy (struct replication *replication) {
  if (replication == NULL)
    return;
  free (replication->rings);
  free (replication);
}

/* A host hears from one host of each other group: the host that has its place within that group. If the last
 * group has fewer hosts, each of them hears from several hosts of a group. */
enum audience replication_audience (const struct replication *replication, int to) {
  const int group = replication->group, first = to / group * group;
  if (to == replication->host)
    return AUDIENCE_NONE;
  if (first == replication->host / group * group)
    return AUDIENCE_GROUP;
  const int there = replication->hosts - first < group ? replication->hosts - first : group;
  return to - first == replication->host % group % there ? AUDIENCE_ALL : AUDIENCE_NONE;
}

/* Is a record meant for the other groups as well? */
static bool is_for_all (const uint64_t *record, uint64_t least) {
  return record_kind (record[0]) >= RECORD_MARK ? record[0] & 1 : table_decode (record[0]).work >= least;
}

int replication_take (struct replication *replication, uint64_t *words, int most, int record_words,
                      uint64_t *far, int *far_words) {
  assert (most >= record_words && record_words <= RECORD_WORDS_MAX);
  const uint64_t groups = (uint64_t) replication_groups (replication);
  const uint64_t least_for_all = atomic_load_explicit (&replication->least, memory_order_relaxed) * groups;
  int count = 0;
  *far_words = 0;
  for (int i = 0; i <= replication->threads; i++) {
    struct record_ring *ring = &replication->rings[i];
    const uint32_t written = atomic_load_explicit (&ring->written, memory_order_acquire);
    uint32_t taken = atomic_load_explicit (&ring->taken, memory_order_relaxed);
    assert (written - taken <= RING_WORDS && (written - taken) % (uint32_t) record_words == 0);
    for (; taken != written && count + record_words <= most; taken += (uint32_t) record_words) {
      for (int j = 0; j < record_words; j++)
        words[count + j] = ring->word[(taken + (uint32_t) j) % RING_WORDS];
      if (groups > 1 && i < replication->threads && is_for_all (&words[count], least_for_all)) {
        memcpy (&far[*far_words], &words[count], (size_t) record_words * sizeof *far);
        *far_words += record_words;
      }
      count += record_words;
    }
    atomic_store_explicit (&ring->taken, taken, memory_order_release);
  }
  return count;
}

void replication_pass_on (struct replication *replication, int from, const uint64_t *words, int count,
                          int record_words) {
  if (from / replication->group == replication->host / replication->group)
    return;
  for (int i = 0; i < count; i += record_words)
    replication_put (replication, replication->threads, words[i], &words[i + 1], record_words - 1);
}

bool replication_is_empty (const struct replication *replication) {
  for (int i = 0; i <= replication->threads; i++) {
    const struct record_ring *ring = &replication->rings[i];
    if (atomic_load_explicit (&ring->written, memory_order_acquire)
        != atomic_load_explicit (&ring->taken, memory_order_acquire))
      return false;
  }
  return true;
}

double replication_interval (const struct replication *replication) {
  static const double LOOK = 400e-6, EACH_HOST = 25e-6, LEAST_INTERVAL = 20e-6;
  const int hears = replication->group + replication_groups (replication) - 1;
  const double sending = EACH_HOST * hears, of_one_thread = sending > LOOK ? sending : LOOK;
  const double interval = of_one_thread / replication->threads;
  return interval < LEAST_INTERVAL ? LEAST_INTERVAL : interval;
}

/* Nodes: with any network, a message takes at least the time of this number of nodes. */
enum { LEAST = 32 };

void replication_begin (struct replication *replication, uint64_t least) {
  atomic_store_explicit (&replication->least, least > 0 ? least : LEAST, memory_order_relaxed);
}

void replication_follow_load (struct replication *replication, struct replication_load *load, double now,
                              double took) {
  static const double INTERVAL = 1e-3, MOST = 0.06;
  load->busy += took;
  const double passed = now - load->since;
  if (passed < INTERVAL)
    return;
  const double share = load->busy / passed / replication->threads;
  const uint64_t least = atomic_load_explicit (&replication->least, memory_order_relaxed);
  if (share > MOST)
    replication_begin (replication, 2 * least);
  else if (share < MOST / 4 && least >= 2 * LEAST)
    replication_begin (replication, least / 2);
  *load = (struct replication_load){ .since = now };
}
