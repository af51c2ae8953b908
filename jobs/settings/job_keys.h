/* The keys of a job file: what each means, its default, and which tasks it is for.
 *
 * The schema (job_file.c) says how a key is read; this table says the rest, once, for `zermelo help jobs` and
 * for the check of a job file. */
#ifndef ZERMELO_SETTINGS_JOB_KEYS_H
#define ZERMELO_SETTINGS_JOB_KEYS_H

#include "settings/job_file.h"

#include <stdio.h>

/** Is key i of the job (job_key()) of use to its task? EXIT_BAD_DATA: "FILE:LINE: key: ...". */
bool job_key_used (const struct job *, size_t i, struct failure *);

/** Every key with type, default and meaning, then a job file to begin with. At most 80 columns. */
void job_keys_print (FILE *);

#endif
