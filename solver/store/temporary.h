/* Temporary files are beside the final file, under a name that other programs cannot foresee.
 *
 * `path`.XXXXXXXXXXXXXXXX.part, with 64 random bits in hexadecimal, created exclusively and never through a
 * link. So no other program can have put anything under that name before, and no two runs, on whatever
 * machines, write to one file. Files that a killed run has left are recognised by their names; the holder of
 * the path's lock (store/lock.h) may remove them. POSIX only; each rank makes its own. */
#ifndef ZERMELO_STORE_TEMPORARY_H
#define ZERMELO_STORE_TEMPORARY_H

/** Create a temporary file and open it. Returns the descriptor, and in *name the name of the file, which the
 * caller frees. Returns -1 with errno on failure; then *name is NULL. */
int temporary_create (const char *path, char **name);

/** Remove the temporary files of `path`, `path`.next and `path`.unfinished. The caller must hold the lock of
 * the path. */
void temporary_sweep (const char *path);

/** Remove all temporary files in a folder that belongs to a path. The caller must hold the lock of that path.
 */
void temporary_sweep_folder (const char *folder);

#endif
