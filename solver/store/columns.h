/* An array of structs as datasets: a dataset a field, a row a struct.
 *
 * The layout of the struct in memory is our business, that of each column stands in the file; so a file
 * explains itself and a program with another struct reads it. Costs a copy of one column. */
#ifndef ZERMELO_STORE_COLUMNS_H
#define ZERMELO_STORE_COLUMNS_H

#include "store/file.h"

/** A column. Bytes (ELEMENT_U8 with a width) that are zero at the end of every row are not stored: then
 *  dataset.width is the most there can be. */
struct field {
  struct dataset dataset;
  size_t offset, size; /* in the struct */
};

/** Write `count` structs of `stride` bytes. Their group must be there. */
void columns_write (struct file_out *, const struct field *, size_t fields, const void *rows, size_t stride,
                    size_t count);

/** Read them: zeroed memory that the caller frees, or NULL (the failure of the file is set). `count` in: how
 *  many there must be, or SIZE_MAX; out: how many there are. */
void *columns_read (struct file_in *, const struct field *, size_t fields, size_t stride, size_t *count);

#endif
