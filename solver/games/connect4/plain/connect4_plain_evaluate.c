#include "games/connect4/plain/connect4_plain_evaluate.h"

/* The four directions: across, upwards, rising, falling. */
static const int right[4] = { 1, 0, 1, 1 }, up[4] = { 0, 1, 1, -1 };

enum { OFF_THE_BOARD = -1, EMPTY = 0 };

static int what_lies (const struct plain *p, int column, int row) {
  if (column < 0 || column >= p->size[0] || row < 0 || row >= p->size[1])
    return OFF_THE_BOARD;
  return p->cell[row * p->size[0] + column];
}

/* Is it the first empty cell of its column? */
static bool is_playable (const struct plain *p, int column, int row) {
  return what_lies (p, column, row) == EMPTY && what_lies (p, column, row - 1) != EMPTY;
}

/* Ten times the weight of one line of four for the side with these stones. */
static int weight_of_line (const struct plain *p, int side, int column, int row, int d) {
  int stones = 0, playable = 0;
  for (int i = 0; i < 4; i++) {
    const int x = column + i * right[d], y = row + i * up[d], what = what_lies (p, x, y);
    if (what != side && what != EMPTY)
      return 0;
    stones += what == side;
    playable += is_playable (p, x, y);
  }
  if (stones == 3)
    return playable == 1 ? 40 : 20;
  if (stones == 2)
    return playable == 2 ? 30 : playable == 1 ? 15 : 10;
  return 0;
}

static int present_of (const struct plain *p, int side) {
  int sum = 0;
  for (int column = 0; column < p->size[0]; column++)
    for (int row = 0; row < p->size[1]; row++)
      for (int d = 0; d < 4; d++)
        sum += weight_of_line (p, side, column, row, d);
  return sum;
}

static bool is_usable (const struct plain *p, int side, int column, int row) {
  return what_lies (p, column, row) == side || is_playable (p, column, row);
}

/* Of the first empty cell of each column: fours in the runs that it belongs to. */
static int future_of (const struct plain *p, int side) {
  int sum = 0;
  for (int column = 0; column < p->size[0]; column++)
    for (int row = 0; row < p->size[1]; row++)
      for (int d = 0; d < 4 && is_playable (p, column, row); d++) {
        int count = 1;
        for (int way = -1; way <= 1; way += 2)
          for (int i = 1; is_usable (p, side, column + way * i * right[d], row + way * i * up[d]); i++)
            count++;
        if (count >= 4)
          sum += (count - 4) + 1;
      }
  return sum;
}

int plain_connect4_present (const struct plain *p) {
  return present_of (p, p->to_move + 1) - present_of (p, 2 - p->to_move);
}

int plain_connect4_future (const struct plain *p) {
  return future_of (p, p->to_move + 1) - future_of (p, 2 - p->to_move);
}

int plain_connect4_both (const struct plain *p) {
  return plain_connect4_present (p) + plain_connect4_future (p);
}

bool plain_connect4_stale (const struct plain *p) {
  for (int cell = 0; cell < p->size[0] * p->size[1]; cell++)
    for (int d = 0; d < 4; d++)
      for (int side = 1; side <= 2; side++) {
        int own = 0;
        for (int i = 0; i < 4; i++) {
          const int what = what_lies (p, cell % p->size[0] + i * right[d], cell / p->size[0] + i * up[d]);
          own += what == side || what == EMPTY;
        }
        if (own == 4)
          return false;
      }
  return true;
}
