/* Proves the value of a position and finds a move that keeps it, for a player. */
#include "play/player_private.h"
#include "base/clock.h"

#include <stdlib.h>

static bool is_late (const struct player *player, double deadline) {
  return asker_is_stopped (&player->asker) || (deadline != 0 && clock_seconds () >= deadline);
}

/* A condition for a move. */
struct wanted {
  bool at_once;   /* a move that wins at once; otherwise: */
  int value;      /* a move that keeps this value, */
  uint64_t nodes; /*   as proven by a search of this number of nodes; 0: without a limit */
  double deadline;
};

/* Does the move lead to a position that is proven to be worth at most -value for the opponent? */
static bool move_keeps (struct player *player, const struct position *child, const struct wanted *wanted,
                        struct thought *thought) {
  const struct game *game = player->game;
  const int value = wanted->value;
  const enum outcome outcome = game->engine->outcome (game, child);
  if (outcome != GOING_ON)
    return (int) outcome <= -value;
  const struct query query
      = { .method = METHOD_AUTO, .window = { -value, -value + 1 }, .node_limit = wanted->nodes };
  return player_ask (player, child, &query, wanted->deadline, thought)->bounds.upper <= -value;
}

/* Find the first move that satisfies a condition. */
static bool find_move (struct player *player, const struct position *position, const struct wanted *wanted,
                       struct thought *thought) {
  const struct game *game = player->game;
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *child = position_allocate (game);
  const int count = game->engine->successors (game, position, list);
  bool found = false;
  for (int i = 0; i < count && !found && !is_late (player, wanted->deadline); i++) {
    game->engine->child (game, position, list[i].move, child);
    found = wanted->at_once ? game->engine->outcome (game, child) == LOST
                            : move_keeps (player, child, wanted, thought);
    if (found)
      thought->chosen = list[i];
  }
  thought->keeps = thought->keeps || found;
  free (child);
  free (list);
  return found;
}

/* Find a move that keeps the value. All moves get a short search before any gets a long one: the right move
 * is often easy to prove, and the others are hard. */
static void find_keeping_move (struct player *player, const struct position *position, int value,
                               double deadline, struct thought *thought) {
  static const uint64_t nodes[] = { 8, 512, 32768, 0 };
  for (size_t i = 0; i < sizeof nodes / sizeof *nodes && !is_late (player, deadline); i++) {
    const struct wanted wanted = { .value = value, .nodes = nodes[i], .deadline = deadline };
    if (find_move (player, position, &wanted, thought))
      return;
  }
}

/* Find a win within a few plies. The position after its first move must be proven lost, because best node
 * search leaves out moves. */
static void find_quick_win (struct player *player, const struct position *position, double deadline,
                            struct thought *thought) {
  enum { PLIES = 6 };
  const struct query query = { .method = METHOD_BNS, .window = search_range (false), .depth = PLIES };
  const struct result *result = player_ask (player, position, &query, deadline, thought);
  const int move = result->move;
  if (!result->has_evaluation || result->evaluation < EVALUATION_MAX || move < 0)
    return;
  struct position *child = position_allocate (player->game);
  player->game->engine->child (player->game, position, move, child);
  const struct wanted win = { .value = WON, .deadline = deadline };
  if (move_keeps (player, child, &win, thought)) {
    choose_move (player, position, move, thought);
    thought->keeps = true;
  }
  free (child);
}

/* Find a move that reaches the score, if the score can be proven, too, in order to win soon and lose late. */
static void find_score (struct player *player, const struct position *position, double deadline,
                        struct thought *thought) {
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

/* The deadline for a share of the time left until another deadline. */
static double share_of_time (double deadline, double share) {
  const double now = clock_seconds ();
  return deadline == 0 ? 0 : deadline < now ? deadline : now + share * (deadline - now);
}

bool think_without_search (struct player *player, const struct position *position, struct thought *thought) {
  static const struct wanted end = { .at_once = true };
  if (!find_move (player, position, &end, thought)) {
    const int move = player->kind->soon ? -1 : player->game->engine->static_move (player->game, position);
    if (move < 0)
      return false;
    choose_move (player, position, move, thought);
    thought->keeps = true;
  }
  thought->bounds = (struct bounds){ WON, WON };
  return true;
}

void think_by_proof (struct player *player, const struct position *position, double deadline,
                     struct thought *thought) {
  static const double QUICK_SHARE = 0.5, SCORE_SHARE = 0.6;
  if (think_without_search (player, position, thought))
    return;
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
  if (deadline != 0 && player->deadline > deadline) /* there is no other work after this */
    deadline = player->deadline;
  const bool named = thought->keeps;
  if (value == WON && !named) /* the win was found without a search */
    find_quick_win (player, position, share_of_time (deadline, QUICK_SHARE), thought);
  if (value != DRAWN && !is_late (player, deadline))
    find_score (player, position, share_of_time (deadline, SCORE_SHARE), thought);
  if (value == WON && named && !thought->has_score && !is_late (player, deadline))
    find_quick_win (player, position, deadline, thought);
  if (!thought->keeps && value > LOST)
    find_keeping_move (player, position, value, deadline, thought);
}
