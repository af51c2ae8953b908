/* Many positions of one game, one answer each, in the order of the questions.
 *
 * Positions come from a file, from standard input or from a list; each is a query for one rank, and
 * with --all-moves its children are more of them. An answer leaves as soon as it and all before it are
 * there. */
#ifndef ZERMELO_RUN_BATCH_H
#define ZERMELO_RUN_BATCH_H

#include "run/run.h"
#include "engine.h"

/** Where positions come from: `file` (a name, "-": standard input), or `list`. */
struct positions {
  const char *file;        /* or NULL */
  const char *const *list; /* `count` texts */
  size_t count;
};

/** Answer all, or those of the run's part, about the run's game. Collective; rank 0 alone reads. Returns the
 * exit code. */
int batch_solve (struct run *, const struct positions *, struct failure *);

#endif
