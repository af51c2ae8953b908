#include "certificate/leaf.h"

#include "certificate/leaf_arguments.h"
#include "certificate/pair_annealing.h"
#include "checker/alignment.h"

#include <stdlib.h>

enum { PLANS_TRIED = 4, PLANS_TRIED_HARD = 128, STEPS_OF_A_TRY = 8000 };

void leaves_begin (struct leaves *leaves, const struct array_game *game, struct certificate *certificate,
                   int player) {
  *leaves = (struct leaves){ .game = game,
                             .strategy = &certificate->strategy[player],
                             .player = player,
                             .small_nodes = certificate->small_nodes,
                             .plans = plan_search_create (game),
                             .play = bit_play_create (game),
                             .effort = { .tries = PLANS_TRIED, .steps = STEPS_OF_A_TRY },
                             .none = { .key_bytes = game->key_bytes } };
  leaves->number = allocate (argument_numbers_most (game), sizeof *leaves->number);
}

void leaves_end (struct leaves *leaves) {
  key_set_free (&leaves->none);
  plan_search_destroy (leaves->plans);
  bit_play_destroy (leaves->play);
  free (leaves->number);
}

/* Without gravity a small search ends only near the end of the game. */
static bool is_worth_searching (const struct array_game *game, const struct array_position *position) {
  enum { CELLS_NEAR_END = 12 };
  return game->gravity || game->cells - position->plies <= CELLS_NEAR_END;
}

/* Find a kind of row that proves the claim of `argument`, and fill in its numbers. ROW_KINDS: there is none.
 */
static enum row_kind kind_of_leaf (struct leaves *leaves, struct argument *argument) {
  const enum row_kind kind = propose_argument (argument, leaves->play, leaves->number);
  if (kind != ROW_KINDS)
    return kind;
  if (find_plan (leaves->plans, argument, leaves->number, &leaves->effort) && check_plan (argument) == NULL)
    return ROW_PLAN;
  argument->numbers = 0;
  const bool small = is_worth_searching (leaves->game, argument->position)
                     && bit_play_small (leaves->play, argument) && check_small (argument) == NULL;
  return small ? ROW_SMALL : ROW_KINDS;
}

struct argument leaf_argument (struct leaves *leaves, const struct array_position *position) {
  return (struct argument){ .game = leaves->game,
                            .position = position,
                            .mark = 1 + leaves->player,
                            .bound = leaves->strategy->bound,
                            .small_nodes = leaves->small_nodes,
                            .nodes = &leaves->nodes,
                            .has_row = has_no_row };
}

bool leaf_add (struct leaves *leaves, struct array_position *position, const uint8_t *key) {
  const struct array_game *game = leaves->game;
  struct argument argument = leaf_argument (leaves, position);
  if (leaves->none.count > 0 && key_set_find (&leaves->none, key) != SIZE_MAX)
    return false;
  const enum row_kind kind = kind_of_leaf (leaves, &argument);
  if (is_called_off (&leaves->effort))
    return false;
  if (kind == ROW_KINDS) {
    if (game->key_bytes > 0)
      key_set_add (&leaves->none, key, key_hash (key, game->key_bytes));
    return false;
  }
  strategy_add (leaves->strategy, key, kind, leaves->number, argument.numbers);
  return true;
}

bool leaf_add_hard (struct leaves *leaves, struct array_position *position, const uint8_t *key) {
  enum { TRIES = 3, STEPS_PER_LINE = 250 };
  const struct array_game *game = leaves->game;
  struct argument argument = leaf_argument (leaves, position);
  struct plan_effort effort = leaves->effort;
  effort.tries = PLANS_TRIED_HARD;
  const bool found = game->gravity ? find_plan (leaves->plans, &argument, leaves->number, &effort)
                                         && check_plan (&argument) == NULL
                                   : full_board_is_enough (&argument)
                                         && anneal_pairs (&argument, leaves->number, TRIES, STEPS_PER_LINE);
  if (found)
    strategy_add (leaves->strategy, key, game->gravity ? ROW_PLAN : ROW_PAIRING, leaves->number,
                  argument.numbers);
  return found;
}

bool leaf_settles (struct leaves *leaves, const uint8_t *key) {
  struct array_position position;
  return strategy_has (leaves->strategy, key)
         || (leaves->game->rules->unpack (leaves->game, key, &position) && leaf_add (leaves, &position, key));
}

bool child_ends_well (const struct leaves *leaves, const struct array_children *children, int child,
                      bool own_move) {
  const int for_mover = (int) children->ending[child];
  return children->ending[child] != NOT_OVER
         && worth_of (leaves->game, (enum ending) (own_move ? -for_mover : for_mover), children->plies)
                >= leaves->strategy->bound;
}
