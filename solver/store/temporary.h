/* Temporary files: beside the final one, under a name that other programs cannot foresee.
 *
 * `path`.XXXXXXXXXXXXXXXX.part, with 64 random bits in hexadecimal, created exclusively and never through a
 * link. So no other program can have put anything under that name before, and no two runs, on whatever
 * machines, write to one file. A killed run's files are recognised by their names; the holder of the path's
 * lock (store/lock.h) may remove them. POSIX only; each rank makes its own. */
#ifndef ZERMELO_STORE_TEMPORARY_H
#define ZERMELO_STORE_TEMPORARY_H

/** Create one and open it, with these additional flags of open(). Returns the descriptor, and in *name its
 *  name, which the caller frees. -1 and errno on failure; then *name is NULL. */
int temporary_create (const char *path, int flags, char **name);

/** Remove those of `path`, `path`.next and `path`.unfinished. Only under the lock of the path. */
void temporary_sweep (const char *path);

/** Remove all in a folder that belongs to a path. Only under the lock of that path. */
void temporary_sweep_folder (const char *folder);

#endif
