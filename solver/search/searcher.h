/* One thread of a search: its counters, limits and memory, which every method needs. */
#ifndef ZERMELO_SEARCH_SEARCHER_H
#define ZERMELO_SEARCH_SEARCHER_H

#include "base/clock.h"
#include "engine.h"
#include "search/bound_mailbox.h"
#include "search/replication.h"
#include "search/search.h"
#include "search/table.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>

/** The largest number of nodes that a thread searches between two polls of the clock, the limits and the
 * thresholds. */
#ifndef SEARCHER_POLLS
#define SEARCHER_POLLS 1024
#endif

#ifdef SEARCHER_STEP
/** Called at each node: a simulation lets its virtual time pass here. */
void SEARCHER_STEP (void);
#endif

/** A node on a thread's path, and the window with which it is searched. */
struct frame {
  const struct key *key;
  int alpha, beta;
  uint64_t node_allowance; /* the node count at which this thread leaves a move ahead of its turn */
  double none;             /* the probability, on entering, that no move answers the node */
  double none_next;        /* the probability that no move answers the child that is being searched */
  uint64_t entered;        /* the node count of this thread on entering */
  enum audience announced; /* the hosts to which a mark on this node has been sent */
  uint64_t child_mark; /* the mark of the child that is being searched, if this thread was the first there;
                          else 0 */
};

/** The state of one thread of a search. */
struct searcher {
  struct search *search;
  const struct board *board;
  struct table *table; /* NULL: none */
  struct table_arrivals arrivals;
  int thread;
  int mailbox; /* the number of its mailbox in search->bound_mailboxes */
  bool exact_score;
  bool stopped;       /* unwind: results returned from now on are meaningless */
  unsigned heuristic; /* why the result of a depth-limited search proves nothing: search/depth_limited.h */
  int unwind;         /* leave the nodes below this ply, whose node has been answered or left; INT_MAX:
                         none */
  bool gave_up;       /* unwinding because a move ahead of its turn took too long */
  bool taken;         /* unwinding because a host with a lower number is searching the child */
  struct frame *path; /* by ply; used if threads share a root: search/abdada.h */
  uint64_t nodes_between;     /* between two looks for answers of other threads; a power of two */
  int round;                  /* the round of the root bounds that this thread uses */
  uint64_t published;         /* nodes already added to search->nodes */
  uint64_t polls;             /* the node count at which this thread polls next */
  uint64_t stride;            /* nodes between two polls */
  double polled;              /* clock_seconds() of the last poll */
  uint64_t publish_threshold; /* the least work of a bound that is shared; UINT64_MAX: none is shared */
  uint64_t replicated;        /* the least work of a record that is sent to other hosts; UINT64_MAX: there are
                                 none */
  uint64_t for_all;           /* the least work of a record that is also sent to other groups */
  char *arena;                /* a stack for move lists; each function restores arena_used before it
                                 returns */
  size_t arena_used, arena_size;
  uint64_t hit_work, saved_work; /* the work of the last entry found in the table; the sum for entries that
                                    answered: see searcher_work() */
  struct statistics statistics;
};

/** Are these bounds consistent, and within the scale? For assertions. */
static inline bool bounds_are_right (struct bounds bounds, bool exact_score) {
  const int most = exact_score ? SCORE_MAX : 1;
  return -most <= bounds.lower && bounds.lower <= bounds.upper && bounds.upper <= most;
}

/** Bytes from the top of the arena, for an array. The caller restores arena_used when it is done. */
static inline void *searcher_take (struct searcher *s, size_t bytes) {
  /* the functions above have restored it */
  assert (s->arena_used % 16 == 0 && s->arena_used <= s->arena_size);
  bytes = (bytes + 15) & ~(size_t) 15;
  if (s->arena_used + bytes > s->arena_size)
    internal_error (__FILE__, __LINE__, "a search needs more than %zu bytes of lists", s->arena_size);
  void *taken = s->arena + s->arena_used;
  s->arena_used += bytes;
  return taken;
}

static inline void searcher_publish (struct searcher *s) {
  uint64_t nodes = s->statistics.count[COUNT_nodes];
  assert (nodes >= s->published);
  atomic_fetch_add_explicit (&s->search->nodes, nodes - s->published, memory_order_relaxed);
  s->published = nodes;
}

/** Update the least work of a result that is shared. */
static inline void searcher_update_thresholds (struct searcher *s) {
  struct bound_mailboxes *bound_mailboxes = s->search->bound_mailboxes;
  s->publish_threshold = bound_mailboxes == NULL
                             ? UINT64_MAX
                             : atomic_load_explicit (&bound_mailboxes->least, memory_order_relaxed);
  s->replicated = s->search->replication == NULL
                      ? UINT64_MAX
                      : atomic_load_explicit (&s->search->replication->least, memory_order_relaxed);
  const int groups = s->search->replication == NULL ? 1 : replication_groups (s->search->replication);
  s->for_all = groups == 1 ? UINT64_MAX : s->replicated * (uint64_t) groups;
}

static inline struct proven_bound searcher_bound (const struct record_entry *entry) {
  assert (entry->work > 0); /* an entry without work would be taken for a query */
  assert (entry->move >= 0 && entry->move <= TABLE_NO_MOVE && entry->depth >= 0 && entry->depth <= 255);
  return (struct proven_bound){
    .bounds = entry->bounds, .move = entry->move, .depth = entry->depth, .work = entry->work
  };
}

static inline void searcher_pack_bound (struct searcher *s, const struct position *position,
                                        struct proven_bound *proven_bound) {
  assert (game_packed_bytes (s->board) > 0 && game_outcome (s->board, position) == GOING_ON);
  const struct position canonical = game_canonical (s->board, position);
  game_pack (s->board, &canonical, proven_bound->key);
}

/** Put a bound into the mailbox. */
static inline void searcher_share_bound (struct searcher *s, const struct proven_bound *proven_bound) {
  const bool kept = bound_mailboxes_put (s->search->bound_mailboxes, s->mailbox, proven_bound);
  s->statistics.count[kept ? COUNT_published : COUNT_publish_lost]++;
}

/** Share the bounds that a search of entry->work nodes has proven for a position. */
static inline void searcher_share (struct searcher *s, const struct position *position,
                                   const struct record_entry *entry) {
  struct proven_bound proven_bound = searcher_bound (entry);
  searcher_pack_bound (s, position, &proven_bound);
  searcher_share_bound (s, &proven_bound);
}

/** Let the caller do its own work. The stride adapts to the cost of a node, which may be nanoseconds or
 * milliseconds. */
static void searcher_poll (struct searcher *s) {
  assert (s->thread == 0 && s->stride >= 1);
  static const double OFTEN = 1e-3, SELDOM = 8e-3;
  s->search->poll (s->search->poll_context);
  const double now = clock_seconds (), passed = now - s->polled;
  s->polled = now;
  if (passed < OFTEN && s->stride < SEARCHER_POLLS)
    s->stride *= 2;
  else if (passed > SELDOM && s->stride > 1)
    s->stride /= 2;
}

/** Plan the first poll. If a caller depends on polls, it is at the first node, since the cost of a node is
 * not known yet. */
static inline void searcher_begin_polling (struct searcher *s) {
  const bool watched = s->search->poll != NULL && s->thread == 0;
  s->stride = watched ? 1 : SEARCHER_POLLS;
  s->polls = s->stride - 1;
  if (watched)
    s->polled = clock_seconds ();
}

static void searcher_check_limits (struct searcher *s) {
  if (s->search->poll != NULL && s->thread == 0)
    searcher_poll (s);
  s->polls = s->statistics.count[COUNT_nodes] + s->stride;
  searcher_publish (s);
  searcher_update_thresholds (s);
  const uint64_t most = s->search->query.node_limit;
  if (most != 0 && atomic_load_explicit (&s->search->nodes, memory_order_relaxed) >= most)
    s->stopped = true;
  const double deadline = s->search->deadline, patience = s->search->patience;
  if (deadline != 0 && clock_seconds () >= deadline)
    s->stopped = true;
  if (patience != 0
      && atomic_load_explicit (&s->search->nodes, memory_order_relaxed) >= s->search->query.node_least
      && clock_seconds () >= patience)
    s->stopped = true;
}

/** Count a node. False: the search has to unwind. */
static inline bool searcher_enter (struct searcher *s, int ply) {
  assert (ply >= 0);
  struct search *search = s->search;
  if (atomic_load_explicit (&search->stop, memory_order_relaxed)
      || atomic_load_explicit (&search->decided, memory_order_relaxed)
      || atomic_load_explicit (&search->round, memory_order_relaxed) != s->round)
    s->stopped = true;
  const uint64_t nodes = s->statistics.count[COUNT_nodes];
  if (search->query.node_limit != 0 && search->threads == 1 && nodes >= search->query.node_limit)
    s->stopped = true;
  if (nodes >= s->polls)
    searcher_check_limits (s);
  if (s->stopped)
    return false;
  s->statistics.count[COUNT_nodes]++;
  s->statistics.nodes_at_ply[ply < STATISTICS_PLIES ? ply : STATISTICS_PLIES - 1]++;
#ifdef SEARCHER_STEP
  SEARCHER_STEP ();
#endif
  return true;
}

/** The key of one of up to four entries for a position, in games that can cycle; tag 0 gives the key of the
 * position itself. If game_key() used these bits, different positions would share an entry. */
static inline struct key searcher_tag (const struct key *key, unsigned tag) {
  const uint64_t tags = GAME_KEY_TAGS, low = tags & -tags;
  struct key tagged = *key;
  assert (tag < 4);
  if ((key->word[GAME_KEY_WORDS - 1] & tags) != 0)
    internal_error (__FILE__, __LINE__, "%s: game_key() sets bits of GAME_KEY_TAGS", GAME_NAME);
  tagged.word[GAME_KEY_WORDS - 1] |= (tag & 1 ? low : 0) | (tag & 2 ? tags ^ low : 0);
  return tagged;
}

/** Look up a key in the table, if there is one. False: no entry was found. */
static inline bool searcher_probe (struct searcher *s, const struct key *key, struct record_entry *found) {
  if (s->table == NULL)
    return false;
  s->statistics.count[COUNT_table_probes]++;
  const bool hit = table_probe (s->table, key->word, GAME_KEY_WORDS, found);
  s->statistics.count[COUNT_table_hits] += hit;
  if (hit)
    s->hit_work = found->work;
  return hit;
}

/** Count that the entry found last has answered a whole subtree. */
static inline void searcher_table_cut (struct searcher *s) {
  s->statistics.count[COUNT_table_cuts]++;
  if (s->table->replacement == REPLACE_BIGALL)
    s->saved_work += s->hit_work;
}

/** The work of this thread so far, in nodes; table entries store differences of it (`work`). Under bigall it
 * includes the work saved by table entries that gave the answer. */
static inline uint64_t searcher_work (const struct searcher *s) {
  return s->statistics.count[COUNT_nodes] + s->saved_work;
}

/** The other hosts that are told of a result or a search of this number of nodes. */
static inline enum audience searcher_audience (const struct searcher *s, uint64_t nodes) {
  return nodes < s->replicated ? AUDIENCE_NONE : nodes < s->for_all ? AUDIENCE_GROUP : AUDIENCE_ALL;
}

/** Tell other hosts that this thread has been searching a position for a while, or has stopped searching
 * it. */
static inline void searcher_replicate_mark (struct searcher *s, enum record_kind kind, uint64_t mark,
                                            enum audience audience) {
  const uint64_t words[GAME_KEY_WORDS] = { mark };
  replication_put (s->search->replication, s->mailbox, record_of_mark (kind, audience), words,
                   GAME_KEY_WORDS);
}

/** Store an entry in the table, which must exist, and send it to other hosts if it is worth a message. */
static inline void searcher_store (struct searcher *s, const struct key *key,
                                   const struct record_entry *entry, enum record_kind kind) {
  if (entry->work >= s->replicated)
    replication_put (s->search->replication, s->mailbox, table_encode (entry, kind), key->word,
                     GAME_KEY_WORDS);
  s->statistics.count[COUNT_table_stores]++;
  if (table_store_counted (s->table, key->word, GAME_KEY_WORDS, entry, &s->arrivals))
    s->statistics.count[COUNT_table_overwrites]++;
}

/** The value of a finished position for its side to move, in the scale of the query. */
static inline int searcher_final (const struct searcher *s, const struct position *position,
                                  enum outcome outcome) {
  assert (outcome != GOING_ON && outcome == game_outcome (s->board, position));
  return s->exact_score ? game_score (s->board, position, outcome, 0) : (int) outcome;
}

static inline void searcher_lock (struct search *search) {
  while (atomic_flag_test_and_set_explicit (&search->result_lock, memory_order_acquire))
    ;
}

static inline void searcher_unlock (struct search *search) {
  atomic_flag_clear_explicit (&search->result_lock, memory_order_release);
}

/** The bounds proven for the root so far. */
static inline struct bounds searcher_root_bounds (struct searcher *s) {
  searcher_lock (s->search);
  struct bounds bounds = s->search->result.bounds;
  s->round = atomic_load_explicit (&s->search->round, memory_order_relaxed);
  searcher_unlock (s->search);
  assert (bounds.lower <= bounds.upper);
  return bounds;
}

/** After a search that was stopped: was the only reason that another thread published newer bounds? Then read
 * these bounds, and the caller goes on. */
static inline bool searcher_resume (struct searcher *s) {
  struct search *search = s->search;
  const bool outdated = atomic_load_explicit (&search->round, memory_order_relaxed) != s->round;
  if (!outdated || atomic_load (&search->stop) || atomic_load (&search->decided))
    return false;
  s->stopped = s->gave_up = false;
  s->unwind = INT_MAX;
  searcher_root_bounds (s);
  return true;
}

/** Do these bounds make a search with this window superfluous? */
static inline bool bounds_answer (struct bounds bounds, int alpha, int beta) {
  return bounds.lower >= bounds.upper || bounds.lower >= beta || bounds.upper <= alpha;
}

/** Do these bounds answer the query? */
static inline bool searcher_settled (const struct query *query, struct bounds bounds) {
  assert (query->window.lower <= query->window.upper);
  return bounds_answer (bounds, query->window.lower, query->window.upper);
}

/** The number of moves of a position. For assertions. */
static inline int game_moves_count (const struct board *board, const struct position *position) {
  struct move list[GAME_MOVES_MAX];
  return game_moves (board, position, list);
}

/** Publish bounds of the root that this thread has proven. `best` is the index in game_moves() of a move that
 * reaches `proven.lower`, or -1. Other threads leave their searches and read the new bounds. */
static inline void searcher_prove (struct searcher *s, struct bounds proven, int best, const char *argument) {
  assert (bounds_are_right (proven, s->exact_score));
  assert (best >= -1 && best < game_moves_count (s->board, s->search->position));
  struct search *search = s->search;
  searcher_lock (search);
  struct result *result = &search->result;
  const struct bounds old = result->bounds;
  if (proven.lower > old.lower) {
    result->bounds.lower = proven.lower;
    result->move = best;
    snprintf (result->argument, sizeof result->argument, "%s", argument == NULL ? "" : argument);
  } else if (result->move < 0 && proven.lower == old.lower)
    result->move = best;
  if (proven.upper < old.upper)
    result->bounds.upper = proven.upper;
  if (result->bounds.lower > old.lower || result->bounds.upper < old.upper)
    atomic_fetch_add_explicit (&search->round, 1, memory_order_relaxed);
  assert (result->bounds.lower <= result->bounds.upper); /* proofs do not contradict each other */
  assert (result->bounds.lower >= old.lower && result->bounds.upper <= old.upper);
  if (searcher_settled (&search->query, result->bounds)) {
    result->solved = true;
    atomic_store_explicit (&search->decided, true, memory_order_relaxed);
  }
  searcher_unlock (search);
}

#endif
