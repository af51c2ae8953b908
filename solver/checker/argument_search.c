/* Rows that are checked by playing: does the player get at least the bound, whatever the other side does?
 *
 * small: he tries all of his moves, too. Such a row has no numbers, and may take at most small_nodes nodes, a
 * number in the file.
 *
 * plan, threats: he plays by a rule, and the numbers are cells in the order in which he wants them. He
 * completes a row if he can. If not, he places his stone where the other side could complete a row; if there
 * is no such cell, on the first of his cells where a stone may be placed now. A position that comes up again
 * is not played again. Play ends where he is to move in a position that has a row of its own, with more
 * stones than this one: a plan need not hold after every reply. No theorem is behind this: a plan is a
 * strategy that is written down as a rule instead of as a move for each position. The rule has the form of
 * 2swap's steady states (WeakC4, 2025), which rank the cells in classes. A sequence of threats (L. V. Allis,
 * H. J. van den Herik, M. P. H. Huntjens, Go-Moku solved by new search techniques, 1996) is a plan, too: each
 * stone of it is one that the other side has to answer, so there is little to try.
 *
 * Other checkers must count nodes as this one does, so zermelo-files(5) describes each step. */
#include "alignment.h"

#include <search.h>
#include <stdlib.h>

struct search {
  const struct argument *argument;
  struct array_position position;
  uint64_t nodes, most; /* with a plan, only positions with the other side to move are counted */
  bool by_plan;         /* false: the player tries all moves */
  void *met;            /* with a plan: the keys of the counted positions, in a tree of tsearch() */
};

/* Has the position been met before? From now on it has. False on a board without keys, or if there is no
 * memory. */
static bool is_met (struct search *s) {
  const struct array_game *game = s->argument->game;
  uint8_t *const key = game->key_bytes == 0 ? NULL : calloc (1, KEY_MOST);
  if (key != NULL)
    game->rules->pack (game, &s->position, 0, key);
  uint8_t **const met = key == NULL ? NULL : tsearch (key, &s->met, array_compare_keys);
  if (met == NULL || *met != key)
    free (key);
  return met != NULL && *met != key;
}

/* The first cell of a plan where a stone may be placed, or -1. */
static int planned_cell (const struct search *s) {
  const struct argument *a = s->argument;
  for (size_t i = 0; i < a->numbers; i++)
    if (may_place (a->game, &s->position, a->number[i]))
      return a->number[i];
  return -1;
}

/* Is it good enough that the player with mark `winner` completes a row with stone number `stones`? */
static bool is_enough (const struct argument *a, int winner, int stones) {
  return worth_of (a->game, winner == a->mark ? WINS : LOSES, stones) >= a->bound;
}

/* Does the player get the bound from here? Also false if there would be more than `most` nodes. */
static bool node (struct search *s) {
  const struct argument *a = s->argument;
  const struct array_game *game = a->game;
  struct array_position *position = &s->position;
  const int mover = mark_to_move (position), plies = position->plies;
  const bool own = mover == a->mark, by_plan = own && s->by_plan;
  if (by_plan ? plies > a->position->plies && a->has_row (a->rows, position) : s->by_plan && is_met (s))
    return true;
  if (!by_plan && s->nodes++ >= s->most)
    return false;
  if (winning_cell (game, position, mover) >= 0)
    return is_enough (a, mover, plies + 1);
  if (plies + 1 == game->cells)
    return worth_of (game, full_board_for (game, a->mark), game->cells) >= a->bound;
  if (!s->by_plan && game->variant != MAKER_BREAKER && a->bound >= 0
      && !has_line (game, position, a->bound > 0 ? a->mark : 3 - a->mark, game->length))
    return a->bound == 0;
  const int urgent = winning_cell (game, position, 3 - mover);
  if (urgent >= 0 && !own && !is_enough (a, a->mark, plies + 2))
    return false;
  const int only = urgent >= 0 ? urgent : by_plan ? planned_cell (s) : -1;
  for (int i = 0; i < game->places; i++) {
    const int cell = cell_of_place (game, position, game->order[i]);
    if (cell < 0 || (cell != only && (urgent >= 0 || by_plan)))
      continue;
    place_stone (position, cell);
    const bool good = node (s);
    remove_stone (position, cell);
    if (good == own || s->nodes > s->most)
      return good && s->nodes <= s->most;
  }
  return !own;
}

static const char *search (const struct argument *a, bool by_plan) {
  struct search s = { .argument = a, .most = by_plan ? PLAN_POSITIONS : a->small_nodes, .by_plan = by_plan };
  array_position_copy (a->game, &s.position, a->position);
  const bool good = node (&s);
  tdestroy (s.met, free);
  *a->nodes += s.nodes;
  return good                ? NULL
         : s.nodes <= s.most ? "does not reach the bound, by search or by its plan"
                             : "takes more nodes than are allowed";
}

const char *check_small (const struct argument *a) {
  return a->numbers != 0 ? "has numbers that mean nothing" : search (a, false);
}

const char *check_plan (const struct argument *a) { return search (a, true); }
