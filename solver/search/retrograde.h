/* Retrograde analysis in its simplest form: enumerate all positions reachable from a root, then make passes
 * over them until no value changes.
 *
 * Pass p decides the positions that are p plies before the end, only from the values of earlier passes, so
 * the number of the pass is the distance. A position that never becomes a win or a loss is a draw: neither
 * side can force more. This needs no depth limit and hardly any theory, so the other methods are compared
 * with it on small state spaces, with cycles or without. It stores each position and its list of children; if
 * that takes more memory than the search may use, no value is proven. One thread. Written against game.h:
 * include it after the rules. */
#ifndef ZERMELO_SEARCH_RETROGRADE_H
#define ZERMELO_SEARCH_RETROGRADE_H

#include "base/hash_index.h"
#include "search/abdada.h"

#include <assert.h>

struct retrograde {
  struct position *position; /* canonical or not, as first reached: positions with equal keys have equal
                                values */
  struct key *key;
  int *first_child; /* children of i: child[first_child[i] .. first_child[i + 1] - 1] */
  int *child;
  signed char *value; /* enum outcome; GOING_ON: undecided */
  int *distance;
  struct hash_index index; /* finds positions by key */
  size_t count, capacity, children, child_capacity;
  uint64_t memory;
};

static inline uint64_t retrograde_hash (const struct key *key) {
  const uint64_t mark = abdada_mark (key);
  return mark ^ mark >> 29;
}

static inline bool retrograde_has_key (const void *keys, size_t i, const void *key) {
  return memcmp ((const struct key *) keys + i, key, sizeof (struct key)) == 0;
}

static bool retrograde_grow (struct retrograde *f) {
  const size_t capacity = f->capacity == 0 ? 1024 : 2 * f->capacity;
  const size_t each = sizeof *f->position + sizeof *f->key + 5 * sizeof (int) + 1;
  if (capacity > INT_MAX / 2 || capacity * each + f->child_capacity * sizeof (int) > f->memory)
    return false;
  f->position = reallocate (f->position, capacity, sizeof *f->position);
  f->key = reallocate (f->key, capacity, sizeof *f->key);
  f->first_child = reallocate (f->first_child, capacity + 1, sizeof *f->first_child);
  f->value = reallocate (f->value, capacity, sizeof *f->value);
  f->distance = reallocate (f->distance, capacity, sizeof *f->distance);
  f->capacity = capacity;
  hash_index_resize (&f->index, capacity);
  for (size_t i = 0; i < f->count; i++)
    hash_index_add (&f->index, retrograde_hash (&f->key[i]), i);
  return true;
}

/** The number of a position, added to the list if need be; -1 if memory runs out. */
static int retrograde_number (struct retrograde *f, const struct board *board,
                              const struct position *position) {
  struct key key;
  game_key (board, position, &key);
  const uint64_t hash = retrograde_hash (&key);
  const uint32_t found = *hash_index_slot (&f->index, hash, retrograde_has_key, f->key, &key);
  if (found != 0)
    return (int) found - 1;
  if (f->count == f->capacity && !retrograde_grow (f))
    return -1;
  assert (f->count < f->capacity);
  hash_index_add (&f->index, hash, f->count);
  f->position[f->count] = *position;
  f->key[f->count] = key;
  f->value[f->count] = (signed char) game_outcome (board, position);
  f->distance[f->count] = 0;
  return (int) f->count++;
}

/** Prefetch the data needed to number the children of a position, since a long list fits into no cache. */
static void retrograde_prefetch (const struct retrograde *f, const struct board *board,
                                 const struct position *position, const struct move *moves, int count) {
  enum { LONG_LIST = 1 << 15 };
  uint64_t hash[GAME_MOVES_MAX];
  if (f->count < LONG_LIST)
    return;
  for (int m = 0; m < count; m++) {
    const struct position child = game_play (board, position, moves[m]);
    struct key key;
    game_key (board, &child, &key);
    hash[m] = retrograde_hash (&key);
    __builtin_prefetch (hash_index_first (&f->index, hash[m]));
  }
  for (int m = 0; m < count; m++) {
    const uint32_t found = *hash_index_first (&f->index, hash[m]);
    if (found != 0)
      __builtin_prefetch (&f->key[found - 1]);
  }
}

/** Enumerate all positions reachable from position 0. */
static bool retrograde_reach (struct retrograde *f, struct searcher *s) {
  for (size_t i = 0; i < f->count; i++) {
    f->first_child[i] = (int) f->children;
    if (!searcher_enter (s, 0))
      return false;
    if (f->value[i] == GOING_ON) {
      const struct position position = f->position[i];
      struct move moves[GAME_MOVES_MAX];
      const int count = game_moves (s->board, &position, moves);
      if (f->children + (size_t) count > f->child_capacity) {
        f->child_capacity = 2 * f->child_capacity + (size_t) count + 4096;
        if (f->child_capacity > INT_MAX / 2 || f->child_capacity * sizeof (int) > f->memory)
          return false;
        f->child = reallocate (f->child, f->child_capacity, sizeof *f->child);
      }
      assert (count > 0 && f->children + (size_t) count <= f->child_capacity);
      retrograde_prefetch (f, s->board, &position, moves, count);
      for (int m = 0; m < count; m++) {
        const struct position child = game_play (s->board, &position, moves[m]);
        const int number = retrograde_number (f, s->board, &child);
        if (number < 0)
          return false;
        f->child[f->children++] = number;
      }
    }
    f->first_child[i + 1] = (int) f->children;
  }
  return true;
}

/** Decide position i from the values of earlier passes. Returns whether it has been decided. */
static inline bool retrograde_decide (struct retrograde *f, size_t i, int pass) {
  assert (pass > 0 && f->value[i] == GOING_ON && f->first_child[i] < f->first_child[i + 1]);
  bool all_won = true, lost_child = false;
  for (int c = f->first_child[i]; c < f->first_child[i + 1] && !lost_child; c++) {
    const int child = f->child[c];
    const bool known = f->value[child] != GOING_ON && f->distance[child] < pass;
    lost_child = known && f->value[child] == LOST;
    all_won = all_won && known && f->value[child] == WON;
  }
  if (!lost_child && !all_won)
    return false;
  f->value[i] = lost_child ? WON : LOST;
  f->distance[i] = pass;
  return true;
}

/** The index in game_moves() of a move of position 0 that keeps its value; for a win, of the quickest one. */
static int retrograde_best (const struct retrograde *f) {
  int best = -1;
  for (int c = f->first_child[0]; c < f->first_child[1]; c++) {
    const int child = f->child[c];
    const bool undecided = f->value[child] == GOING_ON || f->value[child] == DRAWN;
    if (f->value[0] == DRAWN ? undecided
                             : f->value[child] == -f->value[0] && f->distance[child] == f->distance[0] - 1)
      best = c - f->first_child[0];
  }
  assert (best >= 0); /* since some move keeps the value */
  return best;
}

/** The score of position 0 for games in which it does not follow from the distance. The score of a position
 * is known as soon as the scores of all its children are. `best` gets the index of a move that reaches it. */
static int retrograde_score (const struct retrograde *f, const struct board *board, int *best) {
  enum { UNKNOWN = SCORE_MAX + 1 };
  int *score = allocate (f->count, sizeof *score);
  for (size_t i = 0; i < f->count; i++)
    score[i] = f->first_child[i] < f->first_child[i + 1]
                   ? UNKNOWN
                   : game_score (board, &f->position[i], (enum outcome) f->value[i], 0);
  while (score[0] == UNKNOWN)
    for (size_t i = f->count; i-- > 0;) { /* children mostly come later in the list */
      int highest = -SCORE_MAX - 1;
      for (int c = f->first_child[i]; c < f->first_child[i + 1] && highest != UNKNOWN; c++) {
        const int child = score[f->child[c]];
        if (i == 0 && child != UNKNOWN && -child > highest)
          *best = c - f->first_child[0];
        highest = child == UNKNOWN ? UNKNOWN : -child > highest ? -child : highest;
      }
      if (score[i] == UNKNOWN)
        score[i] = highest;
    }
  const int found = score[0];
  assert (found >= -SCORE_MAX && found <= SCORE_MAX);
  free (score);
  return found;
}

/** Solve an unfinished root. A node is a reachable position. */
static void retrograde_root (struct searcher *s, const struct position *root) {
  struct retrograde f = { 0 };
  f.memory = s->search->memory != 0 ? s->search->memory : UINT64_C (1) << 30;
  bool complete
      = retrograde_grow (&f) && retrograde_number (&f, s->board, root) == 0 && retrograde_reach (&f, s);
  bool changed = complete;
  for (int pass = 1; changed; pass++) {
    changed = false;
    for (size_t i = 0; i < f.count; i++)
      if (f.value[i] == GOING_ON && retrograde_decide (&f, i, pass))
        changed = true;
  }
  if (complete) {
    if (f.value[0] == GOING_ON)
      f.value[0] = DRAWN;
    const enum outcome value = (enum outcome) f.value[0];
    int best = retrograde_best (&f), proven = (int) value;
    if (s->exact_score && GAME_SCORE_BY_DISTANCE)
      proven = game_score (s->board, root, value, f.distance[0]);
    else if (s->exact_score)
      proven = retrograde_score (&f, s->board, &best);
    searcher_prove (s, (struct bounds){ proven, proven }, best, NULL);
  }
  free (f.position);
  free (f.key);
  free (f.first_child);
  free (f.child);
  free (f.value);
  free (f.distance);
  hash_index_free (&f.index);
}

#endif
