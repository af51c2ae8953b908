/* A batch: many positions of one game, with one answer each, in the order of the input.
 *
 * Positions come from a file, from standard input or from a list. Each is a query for one rank; with
 * --all-moves, further queries ask about its moves. An answer is printed as soon as it and all answers before
 * it are ready. */
#ifndef ZERMELO_RUN_BATCH_H
#define ZERMELO_RUN_BATCH_H

#include "run/run.h"
#include "engine.h"

/** The positions: from `file` (a name, or "-" for standard input) or from `list`. */
struct positions {
  const char *file;        /* or NULL */
  const char *const *list; /* `count` texts */
  size_t count;
};

/** The name of the job for its checkpoint. The caller frees it. */
char *batch_name (const struct options *);

/** Solve the positions, or the positions of the run's part, in the run's game. Collective; only rank 0 reads
 * the input. Returns the exit code. */
int batch_solve (struct run *, const struct positions *, struct failure *);

#endif
