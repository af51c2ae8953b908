/* A file that gets its name only when it is whole: it is made as `path`.part, synced and renamed. */
#ifndef ZERMELO_NEW_FILE_H
#define ZERMELO_NEW_FILE_H

#include "base/failure.h"

struct new_file {
  char *path, *part;
  int descriptor; /* read and write */
};

/** Make `path`.part, empty. EXIT_CANNOT_CREATE. Ignores SIGXFSZ from now on if nobody handles it: a limit on
 *  the size of files must not end us before we can say so. */
bool new_file_create (struct new_file *, const char *path, struct failure *);

/** Sync, close, rename; frees the names. EXIT_IO; then nothing is left. */
bool new_file_finish (struct new_file *, struct failure *);

/** Close and remove; frees the names. */
void new_file_abandon (struct new_file *);

/** Could new_file_create() do it? Leaves nothing. EXIT_CANNOT_CREATE. */
bool new_file_possible (const char *path, struct failure *);

#endif
