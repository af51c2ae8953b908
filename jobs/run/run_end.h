/* The end of a run: the files it writes, and the exit code on which all ranks agree. */
#ifndef ZERMELO_RUN_RUN_END_H
#define ZERMELO_RUN_RUN_END_H

#include "run/run.h"

/** Close the output, write the statistics file and the page, and agree on the exit code. `code` is what the
 * command returned. Returns the exit code, which is equal on all ranks; the caller prints `failure` on rank
 * 0. Collective. */
int run_end (struct run *, int code, struct failure *);

/* The names for the files of a run that was not finished: a complete file is never replaced by a less
 * complete one.
 *
 * If FILE exists, such a run writes FILE.unfinished; a run that finishes removes it (store/new_file.h). Only
 * a file that is itself unfinished is replaced: a book, by one with no more unknown values; the statistics of
 * an unfinished run, together with the lines and the page of its job. Rank 0 only. */

/** The name for a book of the run's game that has `unknown` unknown values. The caller frees it. */
char *unfinished_book (const struct session *, const char *path, int plies, uint64_t unknown);

/** Say in the text of a failure that `path` was left as it is, and that `name` has what was found. */
void unfinished_say (struct failure *, const char *path, const char *name);

/** Choose names for the lines, statistics and page of a run that ends with work left. The text of the failure
 * states each name that has changed. */
void unfinished_files (struct run *, struct failure *);

#endif
