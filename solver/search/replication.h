/* What the searches of a host tell those of other hosts, which work on the same root with tables of their
 * own: the upper part of the table, and which positions are being searched.
 *
 * An entry that took `least` nodes or more is worth a message, and so is a mark on a position
 * (search/abdada.h) that has been searched for as long: what took less, another host finds out by itself in
 * the time that a message takes. Each thread writes its records into a ring of its own: one writer, one
 * reader, no locks. The main thread of the process empties the rings, and enters what comes from other hosts
 * straight into the table and the marks; no search waits for anything. A record that meets a full ring is
 * dropped. What is lost costs work, never a wrong value.
 *
 * A record is a table entry with the words of its key, so it may only go into a table about the same subject.
 * Replicated transposition tables: Brockington and Schaeffer, "APHID: asynchronous parallel game-tree
 * search", J. Parallel Distrib. Comput. 60(2), 2000, discuss when they pay. */
#ifndef ZERMELO_SEARCH_REPLICATION_H
#define ZERMELO_SEARCH_REPLICATION_H

#include "game.h"
#include "search/table.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/** How a record joins what the table has. */
enum record_kind {
  RECORD_BOUNDS = 1, /* proven bounds: both hold */
  RECORD_NUMBERS,    /* of proof-number search (proof_number_entry.h) */
  RECORD_LARGEST,    /* bounds for a number of plies: the entry with more work stays */
  RECORD_MARK,       /* a position is being searched, whose mark stands in place of the key */
  RECORD_UNMARK      /* no longer */
};

enum { RECORD_WORDS_MAX = 5, RING_WORDS = 1 << 13 /* a power of two */ };

struct record_ring {
  _Alignas(64) _Atomic uint32_t written;
  _Alignas(64) _Atomic uint32_t taken;
  uint64_t word[RING_WORDS];
};

struct replication {
  atomic_uint_least64_t least; /* nodes; UINT64_MAX: no other host is listening */
  int threads, hosts;
  struct record_ring *rings;
};

struct replication *replication_create (int threads, int hosts);
void replication_destroy (struct replication *);

/** Begin with a threshold of `least` nodes; 0: the least that there is. */
void replication_begin (struct replication *, uint64_t least);

/** How much time records took of late. Zero-initialised: none yet. */
struct replication_load {
  double since, busy; /* seconds */
};

/** Sending and receiving took `took` seconds, up to `now`. Now and then the threshold follows: all hosts hear
 *  what one sends, so what is worth a message depends on how many there are, and how fast. */
void replication_follow_load (struct replication *, struct replication_load *, double now, double took);

/** The words of a record: the data word of an entry, whose generation is the kind, and the key. */
static inline int record_words (int key_words) { return 1 + key_words; }

static inline enum record_kind record_kind (uint64_t data) { return (enum record_kind) (data >> 60); }

/** Called by search thread `thread`. */
static inline void replication_put (struct replication *replication, int thread, uint64_t data,
                                    const uint64_t *key, int key_words) {
  assert (0 <= thread && thread < replication->threads);
  struct record_ring *ring = &replication->rings[thread];
  const uint32_t written = atomic_load_explicit (&ring->written, memory_order_relaxed);
  const uint32_t waiting = written - atomic_load_explicit (&ring->taken, memory_order_acquire);
  if (waiting + (uint32_t) record_words (key_words) > RING_WORDS)
    return;
  ring->word[written % RING_WORDS] = data;
  for (int i = 0; i < key_words; i++)
    ring->word[(written + 1 + (uint32_t) i) % RING_WORDS] = key[i];
  atomic_store_explicit (&ring->written, written + (uint32_t) record_words (key_words), memory_order_release);
}

/** Is there nothing to take? Only while no search runs. */
bool replication_is_empty (const struct replication *);

/** Seconds between two looks of the main thread at what came and what is to be sent: each costs a search some
 *  microseconds, the less often the fewer threads there are, and
 *  the more hosts to send to. */
double replication_interval (const struct replication *);

/** Called by the main thread: take whole records, of at most `most` words together. Returns how many words.
 */
int replication_take (struct replication *, uint64_t *words, int most, int record_words);

#endif
