/* A file that gets its name only when it is whole: it is made under another one (store/temporary.h), synced
 * and renamed. */
#ifndef ZERMELO_STORE_NEW_FILE_H
#define ZERMELO_STORE_NEW_FILE_H

#include "base/failure.h"

struct new_file {
  char *path, *part;
  int descriptor; /* read and write */
};

/** Before hours of work: could new_file_create() make it, and is no other run at it? From now on until this
 *  process ends none can be (store/lock.h), and what a killed one left in the making is removed. Rank 0, one
 *  thread. EXIT_CANNOT_CREATE. */
bool new_file_reserve (const char *path, struct failure *);

/** Begin an empty one. EXIT_CANNOT_CREATE. Ignores SIGXFSZ from now on if nobody handles it: a limit on
 *  the size of files must not end us before we can say so. */
bool new_file_create (struct new_file *, const char *path, struct failure *);

/** Write bytes behind what is there. EXIT_IO; the file is then still to be abandoned. */
bool new_file_write (struct new_file *, const void *bytes, size_t size, struct failure *);

/** Sync, close, rename; frees the names. `path`.unfinished is removed: it was less. EXIT_IO; then nothing is
 *  left. */
bool new_file_finish (struct new_file *, struct failure *);

/** The name for a result that is not all that was asked for: `path` if there is no file of that name, else
 *  `path`.unfinished, for nothing whole is replaced by something less. The caller frees it. */
char *new_file_unfinished (const char *path);

/** Close and remove; frees the names. */
void new_file_abandon (struct new_file *);

/** Could new_file_create() do it? Leaves nothing, reserves nothing. EXIT_CANNOT_CREATE. */
bool new_file_possible (const char *path, struct failure *);

#endif
