/* Files in the making: beside the file that they are to be, under a name that nobody can foresee.
 *
 * `path`.XXXXXXXXXXXXXXXX.part, with 64 random bits in hexadecimal, made exclusively and never through a
 * link: so nobody can have put anything under that name before, and no two runs, on whatever machines, write
 * to one file. What a killed run left is recognised by its name; whoever holds the lock of the path
 * (store/lock.h) may remove it. POSIX only; each rank makes its own. */
#ifndef ZERMELO_STORE_TEMPORARY_H
#define ZERMELO_STORE_TEMPORARY_H

/** Make one and open it, with these flags of open() besides. Returns the descriptor; *name (to be freed) is
 *  what it is called. -1 and errno: there is none, and *name is NULL. */
int temporary_create (const char *path, int flags, char **name);

/** Remove those of `path`, and of `path`.next and `path`.unfinished. Only under the lock of the path. */
void temporary_sweep (const char *path);

/** Remove all in a folder that belongs to a path whose lock is held. */
void temporary_sweep_folder (const char *folder);

#endif
