#include "search/replication.h"

#include "base/failure.h"

#include <stdlib.h>

struct replication *replication_create (int threads, int hosts) {
  assert (threads > 0 && hosts > 1);
  struct replication *replication = allocate (1, sizeof *replication);
  replication->threads = threads;
  replication->hosts = hosts;
  atomic_init (&replication->least, UINT64_MAX);
  replication->rings
      = aligned_alloc (_Alignof(struct record_ring), (size_t) threads * sizeof *replication->rings);
  if (replication->rings == NULL)
    out_of_memory ((uint64_t) threads * sizeof *replication->rings);
  for (int i = 0; i < threads; i++) {
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

int replication_take (struct replication *replication, uint64_t *words, int most, int record_words) {
  assert (most >= record_words && record_words <= RECORD_WORDS_MAX);
  int count = 0;
  for (int i = 0; i < replication->threads; i++) {
    struct record_ring *ring = &replication->rings[i];
    const uint32_t written = atomic_load_explicit (&ring->written, memory_order_acquire);
    uint32_t taken = atomic_load_explicit (&ring->taken, memory_order_relaxed);
    assert (written - taken <= RING_WORDS && (written - taken) % (uint32_t) record_words == 0);
    for (; taken != written && count + record_words <= most; taken += (uint32_t) record_words)
      for (int j = 0; j < record_words; j++)
        words[count++] = ring->word[(taken + (uint32_t) j) % RING_WORDS];
    atomic_store_explicit (&ring->taken, taken, memory_order_release);
  }
  return count;
}

bool replication_is_empty (const struct replication *replication) {
  for (int i = 0; i < replication->threads; i++) {
    const struct record_ring *ring = &replication->rings[i];
    if (atomic_load_explicit (&ring->written, memory_order_acquire)
        != atomic_load_explicit (&ring->taken, memory_order_acquire))
      return false;
  }
  return true;
}

double replication_interval (const struct replication *replication) {
  static const double LOOK = 400e-6, EACH_HOST = 25e-6, LEAST_INTERVAL = 20e-6;
  const double sending = EACH_HOST * replication->hosts, of_one_thread = sending > LOOK ? sending : LOOK;
  const double interval = of_one_thread / replication->threads;
  return interval < LEAST_INTERVAL ? LEAST_INTERVAL : interval;
}

/* Nodes: what a message takes any network. */
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
