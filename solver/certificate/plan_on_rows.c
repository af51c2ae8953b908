#include "certificate/plan_on_rows.h"

#include "certificate/row_move.h"
#include "certificate/strategy_rows_needed.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- where play stops ---- */

static void add_key (struct plans_on_rows *p, size_t row, uint64_t key) {
  const uint8_t *const bytes = (const uint8_t *) &key;
  if (!key_set_add (&p->keys, bytes, key_hash (bytes, sizeof key)))
    return;
  if (p->keys.count > p->capacity) {
    p->capacity = 2 * p->keys.count;
    p->row = reallocate (p->row, p->capacity, sizeof *p->row);
  }
  p->row[p->keys.count - 1] = row;
}

static void add_row (struct plans_on_rows *p, size_t row) {
  const struct array_game *game = p->rows->game;
  struct array_position position, image;
  uint8_t key[KEY_MOST];
  if (game->rules->unpack (game, key_set_key (&p->rows->strategy->positions, row), &position)
      && position.to_move == p->leaves->player)
    for (int i = 0; game->rules->pack (game, &position, i, key); i++)
      if (game->rules->unpack (game, key, &image))
        add_key (p, row, plan_key (p->leaves->plans, &image, 1 + p->leaves->player));
}

void plans_on_rows_begin (struct plans_on_rows *p, struct rows_in_use *rows, struct leaves *leaves) {
  *p = (struct plans_on_rows){ .rows = rows, .leaves = leaves, .keys = { .key_bytes = sizeof (uint64_t) } };
  for (size_t row = 0; row < rows->known; row++)
    add_row (p, row);
}

void plans_on_rows_end (struct plans_on_rows *p) {
  key_set_free (&p->keys);
  free (p->row);
  free (p->met.row);
  free (p->marked);
}

static void mark (struct plans_on_rows *p, size_t row) {
  if (p->rows->marked[row])
    return;
  p->rows->marked[row] = true;
  if (p->marks == p->marks_most) {
    p->marks_most = 2 * p->marks_most + 8;
    p->marked = reallocate (p->marked, p->marks_most, sizeof *p->marked);
  }
  p->marked[p->marks++] = row;
}

static void unmark_all (struct plans_on_rows *p) {
  while (p->marks > 0)
    p->rows->marked[p->marked[--p->marks]] = false;
}

/* See struct plan_effort. */
static bool stops (void *context, uint64_t key) {
  const struct plans_on_rows *p = context;
  const size_t at = key_set_find (&p->keys, (const uint8_t *) &key);
  return at != SIZE_MAX && (p->rows->used[p->row[at]] > 0 || p->rows->marked[p->row[at]]);
}

/* See struct bit_stops. */
static bool stops_and_meets (void *context, uint64_t key) {
  struct plans_on_rows *p = context;
  if (!stops (p, key))
    return false;
  row_list_add (&p->met, p->row[key_set_find (&p->keys, (const uint8_t *) &key)]);
  return true;
}

/* See struct argument. */
static bool meets (void *context, const struct array_position *position) {
  const struct plans_on_rows *p = context;
  const size_t row = strategy_row_of (p->rows->game, p->rows->strategy, position);
  return row != SIZE_MAX && (p->rows->used[row] > 0 || p->rows->marked[row]);
}

/* Mark the rows in the list, and the rows that they rest on, that are not in use and are not leaves: these
 * positions are likely to need moves of their own. */
static void mark_moves (struct plans_on_rows *p, const struct row_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    const size_t row = list->row[i];
    if (p->rows->used[row] > 0 || p->rows->marked[row] || p->rows->supports[row].count == 0)
      continue;
    mark (p, row);
    mark_moves (p, &p->rows->supports[row]);
  }
}

/* ---- plans ---- */

/* The row of the position after a reply, or a leaf that is added for it. Play may stop there from now on. */
static size_t row_after (struct plans_on_rows *p, const struct array_position *reply) {
  uint8_t key[KEY_MOST];
  const size_t known = p->rows->known;
  array_canonical (p->rows->game, reply, key);
  const size_t row = row_or_leaf (p->rows, p->leaves, key);
  if (p->rows->known > known)
    add_row (p, row);
  return row;
}

/* Find a plan for a position in which the other side is to move. As long as none is found, play may stop
 * after one more reply, the one after which it fails most often, while that needs fewer than `most` rows. */
static bool find_after (struct plans_on_rows *p, const struct plan_effort *effort, size_t most,
                        struct argument *a) {
  struct leaves *leaves = p->leaves;
  struct row_list stops = { .count = 0 };
  size_t cost = 0;
  bool found;
  while (!(found = find_plan (leaves->plans, a, leaves->number + 1, effort))) {
    struct array_position reply;
    const int hardest = plan_hardest_reply (leaves->plans);
    if (hardest < 0 || cost + 1 >= most)
      break;
    array_position_copy (a->game, &reply, a->position);
    place_stone (&reply, hardest);
    const size_t row = row_after (p, &reply);
    if (row == SIZE_MAX)
      break;
    mark (p, row);
    row_list_add (&stops, row);
    cost = rows_cost (p->rows, &stops);
    if (cost >= most)
      break;
  }
  free (stops.row);
  return found;
}

/* Find a plan that begins with `cell`, for a position in which the player is to move, and the rows that it
 * meets. The checker has not played it yet. */
static bool find_from (struct plans_on_rows *p, const struct array_position *position, int cell, size_t most,
                       struct argument *a) {
  struct leaves *leaves = p->leaves;
  struct plan_effort effort = leaves->effort;
  struct array_position after;
  effort.stops = stops;
  effort.stops_context = p;
  array_position_copy (a->game, &after, position);
  place_stone (&after, cell);
  if (effort.may_hold != NULL && !effort.may_hold (effort.context, &after))
    return false;
  a->position = &after;
  const bool found = find_after (p, &effort, most, a);
  a->position = position;
  if (!found)
    return false;
  leaves->number[0] = (uint16_t) cell;
  a->number = leaves->number;
  a->numbers++;
  p->met.count = 0;
  return bit_play_plan (leaves->play, a, &(struct bit_stops){ stops_and_meets, p });
}

/* The cell on which the player places a stone by the row as it is; -1: the row says nothing about that. */
static int cell_of_row (const struct plans_on_rows *p, size_t row, const struct array_position *position) {
  const struct strategy *const strategy = p->rows->strategy;
  const uint16_t *const number = strategy->number + strategy->row[row].begin;
  return strategy->row[row].kind == ROW_MOVE
             ? cell_of_place (p->rows->game, position, number[0])
             : cell_of_plan (p->rows->game, number, strategy->row[row].size, position);
}

/* The best plan so far for a row. */
struct best {
  size_t cost; /* the rows that it needs and that are not in use */
  uint16_t number[BITS];
  size_t numbers; /* 0: there is none */
  struct row_list met;
};

/* Try plans that begin with each cell, the row's own cell before the others: a plan that needs few rows ends
 * the search for the others early. Plans may stop at the rows on which the row rests now. */
static void find_best (struct plans_on_rows *p, size_t row, const struct array_position *position,
                       struct best *best) {
  struct rows_in_use *rows = p->rows;
  struct argument a = leaf_argument (p->leaves, position);
  const int own = cell_of_row (p, row, position);
  for (int i = -1; i < rows->game->cells && best->cost > 0; i++) {
    const int cell = i < 0 ? own : i;
    if ((i >= 0 && i == own) || !may_place (rows->game, position, cell))
      continue;
    mark_moves (p, &rows->supports[row]);
    if (find_from (p, position, cell, best->cost, &a) && rows_cost (rows, &p->met) < best->cost) {
      assert (a.numbers <= BITS);
      best->cost = rows_cost (rows, &p->met);
      memcpy (best->number, a.number, a.numbers * sizeof *a.number);
      best->numbers = a.numbers;
      row_list_copy (&best->met, &p->met);
    }
    unmark_all (p);
  }
}

/* Does the checker accept the plan for a row? */
static bool is_accepted (struct plans_on_rows *p, size_t row, const struct array_position *position,
                         const struct best *best) {
  struct argument a = leaf_argument (p->leaves, position);
  a.number = best->number;
  a.numbers = best->numbers;
  a.has_row = meets;
  a.rows = p;
  mark_moves (p, &p->rows->supports[row]);
  for (size_t i = 0; i < best->met.count; i++)
    mark (p, best->met.row[i]);
  const bool accepted = check_plan (&a) == NULL;
  unmark_all (p);
  return accepted;
}

/* If the best plan for a row needs fewer than `most` rows that are not in use, the row becomes that plan, and
 * their number is returned. Otherwise `most` is returned, and the row is unchanged. */
static size_t best_plan (struct plans_on_rows *p, size_t row, const struct array_position *position,
                         size_t most) {
  struct best best = { .cost = most };
  find_best (p, row, position, &best);
  if (best.numbers > 0 && is_accepted (p, row, position, &best)) {
    strategy_change (p->rows->strategy, row, ROW_PLAN, best.number, best.numbers);
    row_list_copy (&p->rows->supports[row], &best.met);
    most = best.cost;
  }
  free (best.met.row);
  return most;
}

size_t plan_on_rows (struct plans_on_rows *p, size_t row) {
  struct rows_in_use *rows = p->rows;
  struct array_position position;
  if (!rows->game->rules->unpack (rows->game, key_set_key (&rows->strategy->positions, row), &position)
      || position.to_move != p->leaves->player)
    return 0;
  const size_t freed = rows_release (rows, &rows->supports[row]);
  const size_t cost = best_plan (p, row, &position, freed);
  rows_take (rows, &rows->supports[row]);
  return freed - cost;
}
