/* Moves in the game's order, the most promising first: as a sorted list, or taken one by one. */
#ifndef ZERMELO_SEARCH_MOVE_ORDER_H
#define ZERMELO_SEARCH_MOVE_ORDER_H

#include <assert.h>
#include <limits.h>
#include <stdbool.h>

struct ordered_move {
  struct move move;
  int number; /* a number given by the caller */
  int order;  /* game_order(), or another sort key */
};

static inline bool order_descends (const struct ordered_move *list, int count) {
  for (int i = 1; i < count; i++)
    if (list[i - 1].order < list[i].order)
      return false;
  return true;
}

/** Sort by descending order; stable. */
static inline void order_moves (struct ordered_move *list, int count) {
  for (int i = 1; i < count; i++) {
    const struct ordered_move move = list[i];
    int place = i;
    for (; place > 0 && list[place - 1].order < move.order; place--)
      list[place] = list[place - 1];
    list[place] = move;
  }
  assert (order_descends (list, count));
}

/** The index of the largest order, and the first such index if several are equal. The order at this index is
 * then cleared. */
static inline int order_next (int *order, int count) {
  assert (count > 0);
  int next = 0;
  for (int i = 1; i < count; i++)
    if (order[i] > order[next])
      next = i;
  assert (order[next] != INT_MIN); /* some move has not been taken yet */
  order[next] = INT_MIN;
  return next;
}

#endif
