/* Where the files go of a run that did not come to its end: nothing whole is replaced by something less.
 *
 * FILE.unfinished, if there is a FILE; a run that comes to its end removes it (store/new_file.h). Only what
 * can be seen to be unfinished itself gives up its name: a book in which values are unknown to one in which
 * no more are, statistics of an unfinished run, with the lines and the page of their job. Rank 0. */
#ifndef ZERMELO_RUN_UNFINISHED_H
#define ZERMELO_RUN_UNFINISHED_H

#include "run/run.h"

/** The name for a book of the run's game with so many unknown values. The caller frees it. */
char *unfinished_book (const struct run *, const char *path, int plies, uint64_t unknown);

/** Say in the line of a failure that `path` stays as it is, and `name` has what there is. */
void unfinished_say (struct failure *, const char *path, const char *name);

/** The run ends and work is left: new names for its lines, statistics and page. Each name that has changed is
 *  said in the line of the failure. */
void unfinished_files (struct run *, struct failure *);

#endif
