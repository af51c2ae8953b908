/* An array of structs as datasets: one dataset for each field, one row for each struct.
 *
 * The layout of the struct in memory is private; the layout of each column is stated in the file. So a file
 * explains itself, and a program with another struct can read it. Needs memory for a copy of one column. */
#ifndef ZERMELO_STORE_COLUMNS_H
#define ZERMELO_STORE_COLUMNS_H

#include "store/file.h"

/** A column. In a column of bytes (ELEMENT_U8 with a width) the bytes at the end that are zero in every row
 * are not stored; dataset.width is then the largest width. */
struct field {
  struct dataset dataset;
  size_t offset; /* offset and size of the field in the struct */
};

/** The initialiser of a column: a member of a struct, as the dataset with this path. */
#define FIELD(type, path, member, element, width, unit, encoding, description)                               \
  { { path, element, width, description, unit, encoding }, offsetof (type, member) }

/** Write `count` structs of `stride` bytes. Their group must exist. */
void columns_write (struct file_out *, const struct field *, size_t fields, const void *rows, size_t stride,
                    size_t count);

/** Read structs into zeroed memory, which the caller frees; NULL on failure (set in the file). `count` in:
 * how many structs there must be, or SIZE_MAX; out: how many there are. Columns of reals whose unit is "s"
 * are durations: a duration that is negative, infinite or not a number is a failure. */
void *columns_read (struct file_in *, const struct field *, size_t fields, size_t stride, size_t *count);

#endif
