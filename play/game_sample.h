/* The size of a game, from samples: random games, games of a player, random placements of stones.
 *
 * From a random game with b1, b2, ... moves to choose from, 1 + b1 + b1 b2 + ... is an unbiased estimate of
 * the nodes of the tree (Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation
 * 29, 1975). Intervals are those of 95 %: 1.96 standard errors of the mean. All samples depend only on a
 * seed. Counts can be larger than any number type: they are natural logarithms. */
#ifndef ZERMELO_ANALYSIS_PLAY_GAME_SAMPLE_H
#define ZERMELO_ANALYSIS_PLAY_GAME_SAMPLE_H

#include "engine.h"

#include <stdbool.h>
#include <stdint.h>

/** A mean with its interval of 95 %. */
struct sample_mean {
  double value, lower, upper;
};

struct game_sample {
  uint64_t games;
  struct sample_mean branching; /* number of moves to choose from: for each game the mean over its
                                   positions */
  struct sample_mean length;    /* plies */
  struct sample_mean tree;      /* number of nodes (as a logarithm), for games that converge */
};

/** A callback, called now and then: must the sampling stop? */
struct sample_calls {
  bool (*stop) (void *context);
  void *context;
};

/** Play random games. Where play can cycle, they end as games between players do (course.h). False:
 * stopped. */
bool sample_random_games (const struct game *, uint64_t seed, const struct sample_calls *,
                          struct game_sample *);

/** Play games of a player (player.h) with itself, after four random plies. False: stopped, or the player
 * cannot play the game. */
bool sample_played_games (const struct game *, const char *player, int games, uint64_t seed,
                          const struct sample_calls *, struct game_sample *);

/** Estimate the number of positions from random placements ply by ply (logarithms). False: stopped, or the
 * game has no placements. */
bool sample_positions (const struct game *, uint64_t seed, const struct sample_calls *, struct sample_mean *);

#endif
