/* Only one run at a time, on any machine, writes a file of a given name; a second run learns which run is the
 * first.
 *
 * The lock is an fcntl() lock on `path`.lock, a file that says which process holds the lock. The lock ends
 * with its process: after SIGKILL the next run takes over the lock file that was left. The lock belongs to
 * the process, not to the open file, so other nodes see the lock through NFS, and a child does not keep it
 * alive. (Closing any descriptor of the lock file would release it; only lock.c opens one.) HDF5's own locks
 * are on the files themselves and do not interfere.
 *
 * A file system without locks is no failure; there is just no lock. Even then temporary names
 * (store/temporary.h) keep two runs from writing to one file. One thread of rank 0 takes locks; they are
 * released when the process ends, and nothing is left of them. */
#ifndef ZERMELO_STORE_LOCK_H
#define ZERMELO_STORE_LOCK_H

#include "base/failure.h"

#include <stdbool.h>

/** Say what this process does, for the message that other processes get (copied, cut to 200 bytes). */
void lock_name_job (const char *job);

/** Take the lock of a path. Also true if this process holds it already. *held (may be NULL): does the file
 * system really provide a lock? EXIT_CANNOT_CREATE: another process holds it ("job X is already running here
 * (host, process, since)"), or the lock file cannot be created. */
bool lock_take (const char *path, bool *held, struct failure *);

/** Is the lock held by no other process? If it is held: EXIT_CANNOT_CREATE, as in lock_take(). Takes no lock.
 */
bool lock_is_free (const char *path, struct failure *);

/** Release all locks. Called at exit() as well. */
void locks_release (void);

#endif
