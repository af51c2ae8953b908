/* Counting move sequences, for `perft`, `bench` and jobs. */
#ifndef ZERMELO_COMMAND_PERFT_COMMAND_H
#define ZERMELO_COMMAND_PERFT_COMMAND_H

#include "command/command.h"
#include "engine.h"

/** Sequences of `depth` moves from a position, with all ranks and threads. Collective. Returns false on all
 *  ranks if the run must stop. */
bool perft_line (struct run *, const struct game *, const struct position *, int depth, uint64_t *sequences,
                 double *seconds);

/** The lines of depths 1 .. depth, of the run's game. Collective. Returns the exit code. */
int perft_position (struct run *, const char *text, int depth, struct failure *);

#endif
