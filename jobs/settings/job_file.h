/* A job file: what `zermelo run` is asked to do (zermelo-jobs(5)).
 *
 * The table of parameters (parameters.h) says which keys there are. The file is walked once, with libyaml;
 * every value is read by the code that reads the value of an option. Pure: text in, job or failure out;
 * nothing is opened. */
#ifndef ZERMELO_SETTINGS_JOB_FILE_H
#define ZERMELO_SETTINGS_JOB_FILE_H

#include "base/failure.h"
#include "settings/parameters.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Read a job file's text. whole_memory: what 100% stands for, and the most that the table may take; 0: what
 *  its slurm section leaves to a rank, and if that is all of a node, which only the node knows, nothing is
 * too much and table_bytes says nothing. EXIT_BAD_DATA: "FILE:LINE: ...". */
bool job_read (struct job *, const char *path, const char *text, size_t size, uint64_t whole_memory,
               struct failure *);

/** Read a job file as far as it can be read, for a look at what a run has left: keys that are wrong are left
 * out, and `warning` says what is wrong with the first. */
bool job_read_known (struct job *, const char *path, const char *text, size_t size, struct failure *warning,
                     struct failure *failure);
void job_free (struct job *);

/** Can the job be done in parts? A verification, or a list of positions. */
bool job_has_parts (const struct job *);

/** Is the key given? */
bool job_gives (const struct job *, const char *key);

/** Is the key of use to the task, or not given? EXIT_BAD_DATA: "FILE:LINE: key: ...". */
bool job_uses (const struct job *, const struct parameter *, struct failure *);

/** Give options what the job says, where the command line says nothing. */
void job_complete (const struct job *, struct options *);

/** Has its task a checkpoint, so that it goes on where it was, and its limits count over all its runs? */
bool job_goes_on (const struct job *);

/** What the table of parameters does not say about the keys: what goes with which task, and what excludes
 * each other (job_check.c). job_read() calls it. EXIT_BAD_DATA: "FILE:LINE: ...". */
bool job_check (const struct job *, struct failure *);

/** "FILE:LINE: key: ..." with the line on which the key stands (1 if it is absent). Returns false. */
bool job_fail (const struct job *, const char *key, struct failure *, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

/* Where the files of a job are: NAME.* in its directory; of part I of N, NAME-I-of-N.* (I with as many digits
 * as N, so that names sort like parts). */

struct job_paths {
  char *directory; /* outputs.directory, or out/NAME */
  char *results;   /* directory/NAME, without an end and a part */
  char *lines, *statistics, *page, *book, *tables, *layers, *checkpoint, *certificate, *certificates;
  char *games, *game_texts; /* of a tournament: a file, a folder */
  char *comparison;
};

/** The caller frees them with job_paths_free(). part 1 of 1: the whole. */
struct job_paths job_paths (const struct job *, int part, int parts);
void job_paths_free (struct job_paths *);

#endif
