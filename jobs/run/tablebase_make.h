/* Endgame tables, made for `tablebase`, for jobs and for searches that need them. */
#ifndef ZERMELO_RUN_TABLEBASE_MAKE_H
#define ZERMELO_RUN_TABLEBASE_MAKE_H

#include "run/run.h"

struct endgames;

/** What is to be made. */
struct tablebase_order {
  const struct game *game;
  int pieces; /* all positions with 2 to so many */
  const char
      *path;  /* the file, with --distances of the run; slices that are done stand in PATH.slices until it is
                 whole, and a run that was  ended goes on with them. NULL: the tables stay in memory */
  bool print; /* the lines of `zermelo tablebase` (zermelo-files(5)) */
};

/** Make tables. Collective. The caller destroys them before it closes the game. NULL: EXIT_BAD_DATA,
 *  EXIT_CANNOT_CREATE, EXIT_IO, EXIT_INTERNAL (memory), EXIT_UNFINISHED. */
struct endgames *tablebase_make (struct run *, const struct tablebase_order *, struct failure *);

#endif
