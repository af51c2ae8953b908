/* How the threads of one search share the work on one root: ABDADA in its simplified form.
 *
 * All threads search the same tree with the same table. Before a thread descends into a move, it looks
 * whether another thread is inside that child; if so the move is put off until the others are done, when the
 * table most likely knows it. Weill, "The ABDADA distributed minimax search algorithm", ICCA J. 19(1), 1996;
 * the list of busy positions instead of a counter in the table entry is Kerrigan's simplification. The list
 * is lossy: a lost mark costs repeated work, never a wrong value.
 *
 * A thread that tries a move ahead of its turn often finds the answer for the whole node while others are
 * still deep in moves that have become pointless. So each thread looks into the table now and then whether
 * one of the positions on its path has been answered meanwhile, and if so goes straight back to it. Million
 * nodes of two threads (one thread), means of five and four runs on a quiet machine, weak: 6x6 (1.95) 2.57
 * without, 2.29 with; 7x6 (12.69) 15.0 and 14.0.
 *
 * Near the root such moves in vain cost most. There a thread tries one ahead of its turn only where no move
 * is likely to answer the node (together_expects_answer()); elsewhere it goes into the move that another one
 * is in, and both share that. Further down every move that another thread is in is put off, the first, too:
 * to help in it costs as much as a move in vain saves. ../../analysis/connect4-search.md has the figures.
 *
 * Measured against a lazy scheme (no marks; the second thread's move order disturbed a little), nodes of two
 * threads in all as a multiple of those of one:
 *
 *                 6x5    7x5    6x6    6,4,4   7,5,4
 *      ABDADA     1.03   1.04   1.07   1.00    1.01
 *      lazy       1.12   1.34   1.24   1.25    1.59
 */
#ifndef ZERMELO_SEARCH_ABDADA_H
#define ZERMELO_SEARCH_ABDADA_H

#include "search/searcher.h"

/* With fewer plies left a position is not marked: it takes a few nodes, and a mark is a cache line that two
 * cores write. With 14 for Connect Four the reading and writing of marks took 25 of 460 ns a node of two
 * threads (7x6), with 18 some 10. */
#ifndef GAME_SHARED_PLIES
#define GAME_SHARED_PLIES 14
#endif
enum { TOGETHER_PLIES = GAME_SHARED_PLIES };

/* At plies below this one a move ahead of its turn gets at most a share of all nodes so far; then the thread
 * helps in the move that is due. What it found is in the table. Nodes of two threads on 6x7 Connect Four (one
 * thread 7.0 M): 13.1 M without, 7.4 and 7.6 M with it; ../../analysis/connect4-search.md. */
enum { TOGETHER_PATIENT = 3, TOGETHER_SHARE = 16 };

/* At plies below this one no move is searched ahead of its turn where one is likely to answer. Nodes of two
 * threads by those of one in virtual time, 34 positions of Connect Four, and 7x6 (marks with 22 plies left):
 * with 2 1.09, 1.12; 4 1.07, 1.03; 6 1.08, 1.12. */
enum { TOGETHER_GUESSED = 4 };

static inline uint64_t
together_mark (const struct key *key)
{
  uint64_t hash = 0;
  for (int i = 0; i < GAME_KEY_WORDS; i++)
    hash = (hash + key->word[i]) * UINT64_C (0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

/** Is another thread inside the position? */
static inline bool
together_busy (struct search *search, uint64_t mark)
{
  return atomic_load_explicit (&search->busy[mark % SEARCH_BUSY], memory_order_relaxed) == mark;
}

/** Mark a position. Returns false if it is marked already: then the mark is for the other thread to take
 *  away. */
static inline bool
together_enter (struct search *search, uint64_t mark)
{
  if (together_busy (search, mark))
    return false;
  atomic_store_explicit (&search->busy[mark % SEARCH_BUSY], mark, memory_order_relaxed);
  return true;
}

static inline void
together_leave (struct search *search, uint64_t mark)
{
  if (together_busy (search, mark))
    atomic_store_explicit (&search->busy[mark % SEARCH_BUSY], 0, memory_order_relaxed);
}

/** Does anybody else search the same root, or a part of it? */
static inline bool
together_with_others (const struct searcher *s)
{
  return s->search->threads > 1 || s->query_threshold != UINT64_MAX;
}

/** Is one of the moves of the node likely to answer it, now that so many have failed? Then a thread rather
 *  helps in the move that is due than to try the next one.
 *
 * Where one answers, it is the first with probability 0.63, the second, if not the first, with 0.27, and so
 * on (Connect Four, an earlier engine; what was measured since gains nothing); where one answers, none of
 * that child's answers. So what is known of the nodes above says how likely it is that no move answers this
 * one: filtering, with the moves that failed as observations. */
static inline bool
together_expects_answer (struct searcher *s, int ply, int failed)
{
  static const double answers[] = { 0.63, 0.27, 0.15, 0.12, 0.1 };
  enum { KNOWN = sizeof answers / sizeof answers[0] - 1 };
  if (ply >= TOGETHER_GUESSED)
    return false;
  struct frame *node = &s->path[ply];
  double all_fail = 1; /* though one answers */
  for (int i = 0; i < failed; i++)
    all_fail *= 1 - answers[i < KNOWN ? i : KNOWN];
  const double none = node->none / (node->none + (1 - node->none) * all_fail);
  node->none_next = (1 - none) * answers[failed < KNOWN ? failed : KNOWN];
  return none < 0.5;
}

/** A move is searched at a node, ahead of its turn or not: how long is the thread to stay in it? `sign`:
 *  -1 if the other side is to move after it and what it forces, 1 if the same: what answers there answers
 *  here. */
static inline void
together_take_move (struct searcher *s, int ply, bool ahead, int sign)
{
  if (sign > 0)
    s->path[ply].none_next = 1 - s->path[ply].none_next;
  s->path[ply].node_allowance = UINT64_MAX;
  if (ahead && ply < TOGETHER_PATIENT)
    s->path[ply].node_allowance
        = s->statistics.count[COUNT_nodes]
          + atomic_load_explicit (&s->search->nodes, memory_order_relaxed) / TOGETHER_SHARE;
}

/** Is the thread back at this node because a move ahead of its turn took too long? Then it goes on here. */
static inline bool
together_gave_up (struct searcher *s, int ply)
{
  if (s->stopped || !s->gave_up || s->unwind != ply)
    return false;
  s->gave_up = false;
  s->unwind = INT_MAX;
  return true;
}

/** Note what is asked about the node at a ply, and see now and then whether other threads (or ranks) have
 *  answered something above it. Returns false if so: leave, up to the node at s->unwind. */
static inline bool
together_on_the_way (struct searcher *s, const struct key *key, int alpha, int beta, int ply)
{
  enum { NODES_BETWEEN = 64 };
  s->path[ply]
      = (struct frame){ key, alpha, beta, UINT64_MAX, ply > 0 ? s->path[ply - 1].none_next : 0.5, 0 };
  if (s->table == NULL || s->statistics.count[COUNT_nodes] % NODES_BETWEEN != 0 || !searcher_has_news (s))
    return true;
  for (int i = 0; i < ply; i++) {
    const struct frame *above = &s->path[i];
    struct record_entry found;
    s->gave_up = s->statistics.count[COUNT_nodes] > above->node_allowance;
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
