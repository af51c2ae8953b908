/* The content of struct player, for the files that open a player and that choose its moves. */
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
  double seconds;            /* for a move; 0: no limit */
  bool has_time;             /* the user has set `seconds` */
  uint64_t nodes;            /* for a move; 0: no limit */
  uint64_t nodes_now;        /* limit of nodes for the current part of a move; 0: no limit */
  int depth;                 /* 0: no limit */
  bool fixed;                /* it searches only to this depth, without iterative deepening */
  int evaluation;            /* index of the evaluation */
  int capture_bonus, random; /* terms added to the evaluation (query.h) */
  uint64_t seed, chance;     /* the seed set by the user; the state of the generator for the moves to come */
  struct shelf own;
  struct opening_books named;  /* the books named by the user */
  bool bookless;               /* the user wants none */
  struct opening_books *books; /* the books that it uses, or NULL */
  struct endgames *endgames;   /* may be NULL */
  struct outsider *outsider;   /* may be NULL */
  struct asker asker;
  double deadline; /* in clock_seconds(), for the current move; 0: none */
};

/** Query the engine about a position, until `deadline` (0: that of the move). The result is valid until the
 * next query; its cost is added to the thought. */
const struct result *player_ask (struct player *, const struct position *, const struct query *,
                                 double deadline, struct thought *);

/** Choose a move that wins at once, or wins by an argument that needs no search. The latter need not win
 * soonest: it is not for players with `soon`. False: none is known. */
bool think_without_search (struct player *, const struct position *, struct thought *);

/** Prove the value, up to the deadline (0: none), and choose a move that is proven to keep it, if there is
 * one. */
void think_by_proof (struct player *, const struct position *, double deadline, struct thought *);

/** Choose the move with an index in the list of successors. */
void choose_move (const struct player *, const struct position *, int move, struct thought *);

#endif
