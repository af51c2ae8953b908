/* The end of a run: the files it writes, and the exit code on which all ranks agree. */
#ifndef ZERMELO_RUN_RUN_END_H
#define ZERMELO_RUN_RUN_END_H

#include "run/run.h"

/** Close the output, write the statistics file and the page, and agree on the exit code. `code` is what the
 * command returned. Returns the exit code, which is equal on all ranks; the caller prints `failure` on rank
 * 0. Collective. */
int run_end (struct run *, int code, struct failure *);

#endif
