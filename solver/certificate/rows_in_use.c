#include "certificate/rows_in_use.h"

#include "certificate/strategy_rows_needed.h"

#include <stdlib.h>

void row_list_add (struct row_list *list, size_t row) {
  for (size_t i = 0; i < list->count; i++)
    if (list->row[i] == row)
      return;
  if (list->count == list->capacity) {
    list->capacity = 2 * list->capacity + 8;
    list->row = reallocate (list->row, list->capacity, sizeof *list->row);
  }
  list->row[list->count++] = row;
}

static void add_support (void *context, const uint8_t *key, size_t row) {
  (void) key;
  assert (row != SIZE_MAX);
  row_list_add (context, row);
}

/* A claim that needs only the other player's strategy need not have a row in this one. */
static void add_claimed (void *context, const uint8_t *key, size_t row) {
  (void) key;
  if (row != SIZE_MAX)
    row_list_add (context, row);
}

void row_list_copy (struct row_list *to, const struct row_list *from) {
  to->count = 0;
  for (size_t i = 0; i < from->count; i++)
    row_list_add (to, from->row[i]);
}

void rows_in_use_grow (struct rows_in_use *rows) {
  if (rows->strategy->rows > rows->capacity) {
    rows->capacity = 2 * rows->strategy->rows;
    rows->supports = reallocate (rows->supports, rows->capacity, sizeof *rows->supports);
    rows->used = reallocate (rows->used, rows->capacity, sizeof *rows->used);
    rows->marked = reallocate (rows->marked, rows->capacity, sizeof *rows->marked);
  }
  for (; rows->known < rows->strategy->rows; rows->known++) {
    rows->supports[rows->known] = (struct row_list){ .count = 0 };
    rows->used[rows->known] = 0;
    rows->marked[rows->known] = false;
  }
}

size_t row_or_leaf (struct rows_in_use *rows, struct leaves *leaves, const uint8_t *key) {
  const size_t row = key_set_find (&rows->strategy->positions, key);
  if (row != SIZE_MAX || !leaf_settles (leaves, key))
    return row;
  rows_in_use_grow (rows);
  return rows->known - 1;
}

size_t rows_take (struct rows_in_use *rows, const struct row_list *list) {
  size_t more = 0;
  for (size_t i = 0; i < list->count; i++)
    if (rows->used[list->row[i]]++ == 0)
      more += 1 + rows_take (rows, &rows->supports[list->row[i]]);
  return more;
}

size_t rows_release (struct rows_in_use *rows, const struct row_list *list) {
  size_t less = 0;
  for (size_t i = 0; i < list->count; i++) {
    assert (rows->used[list->row[i]] > 0);
    if (--rows->used[list->row[i]] == 0)
      less += 1 + rows_release (rows, &rows->supports[list->row[i]]);
  }
  return less;
}

size_t rows_cost (struct rows_in_use *rows, const struct row_list *list) {
  const size_t cost = rows_take (rows, list);
  rows_release (rows, list);
  return cost;
}

void rows_in_use_begin (struct rows_in_use *rows, const struct array_game *game, struct strategy *strategy,
                        const struct certificate *certificate) {
  struct row_list claim = { .count = 0 };
  struct array_children *children = allocate (1, sizeof *children);
  struct bit_play *play = bit_play_create (game);
  *rows = (struct rows_in_use){ .game = game, .strategy = strategy };
  rows_in_use_grow (rows);
  for (size_t i = 0; i < rows->known; i++)
    strategy_each_support (game, play, strategy, i, children, add_support, &rows->supports[i]);
  for (size_t i = 0; i < certificate->claims; i++)
    strategy_each_cover (game, strategy, certificate->claim[i].key, children, add_claimed, &claim);
  rows->in_use = rows_take (rows, &claim);
  bit_play_destroy (play);
  free (claim.row);
  free (children);
}

void rows_in_use_end (struct rows_in_use *rows) {
  for (size_t i = 0; i < rows->known; i++)
    free (rows->supports[i].row);
  free (rows->supports);
  free (rows->used);
  free (rows->marked);
}

void rows_in_use_drop_others (struct rows_in_use *rows) {
  bool *const in_use = allocate (rows->known + 1, sizeof *in_use);
  for (size_t i = 0; i < rows->known; i++)
    in_use[i] = rows->used[i] > 0;
  strategy_keep_rows (rows->strategy, in_use);
  free (in_use);
}
