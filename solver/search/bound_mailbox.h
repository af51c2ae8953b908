/* What searches find out at a cost, on its way to those who keep it beyond this process; and what they ask
 * other processes about.
 *
 * A thread that has proven something about a position by a search of at least `least` nodes writes it into
 * its own mailbox: one writer, one reader, no locks. The main thread of the process empties the mailboxes now
 * and then. A finding that comes to a full box is dropped, a light one when the box is half full: it is in
 * the table all the same. A finding is an entry of the transposition table with the whole position in place
 * of a key, so it may go into any table that serves the same subject: the same game, method, scale and depth.
 * What a search of the game's own keeps in the table under keys that are no position's is packed by the game,
 * into bytes that are no position (game.h: GAME_PART). Where other ranks search the same game, a thread that
 * has spent `costly` nodes on a position and is not done asks whether somebody knows it, or the moves that
 * are left (a finding without work is such a question). It does not wait: what comes goes into the table, and
 * `heard` tells the threads to look whether the position they are in has been answered. Costs about 0.1 us a
 * finding, and a comparison a node. */
#ifndef ZERMELO_SEARCH_BOUND_MAILBOX_H
#define ZERMELO_SEARCH_BOUND_MAILBOX_H

#include "game.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/** Sent as it is; no gaps. */
struct proven_bound {
  uint8_t key[PACKED_MAX]; /* zeros behind it */
  struct bounds bounds;    /* these four as in struct record_entry */
  int32_t move, depth;
  uint64_t work;  /* 0: a question */
  uint32_t asked; /* these two are for parallel/sharing.c: it answers a question, which was asked then */
  uint32_t when;
};

enum { FINDINGS_WAITING = 2048 }; /* a power of two */

struct mailbox {
  _Alignas(64) _Atomic uint32_t written;
  _Alignas(64) _Atomic uint32_t taken;
  struct proven_bound bound_mailboxes[FINDINGS_WAITING];
};

struct bound_mailboxes {
  atomic_uint_least64_t least; /* nodes that make a finding */
  uint64_t costly; /* nodes of a search that is worth asking about; UINT64_MAX: nobody to ask. The same as
                      long as a search runs */
  atomic_uint_least64_t updates_received; /* counts what came from other ranks */
  int threads;
  struct mailbox *boxes; /* one a search thread */
};

struct bound_mailboxes *bound_mailboxes_create (int threads);
void bound_mailboxes_destroy (struct bound_mailboxes *);

/** By search thread `thread`. Returns false if it was dropped. */
static inline bool
bound_mailboxes_put (struct bound_mailboxes *bound_mailboxes, int thread,
                     const struct proven_bound *proven_bound)
{
  struct mailbox *box = &bound_mailboxes->boxes[thread];
  const uint32_t written = atomic_load_explicit (&box->written, memory_order_relaxed);
  const uint32_t waiting = written - atomic_load_explicit (&box->taken, memory_order_acquire);
  if (waiting == FINDINGS_WAITING
      || (waiting >= FINDINGS_WAITING / 2
          && proven_bound->work < 16 * atomic_load_explicit (&bound_mailboxes->least, memory_order_relaxed)))
    return false;
  box->bound_mailboxes[written % FINDINGS_WAITING] = *proven_bound;
  atomic_store_explicit (&box->written, written + 1, memory_order_release);
  return true;
}

/** By the main thread: at most `most` of what waits. Returns how many. */
int bound_mailboxes_take (struct bound_mailboxes *, struct proven_bound *list, int most);

#endif
