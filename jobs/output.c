#include "output.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
output_open (struct output *output, bool active, bool json, bool pretty, bool terminal)
{
  *output = (struct output){ .active = active, .json = json };
  output->pretty = !json && (pretty || (terminal && isatty (STDOUT_FILENO)));
}

bool
output_to_file (struct output *output, const char *path, struct failure *failure)
{
  if (!output->active)
    return true;
  output->to_file = true;
  return part_file_open (&output->file, path, failure);
}

bool
output_copy_to (struct output *output, const char *path, struct failure *failure)
{
  return !output->active || part_file_open (&output->file, path, failure);
}

json_t *
json_text (const char *text)
{
  json_t *value = json_string (text);
  if (value != NULL)
    return value;
  char *copy = allocate (strlen (text) + 1, 1);
  for (size_t i = 0; text[i] != 0; i++)
    copy[i] = (unsigned char) text[i] < 128 ? text[i] : '?';
  value = json_string (copy);
  free (copy);
  return value;
}

/* ---- a line ---- */

static void __attribute__ ((format (printf, 3, 4)))
append (char **line, size_t *size, const char *format, ...)
{
  va_list arguments, again;
  va_start (arguments, format);
  va_copy (again, arguments);
  const int length = vsnprintf (NULL, 0, format, arguments);
  *line = reallocate (*line, *size + (size_t) length + 1, 1);
  vsnprintf (*line + *size, (size_t) length + 1, format, again);
  *size += (size_t) length;
  va_end (again);
  va_end (arguments);
}

static void
write_to (struct output *output, FILE *stream, const char *text, size_t size)
{
  errno = 0;
  if ((fwrite (text, 1, size, stream) != size || fputc ('\n', stream) == EOF || fflush (stream) != 0)
      && output->error == 0)
    output->error = errno != 0 ? errno : EIO;
}

static FILE *
main_stream (const struct output *output)
{
  return output->to_file ? output->file.file : stdout;
}

void
output_columns (struct output *output, const struct column *columns, int count)
{
  output->columns = columns;
  output->column_count = count;
  if (!output->active || !output->pretty)
    return;
  for (int i = 0; i < count; i++)
    append (&output->line, &output->line_size, "%s%*s", i == 0 ? "" : "  ",
            i == count - 1 && columns[i].width < 0 ? 0 : columns[i].width, columns[i].name);
  write_to (output, main_stream (output), output->line, output->line_size);
  output->line_size = 0;
}

void
output_field (struct output *output, const char *text, json_t *value)
{
  if (!output->active || output->column >= output->column_count) {
    json_decref (value);
    return;
  }
  const int i = output->column++;
  const struct column *column = &output->columns[i];
  if (output->object == NULL)
    output->object = json_object ();
  json_object_set_new (output->object, column->name, value == NULL ? json_null () : value);
  char *clean = strdup (text == NULL || *text == 0 ? "-" : text);
  for (char *c = clean; *c != 0; c++)
    if (iscntrl ((unsigned char) *c))
      *c = ' ';
  const bool last = i == output->column_count - 1;
  append (&output->tabbed, &output->tabbed_size, "%s%s", i == 0 ? "" : "\t", clean);
  append (&output->line, &output->line_size, "%s%*s", i == 0 ? "" : "  ",
          last && column->width < 0 ? 0 : column->width, clean);
  free (clean);
}

void
output_text (struct output *output, const char *text)
{
  output_field (output, text, text == NULL ? NULL : json_text (text));
}

void
output_number (struct output *output, uint64_t number)
{
  char text[32];
  snprintf (text, sizeof text, "%" PRIu64, number);
  output_field (output, text, json_integer ((json_int_t) number));
}

void
output_seconds (struct output *output, double seconds)
{
  char text[64];
  snprintf (text, sizeof text, "%.9f", seconds);
  output_field (output, text, json_real (seconds));
}

void
output_extra (struct output *output, const char *name, json_t *value)
{
  if (!output->active || !output->json) {
    json_decref (value);
    return;
  }
  if (output->object == NULL)
    output->object = json_object ();
  json_object_set_new (output->object, name, value == NULL ? json_null () : value);
}

void
output_extra_text (struct output *output, const char *name, const char *text)
{
  output_extra (output, name, text == NULL ? NULL : json_text (text));
}

void
output_extra_number (struct output *output, const char *name, uint64_t number)
{
  output_extra (output, name, json_integer ((json_int_t) number));
}

void
output_line (struct output *output)
{
  if (!output->active)
    return;
  if (output->progress != NULL)
    progress_clear (output->progress);
  if (output->json) {
    char *text = json_dumps (output->object, JSON_COMPACT | JSON_REAL_PRECISION (12));
    if (text != NULL)
      write_to (output, main_stream (output), text, strlen (text));
    free (text);
  } else if (output->pretty)
    write_to (output, main_stream (output), output->line, output->line_size);
  else
    write_to (output, main_stream (output), output->tabbed, output->tabbed_size);
  if (output->file.file != NULL && !output->to_file)
    write_to (output, output->file.file, output->tabbed, output->tabbed_size);
  json_decref (output->object);
  output->object = NULL;
  output->line_size = output->tabbed_size = 0;
  output->column = 0;
}

static void
release (struct output *output)
{
  json_decref (output->object);
  free (output->line);
  free (output->tabbed);
  *output = (struct output){ .active = false };
}

bool
output_finish (struct output *output, struct failure *failure)
{
  bool good = true;
  if (output->active) {
    errno = 0;
    if (output->error == 0 && (fflush (stdout) != 0 || ferror (stdout)))
      output->error = errno != 0 ? errno : EIO;
    if (output->error != 0) {
      good = fail (failure, EXIT_IO, "cannot write %.300s: %s",
                   output->to_file ? output->file.inside.path : "to standard output",
                   strerror (output->error));
      part_file_abandon (&output->file);
    } else if (output->file.file != NULL)
      good = part_file_finish (&output->file, failure);
  }
  release (output);
  return good;
}

void
output_abandon (struct output *output)
{
  part_file_abandon (&output->file);
  release (output);
}
