/* The size of a game that converges: its positions, and the sequences of moves that lead to them, counted ply
 * by ply. Each position is listed once up to symmetry, with the number of sequences that lead to it, so that
 * trees can be counted that are far too large to traverse.
 *
 * One thread; not collective. Two plies are in memory, at 16 bytes and the size of a key set for each
 * position. */
#ifndef ZERMELO_LAYERS_PATH_COUNT_H
#define ZERMELO_LAYERS_PATH_COUNT_H

#include "engine.h"

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 path_number;

struct path_counts {
  uint64_t positions;  /* counting symmetric positions each */
  uint64_t unfinished; /* positions among these that are unfinished */
  uint64_t moves;      /* the number of moves from all of them */
  path_number nodes;   /* nodes of the tree of all games: sequences of moves, including the empty one */
  path_number games;   /* sequences that end the game */
  long double plies;   /* the sum over all games */
};

/** Count the game up to `limit` positions, symmetric ones counted once. `stop` (context) is called now and
 * then. False: there are more positions, or more sequences than the numbers can hold, or the count was
 * stopped. */
bool path_count (const struct game *, uint64_t limit, bool (*stop) (void *context), void *context,
                 struct path_counts *);

#endif
