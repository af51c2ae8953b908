/* The basis of all our HDF5 files: how they are written and read, and how they describe themselves.
 *
 * A file is written under a temporary name (store/new_file.h), sealed (store/seal.h), synced and renamed. So
 * a file with its final name is complete, and a failure leaves nothing behind. The bytes depend on the
 * content alone: no times, no host names; every dataset is cut into chunks in the same way, and each chunk is
 * written once, in order. Filters: shuffle, deflate, Fletcher32; h5dump and h5py read everything.
 *
 * Failures stick: after the first one every call on the file does nothing, and file_commit() or the last read
 * reports it. So a writer is a sequence of plain calls.
 *
 * Not collective, no MPI: one process (rank 0) writes. Not thread-safe, as HDF5 is not. HDF5 prints nothing
 * while a file is open. Reading (file_read.c) is shared with libzermelo-book; writing is in file_write.c. */
#ifndef ZERMELO_STORE_FILE_H
#define ZERMELO_STORE_FILE_H

#include "base/failure.h"
#include "store/dataset.h"

#include <stddef.h>
#include <stdint.h>

/** How a file describes itself: attributes of its root group. All except the description and the revision
 *  enter the checksum. */
struct file_identity {
  char kind[24];                       /* "book" */
  int format;                          /* version of the layout of that kind */
  char game[24], board[32], rules[32]; /* "" in a file that is not about a single game */
  char options[200];                   /* the options that determine the content: "--plies 8 --score" */
  char description[400];               /* what the file contains, for people */
  char revision[80];                   /* filled in by file_create() */
  char checksum[20];                   /* 16 hex digits (store/checksum.h); filled in by file_commit() */
};

/* ---- writing ---- */

struct file_out;

/** Begin a file. `failure`, which must live until the file is committed or abandoned, gets the first error.
 * Returns NULL on EXIT_CANNOT_CREATE. From now on SIGXFSZ is ignored, unless the program handles it. */
struct file_out *file_create (const char *path, const struct file_identity *, struct failure *failure);

/** Create a group; parents first. */
void file_group (struct file_out *, const char *path, const char *description);

/** Add an attribute to a group or dataset. */
void file_put_text (struct file_out *, const char *object, const char *name, const char *text);
void file_put_integer (struct file_out *, const char *object, const char *name, int64_t value);
void file_put_real (struct file_out *, const char *object, const char *name, double value);

/** Write a dataset from memory: rows * dataset_row_bytes() bytes. Its group must exist. */
void file_write (struct file_out *, const struct dataset *, const void *data, size_t rows);

/** Write a dataset in pieces: begin, append until all rows are there, end. One dataset at a time. Costs a
 * buffer of one chunk (256 KiB). */
void file_begin (struct file_out *, const struct dataset *, size_t rows);
void file_append (struct file_out *, const void *data, size_t rows);
void file_end (struct file_out *);

/** Append chunks made elsewhere by file_chunk_make(), in order, between begin and end. Only for
 *  datasets of ELEMENT_U8 without a width. All chunks but the last have FILE_CHUNK_ROWS rows. */
enum { FILE_CHUNK_ROWS = 1 << 18 };

struct file_chunk {
  uint8_t *bytes; /* as in the file */
  size_t size;
  uint64_t sum; /* the chunk's part of the checksum */
};

/** Make the chunk of `rows` rows that starts at `first` (a multiple of FILE_CHUNK_ROWS), of a dataset of
 * `all` rows. Thread-safe; every thread and rank makes identical bytes. The caller frees the bytes. */
struct file_chunk file_chunk_make (const struct dataset *, size_t all, size_t first, const void *data,
                                   size_t rows);

void file_put_chunk (struct file_out *, const struct file_chunk *, size_t rows);

/** Seal, sync, rename; frees the file. On failure (EXIT_IO, or an earlier failure) nothing is left behind. */
bool file_commit (struct file_out *);

/** Discard the file and free it; nothing is left behind. NULL is allowed. */
void file_abandon (struct file_out *);

/* ---- reading ---- */

/** HDF5 is not thread-safe, even across files. Readers that several threads may call hold this lock while
 *  they use HDF5, and HDF5 prints nothing meanwhile. */
void file_lock (void);
void file_unlock (void);

/** file_unlock() if this thread holds the lock. To be called after a failure that was caught
 * (base/failure.h). */
void file_lock_give_up (void);

struct file_in;

/** The kind of a file: a book, endgame tables, ... Reads little of the file, and so does not notice damage to
 * the rest. If that little is damaged, the whole file is read to report the damage. Takes file_lock() itself.
 * EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO. */
enum { FILE_KIND = sizeof ((struct file_identity *) 0)->kind };
bool file_kind (const char *path, char kind[FILE_KIND], struct failure *);

/** Open a complete file of the given kind and format (kind NULL: any; format 0: any). `failure` must live
 * until file_close(). Returns NULL on EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO. Reads the whole file
 * (store/seal.h) and keeps its bytes in memory until it is closed; those of a file of more than 64 MiB are
 * read again from the disk with its rows. */
struct file_in *file_open (const char *path, const char *kind, int format, struct failure *failure);

/** Open a file of which parts are read while it stays open, with the arguments and errors of file_open().
 * Bytes are kept in memory if the file has at most 1 MiB: a copy of a larger one would cost more than it
 * saves. */
struct file_in *file_open_for_parts (const char *path, const char *kind, int format, struct failure *failure);

/** The file's description of itself; belongs to the file. */
const struct file_identity *file_identify (const struct file_in *);

/** The file as HDF5 knows it (hid_t), for a reader of its own; open until file_close(). */
int64_t file_hdf5 (const struct file_in *);

/** Is there such a group or dataset? */
bool file_has (struct file_in *, const char *path);

/** Read an attribute. Fails if text does not fit, or a number is not in lowest..highest. */
bool file_get_text (struct file_in *, const char *object, const char *name, char *text, size_t size);
bool file_get_integer (struct file_in *, const char *object, const char *name, int64_t lowest,
                       int64_t highest, int64_t *value);
bool file_get_real (struct file_in *, const char *object, const char *name, double *value);

/** Read an attribute that is a duration. Fails if it is negative, infinite or not a number. */
bool file_get_seconds (struct file_in *, const char *object, const char *name, double *seconds);

/** How many rows a dataset has, and its width as in struct dataset. */
bool file_shape (struct file_in *, const char *path, size_t *rows, int *width);

/** Read a whole dataset (and its encoding, for the checksum) into memory that the caller frees. path, element
 * and width must agree with the file. NULL on failure. `rows` in: how many rows there must be, or SIZE_MAX;
 * out: how many there are. */
void *file_read (struct file_in *, const struct dataset *, size_t *rows);

/** Read some rows into memory of the caller. The rows do not enter the checksum. */
bool file_read_rows (struct file_in *, const struct dataset *, size_t first, size_t rows, void *data);

/** Add the terms (checksum_rows()) of rows that file_read_rows() has read to the checksum. */
void file_add_sum (struct file_in *, uint64_t terms);

/** Does the checksum match? To be called when all attributes and datasets have been read, each once. */
bool file_sum_is_right (const struct file_in *);

/** Has nothing failed before, and does the checksum match? EXIT_BAD_DATA if it does not match. */
bool file_adds_up (struct file_in *);

/** The checksum of everything that has been read so far. */
uint64_t file_sum (const struct file_in *);

/** Close and free the file. NULL is allowed. */
void file_close (struct file_in *);

#endif
