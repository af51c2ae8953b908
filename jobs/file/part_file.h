/* A text file that gets its final name only when it is complete, or a pipe or device: a FILE over
 * store/new_file.h. Rank 0 only. */
#ifndef ZERMELO_FILE_PART_FILE_H
#define ZERMELO_FILE_PART_FILE_H

#include "base/failure.h"
#include "store/new_file.h"

#include <stdbool.h>
#include <stdio.h>

struct part_file {
  FILE *file; /* NULL: not open */
  struct new_file whole;
};

/** Reserve the name and begin. EXIT_CANNOT_CREATE. */
bool part_file_open (struct part_file *, const char *path, struct failure *);

/** Sync and give it its name. EXIT_IO; then nothing is left behind. */
bool part_file_finish (struct part_file *, struct failure *);

/** Discard it. Allowed if it is not open. */
void part_file_abandon (struct part_file *);

/** Make a directory and its parents. EXIT_CANNOT_CREATE. */
bool directory_make (const char *path, struct failure *);

#endif
