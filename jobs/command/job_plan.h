/* What a job would do, in a few lines, for `run --check`. */
#ifndef ZERMELO_COMMAND_JOB_PLAN_H
#define ZERMELO_COMMAND_JOB_PLAN_H

#include "command/command.h"
#include "settings/job_paths.h"

/** Print five lines: task, limits, resources, slurm, files. The run's game must be open. */
void job_plan_print (struct run *, const struct job *, const struct job_paths *);

#endif
