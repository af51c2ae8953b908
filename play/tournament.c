#include "play/tournament.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_DRAW = 1, POINTS_WIN = 2, POINTS_WIN_SECOND = 3, POINTS_MOST = 3 };

/* ---- fixtures ---- */

static size_t group_size (const struct tournament *tournament) {
  assert (tournament->groups > 0 && tournament->player_count % tournament->groups == 0);
  return tournament->player_count / tournament->groups;
}

size_t tournament_group (const struct tournament *tournament, size_t player) {
  assert (player < tournament->player_count);
  return player / group_size (tournament);
}

static size_t pairs_of_group (const struct tournament *tournament) {
  return group_size (tournament) * (group_size (tournament) - 1) / 2;
}

static size_t pairs (const struct tournament *tournament) {
  return tournament->groups * pairs_of_group (tournament);
}

size_t tournament_games (const struct tournament *tournament) {
  return tournament->board_count * pairs (tournament) * (size_t) tournament->games;
}

struct fixture tournament_fixture (const struct tournament *tournament, size_t number) {
  assert (number < tournament_games (tournament));
  const size_t games = (size_t) tournament->games, round = number % games;
  const size_t size = group_size (tournament), all = number / games % pairs (tournament),
               before = all / pairs_of_group (tournament) * size; /* number of players in earlier groups */
  size_t pair = all % pairs_of_group (tournament), first = 0;
  while (pair >= size - 1 - first) {
    pair -= size - 1 - first;
    first++;
  }
  const size_t one = before + first, other = one + 1 + pair;
  return (struct fixture){ .board = number / games / pairs (tournament),
                           .first = round % 2 == 0 ? one : other,
                           .second = round % 2 == 0 ? other : one,
                           .opening = round / 2 };
}

struct game_limits tournament_limits (const struct tournament *tournament) {
  return (struct game_limits){ tournament_games (tournament), tournament->board_count,
                               tournament->player_count };
}

/* ---- points ---- */

static int result_for (const struct played_game *game, int side) {
  return side == 0 ? game->result : -game->result;
}

static int tournament_points (const struct played_game *game, int side) {
  const int result = result_for (game, side);
  const bool forfeit = game_end_is_forfeit ((enum game_end) game->ending);
  if (result < 0 || game_end_is_left_out ((enum game_end) game->ending))
    return 0;
  return result == 0 ? POINTS_DRAW : side == 0 || forfeit ? POINTS_WIN : POINTS_WIN_SECOND;
}

static void count_game (struct standing *row, const struct played_game *game, int side) {
  const int result = result_for (game, side);
  const bool forfeit = game_end_is_forfeit ((enum game_end) game->ending);
  row->games++;
  row->points += (uint64_t) tournament_points (game, side);
  if (result == 0)
    row->draws++;
  else if (result < 0)
    *(forfeit ? &row->forfeits_lost : &row->losses) += 1;
  else
    *(forfeit ? &row->wins_forfeit : side == 0 ? &row->wins_first : &row->wins_second) += 1;
}

/* Estimate the mean points a game and its confidence interval, which is normal, since there are many
 * games. */
static void estimate (struct standing *row) {
  static const double NORMAL_95 = 1.96;
  if (row->games < 2)
    return;
  const double n = (double) row->games;
  const double squares = (double) (POINTS_WIN_SECOND * POINTS_WIN_SECOND * row->wins_second
                                   + POINTS_WIN * POINTS_WIN * (row->wins_first + row->wins_forfeit)
                                   + POINTS_DRAW * row->draws);
  row->mean = (double) row->points / n;
  const double variance = (squares - n * row->mean * row->mean) / (n - 1);
  row->half = NORMAL_95 * sqrt (variance > 0 ? variance / n : 0);
}

static int by_points (const void *a, const void *b) {
  const struct standing *x = a, *y = b;
  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  return x->points != y->points ? (x->points < y->points) - (x->points > y->points)
                                : (x->player > y->player) - (x->player < y->player);
}

/* Update the longest moves. The players move in turn; `first` is the player of the first side. */
static void note_longest (struct standing *first, struct standing *second, const struct played_game *game,
                          const struct played_move *moves) {
  for (uint32_t i = game->opening; i < game->moves; i++) {
    struct standing *row = i % 2 == 0 ? first : second;
    row->longest = moves[i].seconds > row->longest ? moves[i].seconds : row->longest;
  }
  struct standing *late = game->moves % 2 == 0 ? first : second;
  late->longest = game->late > late->longest ? game->late : late->longest;
}

void tournament_standings (const struct tournament *tournament, const struct game_list *list,
                           struct standing *rows) {
  for (size_t i = 0; i < tournament->player_count; i++)
    rows[i] = (struct standing){ .player = i, .group = tournament_group (tournament, i) };
  for (size_t i = 0; i < list->count; i++) {
    const struct played_game *game = &list->games[i];
    if (game_end_is_left_out ((enum game_end) game->ending))
      continue;
    count_game (&rows[game->first], game, 0);
    count_game (&rows[game->second], game, 1);
    note_longest (&rows[game->first], &rows[game->second], game, list->moves + game->first_move);
  }
  for (size_t i = 0; i < tournament->player_count; i++)
    estimate (&rows[i]);
  qsort (rows, tournament->player_count, sizeof *rows, by_points);
}

/* Could the player on this side (0: the first) not play? */
static bool could_not_play (const struct played_game *game, int side) {
  const enum game_end ending = (enum game_end) game->ending;
  return ending == GAME_END_OUT_BOTH || ending == (side == 0 ? GAME_END_OUT_FIRST : GAME_END_OUT_SECOND)
         || (ending == GAME_END_UNPLAYABLE && result_for (game, side) < 0);
}

bool tournament_cannot_play (const struct game_list *list, size_t player, size_t board) {
  for (size_t i = 0; i < list->count; i++) {
    const struct played_game *game = &list->games[i];
    if (game->board == board
        && ((game->first == player && could_not_play (game, 0))
            || (game->second == player && could_not_play (game, 1))))
      return true;
  }
  return false;
}

void tournament_cross_table (const struct tournament *tournament, const struct game_list *list,
                             uint64_t *points) {
  const size_t players = tournament->player_count;
  memset (points, 0, players * players * sizeof *points);
  for (size_t i = 0; i < list->count; i++) {
    const struct played_game *game = &list->games[i];
    points[game->first * players + game->second] += (uint64_t) tournament_points (game, 0);
    points[game->second * players + game->first] += (uint64_t) tournament_points (game, 1);
  }
}
