/* The names of the files that a run reads or writes, compared before it begins: no output may replace an
 * input or another output.
 *
 * Two names are the same file if they lead to one regular file or folder (device and inode), or, where there
 * is none yet, to one name in one folder; links are followed. Devices, pipes and terminals are no files that
 * could be lost, and "-" stands for a standard stream. Looks at the file system and changes nothing. */
#ifndef ZERMELO_FILE_NAMED_FILES_H
#define ZERMELO_FILE_NAMED_FILES_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>

/** What a run does with a file. */
enum file_use {
  FILE_READ = 1,
  FILE_WRITTEN = 2,
  FILE_KEPT = FILE_READ | FILE_WRITTEN, /* a checkpoint */
  FILE_BESIDE = 4,                      /* what stands beside a file that is written (file_endings[]) */
  FILE_FOLDER = 8                       /* in which files are written that are called after games */
};

struct named_file {
  int use;    /* enum file_use; FILE_FOLDER with FILE_WRITTEN */
  char *what; /* "--statistics", or what else a user knows it by */
  char *path;
};

/** Begins as { 0 }. */
struct named_files {
  struct named_file *list;
  size_t count, capacity;
};

/** Add a name (both texts are copied), and, if the file is written, those of what stands beside it. NULL is
 * allowed as the path: there is none. */
void named_files_add (struct named_files *, int use, const char *what, const char *path);

/** Does each output have a file of its own? `is_called`: can it be the name of a file in a FILE_FOLDER?
 *  EXIT_USAGE, with the two that do not. */
bool named_files_differ (const struct named_files *, bool (*is_called) (const char *name), struct failure *);

void named_files_free (struct named_files *);

#endif
