#include "certificate/plan_on_rows.h"

#include "certificate/strategy_rows_needed.h"

#include <stdlib.h>

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

void plans_on_rows_begin (struct plans_on_rows *p, struct rows_in_use *rows, struct leaves *leaves) {
  const struct array_game *game = rows->game;
  struct array_position position, image;
  uint8_t key[KEY_MOST];
  *p = (struct plans_on_rows){ .rows = rows, .leaves = leaves, .keys = { .key_bytes = sizeof (uint64_t) } };
  for (size_t row = 0; row < rows->known; row++)
    if (game->rules->unpack (game, key_set_key (&rows->strategy->positions, row), &position)
        && position.to_move == leaves->player)
      for (int i = 0; game->rules->pack (game, &position, i, key); i++)
        if (game->rules->unpack (game, key, &image))
          add_key (p, row, plan_key (leaves->plans, &image, 1 + leaves->player));
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

/* See struct argument. */
static bool meets (void *context, const struct array_position *position) {
  struct plans_on_rows *p = context;
  const size_t row = strategy_row_of (p->rows->game, p->rows->strategy, position);
  if (row == SIZE_MAX || (p->rows->used[row] == 0 && !p->rows->marked[row]))
    return false;
  row_list_add (&p->met, row);
  return true;
}

/* Mark the rows below these that are not in use and are no leaves: they are likely to need their own moves.
 */
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

/* Find a plan for a position in which the other side is to move. Where none is found play may stop after one
 * more reply each time, the one after which it fails most often. */
static bool find_after (struct plans_on_rows *p, const struct plan_effort *effort, struct argument *a) {
  struct leaves *leaves = p->leaves;
  while (!find_plan (leaves->plans, a, leaves->number + 1, effort)) {
    struct array_position reply;
    const int hardest = plan_hardest_reply (leaves->plans);
    if (hardest < 0)
      return false;
    array_position_copy (a->game, &reply, a->position);
    place_stone (&reply, hardest);
    const size_t row = strategy_row_of (p->rows->game, p->rows->strategy, &reply);
    if (row == SIZE_MAX)
      return false;
    mark (p, row);
  }
  return true;
}

/* The same for one in which the player is to move, beginning with this cell. */
static bool find_from (struct plans_on_rows *p, const struct array_position *position, int cell,
                       struct argument *a) {
  struct leaves *leaves = p->leaves;
  struct plan_effort effort = leaves->effort;
  struct array_position after;
  effort.stops = stops;
  effort.stops_context = p;
  array_position_copy (a->game, &after, position);
  place_stone (&after, cell);
  a->position = &after;
  if (!find_after (p, &effort, a))
    return false;
  leaves->number[0] = (uint16_t) cell;
  a->number = leaves->number;
  a->numbers++;
  a->position = position;
  a->has_row = meets;
  a->rows = p;
  p->met.count = 0;
  return check_plan (a) == NULL;
}

size_t plan_on_rows (struct plans_on_rows *p, size_t row) {
  struct rows_in_use *rows = p->rows;
  struct array_position position;
  const struct acyclic_strategy *strategy = rows->strategy;
  const bool known
      = rows->game->rules->unpack (rows->game, key_set_key (&strategy->positions, row), &position)
        && position.to_move == p->leaves->player;
  const int cell
      = known ? cell_of_place (rows->game, &position, strategy->number[strategy->row[row].begin]) : -1;
  if (cell < 0)
    return 0;
  struct argument a = leaf_argument (p->leaves, &position);
  const size_t freed = rows_release (rows, &rows->supports[row]);
  size_t cost = freed;
  mark_moves (p, &rows->supports[row]);
  if (freed > 1 && find_from (p, &position, cell, &a) && (cost = rows_cost (rows, &p->met)) < freed) {
    acyclic_strategy_change (rows->strategy, row, ROW_PLAN, a.number, a.numbers);
    row_list_copy (&rows->supports[row], &p->met);
  }
  unmark_all (p);
  rows_take (rows, &rows->supports[row]);
  return cost < freed ? freed - cost : 0;
}
