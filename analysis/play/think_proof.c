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

/* The value is known: find a move that keeps it. */
static void
find_keeping_move (struct player *player, const struct position *position, int value, double deadline,
                   struct thought *thought)
{
  const struct game *game = player->game;
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *child = position_allocate (game);
  const int count = game->engine->successors (game, position, list);
  for (int i = 0; i < count && !thought->keeps && !is_late (player, deadline); i++) {
    game->engine->child (game, position, list[i].move, child);
    if (value == LOST || move_keeps (player, child, value, deadline, thought)) {
      thought->chosen = list[i];
      thought->keeps = true;
    }
  }
  free (child);
  free (list);
}

/* A win is to come soon and a loss late: by the score, if it can be proven, too. */
static void
find_score (struct player *player, const struct position *position, double deadline, struct thought *thought)
{
  const struct query query = { .method = METHOD_AUTO, .exact_score = true, .window = search_range (true) };
  const struct result *result = player_ask (player, position, &query, deadline, thought);
  if (!result->solved || result->bounds.lower != result->bounds.upper)
    return;
  thought->has_score = true;
  thought->score = result->bounds.lower;
  if (result->move < 0)
    return;
  choose_move (player, position, result->move, thought);
  thought->keeps = true;
}

void
think_by_proof (struct player *player, const struct position *position, double deadline,
                struct thought *thought)
{
  const struct query query = { .method = METHOD_AUTO, .window = search_range (false) };
  const struct result *result = player_ask (player, position, &query, deadline, thought);
  bounds_narrow (&thought->bounds, result->bounds);
  if (thought->bounds.lower != thought->bounds.upper)
    return;
  const int value = thought->bounds.lower;
  if (result->move >= 0 && result->bounds.lower == value) {
    choose_move (player, position, result->move, thought);
    thought->keeps = true;
  }
  if (value != DRAWN && !is_late (player, deadline))
    find_score (player, position, deadline, thought);
  if (!thought->keeps)
    find_keeping_move (player, position, value, deadline, thought);
}
