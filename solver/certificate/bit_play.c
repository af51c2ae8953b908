#include "certificate/bit_play.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4 * PLAN_POSITIONS };

struct bit_play {
  struct bit_board board;
  int column[BITS]; /* the columns in the order of the places */
  uint64_t *seen;   /* keys of positions in which the other side is to move; a hash table */
  size_t slot[PLAN_POSITIONS];
  int met; /* how many keys there are, and their slots */
  const struct argument *argument;
  const struct bit_stops *stops;
  bool by_plan;
  uint64_t start, nodes, most; /* the stones at the start; nodes as the checker counts them */
  uint8_t planned[BITS * BITS];
  size_t plans; /* the bits of the plan's cells, and how many these are */
};

struct bit_play *bit_play_create (const struct array_game *game) {
  if (!bit_board_fits (game))
    return NULL;
  struct bit_play *play = allocate (1, sizeof *play);
  play->board = bit_board_of (game);
  for (int i = 0, columns = 0; i < game->places; i++)
    if (game->order[i] < game->columns)
      play->column[columns++] = game->order[i];
  play->seen = allocate (SLOTS, sizeof *play->seen);
  memset (play->seen, 0, SLOTS * sizeof *play->seen);
  return play;
}

void bit_play_destroy (struct bit_play *play) {
  if (play == NULL)
    return;
  free (play->seen);
  free (play);
}

/* Has this position, in which the other side is to move, been met? If not, it is now, unless there were too
 * many; then one node more ends the search. */
static bool is_met (struct bit_play *play, uint64_t own, uint64_t other) {
  const uint64_t key = bit_board_key (&play->board, own, other);
  size_t slot = (size_t) ((key * 0x9e3779b97f4a7c15u) >> 32) % SLOTS;
  for (; play->seen[slot] != 0; slot = (slot + 1) % SLOTS)
    if (play->seen[slot] == key)
      return true;
  if (play->met < PLAN_POSITIONS) {
    play->seen[slot] = key;
    play->slot[play->met++] = slot;
  }
  return false;
}

/* Is this position, in which the player is to move, one where play stops? */
static bool stops_at (const struct bit_play *play, uint64_t own, uint64_t other) {
  return (own | other) != play->start && play->stops != NULL
         && play->stops->stop (play->stops->context, bit_board_key (&play->board, own, other));
}

static bool ends_well (const struct bit_play *play, enum ending ending, int stones) {
  return worth_of (play->argument->game, ending, stones) >= play->argument->bound;
}

/* The cell of the plan that comes first among the playable ones; 0: none. */
static uint64_t planned_cell (const struct bit_play *play, uint64_t playable) {
  for (size_t i = 0; i < play->plans; i++)
    if (playable >> play->planned[i] & 1)
      return (uint64_t) 1 << play->planned[i];
  return 0;
}

/* The cells in a column. */
static uint64_t column_cells (const struct bit_board *board, int column) {
  return (((uint64_t) 1 << board->rows) - 1) << column * (board->rows + 1);
}

/* The first of some cells in the order of the places. */
static uint64_t first_of (const struct bit_play *play, uint64_t cells) {
  for (int i = 0; i < play->board.columns; i++) {
    const uint64_t cell = cells & column_cells (&play->board, play->column[i]);
    if (cell != 0)
      return cell;
  }
  return 0;
}

/* What is known without further moves: 1 the player gets the bound, 0 he does not, -1 play goes on. */
static int ending_of (const struct bit_play *play, const uint64_t stones[2], bool own, uint64_t playable) {
  const struct argument *a = play->argument;
  const uint64_t taken = stones[0] | stones[1];
  const int count = __builtin_popcountll (taken);
  if (completing_cells (&play->board, stones[!own], taken) & playable)
    return ends_well (play, own ? WINS : LOSES, count + 1);
  if (count + 1 == a->game->cells)
    return ends_well (play, DRAWS, a->game->cells);
  if (!play->by_plan && a->bound >= 0
      && !holds_four (&play->board, play->board.cells & ~stones[a->bound > 0]))
    return a->bound == 0;
  return -1;
}

/* Does the player get the bound? stones[0]: his own; `own`: he is to move. As node() of the checker. */
static bool node (struct bit_play *play, const uint64_t stones[2], bool own) {
  const bool by_plan = own && play->by_plan;
  const uint64_t taken = stones[0] | stones[1], playable = playable_cells (&play->board, taken);
  if (by_plan ? stops_at (play, stones[0], stones[1]) : play->by_plan && is_met (play, stones[0], stones[1]))
    return true;
  if (!by_plan && play->nodes++ >= play->most)
    return false;
  const int known = ending_of (play, stones, own, playable);
  if (known >= 0)
    return known;
  const uint64_t urgent = completing_cells (&play->board, stones[own], taken) & playable;
  if (urgent != 0 && !own && !ends_well (play, WINS, __builtin_popcountll (taken) + 2))
    return false;
  const uint64_t cells = urgent != 0 ? first_of (play, urgent)
                         : by_plan   ? planned_cell (play, playable)
                                     : playable;
  for (int i = 0; i < play->board.columns; i++) {
    const uint64_t cell = cells & column_cells (&play->board, play->column[i]);
    if (cell == 0)
      continue;
    uint64_t after[2] = { stones[0], stones[1] };
    after[!own] |= cell;
    const bool good = node (play, after, !own);
    if (good == own || play->nodes > play->most)
      return good && play->nodes <= play->most;
  }
  return !own;
}

static bool begin (struct bit_play *play, const struct argument *a) {
  uint64_t stones[3];
  list_stones (&play->board, a->position, stones);
  const bool own = mark_to_move (a->position) == a->mark;
  const uint64_t sides[2] = { stones[a->mark], stones[3 - a->mark] };
  play->argument = a;
  play->start = stones[1] | stones[2];
  play->nodes = 0;
  play->met = 0;
  const bool good = node (play, sides, own);
  while (play->met > 0)
    play->seen[play->slot[--play->met]] = 0;
  return good;
}

bool bit_play_plan (struct bit_play *play, const struct argument *a, const struct bit_stops *stops) {
  if (play == NULL || a->numbers > sizeof play->planned)
    return true;
  play->by_plan = true;
  play->stops = stops;
  play->most = PLAN_POSITIONS;
  play->plans = a->numbers;
  for (size_t i = 0; i < a->numbers; i++) {
    if (a->number[i] >= a->game->cells)
      return true;
    play->planned[i] = (uint8_t) bit_of_cell (&play->board, a->number[i]);
  }
  return begin (play, a);
}

bool bit_play_small (struct bit_play *play, const struct argument *a) {
  if (play == NULL)
    return true;
  play->by_plan = false;
  play->most = a->small_nodes;
  return begin (play, a);
}
