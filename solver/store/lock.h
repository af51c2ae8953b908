/* One run at a time makes a file of one name, on whatever machine: the second one is told of the first.
 *
 * The lock is one of fcntl() on `path`.lock, a file that says who holds it. It dies with its process: after
 * SIGKILL the next run takes over the file that was left. It is the lock of the process, not of the open
 * file: other nodes see it through NFS, and a child does not keep it alive. (Any descriptor of the lock file
 * that this process closes would give it up; nobody but lock.c opens one.) HDF5's own locks are on the files
 * themselves and do not meet it.
 *
 * Where a file system has no locks there is none, and no failure: names in the making (store/temporary.h)
 * keep two runs from writing to one file even then. Locks are taken by one thread of rank 0, and given back
 * when the process ends; then nothing is left of them. */
#ifndef ZERMELO_STORE_LOCK_H
#define ZERMELO_STORE_LOCK_H

#include "base/failure.h"

#include <stdbool.h>

/** What this process does, for the line that others get (copied, cut to 200 bytes). */
void lock_name_job (const char *job);

/** Take the lock of a path. True as well if this process has it. *held (may be NULL): is it really ours?
 *  EXIT_CANNOT_CREATE: another process has it ("job X is already running here (host, process, since)"), or
 *  there cannot be such a file. */
bool lock_take (const char *path, bool *held, struct failure *);

/** Does another process have it? Then EXIT_CANNOT_CREATE, as for lock_take(). Takes nothing. */
bool lock_is_free (const char *path, struct failure *);

/** Give back all. Called at exit(), too. */
void locks_release (void);

#endif
