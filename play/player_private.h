/* The content of struct player, for the files that open a player and that think for it. */
#ifndef ZERMELO_ANALYSIS_PLAY_PLAYER_PRIVATE_H
#define ZERMELO_ANALYSIS_PLAY_PLAYER_PRIVATE_H

#include "search/asker.h"
#include "play/player.h"

struct endgames;
struct outsider;

struct player {
  const struct player_kind *kind;
  const struct game *game;
  struct play_resources resources;
  char *text;
  double seconds;            /* a move; 0: no limit */
  bool has_time;             /* the user said so */
  uint64_t nodes;            /* a move; 0: no limit */
  uint64_t nodes_now;        /* those that the current part of a move may reach; 0: no limit */
  int depth;                 /* 0: no limit */
  bool fixed;                /* it searches to that depth only, not deeper and deeper */
  int evaluation;            /* of the game's */
  int capture_bonus, random; /* query.h: what is added to it */
  uint64_t seed, chance;     /* as it was asked for; of the moves to come */
  struct shelf own;
  struct opening_books named;  /* by the user */
  bool bookless;               /* the user wants none */
  struct opening_books *books; /* those that it looks into, or NULL */
  struct endgames *endgames;   /* or NULL */
  struct outsider *outsider;   /* or NULL */
  struct asker asker;
  double deadline; /* clock_seconds() of the current move; 0: none */
};

/** Ask the engine about a position, until `deadline` (0: that of the move). The result is the player's until
 *  the next question; its cost is added to the thought. */
const struct result *player_ask (struct player *, const struct position *, const struct query *,
                                 double deadline, struct thought *);

/** Choose by deepening with the player's method and evaluation, or another method. */
void think_by_depth (struct player *, const struct position *, enum method, struct thought *);

/** Choose a move that wins at once, or by an argument that needs no search. The latter need not win soonest:
 *  it is not for players who look for that. False: none is known. */
bool think_without_search (struct player *, const struct position *, struct thought *);

/** Prove the value, up to the deadline (0: none), and choose a move that keeps it, if it can be proven. */
void think_by_proof (struct player *, const struct position *, double deadline, struct thought *);

/** The move with that index, in the list of successors. */
void choose_move (const struct player *, const struct position *, int move, struct thought *);

#endif
