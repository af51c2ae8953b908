/* Job files, for `run` and `submit`. */
#ifndef ZERMELO_COMMAND_RUN_COMMAND_H
#define ZERMELO_COMMAND_RUN_COMMAND_H

#include "command/command.h"
#include "settings/job_file.h"

/** Does the job's game exist, and do its listed positions? Leaves run->game open, unless it is a
 *  verification. Pure on every rank. EXIT_BAD_DATA: "FILE:LINE: ...". */
bool job_check_game (struct run *, const struct job *, struct failure *);

/** After that: do the positions of its file (jobs/file/positions_file.h)? Rank 0 reads it. EXIT_NO_INPUT,
 *  EXIT_BAD_DATA. */
bool job_check_positions (const struct run *, const struct job *, struct failure *);

/** A warning on standard error for each key that the job's task does not use. */
void job_warn_of_keys (const struct job *);

#endif
