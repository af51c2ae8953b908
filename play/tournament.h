/* A tournament: every player against every other on every board, the same number of games as first and as
 * second player; and who has how many points.
 *
 * A win as second player counts 3 points, as first player 2, by a forfeit 2, a draw 1 (Clerici and Volpe,
 * MoNKey, 2021). Two games that follow one another have the same opening, with the sides exchanged; all pairs
 * get the same openings. Games are numbered board by board, and within a board pair by pair.
 *
 * The players may stand in groups: then only players of the same group meet, and each group has standings of
 * its own. So the same players are compared at several depths (jobs/run/tournament_run.h). */
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
  size_t groups;    /* of as many players each, listed one behind another; at least 1 */
  int games;        /* of each pair on each board; even */
  int moves_most;   /* after as many moves a game is a draw; 0: it goes on */
  int opening;      /* moves that are drawn by lot before the players begin */
  uint64_t seed;    /* of the openings, and of players that leave something to chance */
  double seconds;   /* a move; players who have another limit keep the smaller one; 0: no limit */
  double tolerance; /* seconds over that at which a move is too late */
  bool forfeits;    /* who cannot play a board loses his games there; else they are left out */
};

/** A game that is to be played. */
struct fixture {
  size_t board, first, second;
  uint64_t opening; /* the number of its opening on that board */
};

/** How many games there are, and the game of that number. */
size_t tournament_games (const struct tournament *);
struct fixture tournament_fixture (const struct tournament *, size_t number);

/** What files of the tournament's games must agree with. */
struct game_limits tournament_limits (const struct tournament *);

/** The group of a player. */
size_t tournament_group (const struct tournament *, size_t player);

struct standing {
  size_t player, group;
  uint64_t points;
  uint64_t wins_second, wins_first, wins_forfeit, draws, losses, forfeits_lost; /* together: games */
  uint64_t games;
  double longest;    /* seconds of one move */
  double mean, half; /* points a game: the mean, and half the width of its 95 % confidence interval */
};

/** The points of a game for the player on that side (0: the first). */
int tournament_points (const struct played_game *, int side);

/** Has a game on that board been lost or left out since that player cannot play it? */
bool tournament_cannot_play (const struct game_list *, size_t player, size_t board);

/** Count the games, without those that were left out. `rows` gets an entry for each player, group by group,
 * the one with most points first; players with equal points as they are listed. */
void tournament_standings (const struct tournament *, const struct game_list *, struct standing *rows);

/** The points of each player (row) against each other (column): player_count squared entries. */
void tournament_cross_table (const struct tournament *, const struct game_list *, uint64_t *points);

#endif
