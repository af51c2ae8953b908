/* Bounds whose proof was costly, on their way from the search threads to the checkpoint.
 *
 * A thread that has proven a bound by a search of at least `least` nodes writes it into its own mailbox: one
 * writer, one reader, no locks. The main thread of the process empties the mailboxes now and then. A bound is
 * dropped if the mailbox is full, and a cheap bound already if it is half full; the table still has it. A
 * proven bound is an entry of the transposition table with the whole position in place of the key, so it may
 * go into any table of the same game, method, scale and depth. Searches of a game's own have entries whose
 * keys belong to no position; the game packs these keys into bytes that are no position (game.h:
 * GAME_PART). */
#ifndef ZERMELO_SEARCH_BOUND_MAILBOX_H
#define ZERMELO_SEARCH_BOUND_MAILBOX_H

#include "game.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/** Without padding, since it is sent as bytes. */
struct proven_bound {
  uint8_t key[PACKED_MAX]; /* padded with zeros */
  struct bounds bounds;    /* this and the next three fields as in struct record_entry */
  int32_t move, depth;
  uint64_t work;
};

enum { MAILBOX_CAPACITY = 2048 }; /* a power of two */

struct mailbox {
  _Alignas(64) _Atomic uint32_t written;
  _Alignas(64) _Atomic uint32_t taken;
  struct proven_bound bounds[MAILBOX_CAPACITY];
};

struct bound_mailboxes {
  atomic_uint_least64_t least; /* the least number of nodes for which a bound is logged */
  int threads;
  struct mailbox *boxes; /* one mailbox for each search thread */
};

struct bound_mailboxes *bound_mailboxes_create (int threads);
void bound_mailboxes_destroy (struct bound_mailboxes *);

/** Called by search thread `thread`. False: the bound was dropped. */
static inline bool bound_mailboxes_put (struct bound_mailboxes *bound_mailboxes, int thread,
                                        const struct proven_bound *proven_bound) {
  assert (thread >= 0 && thread < bound_mailboxes->threads);
  assert (proven_bound->bounds.lower <= proven_bound->bounds.upper);
  struct mailbox *box = &bound_mailboxes->boxes[thread];
  const uint32_t written = atomic_load_explicit (&box->written, memory_order_relaxed);
  const uint32_t waiting = written - atomic_load_explicit (&box->taken, memory_order_acquire);
  assert (waiting <= MAILBOX_CAPACITY); /* since there is one writer and one reader */
  if (waiting == MAILBOX_CAPACITY
      || (waiting >= MAILBOX_CAPACITY / 2
          && proven_bound->work < 16 * atomic_load_explicit (&bound_mailboxes->least, memory_order_relaxed)))
    return false;
  box->bounds[written % MAILBOX_CAPACITY] = *proven_bound;
  atomic_store_explicit (&box->written, written + 1, memory_order_release);
  return true;
}

/** Called by the main thread: take at most `most` bounds. Returns their number. */
int bound_mailboxes_take (struct bound_mailboxes *, struct proven_bound *list, int most);

/** Are all mailboxes empty? To be called only while no search runs. */
bool bound_mailboxes_are_empty (const struct bound_mailboxes *);

#endif
