#include "play/game_sample.h"

#include "play/play.h"
#include "base/combinations.h"
#include "base/sample.h"

#include <math.h>
#include <stdlib.h>

static const double quantile = 1.96; /* of the normal distribution, for an interval of 95 % */

enum { OPENING_PLIES = 4, LONGEST = 2000 };

/* ---- means ---- */

struct sums {
  uint64_t count;
  double sum, squares;
};

static void add_value (struct sums *sums, double value) {
  sums->count++;
  sums->sum += value;
  sums->squares += value * value;
}

static struct sample_mean mean_of (const struct sums *sums) {
  const double n = (double) sums->count, mean = sums->count > 0 ? sums->sum / n : 0;
  const double variance = sums->count > 1 ? (sums->squares - n * mean * mean) / (n - 1) : 0;
  const double error = quantile * sqrt (fmax (0, variance) / fmax (1, n));
  return (struct sample_mean){ mean, fmax (0, mean - error), mean + error };
}

/* The mean of numbers given by their logarithms. */
static struct sample_mean mean_of_logarithms (const double *logarithm, size_t count) {
  struct sums sums = { 0 };
  double most = -(double) INFINITY;
  for (size_t i = 0; i < count; i++)
    most = fmax (most, logarithm[i]);
  for (size_t i = 0; i < count; i++)
    add_value (&sums, exp (logarithm[i] - most));
  const struct sample_mean mean = mean_of (&sums);
  return (struct sample_mean){ most + log (mean.value), most + log (mean.lower), most + log (mean.upper) };
}

/* ---- random games ---- */

static int moves_from (const struct game *game, const struct position *position) {
  return (int) game->engine->perft (game, position, 1, true);
}

/* Figures of one random game. `tree` is the logarithm of Knuth's estimate. */
struct random_game {
  int plies;
  double moves, tree;
};

static void play_randomly (const struct game *game, struct position *position[2], uint64_t *chance,
                           struct random_game *played) {
  double paths = 0; /* the logarithm of their number */
  *played = (struct random_game){ .tree = 0 };
  game->engine->start (game, position[0]);
  while (game->engine->outcome (game, position[0]) == GOING_ON) {
    const int count = moves_from (game, position[0]);
    game->engine->child (game, position[0], (int) sample_below (chance, (uint64_t) count), position[1]);
    struct position *const before = position[0];
    position[0] = position[1];
    position[1] = before;
    played->moves += count;
    played->plies++;
    paths += log (count);
    played->tree = log_add (played->tree, paths);
  }
}

/* Play a random game of a game in which play can cycle. */
static bool play_a_course (const struct game *game, uint64_t *chance, struct random_game *played) {
  struct course course;
  struct failure never = { 0 };
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  *played = (struct random_game){ .tree = 0 };
  bool good = course_begin (&course, game, "", &never);
  while (good && course_ending (&course, NULL) == GAME_END_NONE && played->plies < LONGEST) {
    const int count = game->engine->successors (game, course_position (&course), list);
    course_play (&course, &list[sample_below (chance, (uint64_t) count)]);
    played->moves += count;
    played->plies++;
  }
  if (good)
    course_end (&course);
  free (list);
  return good;
}

bool sample_random_games (const struct game *game, uint64_t seed, const struct sample_calls *calls,
                          struct game_sample *sample) {
  enum { GAMES = 10000, LEAST = 100, MOVES = 3000000, OFTEN = 10 };
  struct position *position[2] = { position_allocate (game), position_allocate (game) };
  double *tree = allocate (GAMES, sizeof *tree), moves = 0;
  struct sums branching = { 0 }, length = { 0 };
  size_t games = 0;
  bool good = true;
  while (good && games < GAMES && (games < LEAST || moves < MOVES)) {
    struct random_game played;
    uint64_t chance = sample_scramble (seed + games);
    if (game->plies_max > 0)
      play_randomly (game, position, &chance, &played);
    else
      good = play_a_course (game, &chance, &played);
    tree[games++] = played.tree;
    moves += played.plies * (game->plies_max > 0 ? 1 : 10);
    add_value (&length, played.plies);
    if (played.plies > 0)
      add_value (&branching, played.moves / played.plies);
    good = good && (games % OFTEN != 0 || !calls->stop (calls->context));
  }
  *sample = (struct game_sample){ games, mean_of (&branching), mean_of (&length),
                                  mean_of_logarithms (tree, games) };
  free (tree);
  free (position[0]);
  free (position[1]);
  return good;
}

/* ---- games of a player ---- */

/* Play one game; false if the player was stopped. */
static bool play_once (struct player *player, struct course *course, uint64_t chance,
                       struct random_game *played) {
  const struct game *game = course->game;
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  bool good = true;
  *played = (struct random_game){ .tree = 0 };
  while (good && course_ending (course, NULL) == GAME_END_NONE && played->plies < LONGEST) {
    struct thought thought;
    const int count = game->engine->successors (game, course_position (course), list);
    if (played->plies < OPENING_PLIES)
      thought.chosen = list[sample_below (&chance, (uint64_t) count)];
    else
      good = player_think (player, course, &thought);
    if (!good)
      break;
    course_play (course, &thought.chosen);
    played->moves += count;
    played->plies++;
  }
  free (list);
  return good;
}

bool sample_played_games (const struct game *game, const char *player_name, int games, uint64_t seed,
                          const struct sample_calls *calls, struct game_sample *sample) {
  struct failure never = { 0 };
  const struct play_resources resources = {
    .game = game, .threads = 1, .table_bytes = 16 << 20, .stops = calls->stop, .stops_context = calls->context
  };
  struct player *player = player_open (player_name, &resources, NULL, &never);
  struct sums branching = { 0 }, length = { 0 };
  bool good = player != NULL;
  for (int i = 0; good && i < games; i++) {
    struct course course;
    struct random_game played;
    good = course_begin (&course, game, "", &never);
    if (!good)
      break;
    good = play_once (player, &course, sample_scramble (seed + (uint64_t) i), &played);
    course_end (&course);
    add_value (&length, played.plies);
    if (played.plies > 0)
      add_value (&branching, played.moves / played.plies);
  }
  if (player != NULL)
    player_close (player);
  *sample = (struct game_sample){ .games = length.count,
                                  .branching = mean_of (&branching),
                                  .length = mean_of (&length) };
  return good;
}

/* ---- placements ---- */

bool sample_positions (const struct game *game, uint64_t seed, const struct sample_calls *calls,
                       struct sample_mean *mean) {
  enum { SAMPLES = 40000, MOST = 1000, OFTEN = 64 };
  const struct engine *engine = game->engine;
  if (engine->place == NULL)
    return false;
  const int plies = game->plies_max, each = SAMPLES / (plies + 1) < MOST ? SAMPLES / (plies + 1) + 1 : MOST;
  struct position *position = position_allocate (game);
  double sum = -(double) INFINITY, variance = sum, missed = sum; /* logarithms */
  bool good = true;
  for (int ply = 0; good && ply <= plies; ply++) {
    uint64_t chance = sample_scramble (seed + (uint64_t) ply);
    const double all = engine->placements (game, ply);
    int hits = 0;
    for (int i = 0; good && i < each; i++) {
      hits += engine->place (game, ply, &chance, position);
      good = i % OFTEN != 0 || !calls->stop (calls->context);
    }
    const double share = (double) hits / each;
    if (hits > 0)
      sum = log_add (sum, all + log (share));
    if (hits > 0 && hits < each)
      variance = log_add (variance, 2 * all + log (share * (1 - share) / each));
    if (hits == 0) /* the rule of three: with 95 %, a larger share would have been hit */
      missed = log_add (missed, all + log (3.0 / each));
  }
  free (position);
  const double error = log (quantile) + variance / 2;
  mean->value = sum;
  mean->lower = error < sum ? sum + log1p (-exp (error - sum)) : -(double) INFINITY;
  mean->upper = log_add (log_add (sum, error), missed);
  return good;
}
