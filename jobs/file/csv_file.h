/* CSV as in RFC 4180: commas, a header line, double quotes around fields with a comma, a quote or a line end.
 *
 * Reads a whole file into memory, with libcsv. Every row must have as many fields as the header, else the
 * failure names the line; and no two columns have the same name, unless it is empty. */
#ifndef ZERMELO_FILE_CSV_FILE_H
#define ZERMELO_FILE_CSV_FILE_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>

struct csv_file {
  char *text;    /* the file, cut into fields */
  char **fields; /* rows * columns, row by row; row 0 is the header */
  int *lines;    /* the line where each row begins, from 1 */
  size_t rows, columns;
};

/** EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO. The caller frees it. */
bool csv_file_read (struct csv_file *, const char *path, struct failure *);

/** As csv_file_read(), of a text that was read from `path`. The text ends with a zero byte and belongs to the
 * table from now on, also after a failure. */
bool csv_file_parse (struct csv_file *, char *text, size_t size, const char *path, struct failure *);
void csv_file_free (struct csv_file *);

/** The number of the column called `name`, or -1. */
int csv_file_column (const struct csv_file *, const char *name);

static inline const char *csv_file_field (const struct csv_file *csv, size_t row, int column) {
  return csv->fields[row * csv->columns + (size_t) column];
}

#endif
