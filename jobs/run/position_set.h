/* A thousand random positions of one kind, for measuring how long a search takes on positions like it.
 *
 * The kinds are those of P. Pons, "Solving Connect 4", part 2 (blog.gamesolver.org): by the stones on the
 * board and by the plies to the end under best play. The positions are ours: random moves from the start,
 * drawn again until they fit. They depend on the seed and on the values of positions alone, not on how the
 * search goes. */
#ifndef ZERMELO_RUN_POSITION_SET_H
#define ZERMELO_RUN_POSITION_SET_H

#include "base/failure.h"

#include <stdbool.h>
#include <stdint.h>

struct game;
struct run;

struct position_kind {
  int least_plies, most_plies; /* on the board */
  int least_end, most_end;     /* plies to the end under best play; a draw ends with the full board */
};

enum { POSITION_SET = 1000 };

/** Draw POSITION_SET positions of a kind and find the score of each: one thread, a table emptied before each.
 *  Games that converge. Adds up the nodes and the seconds of these searches; drawing is not counted. Returns
 *  false if the run is to stop before the end. */
bool position_set_measure (struct run *, const struct game *, const struct position_kind *, uint64_t *nodes,
                           double *seconds, struct failure *);

#endif
