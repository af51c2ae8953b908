/* Job files, for `run` and `submit`. */
#ifndef ZERMELO_RUN_H
#define ZERMELO_RUN_H

#include "command.h"
#include "job_file.h"

/** Does the job's game exist, and do its listed positions? Leaves run->game open, unless it is a
 *  verification. Pure on every rank. EXIT_BAD_DATA: "FILE:LINE: ...". */
bool job_check_game (struct run *, const struct job *, struct failure *);

#endif
