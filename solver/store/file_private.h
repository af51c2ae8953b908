/* A file that is being read; for file_read.c, file_read_rows.c and columns.c only. */
#ifndef ZERMELO_STORE_FILE_PRIVATE_H
#define ZERMELO_STORE_FILE_PRIVATE_H

#include "store/file.h"
#include "store/hdf5_quiet.h"

#include <hdf5.h>

struct file_in {
  char *path;
  hid_t file;
  uint64_t bytes;
  uint8_t *content; /* the bytes of the file; NULL: HDF5 reads them from the disk when they are needed */
  struct file_identity identity;
  uint64_t sum;
  struct failure *failure;
};

/** Has nothing failed so far? */
bool file_well (const struct file_in *);

/** EXIT_BAD_DATA: `object` of the file is not as this program would have written it. Returns false. */
bool file_refuse (struct file_in *, const char *object, const char *why);

/** Are all these numbers durations, finite and not negative? If not, the file is refused because of `object`.
 */
bool file_durations (struct file_in *, const char *object, const double *seconds, size_t count);

#endif
