/* A tournament: every player against every other on every board, with equally many games as first and as
 * second player; and the standings.
 *
 * A win as second player counts 3 points, as first player 2, by a forfeit 2, a draw 1 (Clerici and Volpe,
 * MoNKey, 2021). Two consecutive games have the same opening, with the sides exchanged; all pairs get the
 * same openings. Games are numbered board by board, and within a board pair by pair.
 *
 * The players may be divided into groups: then only players of one group meet, and each group has standings
 * of its own. This allows comparing players at several depths (jobs/run/tournament_run.h). */
#ifndef ZERMELO_ANALYSIS_PLAY_TOURNAMENT_H
#define ZERMELO_ANALYSIS_PLAY_TOURNAMENT_H

#include "play/game_list.h"

#include <stddef.h>
#include <stdint.h>

/** Texts are borrowed. */
struct tournament {
  const char *const *boards; /* GAME texts */
  size_t board_count;
  const char *const *players; /* PLAYER texts */
  size_t player_count;
  size_t groups;    /* number of groups of equal size, listed one after the other; at least 1 */
  int games;        /* for each pair on each board; even */
  int moves_most;   /* after this number of moves a game is a draw; 0: no limit */
  int opening;      /* number of random moves before the players begin */
  uint64_t seed;    /* of the openings, and of the players' random choices */
  double seconds;   /* time limit of a move; a smaller limit of a player holds instead; 0: no limit */
  double tolerance; /* seconds beyond the limit after which a move is too late */
  bool forfeits;    /* a player who cannot play a board loses his games there; false: they are left out */
};

/** A game of the schedule. */
struct fixture {
  size_t board, first, second;
  uint64_t opening; /* the number of its opening on this board */
};

/** The number of games, and the game with a number. */
size_t tournament_games (const struct tournament *);
struct fixture tournament_fixture (const struct tournament *, size_t number);

/** The numbers with which files of the tournament's games must agree. */
struct game_limits tournament_limits (const struct tournament *);

/** The group of a player. */
size_t tournament_group (const struct tournament *, size_t player);

struct standing {
  size_t player, group;
  uint64_t points;
  uint64_t wins_second, wins_first, wins_forfeit, draws, losses, forfeits_lost; /* their sum is the number of
                                                                                   games */
  uint64_t games;
  double longest;    /* seconds of the longest move */
  double mean, half; /* points a game: the mean, and half the width of its 95 % confidence interval */
};

/** Has a game on this board been lost or left out since the player cannot play it? */
bool tournament_cannot_play (const struct game_list *, size_t player, size_t board);

/** Count the games, except those that were left out. `rows` gets an entry for each player, group by group,
 * with the most points first; players with equal points in the order of the list. */
void tournament_standings (const struct tournament *, const struct game_list *, struct standing *rows);

/** The points of each player (row) against each other player (column): player_count squared entries. */
void tournament_cross_table (const struct tournament *, const struct game_list *, uint64_t *points);

#endif
