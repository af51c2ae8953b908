/* A file that gets its name only when it is complete: it is written under a temporary one
 * (store/temporary.h), synced and renamed.
 *
 * The file is written to where its name leads. A link stays a link, to the new file. A file that the user may
 * not write is not replaced. A device or a pipe is written to, never renamed over; so is a name that stands
 * for an open file of this process (/dev/stdout, /dev/fd/3), and "-", which is standard output. These are
 * streams: they take what is written from beginning to end, so only the functions named _text accept them. */
#ifndef ZERMELO_STORE_NEW_FILE_H
#define ZERMELO_STORE_NEW_FILE_H

#include "base/failure.h"

struct new_file {
  char *path;     /* where the name leads; for a stream, the name itself */
  char *part;     /* the temporary name; NULL: a stream */
  int descriptor; /* open for reading and writing; for a stream, only for writing */
  uint64_t size;  /* how many bytes new_file_write() has written */
  bool unsynced;  /* may be set after creation: the file need not survive a power cut */
};

/** For a check before hours of work: could new_file_create() create the file, and is no other run writing it?
 * No other run can write it until this process ends (store/lock.h). Removes temporary files that a killed run
 * left. Rank 0, one thread. EXIT_CANNOT_CREATE, also for a stream. */
bool new_file_reserve (const char *path, struct failure *);

/** As new_file_reserve(), for a file that is written from beginning to end. For a stream, only checks that it
 * may be written. */
bool new_file_reserve_text (const char *path, struct failure *);

/** Begin an empty file. EXIT_CANNOT_CREATE. From now on SIGXFSZ is ignored, unless the program handles it: a
 * limit on file sizes must not kill us before we can report it. */
bool new_file_create (struct new_file *, const char *path, struct failure *);

/** As new_file_create(), for a file that is only appended to. If the name is a pipe without a reader, waits
 * for a reader. */
bool new_file_create_text (struct new_file *, const char *path, struct failure *);

/** Append bytes. EXIT_IO; the caller must then still abandon the file. */
bool new_file_write (struct new_file *, const void *bytes, size_t size, struct failure *);

/** Did the last write fail because the reader of the pipe is gone? */
bool new_file_reader_is_gone (void);

/** Write bytes at a given offset. EXIT_IO; the caller must then still abandon the file. */
bool new_file_write_at (struct new_file *, const void *bytes, size_t size, uint64_t place, struct failure *);

/** Sync, close, rename (a stream is only closed); frees the names. Removes `path`.unfinished, which held
 * less. EXIT_IO; then nothing is left behind. */
bool new_file_finish (struct new_file *, struct failure *);

/** The name for an incomplete result: `path` if no file has that name, else `path`.unfinished, so that an
 *  incomplete file never replaces a complete one. The caller frees it. */
char *new_file_unfinished (const char *path);

/** Close the file and remove what there is of it; frees the names. */
void new_file_abandon (struct new_file *);

/** A path with a suffix. The caller frees it. */
char *path_with_suffix (const char *path, const char *suffix);

/** Would new_file_create() succeed? Leaves nothing and reserves nothing. EXIT_CANNOT_CREATE. */
bool new_file_possible (const char *path, struct failure *);
bool new_file_possible_text (const char *path, struct failure *);

/** Where a name leads: links are followed, even to a file that does not exist yet. *descriptor: the open file
 * of this process for which the name stands, or -1. The caller frees the name. */
char *path_leads_to (const char *path, int *descriptor);

/** Does a name stand for standard output? */
bool path_is_standard_output (const char *path);

#endif
