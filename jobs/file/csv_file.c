#include "file/csv_file.h"

#include "file/text_file.h"

#include <csv.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 1000 };

/* The parser copies a field before it delivers it, so fields overwrite the text. */
struct reader {
  struct csv_file *csv;
  const char *path;
  char *to;                       /* the next field */
  int line, row_line, field_line; /* the current line, and those where its row and field begin */
  bool inside;                    /* a row */
  size_t count, capacity;         /* fields */
  size_t row_capacity;
  struct failure *failure;
};

static void take_field (void *field, size_t bytes, void *context) {
  struct reader *reader = context;
  if (reader->count == reader->capacity) {
    reader->capacity = 2 * reader->capacity + 64;
    reader->csv->fields = reallocate (reader->csv->fields, reader->capacity, sizeof (char *));
  }
  reader->csv->fields[reader->count++] = reader->to;
  if (bytes > 0)
    memcpy (reader->to, field, bytes);
  reader->to[bytes] = 0;
  reader->to += bytes + 1;
  reader->field_line = reader->line;
}

/* Which column is meant must be clear. */
static void check_names (struct reader *reader) {
  const struct csv_file *csv = reader->csv;
  for (size_t i = 0; i < csv->columns && csv->columns <= COLUMNS_MOST; i++)
    for (size_t j = 0; j < i && *csv->fields[i] != 0; j++)
      if (strcmp (csv->fields[i], csv->fields[j]) == 0)
        fail (reader->failure, EXIT_BAD_DATA, "%.300s:%d: two columns '%.40s'", reader->path,
              reader->row_line, csv->fields[i]);
  if (csv->columns > COLUMNS_MOST)
    fail (reader->failure, EXIT_BAD_DATA, "%.300s:%d: more than %d columns", reader->path, reader->row_line,
          COLUMNS_MOST);
}

static void take_row (int end, void *context) {
  struct reader *reader = context;
  struct csv_file *csv = reader->csv;
  const size_t fields = reader->count - csv->rows * csv->columns;
  (void) end;
  if (csv->rows == 0) {
    csv->columns = fields;
    check_names (reader);
  }
  if (fields != csv->columns)
    fail (reader->failure, EXIT_BAD_DATA, "%.300s:%d: %zu fields, but the header has %zu", reader->path,
          reader->row_line, fields, csv->columns);
  if (csv->rows == reader->row_capacity) {
    reader->row_capacity = 2 * reader->row_capacity + 64;
    csv->lines = reallocate (csv->lines, reader->row_capacity, sizeof *csv->lines);
  }
  csv->lines[csv->rows++] = reader->row_line;
  reader->inside = false;
}

/* Parse one line with its end: the parser does not count lines, nor does it report empty ones. */
static void parse_line (struct reader *reader, struct csv_parser *parser, const char *line, size_t bytes) {
  reader->line++;
  if (!reader->inside)
    reader->row_line = reader->field_line = reader->line;
  if (!reader->inside && line[strspn (line, "\r")] == '\n') {
    take_field (NULL, 0, reader);
    take_row ('\n', reader);
    return;
  }
  reader->inside = true;
  if (csv_parse (parser, line, bytes, take_field, take_row, reader) != bytes)
    fail (reader->failure, EXIT_BAD_DATA, "%.300s:%d: a double quote within a field", reader->path,
          reader->line);
}

/* Spaces are part of a field. */
static int is_space (unsigned char c) {
  (void) c;
  return 0;
}

static void parse (struct reader *reader, const char *text) {
  struct csv_parser parser;
  csv_init (&parser, CSV_STRICT | CSV_STRICT_FINI);
  csv_set_space_func (&parser, is_space);
  while (*text != 0 && reader->failure->code == 0) {
    const size_t length = strcspn (text, "\n"), bytes = length + (text[length] == '\n');
    parse_line (reader, &parser, text, bytes);
    text += bytes;
  }
  if (reader->failure->code == 0 && csv_fini (&parser, take_field, take_row, reader) != 0)
    fail (reader->failure, EXIT_BAD_DATA, "%.300s:%d: a double quote is not closed", reader->path,
          reader->field_line);
  csv_free (&parser);
}

bool csv_file_read (struct csv_file *csv, const char *path, struct failure *failure) {
  size_t size;
  char *text = text_file_read (path, &size, failure);
  return text != NULL && csv_file_parse (csv, text, size, path, failure);
}

bool csv_file_parse (struct csv_file *csv, char *text, size_t size, const char *path,
                     struct failure *failure) {
  *csv = (struct csv_file){ .text = text };
  if (strlen (csv->text) < size)
    fail (failure, EXIT_BAD_DATA, "%.300s holds a zero byte", path);
  struct reader reader = { .csv = csv, .path = path, .to = csv->text, .failure = failure };
  if (failure->code == 0)
    parse (&reader, csv->text);
  if (failure->code == 0 && csv->rows == 0)
    fail (failure, EXIT_BAD_DATA, "%.300s is empty", path);
  if (failure->code == 0)
    return true;
  csv_file_free (csv);
  return false;
}

void csv_file_free (struct csv_file *csv) {
  free (csv->text);
  free (csv->fields);
  free (csv->lines);
  *csv = (struct csv_file){ 0 };
}

int csv_file_column (const struct csv_file *csv, const char *name) {
  for (size_t i = 0; i < csv->columns; i++)
    if (strcmp (csv_file_field (csv, 0, (int) i), name) == 0)
      return (int) i;
  return -1;
}
