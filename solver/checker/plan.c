/* ---- plan ----
 *
 * For Connect Four. Numbers: cells, in the order in which the player wants them. Whenever he is to move he
 * completes a row if he can; or else places his stone where the other side could complete one, in the first
 * such column from the middle outwards; or else on the first of the cells where a stone may be placed now.
 * His moves being fixed, all that the other side can do is played; positions that come again are played from
 * once. The claim holds if every game ends well for it.
 *
 * There is no theorem in this: it is a strategy written down by a rule instead of a move for each position.
 * The rule has the form of 2swap's steady states (WeakC4, 2025), which rank the cells in classes. */
#include "alignment.h"

#include <stdlib.h>
#include <string.h>

struct play {
  const struct argument *argument;
  struct array_position position;
  uint8_t *met; /* a hash table: keys of positions with the other side to move, a 1 before each */
  uint64_t count;
};

enum { SLOTS = 2 * PLAN_POSITIONS };

/* Has the position been met? It has now. */
static bool
is_met (struct play *play)
{
  const struct array_game *game = play->argument->game;
  const size_t bytes = 1 + (size_t) game->key_bytes;
  uint8_t entry[1 + KEY_MOST] = { 1 };
  uint32_t slot = 2166136261u;
  game->rules->pack (game, &play->position, 0, entry + 1);
  for (size_t i = 1; i < bytes; i++)
    slot = (slot ^ entry[i]) * 16777619u; /* FNV-1a */
  for (slot ^= slot >> 15, slot %= SLOTS; play->met[slot * bytes] != 0; slot = (slot + 1) % SLOTS)
    if (memcmp (play->met + slot * bytes, entry, bytes) == 0)
      return true;
  if (play->count++ < PLAN_POSITIONS)
    memcpy (play->met + slot * bytes, entry, bytes);
  return false;
}

/* The cell that the plan names, or -1. */
static int
planned_cell (const struct play *play)
{
  const struct argument *a = play->argument;
  int place = winning_place (a->game, &play->position, a->mark, 0);
  if (place < 0)
    place = winning_place (a->game, &play->position, 3 - a->mark, 0);
  if (place >= 0)
    return cell_of_place (a->game, &play->position, a->game->order[place]);
  for (size_t i = 0; i < a->numbers; i++)
    if (may_place (a->game, &play->position, a->number[i]))
      return a->number[i];
  return -1;
}

static bool holds (struct play *);

/* Does it after a stone on that cell? */
static bool
holds_after (struct play *play, int cell)
{
  const struct argument *a = play->argument;
  const int mover = mark_to_move (&play->position), stones = play->position.plies + 1;
  const bool won = completes_row (a->game, &play->position, cell, mover);
  const enum ending ending = !won ? DRAWS : mover == a->mark ? WINS : LOSES;
  if (won || stones == a->game->cells)
    return worth_of (a->game, a->exact_score, ending, stones) >= a->bound;
  place_stone (&play->position, cell);
  const bool good = holds (play);
  remove_stone (&play->position, cell);
  return good;
}

static bool
holds (struct play *play)
{
  if (mark_to_move (&play->position) == play->argument->mark) {
    const int cell = planned_cell (play);
    return cell >= 0 && holds_after (play, cell);
  }
  if (is_met (play))
    return true;
  for (int column = 0; column < play->argument->game->columns; column++) {
    const int cell = cell_of_place (play->argument->game, &play->position, column);
    if (play->count > PLAN_POSITIONS || (cell >= 0 && !holds_after (play, cell)))
      return false;
  }
  return true;
}

const char *
check_plan (const struct argument *a)
{
  struct play play = { .argument = a };
  if (!a->game->gravity)
    return "cannot be played by a plan: stones do not fall";
  play.met = calloc (SLOTS, 1 + (size_t) a->game->key_bytes);
  if (play.met == NULL)
    return "needs more memory than there is";
  array_position_copy (a->game, &play.position, a->position);
  const bool good = holds (&play);
  *a->nodes += play.count;
  free (play.met);
  return good                          ? NULL
         : play.count > PLAN_POSITIONS ? "has a plan that meets too many positions"
                                       : "has a plan that fails";
}
