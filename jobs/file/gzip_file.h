/* Text files that are compressed with gzip if their name ends in .gz. */
#ifndef ZERMELO_FILE_GZIP_FILE_H
#define ZERMELO_FILE_GZIP_FILE_H

#include "store/new_file.h"

#include <stddef.h>

/** A text file in the making. After a failure of any function, only gzip_file_abandon() may be called. */
struct gzip_file {
  struct new_file file;
  struct z_stream_s *zip; /* NULL: not compressed */
  struct failure *failure;
};

/** Begin an empty file under a temporary name; `failure` is borrowed until the end. EXIT_CANNOT_CREATE. */
bool gzip_file_create (struct gzip_file *, const char *path, struct failure *);

/** Append bytes. EXIT_IO. */
bool gzip_file_write (struct gzip_file *, const void *bytes, size_t size);

/** Sync, give it its name; `bytes` gets its size. EXIT_IO; then nothing is left behind. */
bool gzip_file_finish (struct gzip_file *, uint64_t *bytes);
void gzip_file_abandon (struct gzip_file *);

/** A whole file, compressed or not, of at most 1 GB of text, with a final zero byte. The caller frees it.
 * NULL and a failure: EXIT_NO_INPUT, EXIT_BAD_DATA (also for a device, and damaged compression), EXIT_IO. */
char *gzip_file_read (const char *path, size_t *size, struct failure *);

#endif
