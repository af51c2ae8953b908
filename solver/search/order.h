/* Lists of moves in the order of the game, the most promising first. */
#ifndef ZERMELO_ORDER_H
#define ZERMELO_ORDER_H

struct ordered_move {
  struct move move;
  int number; /* as the caller numbers moves */
  int order;  /* game_order(), or whatever else is to be sorted by */
};

/** The larger order first; equal ones keep their order. */
static inline void
order_moves (struct ordered_move *list, int count)
{
  for (int i = 1; i < count; i++) {
    const struct ordered_move move = list[i];
    int place = i;
    for (; place > 0 && list[place - 1].order < move.order; place--)
      list[place] = list[place - 1];
    list[place] = move;
  }
}

#endif
