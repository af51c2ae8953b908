/* Positions in the middle of a plan. A certificate has no rows for them; it has only a row for the position
 * where the plan begins. */
#include "answer/strategy.h"

#include "base/key_set.h"
#include "certificate/row_move.h"
#include "checker/alignment.h"

#include <string.h>

/* The most positions on the way back, or in the play of one plan; and the most of all of these together.
 * There must be a limit because files are read unchecked. */
enum { POSITIONS_MOST = 1 << 16, POSITIONS_IN_ALL = 1 << 18 };

struct way_back {
  const struct array_game *game;
  const struct strategy_rows *rows;
  int player;
  struct plan_play *found;
  int left;              /* how many of POSITIONS_IN_ALL are left */
  struct key_set before; /* positions on the way back */
};

/* The play of one plan. */
struct played_plan {
  struct way_back *back;
  const uint16_t *number;
  size_t numbers;
  const struct array_position *wanted;
  struct key_set met;
};

/* Add a position as it stands. False: the set had it already, or there are too many positions. */
static bool add (struct way_back *s, struct key_set *set, const struct array_position *position) {
  uint8_t key[KEY_MOST] = { 0 };
  if (s->left == 0)
    return false;
  s->left--;
  s->game->rules->pack (s->game, position, 0, key);
  return set->count < POSITIONS_MOST && key_set_add (set, key, key_hash (key, s->game->key_bytes));
}

static size_t row_of (const struct way_back *s, const struct array_position *position) {
  uint8_t key[KEY_MOST] = { 0 };
  array_canonical (s->game, position, key);
  return strategy_row (s->game, s->rows, key);
}

static bool is_plan (const struct way_back *s, size_t row) {
  return row != SIZE_MAX && (s->rows->kind[row] == ROW_PLAN || s->rows->kind[row] == ROW_THREATS);
}

/* Go on from the position after a stone that the wanted position has, too. */
static bool follow (struct played_plan *f, struct array_position *position, int plies);

static bool follow_stone (struct played_plan *f, struct array_position *position, int cell, int plies) {
  if (cell < 0 || f->wanted->cell[cell] != mark_to_move (position))
    return false;
  place_stone (position, cell);
  const bool leads = follow (f, position, plies);
  remove_stone (position, cell);
  return leads;
}

/* Does the plan, which began at ply `plies`, lead from here to the wanted position? */
static bool follow (struct played_plan *f, struct array_position *position, int plies) {
  struct way_back *s = f->back;
  if (position->plies == f->wanted->plies)
    return true;
  if (position->to_move == s->player) {
    const bool stops = position->plies > plies && row_of (s, position) != SIZE_MAX;
    return !stops
           && follow_stone (f, position, cell_of_plan (s->game, f->number, f->numbers, position), plies);
  }
  bool found = false;
  if (add (s, &f->met, position))
    for (int place = 0; place < s->game->places && !found; place++)
      found = follow_stone (f, position, cell_of_place (s->game, position, s->game->order[place]), plies);
  return found;
}

/* Does the plan of a row lead from one position to the other? Both are turned so that the first one looks as
 * in the row. */
static bool plan_leads (struct way_back *s, size_t row, const struct array_position *begin,
                        const struct array_position *position) {
  const struct array_game *game = s->game;
  const size_t bytes = (size_t) game->key_bytes;
  struct array_position from, wanted;
  struct played_plan f = { .back = s,
                           .number = s->rows->number + s->rows->begin[row],
                           .numbers = s->rows->size[row],
                           .wanted = &wanted };
  uint8_t key[KEY_MOST] = { 0 }, image[KEY_MOST] = { 0 };
  bool found = false;
  array_canonical (game, begin, key);
  for (int i = 0; !found && game->rules->pack (game, begin, i, image); i++) {
    if (memcmp (key, image, bytes) != 0 || !game->rules->unpack (game, key, &from)
        || !game->rules->pack (game, position, i, image) || !game->rules->unpack (game, image, &wanted))
      continue;
    f.met = (struct key_set){ .key_bytes = game->key_bytes };
    found = follow (&f, &from, from.plies);
    key_set_free (&f.met);
  }
  const int cell
      = found && wanted.to_move == s->player ? cell_of_plan (game, f.number, f.numbers, &wanted) : -1;
  s->found->goes_on = cell >= 0;
  if (cell >= 0) {
    place_stone (&wanted, cell);
    array_canonical (game, &wanted, s->found->after);
  }
  return found;
}

/* Add the positions from which this one may have arisen. */
static void add_those_before (struct way_back *s, struct array_position *position) {
  const struct array_game *game = s->game;
  const int mark = 3 - mark_to_move (position);
  for (int cell = 0; cell < game->cells; cell++) {
    const int above = cell + game->columns;
    if (position->cell[cell] != mark || (game->gravity && above < game->cells && position->cell[above] != 0))
      continue;
    remove_stone (position, cell);
    add (s, &s->before, position);
    change_cell (position, cell, mark);
  }
}

bool plan_leads_to (const struct array_game *game, const struct strategy_rows *rows, int player,
                    const struct array_position *position, struct plan_play *found) {
  struct way_back s = { .game = game,
                        .rows = rows,
                        .player = player,
                        .found = found,
                        .left = POSITIONS_IN_ALL,
                        .before = { .key_bytes = game->key_bytes } };
  struct array_position before;
  bool leads_there = false;
  if (game->key_bytes == 0 || !rows->present)
    return false;
  add (&s, &s.before, position);
  for (size_t i = 0; i < s.before.count && !leads_there && s.left > 0; i++) {
    game->rules->unpack (game, key_set_key (&s.before, i), &before);
    found->row = row_of (&s, &before);
    leads_there = is_plan (&s, found->row) && plan_leads (&s, found->row, &before, position);
    add_those_before (&s, &before);
  }
  key_set_free (&s.before);
  return leads_there;
}
