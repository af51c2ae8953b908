/* Messages between the searches of different hosts, which work on the same root with tables of their own: the
 * upper part of the table, and the positions that are being searched.
 *
 * An entry that took `least` nodes or more is worth a message, and so is a mark on a position
 * (search/abdada.h) that has been searched for that long: another host finds a cheaper result by itself in
 * the time that a message takes. Each thread writes its records into a ring of its own: one writer, one
 * reader, no locks. The main thread of the process empties the rings, and enters records of other hosts
 * straight into the table and the marks, so that no search waits. A record is dropped if its ring is full. A
 * lost record costs work, never a wrong value.
 *
 * In a small run, each host hears everything that the others send. More than GROUP_HOSTS hosts form groups,
 * because with each further host all hosts would have to receive more. A host sends all its records to its
 * own group. Records whose work exceeds `least` times the number of groups also go to one host of each other
 * group, which enters them and passes them on to its own group. So a host hears about as much from all other
 * groups together as from its own, and sends a message to few hosts.
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

/** How a record is merged with the table entry of its position. */
enum record_kind {
  RECORD_BOUNDS = 1, /* proven bounds: the old and the new bounds both hold */
  RECORD_NUMBERS,    /* numbers of proof-number search (proof_number_entry.h) */
  RECORD_LARGEST,    /* bounds for a number of plies: the entry with more work is kept */
  RECORD_MARK,       /* a host is searching a position; the mark of the position stands in place of the key */
  RECORD_UNMARK      /* the host has stopped searching it */
};

enum {
  RECORD_WORDS_MAX = 5,
  RING_WORDS = 1 << 13, /* a power of two */
  GROUP_HOSTS = 8       /* the largest number of hosts in a group */
};

/** The other hosts to which a record is sent. */
enum audience { AUDIENCE_NONE, AUDIENCE_GROUP, AUDIENCE_ALL };

/** The number of hosts in each group; the last group may have fewer. All hosts form one group if it has
 * room. */
static inline int replication_group (int hosts) {
  const int groups = (hosts + GROUP_HOSTS - 1) / GROUP_HOSTS;
  return (hosts + groups - 1) / groups;
}

struct record_ring {
  _Alignas(64) _Atomic uint32_t written;
  _Alignas(64) _Atomic uint32_t taken;
  uint64_t word[RING_WORDS];
};

struct replication {
  atomic_uint_least64_t least; /* nodes; UINT64_MAX: no other host is listening */
  int threads, host, hosts, group;
  struct record_ring *rings; /* one for each search thread; the last is that of the main thread, which passes
                                records on */
};

/** For the searches of host `host` of `hosts`, in groups of `group`. */
struct replication *replication_create (int threads, int host, int hosts, int group);
void replication_destroy (struct replication *);

/** Begin with a threshold of `least` nodes; 0: the lowest possible threshold. */
void replication_begin (struct replication *, uint64_t least);

/** The time recently spent on sending and receiving records. Zero-initialised: none yet. */
struct replication_load {
  double since, busy; /* seconds */
};

/** Record that sending and receiving took `took` seconds, up to `now`. Now and then the threshold is adapted:
 * each host receives what all others send, so the least work that is worth a message depends on their number
 * and speed. */
void replication_follow_load (struct replication *, struct replication_load *, double now, double took);

static inline int replication_groups (const struct replication *replication) {
  return (replication->hosts + replication->group - 1) / replication->group;
}

/** The records of this host that go straight to host `to`. AUDIENCE_GROUP: all; AUDIENCE_ALL: only records
 * for all groups; AUDIENCE_NONE: none. */
enum audience replication_audience (const struct replication *, int to);

/** The number of words of a record: the data word of an entry, with the kind as its generation, and the
 * key. */
static inline int record_words (int key_words) { return 1 + key_words; }

static inline enum record_kind record_kind (uint64_t data) { return (enum record_kind) (data >> 60); }

/** The data word of a mark, for all hosts or only for the hosts of the group. */
static inline uint64_t record_of_mark (enum record_kind kind, enum audience audience) {
  assert (kind >= RECORD_MARK && audience != AUDIENCE_NONE);
  return (uint64_t) kind << 60 | (audience == AUDIENCE_ALL);
}

/** Called by search thread `thread`. */
static inline void replication_put (struct replication *replication, int thread, uint64_t data,
                                    const uint64_t *key, int key_words) {
  assert (0 <= thread && thread <= replication->threads);
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

/** Are all rings empty? To be called only while no search runs. */
bool replication_is_empty (const struct replication *);

/** Seconds between two times at which the main thread receives and sends records. Each time takes
 * microseconds from a search, so the interval grows with the number of hosts to send to and shrinks with the
 * number of threads. */
double replication_interval (const struct replication *);

/** Called by the main thread: take whole records, of at most `most` words together. Returns the number of
 * words. Records for other groups, if there are any, are also copied to `far`, which has room for `most`
 * words. */
int replication_take (struct replication *, uint64_t *words, int most, int record_words, uint64_t *far,
                      int *far_words);

/** Called by the main thread with records from another host: pass them on to this host's group if they come
 * from another group. */
void replication_pass_on (struct replication *, int from, const uint64_t *words, int count, int record_words);

#endif
