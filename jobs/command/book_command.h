/* Opening books, for `book` and for jobs. */
#ifndef ZERMELO_COMMAND_BOOK_COMMAND_H
#define ZERMELO_COMMAND_BOOK_COMMAND_H

#include "command/command.h"
#include "engine.h"

/** Solve every canonical unfinished position of the run's game up to ply `plies`, write the book to `path`,
 *  print its lines. Collective. Returns the exit code. */
int book_make (struct run *, int plies, const char *path, struct failure *);

#endif
