/* How the threads of one search share the work on one root: ABDADA in its simplified form.
 *
 * All threads search the same tree with the same table. Before a thread descends into a move, it checks
 * whether another thread is searching that child. If so, it defers the move until its other moves have been
 * searched, when the table most likely has the result. Weill, "The ABDADA distributed minimax search
 * algorithm", ICCA J. 19(1), 1996; the list of busy positions in place of a counter in the table entry is
 * Kerrigan's simplification. The list is lossy: a lost mark costs repeated work, never a wrong value.
 *
 * A thread that tries a move ahead of its turn often answers the whole node while other threads are still
 * deep in moves that have become pointless. So each thread now and then probes the table for the positions on
 * its path, and returns straight to a position that has been answered.
 *
 * Near the root, pointless moves cost most. There a thread tries a move ahead of its turn only if no move is
 * likely to answer the node (abdada_expects_answer()); else it joins the other thread in the move that is
 * due. Further down it defers every busy move, the first one included: joining there costs as much as a
 * pointless move saves. Figures, also against a lazy scheme without marks:
 * ../../analysis/notes/connect4-search.md. */
#ifndef ZERMELO_SEARCH_ABDADA_H
#define ZERMELO_SEARCH_ABDADA_H

#include "search/searcher.h"

#include <assert.h>

/* A position with fewer plies left is not marked: it takes only a few nodes to search, and a mark is a cache
 * line that two cores write. */
#ifndef GAME_SHARED_PLIES
#define GAME_SHARED_PLIES 14
#endif
enum { ABDADA_PLIES = GAME_SHARED_PLIES };

/* Above this ply a move ahead of its turn gets at most a share of all nodes so far; then the thread joins the
 * move that is due. The results of the interrupted search stay in the table. */
enum { ABDADA_LIMITED = 3, ABDADA_SHARE = 16 };

/* Above this ply no move is searched ahead of its turn at a node that some move is likely to answer. */
enum { ABDADA_GUESSED = 4 };

static inline uint64_t abdada_mark (const struct key *key) {
  uint64_t hash = 0;
  for (int i = 0; i < GAME_KEY_WORDS; i++)
    hash = (hash + key->word[i]) * UINT64_C (0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

/* A slot of the list: the mark of a position, whose last two bytes are replaced by the number of threads
 * known to search the position and by the first host that searches it. */
static inline uint64_t abdada_slot (uint64_t mark, uint64_t threads, unsigned host) {
  assert (threads < 256 && host < 256);
  return (mark & ~UINT64_C (0xffff)) | threads << 8 | host;
}

static inline bool abdada_same (uint64_t slot, uint64_t mark) { return (slot ^ mark) >> 16 == 0; }

static inline atomic_uint_least64_t *abdada_place (struct search *search, uint64_t mark) {
  return &search->busy[(mark >> 16) % SEARCH_BUSY];
}

static inline uint64_t abdada_look (struct search *search, uint64_t mark) {
  return atomic_load_explicit (abdada_place (search, mark), memory_order_relaxed);
}

static inline void abdada_write (struct search *search, uint64_t mark, uint64_t slot) {
  atomic_store_explicit (abdada_place (search, mark), slot, memory_order_relaxed);
}

/** The number of other threads that are known to search the position. */
static inline unsigned abdada_threads (struct search *search, uint64_t mark) {
  const uint64_t slot = abdada_look (search, mark);
  return abdada_same (slot, mark) ? (unsigned) (slot >> 8 & 255) : 0;
}

static inline bool abdada_busy (struct search *search, uint64_t mark) {
  return abdada_threads (search, mark) > 0;
}

/** Mark a position as busy. False: it is marked already, and the thread that set the mark will clear it. */
static inline bool abdada_enter (struct search *search, uint64_t mark) {
  assert (search_is_shared (search));
  if (abdada_busy (search, mark))
    return false;
  abdada_write (search, mark, abdada_slot (mark, 1, search->host));
  return true;
}

static inline void abdada_leave (struct search *search, uint64_t mark) {
  if (abdada_look (search, mark) == abdada_slot (mark, 1, search->host))
    abdada_write (search, mark, 0);
}

/** Update the number of threads that search the position: one more, or one fewer if `leaving`. If another
 * mark has taken the slot meanwhile, counting starts again from 0. */
static inline void abdada_recount (struct search *search, uint64_t mark, bool leaving) {
  assert (search_is_shared (search));
  atomic_uint_least64_t *place = abdada_place (search, mark);
  uint64_t old = atomic_load_explicit (place, memory_order_relaxed), now;
  do {
    const bool same = abdada_same (old, mark);
    const uint64_t threads = same ? old >> 8 & 255 : 0;
    if (leaving ? threads == 0 : threads == 255)
      return;
    now = abdada_slot (mark, leaving ? threads - 1 : threads + 1,
                       same ? (unsigned) (old & 255) : search->host);
  } while (
      !atomic_compare_exchange_weak_explicit (place, &old, now, memory_order_relaxed, memory_order_relaxed));
}

/** Is a host with a lower number searching the position, too? */
static inline bool abdada_is_taken (struct search *search, uint64_t mark) {
  return abdada_busy (search, mark) && (abdada_look (search, mark) & 255) < search->host;
}

/** How near is the host that was the first to search a busy position? 2: it is this host; 1: it is in the
 * group of this host; 0: it is in another group. With a single group, all hosts are as near as this one. */
static inline int abdada_nearness (struct search *search, uint64_t mark) {
  const unsigned host = abdada_look (search, mark) & 255;
  if (host == search->host || search->replication == NULL || replication_groups (search->replication) == 1)
    return 2;
  const unsigned group = (unsigned) search->replication->group;
  return host / group == search->host / group;
}

/** The message by which a host tells others of a position that it has been searching for a while. */
static inline uint64_t abdada_of_host (uint64_t mark, unsigned host) { return abdada_slot (mark, 1, host); }

/** Enter the mark of another host. If two hosts search one position, the one with the lower number stays. */
static inline void abdada_enter_other (struct search *search, uint64_t theirs) {
  const uint64_t there = abdada_look (search, theirs);
  if (!abdada_busy (search, theirs))
    abdada_write (search, theirs, theirs);
  else if ((theirs & 255) < (there & 255))
    abdada_write (search, theirs, (there & ~UINT64_C (255)) | (theirs & 255));
}

static inline void abdada_leave_other (struct search *search, uint64_t theirs) {
  const uint64_t there = abdada_look (search, theirs);
  if (abdada_busy (search, theirs) && (there & 255) == (theirs & 255))
    abdada_write (search, theirs, 0);
}

/** Tell other hosts that this thread has been searching the position for a while. */
static inline void abdada_announce (struct searcher *s, struct frame *frame) {
  const enum audience audience = searcher_audience (s, s->statistics.count[COUNT_nodes] - frame->entered);
  if (audience <= frame->announced)
    return;
  frame->announced = audience;
  searcher_replicate_mark (s, RECORD_MARK, abdada_of_host (abdada_mark (frame->key), s->search->host),
                           audience);
}

/** Withdraw the mark of the node at a ply, which the thread has left, if no table entry does so. */
static inline void abdada_retract (struct searcher *s, int ply, uint64_t mark) {
  const enum audience audience = s->path[ply].announced;
  if (audience == AUDIENCE_NONE)
    return;
  s->path[ply].announced = AUDIENCE_NONE;
  searcher_replicate_mark (s, RECORD_UNMARK, abdada_of_host (mark, s->search->host), audience);
}

/** Is one of the node's moves still likely to answer it after `failed` moves have not? Then a thread does
 * better to join another thread in the next move than to try the move after it.
 *
 * answers[i] is the probability that move i answers the node, given that some move does and no move before it
 * does (../../analysis/notes/connect4-search.md). If a move answers the node, then no move of that child
 * answers the child. So the estimates for the nodes above give the probability that no move answers this
 * node: Bayesian filtering, with the failed moves as observations. */
static inline bool abdada_expects_answer (struct searcher *s, int ply, int failed) {
  assert (ply >= 0 && failed >= 0);
  static const double answers[] = { 0.63, 0.27, 0.15, 0.12, 0.1 };
  enum { KNOWN = sizeof answers / sizeof answers[0] - 1 };
  if (ply >= ABDADA_GUESSED)
    return false;
  struct frame *node = &s->path[ply];
  assert (node->none >= 0 && node->none <= 1);
  double all_fail = 1; /* the probability that these moves fail although a later one answers */
  for (int i = 0; i < failed; i++)
    all_fail *= 1 - answers[i < KNOWN ? i : KNOWN];
  const double none = node->none / (node->none + (1 - node->none) * all_fail);
  node->none_next = (1 - none) * answers[failed < KNOWN ? failed : KNOWN];
  return none < 0.5;
}

/** Set how long a thread may search a move of a node, before it begins. `ahead`: the move is ahead of its
 * turn. `sign`: -1 if the side to move changes with the move and the forced moves after it, 1 if it does not;
 * then an answer of the child is an answer of the node. */
static inline void abdada_take_move (struct searcher *s, int ply, bool ahead, int sign) {
  assert (sign == 1 || sign == -1);
  if (sign > 0)
    s->path[ply].none_next = 1 - s->path[ply].none_next;
  s->path[ply].node_allowance = UINT64_MAX;
  assert (s->path[ply].none_next >= 0 && s->path[ply].none_next <= 1);
  if (ahead && ply < ABDADA_LIMITED)
    s->path[ply].node_allowance
        = s->statistics.count[COUNT_nodes]
          + atomic_load_explicit (&s->search->nodes, memory_order_relaxed) / ABDADA_SHARE;
}

/** Did the thread return to this node because a move ahead of its turn took too long? If so, its search goes
 * on at this node. */
static inline bool abdada_gave_up (struct searcher *s, int ply) {
  if (s->stopped || !s->gave_up || s->unwind != ply)
    return false;
  s->gave_up = false;
  s->unwind = INT_MAX;
  return true;
}

/** The number of nodes that a thread searches between two looks at what other threads have answered: a power
 * of two, about a quarter of the number of threads, within bounds. A thread that leaves a node sooner saves
 * nodes, but the more threads leave an answered node at once, the more of them go on to the same moves and
 * repeat each other's work. Few threads seldom meet in a node, and look seldom. With several hosts a look
 * also announces what the thread searches; there, too, it is seldom. Figures:
 * ../../analysis/notes/scaling.md. */
static inline uint64_t abdada_nodes_between (int threads, bool several_hosts) {
  enum { LEAST = 16, MOST = 64, SHARE = 4, FEW = 16 };
  if (several_hosts || threads < FEW)
    return MOST;
  uint64_t nodes = LEAST;
  while (nodes < MOST && 2 * nodes * SHARE <= (uint64_t) threads)
    nodes *= 2;
  return nodes;
}

/** Put the node at a ply on the path. Now and then, check whether other threads (or ranks) have answered a
 * node above it. If so, returns false, and the caller unwinds to the node at s->unwind. */
static inline bool abdada_on_the_way (struct searcher *s, const struct key *key, int alpha, int beta,
                                      int ply) {
  assert (s->path != NULL && ply >= 0 && alpha < beta);
  const enum audience announced = s->path[ply].announced; /* set already if the node is searched again */
  s->path[ply] = (struct frame){ .key = key,
                                 .alpha = alpha,
                                 .beta = beta,
                                 .node_allowance = UINT64_MAX,
                                 .none = ply > 0 ? s->path[ply - 1].none_next : 0.5,
                                 .entered = s->statistics.count[COUNT_nodes],
                                 .announced = announced };
  if (s->table == NULL || (s->statistics.count[COUNT_nodes] & (s->nodes_between - 1)) != 0)
    return true;
  for (int i = 0; i < ply; i++) {
    struct frame *above = &s->path[i];
    struct record_entry found;
    if (i > 0)
      abdada_announce (s, above);
    s->taken = above->child_mark != 0 && abdada_is_taken (s->search, above->child_mark);
    s->gave_up = s->taken || s->statistics.count[COUNT_nodes] > above->node_allowance;
    if (s->gave_up) {
      s->unwind = i;
      return false;
    }
    if (i > 0 && table_probe (s->table, above->key->word, GAME_KEY_WORDS, &found)
        && bounds_answer (found.bounds, above->alpha, above->beta)) {
      s->unwind = i;
      return false;
    }
  }
  return true;
}

#endif
