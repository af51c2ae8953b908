/* The common part of the two files of the plain draughts rules: the board, and the numbers of its squares. */
#ifndef ZERMELO_DRAUGHTS_PLAIN_BOARD_H
#define ZERMELO_DRAUGHTS_PLAIN_BOARD_H

#include "games/plain_rules.h"

enum { MAN = 1, KING = 2 };

static inline int side_of (int piece) { return piece > 0 ? 0 : 1; }

static inline int piece_at (const struct plain *position, int place) { return position->cell[place]; }

static inline int size_of (const struct plain *position) { return position->size[0]; }

static inline bool on_board (const struct plain *position, int row, int column) {
  return row >= 0 && row < size_of (position) && column >= 0 && column < size_of (position);
}

static inline bool is_dark (int row, int column) { return (row + column) % 2 == 0; }

/** The number of a dark square: half of every row is dark, beginning with its first or second square. */
static inline int number_of (const struct plain *position, int place) {
  int row = place / size_of (position), column = place % size_of (position);
  return row * (size_of (position) / 2) + column / 2 + 1;
}

static inline int place_of (const struct plain *position, int number) {
  for (int place = 0; place < size_of (position) * size_of (position); place++)
    if (is_dark (place / size_of (position), place % size_of (position))
        && number_of (position, place) == number)
      return place;
  return -1;
}

static inline int last_row (const struct plain *position, int side) {
  return side == 0 ? 0 : size_of (position) - 1;
}

/** Positions as text (draughts_text.c): struct plain_rules. */
bool plain_draughts_start (const char *board, struct plain *);
void plain_draughts_print (const struct plain *, char *text);
bool plain_draughts_parse (const char *board, const char *text, struct plain *);

#endif
