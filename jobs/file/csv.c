#include "file/csv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT_MOST = 16 << 20 };

char *
file_text (const char *path, size_t *size, struct failure *failure)
{
  FILE *file = fopen (path, "rb");
  if (file == NULL) {
    fail (failure, errno == ENOENT || errno == ENOTDIR ? EXIT_NO_INPUT : EXIT_IO, "%.300s: %s", path,
          strerror (errno));
    return NULL;
  }
  struct stat status;
  const char *what = NULL;
  if (fstat (fileno (file), &status) == 0 && S_ISDIR (status.st_mode))
    what = "directory";
  else if (S_ISBLK (status.st_mode) || (S_ISCHR (status.st_mode) && !isatty (fileno (file))))
    what = "device";
  if (what != NULL) {
    fclose (file);
    fail (failure, EXIT_BAD_DATA, "%.300s is a %s, not a file of text", path, what);
    return NULL;
  }
  char *text = NULL;
  size_t used = 0, capacity = 0, got;
  do {
    capacity = 2 * capacity + 4096;
    text = reallocate (text, capacity + 1, 1);
    got = fread (text + used, 1, capacity - used, file);
    used += got;
  } while (used == capacity && used <= TEXT_MOST);
  text[used] = 0;
  const bool good = !ferror (file);
  fclose (file);
  *size = used;
  if (good && used <= TEXT_MOST)
    return text;
  if (good)
    fail (failure, EXIT_BAD_DATA, "%.300s: more than %d MB of text", path, TEXT_MOST >> 20);
  else
    fail (failure, EXIT_IO, "cannot read %.300s", path);
  free (text);
  return NULL;
}

struct reader {
  struct csv *csv;
  const char *path;
  char *at;
  int line;
  size_t capacity, count; /* fields */
  size_t row_capacity;
};

static void
add_field (struct reader *reader, char *field)
{
  if (reader->count == reader->capacity) {
    reader->capacity = 2 * reader->capacity + 64;
    reader->csv->fields = reallocate (reader->csv->fields, reader->capacity, sizeof (char *));
  }
  reader->csv->fields[reader->count++] = field;
}

/* One field; `end` gets the byte behind it (',', '\n' or 0), which is overwritten by a zero. */
static bool
read_field (struct reader *reader, char *end, struct failure *failure)
{
  char *start = reader->at, *out = start, *in = start;
  const int line = reader->line;
  if (*in == '"') {
    for (in++; *in != '"' || in[1] == '"'; in++) {
      if (*in == 0)
        return fail (failure, EXIT_BAD_DATA, "%.300s:%d: a double quote is not closed", reader->path, line);
      reader->line += *in == '\n';
      *out++ = *in;
      in += *in == '"';
    }
    in++;
  } else
    while (*in != ',' && *in != '\n' && *in != 0)
      *out++ = *in++;
  if (*in == '\r' && in[1] == '\n')
    in++;
  if (*in != ',' && *in != '\n' && *in != 0)
    return fail (failure, EXIT_BAD_DATA, "%.300s:%d: text behind a closing double quote", reader->path,
                 reader->line);
  *end = *in;
  if (out > start && out == in && *end == '\n' && out[-1] == '\r')
    out--;
  *out = 0;
  reader->at = in + (*end != 0);
  add_field (reader, start);
  return true;
}

static bool
read_row (struct reader *reader, struct failure *failure)
{
  struct csv *csv = reader->csv;
  const int line = reader->line;
  const size_t before = reader->count;
  char end = 0;
  do
    if (!read_field (reader, &end, failure))
      return false;
  while (end == ',');
  reader->line++;
  const size_t fields = reader->count - before;
  if (csv->rows == 0)
    csv->columns = fields;
  if (fields != csv->columns)
    return fail (failure, EXIT_BAD_DATA, "%.300s:%d: %zu fields, but the header has %zu", reader->path, line,
                 fields, csv->columns);
  if (csv->rows == reader->row_capacity) {
    reader->row_capacity = 2 * reader->row_capacity + 64;
    csv->lines = reallocate (csv->lines, reader->row_capacity, sizeof *csv->lines);
  }
  csv->lines[csv->rows++] = line;
  return true;
}

bool
csv_read (struct csv *csv, const char *path, struct failure *failure)
{
  *csv = (struct csv){ 0 };
  size_t size;
  csv->text = file_text (path, &size, failure);
  if (csv->text == NULL)
    return false;
  struct reader reader = { .csv = csv, .path = path, .at = csv->text, .line = 1 };
  while (*reader.at != 0)
    if (!read_row (&reader, failure)) {
      csv_free (csv);
      return false;
    }
  if (csv->rows > 0 && reader.at == csv->text + size)
    return true;
  fail (failure, EXIT_BAD_DATA, csv->rows == 0 ? "%.300s is empty" : "%.300s holds a zero byte", path);
  csv_free (csv);
  return false;
}

void
csv_free (struct csv *csv)
{
  free (csv->text);
  free (csv->fields);
  free (csv->lines);
  *csv = (struct csv){ 0 };
}

int
csv_column (const struct csv *csv, const char *name)
{
  for (size_t i = 0; i < csv->columns; i++)
    if (strcmp (csv_field (csv, 0, (int) i), name) == 0)
      return (int) i;
  return -1;
}
