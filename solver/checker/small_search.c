/* The plain search behind rows of the kind `small`: does the player get at least the bound? Other checkers
 * count the same nodes, so zermelo-files(5) describes each step. No memory of positions, no depth limit. */
#include "alignment.h"

static bool
has_line_left (const struct array_game *game, const struct array_position *position, int mark)
{
  for (int i = 0; i < game->lines; i++)
    if (line_lacks (game, position, &game->line[i], mark) >= 0)
      return true;
  return false;
}

/* Is a game in which that player completes a row with stone number `stones` good enough? */
static bool
is_enough (const struct argument *a, int winner, int stones)
{
  return worth_of (a->game, a->exact_score, winner == a->mark ? WINS : LOSES, stones) >= a->bound;
}

/* False, too, if there would be more than `most` nodes. */
static bool
node (const struct argument *a, struct array_position *position, uint64_t most)
{
  const struct array_game *game = a->game;
  const int mover = mark_to_move (position), plies = position->plies;
  const bool own = mover == a->mark, maker_breaker = game->variant == MAKER_BREAKER;
  if (++*a->nodes > most)
    return false;
  if (winning_place (game, position, mover, 0) >= 0)
    return is_enough (a, mover, plies + 1);
  if (plies + 1 == game->cells)
    return worth_of (game, a->exact_score, full_board_for (game, a->mark), game->cells) >= a->bound;
  if (!maker_breaker && a->bound == 0 && !has_line_left (game, position, 3 - a->mark))
    return true;
  if (!maker_breaker && a->bound > 0 && !has_line_left (game, position, a->mark))
    return false;
  const int urgent = winning_place (game, position, 3 - mover, 0);
  if (urgent >= 0 && !own && !is_enough (a, a->mark, plies + 2))
    return false;
  for (int i = urgent >= 0 ? urgent : 0; i < (urgent >= 0 ? urgent + 1 : game->places); i++) {
    const int cell = cell_of_place (game, position, game->order[i]);
    if (cell < 0)
      continue;
    place_stone (position, cell);
    const bool good = node (a, position, most);
    remove_stone (position, cell);
    if (good == own || *a->nodes > most)
      return good && *a->nodes <= most;
  }
  return !own;
}

const char *
check_small (const struct argument *a)
{
  const uint64_t most = *a->nodes + a->small_nodes;
  struct array_position position;
  if (a->numbers != 0)
    return "has numbers that mean nothing";
  array_position_copy (a->game, &position, a->position);
  const bool proven = node (a, &position, most);
  return proven             ? NULL
         : *a->nodes > most ? "takes more nodes than the file allows"
                            : "does not reach the bound, by search";
}
