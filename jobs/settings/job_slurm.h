/* The slurm section of a job file: what its types do not say. */
#ifndef ZERMELO_SETTINGS_JOB_SLURM_H
#define ZERMELO_SETTINGS_JOB_SLURM_H

#include "settings/job_file.h"

/** Numbers in range, texts that stand on one line. EXIT_BAD_DATA: "FILE:LINE: ...". */
bool job_check_slurm (const struct job *, struct failure *);

#endif
