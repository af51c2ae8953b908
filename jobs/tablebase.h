/* Endgame tables: made for `tablebase` and for jobs. */
#ifndef ZERMELO_TABLEBASE_H
#define ZERMELO_TABLEBASE_H

#include "command.h"

struct endgames;

/** What is to be made. */
struct tablebase_order {
  const struct game *game;
  int pieces; /* all positions with 2 to so many */
  const char
      *path;  /* the file, with --distances of the run; slices that are done stand in PATH.slices until it is
                 whole, and a run that was  ended goes on with them. NULL: the tables stay in memory */
  bool print; /* the lines of CONTRACT 3 */
};

/** Make tables. Collective. The caller destroys them before it closes the game. NULL: EXIT_BAD_DATA,
 *  EXIT_CANNOT_CREATE, EXIT_IO, EXIT_INTERNAL (memory), EXIT_UNFINISHED. */
struct endgames *tablebase_make (struct run *, const struct tablebase_order *, struct failure *);

/** The tables of the run's game in a file; prints the lines. Collective. Returns the exit code. */
int tablebase_write (struct run *, int pieces, const char *path, struct failure *);

#endif
