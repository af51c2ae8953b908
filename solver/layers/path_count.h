/* How large a game that converges is: its positions, and the sequences of moves that lead to them, counted
 * ply by ply. Each position is listed once up to symmetry, with how many sequences lead to it, so that trees
 * are counted that are far too large to walk through.
 *
 * One thread; not collective. Two plies are in memory, at 16 bytes and a key set's for each position. */
#ifndef ZERMELO_LAYERS_PATH_COUNT_H
#define ZERMELO_LAYERS_PATH_COUNT_H

#include "engine.h"

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 path_number;

struct path_counts {
  uint64_t positions;  /* symmetric ones counted each */
  uint64_t unfinished; /* of these */
  uint64_t moves;      /* from all of them */
  path_number nodes;   /* of the tree of all games: sequences of moves, the empty one included */
  path_number games;   /* sequences that end the game */
  long double plies;   /* of all games together */
};

/** Count the game up to `limit` positions, symmetric ones counted once. `stop` (context) is asked now and
 * then. False: it has more, or more sequences than the numbers hold, or it was stopped. */
bool path_count (const struct game *, uint64_t limit, bool (*stop) (void *context), void *context,
                 struct path_counts *);

#endif
