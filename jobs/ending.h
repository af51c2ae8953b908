/* The end of a run: what it leaves behind, and with which code all ranks end. */
#ifndef ZERMELO_ENDING_H
#define ZERMELO_ENDING_H

#include "command.h"

/** Close the output, write the statistics file and the page, agree. Collective. `code` is what the command
 *  returned. Returns the exit code, the same on all ranks, with the failure to be printed on rank 0. */
int run_end (struct run *, int code, struct failure *);

#endif
