#include "games/connect4/plain/connect4_plain.h"

/* The four directions: across, upwards, rising, falling. */
static const int right[4] = { 1, 0, 1, 1 }, up[4] = { 0, 1, 1, -1 };

enum { OFF_THE_BOARD = -1, EMPTY = 0, FOR_A_STALEMATE = 200 };

static int what_lies (const struct plain *p, int column, int row) {
  if (column < 0 || column >= p->size[0] || row < 0 || row >= p->size[1])
    return OFF_THE_BOARD;
  return p->cell[row * p->size[0] + column];
}

/* Is this the first empty cell of its column? */
static bool is_playable (const struct plain *p, int column, int row) {
  return what_lies (p, column, row) == EMPTY && what_lies (p, column, row - 1) != EMPTY;
}

/* ---- the present ---- */

struct ray {
  int x, y, across, upwards;
};

/* The value of one end of a run of two or three, doubled. The ray begins at the cell after the end and leads
 * away from the run; `earlier` is the last stone of an earlier run of two or more. */
static int value_of_end (const struct plain *p, int side, int stones, struct ray ray, const int earlier[2]) {
  int playable = 0, remote = 0, own = 0;
  for (int i = 0; i < 4 - stones; i++) {
    const int x = ray.x + i * ray.across, y = ray.y + i * ray.upwards, what = what_lies (p, x, y);
    if ((what != side && what != EMPTY) || (x == earlier[0] && y == earlier[1]))
      break;
    own += what == side;
    playable += is_playable (p, x, y);
    remote += what == EMPTY && !is_playable (p, x, y);
  }
  if (stones == 3 || own == 1)
    return playable == 1 ? 8 : remote == 1 ? 4 : 0;
  return playable == 2 ? 6 : remote == 2 ? 2 : playable == 1 && remote == 1 ? 3 : 0;
}

/* The value of the runs on the line that begins at a cell, read from left to right; doubled. */
static int present_on_line (const struct plain *p, int side, int x, int y, int d) {
  int sum = 0, earlier[2] = { OFF_THE_BOARD, OFF_THE_BOARD };
  while (what_lies (p, x, y) != OFF_THE_BOARD) {
    int stones = 0;
    const int first_x = x, first_y = y;
    for (; what_lies (p, x, y) == side; x += right[d], y += up[d])
      stones++;
    if (stones == 2 || stones == 3) {
      const struct ray back = { first_x - right[d], first_y - up[d], -right[d], -up[d] },
                       on = { x, y, right[d], up[d] };
      const int before = value_of_end (p, side, stones, back, earlier);
      const int after = value_of_end (p, side, stones, on, earlier);
      sum += before == 3 && after == 3 ? 6 : before > after ? before : after;
    }
    if (stones >= 2) {
      earlier[0] = x - right[d];
      earlier[1] = y - up[d];
    }
    if (stones == 0) {
      x += right[d];
      y += up[d];
    }
  }
  return sum;
}

static int present_of (const struct plain *p, int side) {
  int sum = 0;
  for (int column = 0; column < p->size[0]; column++)
    for (int row = 0; row < p->size[1]; row++)
      for (int d = 0; d < 4; d++)
        if (what_lies (p, column - right[d], row - up[d]) == OFF_THE_BOARD)
          sum += present_on_line (p, side, column, row, d);
  return 5 * sum;
}

/* ---- the future ---- */

static bool is_usable (const struct plain *p, int side, int column, int row) {
  return what_lies (p, column, row) == side || is_playable (p, column, row);
}

/* The future of one column, whose first empty cell is at `row`. */
static int future_of_column (const struct plain *p, int side, int column, int row) {
  int sum = 0, below = 0;
  for (int d = 0; d < 4; d++) {
    if (right[d] == 0)
      continue;
    int count = 1;
    for (int way = -1; way <= 1; way += 2)
      for (int i = 1; i <= 3; i++) {
        if (!is_usable (p, side, column + way * i * right[d], row + way * i * up[d]))
          break;
        count++;
      }
    if (count >= 4)
      sum += count - 3;
  }
  while (what_lies (p, column, row - 1 - below) == side)
    below++;
  return sum + (below + p->size[1] - row >= 4);
}

static int future_of (const struct plain *p, int side) {
  int sum = 0;
  for (int column = 0; column < p->size[0]; column++)
    for (int row = 0; row < p->size[1]; row++)
      if (is_playable (p, column, row))
        sum += future_of_column (p, side, column, row);
  return sum;
}

bool plain_connect4_stalemate (const struct plain *p) {
  return future_of (p, 1) == 0 && future_of (p, 2) == 0;
}

int plain_connect4_present (const struct plain *p) {
  return plain_connect4_stalemate (p) ? FOR_A_STALEMATE
                                      : present_of (p, p->to_move + 1) - present_of (p, 2 - p->to_move);
}

int plain_connect4_future (const struct plain *p) {
  return plain_connect4_stalemate (p) ? FOR_A_STALEMATE
                                      : future_of (p, p->to_move + 1) - future_of (p, 2 - p->to_move);
}

int plain_connect4_both (const struct plain *p) {
  return plain_connect4_stalemate (p) ? FOR_A_STALEMATE
                                      : plain_connect4_present (p) + plain_connect4_future (p);
}

/* ---- lines ---- */

/* The weight of a line of four for this side. */
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

static int lines_of (const struct plain *p, int side) {
  int sum = 0;
  for (int column = 0; column < p->size[0]; column++)
    for (int row = 0; row < p->size[1]; row++)
      for (int d = 0; d < 4; d++)
        sum += weight_of_line (p, side, column, row, d);
  return sum;
}

int plain_connect4_lines (const struct plain *p) {
  return lines_of (p, p->to_move + 1) - lines_of (p, 2 - p->to_move);
}

int plain_connect4_lines_and_future (const struct plain *p) {
  return plain_connect4_lines (p) + future_of (p, p->to_move + 1) - future_of (p, 2 - p->to_move);
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
