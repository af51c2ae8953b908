/* CSV as in RFC 4180: comma, a header line, double quotes around what holds a comma, a quote or a line end.
 *
 * Reads a whole file into memory; every row has as many fields as the header, else the failure names the
 * line. */
#ifndef ZERMELO_FILE_CSV_H
#define ZERMELO_FILE_CSV_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>

struct csv {
  char *text;    /* the file, cut into fields */
  char **fields; /* rows * columns, row by row; row 0 is the header */
  int *lines;    /* where each row begins, from 1 */
  size_t rows, columns;
};

/** EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO. The caller frees it. */
bool csv_read (struct csv *, const char *path, struct failure *);
void csv_free (struct csv *);

/** The number of the column called `name`, or -1. */
int csv_column (const struct csv *, const char *name);

static inline const char *
csv_field (const struct csv *csv, size_t row, int column)
{
  return csv->fields[row * csv->columns + (size_t) column];
}

/** A whole file of at most 16 MB, with a zero byte behind it. The caller frees it; NULL and a failure (66,
 * 65, 74) if it cannot be read, or is a folder or a device. */
char *file_text (const char *path, size_t *size, struct failure *);

#endif
