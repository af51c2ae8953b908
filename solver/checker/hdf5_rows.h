/* Attributes and rows of an HDF5 file of which nothing is trusted: links must be hard, filters those that
 * zermelo writes, sizes and types what the layout says. Rows are read as they stand, on machines whose order
 * of bytes is the file's. */
#ifndef ZERMELO_CHECKER_HDF5_ROWS_H
#define ZERMELO_CHECKER_HDF5_ROWS_H

#include "array_rules.h"

#include <hdf5.h>

enum { TEXT_MOST = 64 };

struct reader {
  hid_t file;         /* 0: it is closed */
  const char *reason; /* the first failure, after which no rows are read; NULL: there was none */
};

/** False, with a reason: it cannot be opened. */
bool reader_open (struct reader *, const char *path);

void reader_close (struct reader *);

/** Read what every file has, and open its game. `other`: the reason where the file is not of that kind. */
void read_header (struct reader *, const char *kind, const char *other, struct array_game *, int64_t *format);

/** If that does not hold, note the reason; only the first is kept. */
void require (struct reader *, bool holds, const char *reason);

/** Read an attribute: a text, which must be shorter than `size` (TEXT_MOST), or a number of that size. */
void read_attribute (struct reader *, const char *object, const char *name, void *value, size_t size);

/** Does a hard link lead there? The object that it is in has been asked about before. */
bool is_there (const struct reader *, const char *path);

/** Rows from `first` on, `most` or as many as are left. */
struct span {
  size_t first, most;
};

static const struct span all_rows = { 0, SIZE_MAX };

/** Read rows of a dataset of one dimension: keys, if that is its name, or integers in the order of bytes of
 * this machine. `count`: how many there must be in all; SIZE_MAX: as many as there are, which it is set to.
 * NULL: failed, and `count` is 0 unless nothing was asked of the file. The caller frees it. */
void *read_rows (struct reader *, const char *group, const char *name, size_t element, size_t *count,
                 struct span);

#endif
