/* The end of a run: what it leaves behind, and with which code all ranks end. */
#ifndef ZERMELO_RUN_RUN_END_H
#define ZERMELO_RUN_RUN_END_H

#include "run/run.h"

/** Close the output, write the statistics file and the page, agree. Collective. `code` is what the command
 *  returned. Returns the exit code, the same on all ranks, with the failure to be printed on rank 0. */
int run_end (struct run *, int code, struct failure *);

#endif
