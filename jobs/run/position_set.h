/* Sets of random positions of one kind, for measuring how long searches of such positions take.
 *
 * The kinds are those of P. Pons, "Solving Connect 4", part 2 (blog.gamesolver.org): by the stones on the
 * board and by the plies to the end under best play. The positions are our own: random moves from the start,
 * drawn again until the position fits. They depend only on the seed and on the values of positions, not on
 * the search. */
#ifndef ZERMELO_RUN_POSITION_SET_H
#define ZERMELO_RUN_POSITION_SET_H

#include "base/failure.h"
#include "games/examples.h"

#include <stdbool.h>
#include <stdint.h>

struct game;
struct session;

enum { POSITION_SET = 1000 };

/** Draw POSITION_SET positions of a kind and find the score of each, in one thread, with a table that is
 * emptied before each. For games that converge. `nodes` and `seconds` get the totals of these searches,
 * without the drawing. False: the run must stop early. */
bool position_set_measure (const struct session *, const struct game *, const struct position_kind *,
                           uint64_t *nodes, double *seconds, struct failure *);

#endif
