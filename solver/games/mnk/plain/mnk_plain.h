/* A cell of the plain array board of an m,n,k-game. */
#ifndef ZERMELO_MNK_PLAIN_H
#define ZERMELO_MNK_PLAIN_H

#include "games/plain_rules.h"

extern const struct plain_rules plain_mnk;

enum { OFF_BOARD = 3 };

/** 0 an empty cell, 1 or 2 the player whose stone lies there, or OFF_BOARD. */
static inline int mnk_cell (const struct plain *position, int column, int row) {
  if (column < 0 || column >= position->size[0] || row < 0 || row >= position->size[1])
    return OFF_BOARD;
  return position->cell[row * position->size[0] + column];
}

#endif
