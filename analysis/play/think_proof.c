/* How a player proves the value of a position and finds a move that keeps it. */
#include "analysis/play/player_private.h"
#include "base/clock.h"

#include <stdlib.h>

static bool
is_late (const struct player *player, double deadline)
{
  const volatile int *stop = player->resources.stop;
  return (stop != NULL && *stop) || (deadline != 0 && clock_seconds () >= deadline);
}

/* Does the move lead to a position that is worth at most -value for the opponent? */
static bool
move_keeps (struct player *player, const struct position *child, int value, double deadline,
            struct thought *thought)
{
  const struct game *game = player->game;
  const enum outcome outcome = game->engine->outcome (game, child);
  if (outcome != GOING_ON)
    return (int) outcome <= -value;
  const struct query query = { .method = METHOD_AUTO, .window = { -value, -value + 1 } };
  return player_ask (player, child, &query, deadline, thought)->bounds.upper <= -value;
}

/* The first move after which `is_wanted` holds. */
static bool
find_move (struct player *player, const struct position *position, double deadline, struct thought *thought,
           bool (*is_wanted) (struct player *, const struct position *, double, struct thought *))
{
  const struct game *game = player->game;
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *child = position_allocate (game);
  const int count = game->engine->successors (game, position, list);
  bool found = false;
  for (int i = 0; i < count && !found && !is_late (player, deadline); i++) {
    game->engine->child (game, position, list[i].move, child);
    found = is_wanted (player, child, deadline, thought);
    if (found)
      thought->chosen = list[i];
  }
  thought->keeps = thought->keeps || found;
  free (child);
  free (list);
  return found;
}

static bool
wins_at_once (struct player *player, const struct position *child, double deadline, struct thought *thought)
{
  (void) deadline, (void) thought;
  return player->game->engine->outcome (player->game, child) == LOST;
}

static bool
keeps_win (struct player *player, const struct position *child, double deadline, struct thought *thought)
{
  return move_keeps (player, child, WON, deadline, thought);
}

static bool
keeps_draw (struct player *player, const struct position *child, double deadline, struct thought *thought)
{
  return move_keeps (player, child, DRAWN, deadline, thought);
}

/* A win that shows within a few plies, if the position after its first move is proven to be lost: best node
 * search leaves out moves. */
static void
find_quick_win (struct player *player, const struct position *position, double deadline,
                struct thought *thought)
{
  enum { PLIES = 6 };
  const struct query query = { .method = METHOD_BNS, .window = search_range (false), .depth = PLIES };
  const struct result *result = player_ask (player, position, &query, deadline, thought);
  const int move = result->move;
  if (!result->has_evaluation || result->evaluation < EVALUATION_MAX || move < 0)
    return;
  struct position *child = position_allocate (player->game);
  player->game->engine->child (player->game, position, move, child);
  if (move_keeps (player, child, WON, deadline, thought)) {
    choose_move (player, position, move, thought);
    thought->keeps = true;
  }
  free (child);
}

/* A win is to come soon and a loss late: by the score, if it can be proven, too. */
static void
find_score (struct player *player, const struct position *position, double deadline, struct thought *thought)
{
  const struct query query = { .method = METHOD_AUTO, .exact_score = true, .window = search_range (true) };
  const struct result *result = player_ask (player, position, &query, deadline, thought);
  if (!result->solved || result->bounds.lower != result->bounds.upper)
    return;
  if (result->move < 0)
    return;
  thought->has_score = true;
  thought->score = result->bounds.lower;
  choose_move (player, position, result->move, thought);
  thought->keeps = true;
}

/* A share of the time that is left until a deadline. */
static double
share_of_time (double deadline, double share)
{
  const double now = clock_seconds ();
  return deadline == 0 ? 0 : deadline < now ? deadline : now + share * (deadline - now);
}

void
think_by_proof (struct player *player, const struct position *position, double deadline,
                struct thought *thought)
{
  static const double SCORE_SHARE = 0.6;
  if (find_move (player, position, deadline, thought, wins_at_once)) {
    thought->bounds = (struct bounds){ WON, WON };
    return;
  }
  const struct query query = { .method = METHOD_AUTO, .window = search_range (false) };
  const struct result *result = player_ask (player, position, &query, deadline, thought);
  bounds_narrow (&thought->bounds, result->bounds);
  if (thought->bounds.lower != thought->bounds.upper)
    return;
  const int value = thought->bounds.lower;
  if (result->move >= 0 && result->bounds.lower == value && value > LOST) {
    choose_move (player, position, result->move, thought);
    thought->keeps = true;
  }
  if (value != DRAWN && !is_late (player, deadline))
    find_score (player, position, share_of_time (deadline, SCORE_SHARE), thought);
  if (value == WON && !thought->has_score && !is_late (player, deadline))
    find_quick_win (player, position, deadline, thought);
  if (!thought->keeps && value > LOST)
    find_move (player, position, deadline, thought, value == WON ? keeps_win : keeps_draw);
}
