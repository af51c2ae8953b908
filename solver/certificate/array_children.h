/* The positions that the moves of a position lead to, by the checker's rules. Each canonical position is
 * listed once. */
#ifndef ZERMELO_CERTIFICATE_ARRAY_CHILDREN_H
#define ZERMELO_CERTIFICATE_ARRAY_CHILDREN_H

#include "checker/array_rules.h"

struct array_children {
  int count;
  int move[MOVES_MOST]; /* the first move that leads there: a column or cell */
  uint8_t key[MOVES_MOST][KEY_MOST];
  enum ending ending[MOVES_MOST]; /* for the side to move there */
  int plies;                      /* of all the children */
  const struct array_game *game;
};

/** Fill in the children of an unfinished position, in the order of the moves. */
void list_children (const struct array_game *, const struct array_position *, struct array_children *);

#endif
