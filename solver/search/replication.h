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
 * A few hosts hear all that one of them sends. Beyond GROUP_HOSTS they form groups, since with each further
 * host all of them would have to hear more. A host tells its own group as before; records that took as many
 * times more nodes as there are groups also go to one host of each other group, which enters them and passes
 * them on to its own. So a host hears about as much of all other groups together as of its own, and sends a
 * message to few hosts.
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

enum {
  RECORD_WORDS_MAX = 5,
  RING_WORDS = 1 << 13, /* a power of two */
  GROUP_HOSTS = 8       /* the most in a group */
};

/** Which other hosts hear of something? */
enum audience { AUDIENCE_NONE, AUDIENCE_GROUP, AUDIENCE_ALL };

/** The hosts of each group, of which the last may have fewer; all of them if one group has room for them. */
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
  struct record_ring *rings; /* of the threads; the last is of the main thread, which passes records on */
};

/** For the searches of host number `host` of `hosts`, in groups of `group`. */
struct replication *replication_create (int threads, int host, int hosts, int group);
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

static inline int replication_groups (const struct replication *replication) {
  return (replication->hosts + replication->group - 1) / replication->group;
}

/** Which of this host's records go straight to another one? AUDIENCE_GROUP: all of them; AUDIENCE_ALL: only
 * those for all; AUDIENCE_NONE: none. */
enum audience replication_audience (const struct replication *, int to);

/** The words of a record: the data word of an entry, whose generation is the kind, and the key. */
static inline int record_words (int key_words) { return 1 + key_words; }

static inline enum record_kind record_kind (uint64_t data) { return (enum record_kind) (data >> 60); }

/** The data word of a mark, for all hosts or only for those of the group. */
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

/** Is there nothing to take? Only while no search runs. */
bool replication_is_empty (const struct replication *);

/** Seconds between two looks of the main thread at what came and what is to be sent: each costs a search some
 *  microseconds, the less often the fewer threads there are, and
 *  the more hosts to send to. */
double replication_interval (const struct replication *);

/** Called by the main thread: take whole records, of at most `most` words together. Returns how many words.
 *  Those that other groups are to hear, if there are any, stand in `far`, too, which has room for `most`
 *  words. */
int replication_take (struct replication *, uint64_t *words, int most, int record_words, uint64_t *far,
                      int *far_words);

/** Called by the main thread with records that another host has sent: let the own group hear of them if they
 *  come from another one. */
void replication_pass_on (struct replication *, int from, const uint64_t *words, int count, int record_words);

#endif
