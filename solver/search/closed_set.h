/* Values of games that can cycle, without a depth limit: closed sets, which a defender never has to leave.
 *
 * A side does not lose if there is a set of positions that contains the root, in which no position is lost
 * for this side, every move of the opponent stays in the set, and the side itself always has a move that
 * stays: then it can play on for ever. A local fixed-point computation (Liu and Smolka, "Simple linear-time
 * algorithms for minimal fixed points", 1998) decides whether such a set exists. The set grows from the root
 * with one move for the defender. If a position turns out lost, the loss propagates back along the links and
 * the defender tries its next move. In the end either the root is lost, by induction from finished games, or
 * the remaining set is closed. No value relies on repetition or depth. Takes about 100 bytes of memory a
 * position; if memory runs out, nothing is concluded. One thread. */
#ifndef ZERMELO_SEARCH_CLOSED_SET_H
#define ZERMELO_SEARCH_CLOSED_SET_H

#include "base/hash_index.h"
#include "game_defaults.h"
#include "search/abdada.h"
#include "search/tablebase_probe.h"

#include <assert.h>

struct closed_node {
  struct position position;
  struct key key;
  int next_choice; /* defender to move: the index of its first move that has not been tried */
  int chosen;      /* defender to move: the node after the move that it relies on, or -1 */
  int first_link;  /* the first parent that relies on this node, or -1 */
  bool defending;  /* the defender is to move */
  bool lost;       /* for the defender */
};

struct closed_link {
  int parent, next;
};

struct closed_set {
  struct searcher *s;
  struct closed_node *node;
  struct closed_link *link;
  struct hash_index index; /* finds nodes by key and by whether the defender is to move */
  int *open, *fresh;       /* stacks: nodes to expand, and lost nodes whose parents do not know yet */
  int nodes, links, opens, freshes;
  int node_capacity, link_capacity;
  uint64_t memory; /* the largest number of bytes to use */
  uint64_t budget; /* the largest number of nodes to expand */
  bool full;
};

static inline uint64_t closed_set_hash (const struct key *key, bool defending) {
  const uint64_t hash = abdada_mark (key) + (defending ? UINT64_C (0x5851f42d4c957f2d) : 0);
  return hash ^ hash >> 29;
}

/** The node that a look-up in the index is for. */
struct closed_wanted {
  const struct key *key;
  bool defending;
};

static inline bool closed_set_equal (const void *nodes, size_t i, const void *wanted) {
  const struct closed_node *const n = (const struct closed_node *) nodes + i;
  const struct closed_wanted *const w = wanted;
  return n->defending == w->defending && memcmp (&n->key, w->key, sizeof n->key) == 0;
}

/** The node of a position, or -1. */
static inline int closed_set_find (const struct closed_set *set, const struct key *key, bool defending) {
  const struct closed_wanted wanted = { key, defending };
  const uint64_t hash = closed_set_hash (key, defending);
  return (int) *hash_index_slot (&set->index, hash, closed_set_equal, set->node, &wanted) - 1;
}

static inline uint64_t closed_set_bytes (int nodes, int links) {
  return (uint64_t) nodes * (sizeof (struct closed_node) + 4 * sizeof (int))
         + (uint64_t) links * sizeof (struct closed_link);
}

/** Double the room for nodes, if memory allows. */
static bool closed_set_grow_nodes (struct closed_set *set) {
  const int capacity = set->node_capacity == 0 ? 1024 : 2 * set->node_capacity;
  if (capacity > INT_MAX / 4 || closed_set_bytes (capacity, set->link_capacity) > set->memory)
    return false;
  set->node = reallocate (set->node, (size_t) capacity, sizeof *set->node);
  set->open = reallocate (set->open, (size_t) capacity, sizeof *set->open);
  set->fresh = reallocate (set->fresh, (size_t) capacity, sizeof *set->fresh);
  set->node_capacity = capacity;
  hash_index_resize (&set->index, (size_t) capacity);
  for (int n = 0; n < set->nodes; n++)
    hash_index_add (&set->index, closed_set_hash (&set->node[n].key, set->node[n].defending), (size_t) n);
  return true;
}

/** The node of an unfinished position, created if need be; -1 if memory runs out. */
static int closed_set_node (struct closed_set *set, const struct position *position, bool defending) {
  assert (game_outcome (set->s->board, position) == GOING_ON);
  struct key key;
  game_key (set->s->board, position, &key);
  const int found = closed_set_find (set, &key, defending);
  if (found >= 0)
    return found;
  if (set->nodes == set->node_capacity && !closed_set_grow_nodes (set)) {
    set->full = true;
    return -1;
  }
  assert (set->nodes < set->node_capacity && set->opens <= set->nodes);
  const int n = set->nodes++;
  set->node[n] = (struct closed_node){ *position, key, 0, -1, -1, defending, false };
  hash_index_add (&set->index, closed_set_hash (&key, defending), (size_t) n);
  set->open[set->opens++] = n;
  return n;
}

static void closed_set_link (struct closed_set *set, int parent, int child) {
  assert (parent >= 0 && parent < set->nodes && child >= 0 && child < set->nodes);
  assert (set->node[parent].defending != set->node[child].defending); /* a pass is a move, too */
  if (set->links == set->link_capacity) {
    const int capacity = set->links == 0 ? 4096 : 2 * set->links;
    if (capacity > INT_MAX / 4 || closed_set_bytes (set->node_capacity, capacity) > set->memory) {
      set->full = true;
      return;
    }
    set->link = reallocate (set->link, (size_t) capacity, sizeof *set->link);
    set->link_capacity = capacity;
  }
  set->link[set->links] = (struct closed_link){ parent, set->node[child].first_link };
  set->node[child].first_link = set->links++;
}

static void closed_set_lose (struct closed_set *set, int n) {
  assert (set->freshes < set->node_capacity); /* each node is lost at most once */
  if (!set->node[n].lost) {
    set->node[n].lost = true;
    set->fresh[set->freshes++] = n;
  }
}

/** Is a finished position lost for the defender? */
static inline bool closed_set_final_lost (enum outcome outcome, bool defending) {
  return outcome == (defending ? LOST : WON);
}

/** Defender to move: rely on the next move that is not known to lose. If there is none, the node is lost. */
static void closed_set_defend (struct closed_set *set, int n) {
  assert (set->node[n].defending && !set->node[n].lost);
  const struct board *board = set->s->board;
  const struct position position = set->node[n].position;
  struct move moves[GAME_MOVES_MAX];
  const int count = game_moves (board, &position, moves);
  while (set->node[n].next_choice < count && !set->full) {
    const struct position child = game_play (board, &position, moves[set->node[n].next_choice++]);
    int distance;
    const enum outcome outcome = endgame_known (set->s, &child, &distance);
    if (outcome != GOING_ON) {
      if (closed_set_final_lost (outcome, false))
        continue;
      set->node[n].chosen = -1;
      return;
    }
    const int c = closed_set_node (set, &child, false);
    if (c < 0 || set->node[c].lost)
      continue;
    set->node[n].chosen = c;
    closed_set_link (set, n, c);
    return;
  }
  if (!set->full)
    closed_set_lose (set, n);
}

/** Attacker to move: all moves must stay in the set. */
static void closed_set_attack (struct closed_set *set, int n) {
  assert (!set->node[n].defending && !set->node[n].lost);
  const struct board *board = set->s->board;
  const struct position position = set->node[n].position;
  struct move moves[GAME_MOVES_MAX];
  const int count = game_moves (board, &position, moves);
  for (int i = 0; i < count && !set->full; i++) {
    const struct position child = game_play (board, &position, moves[i]);
    int distance;
    const enum outcome outcome = endgame_known (set->s, &child, &distance);
    if (outcome != GOING_ON) {
      if (closed_set_final_lost (outcome, true)) {
        closed_set_lose (set, n);
        return;
      }
      continue;
    }
    const int c = closed_set_node (set, &child, true);
    if (c < 0)
      return;
    if (set->node[c].lost) {
      closed_set_lose (set, n);
      return;
    }
    closed_set_link (set, n, c);
  }
}

/** Propagate losses to the parents that rely on them. */
static void closed_set_spread (struct closed_set *set) {
  while (set->freshes > 0 && !set->full) {
    const int n = set->fresh[--set->freshes];
    for (int l = set->node[n].first_link; l >= 0; l = set->link[l].next) {
      const int parent = set->link[l].parent;
      if (set->node[parent].lost)
        continue;
      if (!set->node[parent].defending)
        closed_set_lose (set, parent);
      else if (set->node[parent].chosen == n)
        closed_set_defend (set, parent);
    }
  }
}

/** Has every loss reached the parents that rely on the lost node? */
static inline bool closed_set_is_settled (const struct closed_set *set) {
  for (int n = 0; n < set->nodes; n++)
    for (int l = set->node[n].lost ? set->node[n].first_link : -1; l >= 0; l = set->link[l].next) {
      const struct closed_node *const parent = &set->node[set->link[l].parent];
      if (!parent->lost && (!parent->defending || parent->chosen == n))
        return false;
    }
  return true;
}

/** Does the defender lose the root? 1: yes; 0: no, a closed set was found; -1: undecided. */
static int closed_set_decide (struct closed_set *set, const struct position *root, bool defending) {
  struct searcher *s = set->s;
  set->nodes = set->links = set->opens = set->freshes = 0;
  set->full = false;
  hash_index_clear (&set->index);
  const uint64_t start = s->statistics.count[COUNT_nodes];
  const int r = closed_set_node (set, root, defending);
  while (set->opens > 0 && !set->node[r].lost) {
    if (s->statistics.count[COUNT_nodes] - start >= set->budget || !searcher_enter (s, 0))
      return -1;
    const int n = set->open[--set->opens];
    if (set->node[n].lost)
      continue;
    if (set->node[n].defending)
      closed_set_defend (set, n);
    else
      closed_set_attack (set, n);
    closed_set_spread (set);
    if (set->full)
      return -1;
  }
  assert (set->opens == 0 || set->node[r].lost);
  assert (closed_set_is_settled (set));
  return set->node[r].lost;
}

/** After the other side was shown to lose: the index of a move from the root to a position lost for that
 * side. */
static int closed_set_winning_move (const struct closed_set *set, const struct position *root) {
  const struct board *board = set->s->board;
  struct move moves[GAME_MOVES_MAX];
  const int count = game_moves (board, root, moves);
  for (int i = 0; i < count; i++) {
    const struct position child = game_play (board, root, moves[i]);
    struct key key;
    int distance;
    const enum outcome outcome = endgame_known (set->s, &child, &distance);
    if (closed_set_final_lost (outcome, true))
      return i;
    game_key (board, &child, &key);
    const int found = closed_set_find (set, &key, true);
    if (outcome == GOING_ON && found >= 0 && set->node[found].lost)
      return i;
  }
  return -1;
}

static void closed_set_free (struct closed_set *set) {
  free (set->node);
  free (set->link);
  hash_index_free (&set->index);
  free (set->open);
  free (set->fresh);
}

/** Decide for an unfinished root whether its side to move loses, and whether the other side does, with at
 * most `budget` nodes for each question. A win proven by a closed set has no distance, so with scores only a
 * draw is published. */
static void closed_set_root (struct searcher *s, const struct position *root, uint64_t budget) {
  struct closed_set set = { .s = s, .budget = budget };
  set.memory = s->search->memory != 0 ? s->search->memory : UINT64_C (1) << 30;
  if (!closed_set_grow_nodes (&set))
    return;

  const int mover_loses = closed_set_decide (&set, root, true);
  const int root_choice = set.node[0].next_choice - 1; /* the move that the closed set relies on */
  const int other_loses = mover_loses == 1 ? 0 : closed_set_decide (&set, root, false);

  assert (mover_loses != 1 || other_loses != 1);
  struct bounds proven = { -1, 1 };
  if (mover_loses == 1)
    proven.upper = -1;
  if (mover_loses == 0)
    proven.lower = 0;
  if (other_loses == 1)
    proven.lower = 1;
  if (other_loses == 0 && proven.upper > 0)
    proven.upper = 0;
  if (!s->stopped && s->exact_score) {
    if (proven.lower == 0 && proven.upper == 0)
      searcher_prove (s, proven, root_choice, NULL);
  } else if (!s->stopped) {
    const int best = proven.lower == 1 ? closed_set_winning_move (&set, root) : root_choice;
    searcher_prove (s, proven, proven.lower >= 0 ? best : -1, NULL);
  }

  closed_set_free (&set);
}

#endif
