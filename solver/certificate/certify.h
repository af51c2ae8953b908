/* Finds a certificate (certificate.h) of a known value. Compiled with each game whose play can cycle.
 *
 * Outside endgame tables the searches find the moves: a side that holds or wins within d plies
 * (search/defence.h, search/forced_win.h) has a move after which, whatever the reply, it does so within d -
 * 2. The searches have kept their table of positions, so finding the moves again costs little. If no side
 * holds in this way, moves come from a closed set (search/closed_set.h). In tables every move that keeps the
 * value will do (for a win, every move that brings the end nearer); the move whose replies lead to the fewest
 * new positions is taken. Only one thread works, so every run finds an identical certificate. */
#ifndef ZERMELO_CERTIFICATE_CERTIFY_H
#define ZERMELO_CERTIFICATE_CERTIFY_H

#include "search/closed_set.h"
#include "search/defence.h"
#include "search/forced_win.h"
#include "certificate/certificate.h"

#include <assert.h>

/* Ranks of positions outside tables begin here; in tables they are plies to the end. */
enum { CERTIFY_OUTSIDE = ENDGAME_DISTANCE_MAX + 2 };

struct certifier {
  struct searcher *s;
  struct certificate *certificate;
  enum strategy_kind kind;  /* the set that is being extended */
  struct closed_set closed; /* if it has nodes, moves outside tables come from this set */
  size_t *open;             /* numbers of positions whose move is to be chosen */
  size_t opens, capacity;
  bool full; /* memory has run out */
};

static inline void certify_key (const struct board *board, const struct position *position,
                                uint8_t key[PACKED_MAX]) {
  assert (game_packed_bytes (board) > 0);
  const struct position canonical = game_canonical (board, position);
  game_pack (board, &canonical, key);
}

/** Has the game ended well for the side to move? */
static inline bool certify_good (enum strategy_kind kind, enum outcome outcome) {
  return outcome == WON || (kind == STRATEGY_HELD && outcome == DRAWN);
}

/** Add an unfinished position to the set. If no table contains it, its side to move holds or wins within
 * `plies` plies. */
static void certify_need (struct certifier *c, const struct position *position, int plies) {
  assert (game_outcome (c->s->board, position) == GOING_ON);
  uint8_t key[PACKED_MAX];
  int distance;
  const bool known = endgame_known (c->s, position, &distance) != GOING_ON;
  assert (known || c->kind == STRATEGY_HELD || plies > 0); /* a win takes a move */
  assert (!known || (distance >= 0 && distance < CERTIFY_OUTSIDE));
  certify_key (c->s->board, position, key);
  const size_t number = certificate_add (c->certificate, c->kind, key,
                                         (uint16_t) (known ? distance : CERTIFY_OUTSIDE + plies));
  if (number == SIZE_MAX)
    return;
  if (c->opens == c->capacity) {
    c->capacity = 2 * c->capacity + 1024;
    c->open = reallocate (c->open, c->capacity, sizeof *c->open);
  }
  c->open[c->opens++] = number;
  c->full
      = c->full || certificate_bytes (c->certificate) + c->capacity * sizeof *c->open > c->s->search->memory;
}

/** By how many positions the set would grow if the positions after all replies to this one, in which the
 * opponent is to move, were added; at most `most`. -1: a reply leads to an unknown position. */
static int certify_growth (struct certifier *c, const struct position *child, int rank, int most) {
  struct move replies[GAME_MOVES_MAX];
  const struct strategy *strategy = &c->certificate->strategy[c->kind];
  const int count = game_moves (c->s->board, child, replies);
  int growth = 0;
  for (int i = 0; i < count && growth < most; i++) {
    const struct position after = game_play (c->s->board, child, replies[i]);
    uint8_t key[PACKED_MAX];
    certify_key (c->s->board, &after, key);
    const size_t number = key_set_find (&strategy->positions, key);
    if (number != SIZE_MAX && (c->kind == STRATEGY_HELD || strategy->rank[number] < rank))
      continue;
    int distance;
    const enum outcome outcome = endgame_known (c->s, &after, &distance);
    if (outcome == GOING_ON || !certify_good (c->kind, outcome)
        || (c->kind == STRATEGY_WON && distance >= rank))
      return -1;
    growth += game_outcome (c->s->board, &after) == GOING_ON;
  }
  return growth;
}

/** Find, without a search, the move after which the set grows least; false: there is none. */
static bool certify_choose_known (struct certifier *c, const struct position *position, int rank,
                                  struct position *child) {
  struct move moves[GAME_MOVES_MAX];
  const int count = game_moves (c->s->board, position, moves);
  int least = INT_MAX;
  for (int i = 0; i < count && least > 0; i++) {
    const struct position next = game_play (c->s->board, position, moves[i]);
    int distance;
    const enum outcome outcome = endgame_known (c->s, &next, &distance);
    if (outcome != GOING_ON && !certify_good (c->kind, (enum outcome) - (int) outcome))
      continue;
    const bool over = game_outcome (c->s->board, &next) != GOING_ON;
    const int growth = over ? 0 : certify_growth (c, &next, rank, least);
    if (growth >= 0 && growth < least) {
      least = growth;
      *child = next;
    }
  }
  return least < INT_MAX;
}

/** The position after the move that a search or the closed set relies on. */
static bool certify_choose (struct certifier *c, const struct position *position, int plies,
                            struct position *child) {
  struct searcher *s = c->s;
  struct move moves[GAME_MOVES_MAX];
  struct position from = *position;
  int best = -1;
  if (c->closed.nodes > 0) {
    struct key key;
    game_key (s->board, position, &key);
    const int found = closed_set_find (&c->closed, &key, true);
    if (found < 0)
      return false;
    from = c->closed.node[found].position;
    best = c->closed.node[found].next_choice - 1;
  } else if (c->kind == STRATEGY_WON)
    forced_win_search (s, position, (struct bounds){ 0, 1 }, plies, 0, &best);
  else
    defence_search (s, position, true, plies, 0, &best);
  const int count = game_moves (s->board, &from, moves);
  if (s->stopped || best < 0 || best >= count)
    return false;
  *child = game_play (s->board, &from, moves[best]);
  return true;
}

/** The number of a move (certificate.h). */
static uint8_t certify_number (const struct board *board, const struct position *position,
                               const struct position *child) {
  struct move moves[GAME_MOVES_MAX];
  uint8_t keys[GAME_MOVES_MAX][PACKED_MAX], chosen[PACKED_MAX];
  const size_t bytes = (size_t) game_packed_bytes (board);
  const int count = game_moves (board, position, moves);
  int number = 0;
  certify_key (board, child, chosen);
  for (int i = 0; i < count; i++) {
    const struct position other = game_play (board, position, moves[i]);
    certify_key (board, &other, keys[i]);
    bool first = memcmp (keys[i], chosen, bytes) < 0;
    for (int j = 0; j < i && first; j++)
      first = memcmp (keys[i], keys[j], bytes) != 0;
    number += first;
  }
  assert (number < count && number <= UINT8_MAX);
  return (uint8_t) number;
}

/** Choose the move of a position of the set, and add the positions that the replies to it lead to. */
static bool certify_expand (struct certifier *c, size_t number) {
  const struct board *board = c->s->board;
  struct strategy *strategy = &c->certificate->strategy[c->kind];
  struct position position, child;
  struct move replies[GAME_MOVES_MAX];
  assert (number < strategy->positions.count);
  const int rank = strategy->rank[number], plies = rank - CERTIFY_OUTSIDE;
  if (!game_unpack (board, key_set_key (&strategy->positions, number), &position)
      || (!certify_choose_known (c, &position, rank, &child)
          && !certify_choose (c, &position, plies, &child)))
    return false;
  strategy->move[number] = certify_number (board, &position, &child);
  const int count = game_outcome (board, &child) == GOING_ON ? game_moves (board, &child, replies) : 0;
  for (int i = 0; i < count; i++) {
    const struct position after = game_play (board, &child, replies[i]);
    if (game_outcome (board, &after) == GOING_ON)
      certify_need (c, &after, plies - 2);
  }
  return true;
}

/** Find the closed set that the side to move need not leave, with at most `budget` nodes. */
static bool certify_close (struct certifier *c, const struct position *position, uint64_t budget) {
  c->closed.s = c->s;
  c->closed.budget = budget;
  c->closed.memory = c->s->search->memory;
  if (c->closed.node == NULL && !closed_set_grow_nodes (&c->closed))
    return false;
  if (closed_set_decide (&c->closed, position, true) == 0)
    return true;
  c->closed.nodes = 0;
  return false;
}

/** The number of plies within which the side to move provably holds, or wins. 0: a closed set proves it; -1:
 * nothing is proven. */
static int certify_plies (struct certifier *c, const struct position *position) {
  struct searcher *s = c->s;
  uint64_t tried_at = s->statistics.count[COUNT_nodes] + 1000;
  const bool held = c->kind == STRATEGY_HELD;
  for (int d = 1; d <= WITHIN_DEPTH_MAX; d++) {
    const uint64_t before = s->statistics.count[COUNT_nodes];
    if (held ? defence_search (s, position, true, d, 0, NULL)
             : forced_win_search (s, position, (struct bounds){ 0, 1 }, d, 0, NULL) == 1)
      return d;
    if (s->stopped)
      return -1;
    if (held && s->statistics.count[COUNT_nodes] >= tried_at) {
      if (certify_close (c, position, s->statistics.count[COUNT_nodes] - before + 1000))
        return 0;
      tried_at = 2 * s->statistics.count[COUNT_nodes];
    }
  }
  return held && certify_close (c, position, UINT64_MAX) ? 0 : -1;
}

/** Add everything that shows that the side to move holds, or wins. */
static bool certify_side (struct certifier *c, enum strategy_kind kind, const struct position *position) {
  uint8_t key[PACKED_MAX];
  int distance, plies = 0;
  assert (c->opens == 0); /* everything that the previous side needed has been added */
  c->kind = kind;
  c->closed.nodes = 0;
  certify_key (c->s->board, position, key);
  if (game_outcome (c->s->board, position) != GOING_ON
      || key_set_find (&c->certificate->strategy[kind].positions, key) != SIZE_MAX)
    return true;
  if (endgame_known (c->s, position, &distance) == GOING_ON)
    plies = certify_plies (c, position);
  if (plies < 0)
    return false;
  certify_need (c, position, plies);
  while (c->opens > 0 && !c->full && !c->s->stopped) {
    if (!searcher_enter (c->s, 0) || !certify_expand (c, c->open[--c->opens]))
      return false;
  }
  return c->opens == 0;
}

/** As certify_side(), for each position after a move, in which the other side is to move. */
static bool certify_replies (struct certifier *c, enum strategy_kind kind, const struct position *position) {
  struct move moves[GAME_MOVES_MAX];
  const int count = game_moves (c->s->board, position, moves);
  for (int i = 0; i < count; i++) {
    const struct position child = game_play (c->s->board, position, moves[i]);
    if (!certify_side (c, kind, &child))
      return false;
  }
  return true;
}

/** engine->certify */
static bool certify_claim (struct searcher *s, struct certificate *certificate,
                           const struct position *position, enum outcome value) {
  assert (value >= LOST && value <= WON);
  assert (certificate->strategy[0].positions.key_bytes == game_packed_bytes (s->board));
  struct certifier c = { .s = s, .certificate = certificate };
  uint8_t key[PACKED_MAX];
  bool done = true;
  certify_key (s->board, position, key);
  certificate_claim (certificate, key, value);
  if (game_outcome (s->board, position) == GOING_ON) {
    if (value != LOST)
      done = certify_side (&c, value == WON ? STRATEGY_WON : STRATEGY_HELD, position);
    if (value != WON)
      done = done && certify_replies (&c, value == LOST ? STRATEGY_WON : STRATEGY_HELD, position);
  }
  free (c.open);
  closed_set_free (&c.closed);
  return done;
}

#endif
