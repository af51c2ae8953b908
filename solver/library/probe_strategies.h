/* The strategies of a certificate as far as they tell values: the positions that each has, and what it gives
 * its player. Whether they are right is not looked at (solver/checker/). Shared with libzermelo-book: no MPI.
 * Thread-safe once open. */
#ifndef ZERMELO_LIBRARY_PROBE_STRATEGIES_H
#define ZERMELO_LIBRARY_PROBE_STRATEGIES_H

#include "engine.h"

struct strategies;

/** Read a certificate about that game. EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO: NULL. The caller holds
 * file_lock(). */
struct strategies *strategies_open (const char *path, const struct game *, struct failure *);
void strategies_close (struct strategies *);

/** Narrow the bounds of the value of an unfinished position, which begin as -1 and 1. False: no strategy has
 * it. */
bool strategies_bounds (const struct strategies *, const struct position *, struct bounds *);

/** The key of the position after the move that the mover's strategy makes by its row, which keeps the lower
 * bound: `after` has room for PACKED_MAX bytes. False: there is no such row; where play can cycle, the move
 * follows from the positions after it. */
bool strategies_move (const struct strategies *, const struct position *, uint8_t *after);

#endif
