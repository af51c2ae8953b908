/* The names of all files that a run reads or writes: every command and job compares them here before it does
 * anything (file/named_files.h). Rank 0 only. */
#ifndef ZERMELO_RUN_RUN_NAMES_H
#define ZERMELO_RUN_RUN_NAMES_H

#include "file/named_files.h"
#include "run/run.h"
#include "settings/job_file.h"

/** Add what the command line names: arguments, options and players. */
void run_names_add (struct named_files *, const struct session *);

/** Add what a job names, and what it makes at these paths; of the options, what the command line may say
 *  instead. `made`: is that written (FILE_WRITTEN), or read (FILE_READ)? */
void run_names_add_job (struct named_files *, const struct job *, const struct job_paths *,
                        const struct options *, enum file_use made);

/** Compare them, and free. EXIT_USAGE. */
bool run_names_differ (struct named_files *, struct failure *);

/** All of this for a command that reads no job; and for one that does, with the job's paths. */
bool run_names_check (const struct session *, struct failure *);
bool run_names_check_job (const struct session *, const struct job *, const struct job_paths *,
                          struct failure *);

#endif
