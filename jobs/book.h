/* Opening books, for `book` and for jobs. */
#ifndef ZERMELO_JOBS_BOOK_H
#define ZERMELO_JOBS_BOOK_H

#include "command.h"
#include "engine.h"

/** Solve every canonical unfinished position of the run's game up to ply `plies`, write the book to `path`,
 *  print its lines. Collective. Returns the exit code. */
int book_make (struct run *, int plies, const char *path, struct failure *);

#endif
