/* Attributes and rows of an HDF5 file of which nothing is trusted: links must be hard, filters must be those
 * that zermelo writes, and sizes and types must be those of the layout. Rows are read as they are, so the
 * machine must have the byte order of the file. */
#ifndef ZERMELO_CHECKER_HDF5_ROWS_H
#define ZERMELO_CHECKER_HDF5_ROWS_H

#include "array_rules.h"

#include <hdf5.h>

enum { TEXT_MOST = 64 };

struct reader {
  hid_t file;         /* 0: the reader is closed */
  bool borrowed;      /* the file was open before, and stays open */
  const char *reason; /* the first failure, after which no rows are read; NULL: there was none */
};

/** Open a file. False: it cannot be opened, and the reason is set. */
bool reader_open (struct reader *, const char *path);

/** Read from a file that is open and stays open. */
void reader_borrow (struct reader *, hid_t file);

void reader_close (struct reader *);

/** Read the attributes that every file has, and open the game of the file. `other` is the reason to be noted
 * if the file is of another kind. */
void read_header (struct reader *, const char *kind, const char *other, struct array_game *, int64_t *format);

/** Note the reason unless `holds`. Only the first reason is kept. */
void require (struct reader *, bool holds, const char *reason);

/** Read an attribute: a text, which must be shorter than `size` (TEXT_MOST), or a number of `size` bytes. */
void read_attribute (struct reader *, const char *object, const char *name, void *value, size_t size);

/** Is there a hard link with this path? The caller has asked the same question about the object that contains
 * it. */
bool is_there (const struct reader *, const char *path);

/** Rows from `first` on: `most` of them, or all that are left if they are fewer. */
struct span {
  size_t first, most;
};

static const struct span all_rows = { 0, SIZE_MAX };

/** Read rows of a dataset of one dimension: keys if it is called so, otherwise integers in the byte order of
 * this machine. *count is how many rows the dataset must have in all; if it is SIZE_MAX, it is set to their
 * number. The caller frees the rows. NULL: failed, and *count is 0 unless the file was not read at all. */
void *read_rows (struct reader *, const char *group, const char *name, size_t element, size_t *count,
                 struct span);

#endif
