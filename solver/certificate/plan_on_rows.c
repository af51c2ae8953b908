#include "certificate/plan_on_rows.h"

#include "checker/alignment.h"

#include <stdlib.h>
#include <string.h>

/* Where the play of a plan may stop: at rows in use, which cost nothing, and at others, which are marked. */
struct stops {
  struct rows_in_use *rows;
  size_t *other;
  size_t others, capacity;
  struct row_list met; /* rows of both sorts at which play has stopped */
};

static void add_stop (struct stops *stops, size_t row) {
  if (stops->rows->marked[row])
    return;
  stops->rows->marked[row] = true;
  if (stops->others == stops->capacity) {
    stops->capacity = 2 * stops->capacity + 8;
    stops->other = reallocate (stops->other, stops->capacity, sizeof *stops->other);
  }
  stops->other[stops->others++] = row;
}

static void free_stops (struct stops *stops) {
  for (size_t i = 0; i < stops->others; i++)
    stops->rows->marked[stops->other[i]] = false;
  free (stops->other);
  free (stops->met.row);
}

/* The row of a position at which play may stop, or SIZE_MAX. */
static size_t stop_at (const struct stops *stops, const struct array_position *position) {
  const size_t row = rows_in_use_find (stops->rows, position);
  return row != SIZE_MAX && (stops->rows->used[row] > 0 || stops->rows->marked[row]) ? row : SIZE_MAX;
}

static bool may_stop (void *context, const struct array_position *position) {
  return stop_at (context, position) != SIZE_MAX;
}

static bool meet_row (void *context, const struct array_position *position) {
  struct stops *stops = context;
  const size_t row = stop_at (stops, position);
  if (row != SIZE_MAX)
    row_list_add (&stops->met, row);
  return row != SIZE_MAX;
}

/* Rows below these that are not in use and are no leaves: it is likely that they need moves of their own. */
static void stop_at_moves (struct stops *stops, const struct row_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    const size_t row = list->row[i];
    const struct row_list *supports = &stops->rows->supports[row];
    if (stops->rows->used[row] > 0 || stops->rows->marked[row] || supports->count == 0)
      continue;
    add_stop (stops, row);
    stop_at_moves (stops, supports);
  }
}

/* Find a plan for the position after the first move. Where none is found play may stop after one more reply
 * each time, the one after which it fails most often. */
static bool find_with_stops (struct leaves *leaves, struct stops *stops, struct argument *a) {
  while (!find_plan (leaves->plans, a, leaves->number + 1, &leaves->effort)) {
    struct array_position reply;
    const int hardest = plan_hardest_reply (leaves->plans);
    if (hardest < 0)
      return false;
    array_position_copy (a->game, &reply, a->position);
    place_stone (&reply, hardest);
    const size_t row = rows_in_use_find (stops->rows, &reply);
    if (row == SIZE_MAX)
      return false;
    add_stop (stops, row);
  }
  return true;
}

/* Find a plan for a position in which the player is to move, that begins with this cell. The rows on which it
 * rests are those that its play meets. */
static bool find_from (struct leaves *leaves, struct stops *stops, const struct array_position *position,
                       int cell, struct argument *a) {
  struct array_position after;
  array_position_copy (a->game, &after, position);
  place_stone (&after, cell);
  a->position = &after;
  if (!find_with_stops (leaves, stops, a))
    return false;
  leaves->number[0] = (uint16_t) cell;
  a->number = leaves->number;
  a->numbers++;
  a->position = position;
  a->has_row = meet_row;
  return check_plan (a) == NULL;
}

size_t plan_on_rows (struct rows_in_use *rows, struct leaves *leaves, size_t row) {
  struct stops stops = { .rows = rows };
  struct array_position position;
  const struct strategy_row *present = &rows->strategy->row[row];
  const bool known
      = leaves->plans != NULL
        && rows->game->rules->unpack (rows->game, key_set_key (&rows->strategy->positions, row), &position)
        && position.to_move == leaves->player;
  const int cell = known ? cell_of_place (rows->game, &position, rows->strategy->number[present->begin]) : -1;
  if (cell < 0)
    return 0;
  struct argument a = leaf_argument (leaves, &position);
  a.has_row = may_stop;
  a.rows = &stops;
  const size_t freed = rows_release (rows, &rows->supports[row]);
  size_t cost = freed;
  stop_at_moves (&stops, &rows->supports[row]);
  if (freed > 1 && find_from (leaves, &stops, &position, cell, &a)
      && (cost = rows_cost (rows, &stops.met)) < freed) {
    acyclic_strategy_change (rows->strategy, row, ROW_PLAN, a.number, a.numbers);
    row_list_copy (&rows->supports[row], &stops.met);
  }
  rows_take (rows, &rows->supports[row]);
  free_stops (&stops);
  return cost < freed ? freed - cost : 0;
}
