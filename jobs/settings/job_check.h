/* What the table of parameters does not say about the keys of a job file: what goes with which task, and what
 * excludes each other. */
#ifndef ZERMELO_SETTINGS_JOB_CHECK_H
#define ZERMELO_SETTINGS_JOB_CHECK_H

#include "settings/job_file.h"

/** EXIT_BAD_DATA: "FILE:LINE: ...". */
bool job_check (const struct job *, struct failure *);

#endif
