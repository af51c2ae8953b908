/* Making endgame tables: for `tablebase`, for jobs, and for searches that need them. */
#ifndef ZERMELO_RUN_TABLEBASE_MAKE_H
#define ZERMELO_RUN_TABLEBASE_MAKE_H

#include "run/run.h"

struct endgames;

/** The tables to make. */
struct tablebase_order {
  const struct game *game;
  int pieces;       /* all positions with 2 to this number of pieces */
  const char *path; /* the file, with --distances as in the run; until it is written, finished slices are kept
                       in PATH.slices, from which a stopped run resumes. NULL: the tables stay in memory */
  bool print;       /* the lines of `zermelo tablebase` (zermelo-files(5)) */
};

/** Make tables. Collective. The caller destroys them before it closes the game. NULL: EXIT_BAD_DATA,
 *  EXIT_CANNOT_CREATE, EXIT_IO, EXIT_INTERNAL (memory), EXIT_UNFINISHED. */
struct endgames *tablebase_make (struct run *, const struct tablebase_order *, struct failure *);

#endif
