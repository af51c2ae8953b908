#include "small_search.h"

struct search {
  const struct array_game *game;
  struct array_position *position;
  bool exact_score;
  int mark, bound;
  uint64_t most, *nodes;
  int places;               /* where stones go, in game->order: columns if they fall, else cells */
  int height[KEY_MOST * 8]; /* of each column, if stones fall */
};

/* Where a stone would lie, or -1. */
static int
cell_of_place (const struct search *s, int i)
{
  const int place = s->game->order[i];
  if (!s->game->gravity)
    return s->position->cell[place] == 0 ? place : -1;
  return s->height[place] < s->game->rows ? s->height[place] * s->game->columns + place : -1;
}

/* The first place in order where that player would complete a row, or -1. */
static int
winning_place (const struct search *s, int mark)
{
  const int stones = (s->position->plies + (mark == 1)) / 2; /* of that player */
  for (int i = 0; i < s->places && stones + 1 >= s->game->length; i++) {
    const int cell = cell_of_place (s, i);
    if (cell >= 0 && completes_row (s->game, s->position, cell, mark))
      return i;
  }
  return -1;
}

static bool
has_line_left (const struct search *s, int mark)
{
  for (int i = 0; i < s->game->lines; i++)
    if (line_lacks (s->game, s->position, &s->game->line[i], mark) >= 0)
      return true;
  return false;
}

/* Is a game in which that player completes a row with stone number `stones` good enough? */
static bool
is_enough (const struct search *s, int winner, int stones)
{
  return worth_of (s->game, s->exact_score, winner == s->mark ? WINS : LOSES, stones) >= s->bound;
}

static bool node (struct search *);

/* The node after a stone. */
static bool
reply (struct search *s, int i, int cell)
{
  int *height = s->game->gravity ? &s->height[s->game->order[i]] : NULL;
  place_stone (s->position, cell);
  if (height != NULL)
    ++*height;
  const bool good = node (s);
  if (height != NULL)
    --*height;
  remove_stone (s->position, cell);
  return good;
}

static bool
node (struct search *s)
{
  struct array_position *position = s->position;
  const int mover = mark_to_move (position), cells = s->game->cells;
  const bool own = mover == s->mark;
  if (++*s->nodes > s->most)
    return false;
  if (winning_place (s, mover) >= 0)
    return is_enough (s, mover, position->plies + 1);
  if (position->plies + 1 == cells)
    return worth_of (s->game, s->exact_score, full_board_for (s->game, s->mark), cells) >= s->bound;
  if (s->game->variant != MAKER_BREAKER) {
    if (s->bound == 0 && !has_line_left (s, 3 - s->mark))
      return true;
    if (s->bound > 0 && !has_line_left (s, s->mark))
      return false;
  }
  const int urgent = winning_place (s, 3 - mover);
  if (urgent >= 0 && !own && !is_enough (s, s->mark, position->plies + 2))
    return false;
  for (int i = urgent >= 0 ? urgent : 0; i < s->places; i++) {
    const int cell = cell_of_place (s, i);
    if (cell < 0)
      continue;
    const bool good = reply (s, i, cell);
    if (good == own || *s->nodes > s->most)
      return good && *s->nodes <= s->most;
    if (urgent >= 0)
      break;
  }
  return !own;
}

bool
small_search (const struct argument *a, uint64_t most, uint64_t *nodes)
{
  const struct array_game *game = a->game;
  struct array_position position;
  struct search s = { .game = game,
                      .position = &position,
                      .exact_score = a->exact_score,
                      .mark = a->mark,
                      .bound = a->bound,
                      .most = most,
                      .nodes = nodes,
                      .places = game->gravity ? game->columns : game->cells };
  array_position_copy (game, &position, a->position);
  for (int cell = 0; game->gravity && cell < game->cells; cell++)
    s.height[cell % game->columns] += position.cell[cell] != 0;
  *nodes = 0;
  return node (&s);
}
