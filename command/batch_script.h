/* The batch scripts of a job, as given to sbatch.
 *
 * A script consists of #SBATCH lines and shell variables made from the job file, and of the shell code below
 * the mark in slurm/job.sbatch or slurm/merge.sbatch. That code is the same for every job; it can be read,
 * tested and used by hand there. Nothing in a job file is ever read as shell code or as another option: words
 * are quoted, and what cannot stand on a line of sbatch is refused. The functions are pure: job in, text out.
 */
#ifndef ZERMELO_COMMAND_BATCH_SCRIPT_H
#define ZERMELO_COMMAND_BATCH_SCRIPT_H

#include "settings/job_file.h"

/** The contents of slurm/job.sbatch and slurm/merge.sbatch. */
extern const char job_template[], merge_template[];

/** Absolute paths that a script needs; borrowed. */
struct batch_place {
  const char *program, *job, *folder; /* zermelo, the job file, the folder to start in */
};

/** Can the job be written as a script? EXIT_BAD_DATA: "FILE:LINE: ...". */
bool batch_script_check (const struct job *, const struct batch_place *, const struct job_paths *,
                         struct failure *);

/** The script of the job; with slurm.array that of each part. The caller frees it. */
char *batch_script (const struct job *, const struct batch_place *, const struct job_paths *);

/** The script that makes one table and one page from the parts. The caller frees it. */
char *batch_script_merge (const struct job *, const struct batch_place *, const struct job_paths *);

#endif
