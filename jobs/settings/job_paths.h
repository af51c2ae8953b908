/* Where the files of a job are: NAME.* in its directory; of part I of N, NAME-I-of-N.* (I with as many digits
 * as N, so that names sort like parts). */
#ifndef ZERMELO_SETTINGS_JOB_PATHS_H
#define ZERMELO_SETTINGS_JOB_PATHS_H

#include "settings/job_file.h"

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
