#include "terminal/output.h"

#include "base/quantity_print.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void output_open (struct output *output, bool active, bool json, bool pretty, bool terminal) {
  *output = (struct output){ .active = active, .json = json, .asked_pretty = pretty };
  output->pretty = !json && (pretty || (terminal && isatty (STDOUT_FILENO)));
  output->width = layout_width (STDOUT_FILENO);
}

bool output_to_file (struct output *output, const char *path, struct failure *failure) {
  assert (!output->to_file && output->file.file == NULL);
  if (!output->active || path_is_standard_output (path))
    return true;
  output->to_file = true;
  output->pretty = output->pretty && output->asked_pretty;
  return part_file_open (&output->file, path, failure);
}

bool output_copy_to (struct output *output, const char *path, struct failure *failure) {
  assert (!output->to_file && output->file.file == NULL);
  return !output->active || part_file_open (&output->file, path, failure);
}

json_t *json_text (const char *text) {
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

/* The reader of standard output has closed it: no error, but with nothing else to write to the run is over.
 */
static void note_error (struct output *output, const FILE *stream, int error) {
  if (stream == stdout && error == EIO && output->stop != NULL && *output->stop != 0) {
    output->hung_up = true;
    __fpurge (stdout);
    return;
  }
  if (stream != stdout || error != EPIPE) {
    output->error = error;
    return;
  }
  output->closed = true;
  __fpurge (stdout);
  if (output->stop != NULL && output->file.file == NULL)
    *output->stop = 1;
}

static void write_to (struct output *output, FILE *stream, const char *text, size_t size) {
  if ((output->closed || output->hung_up) && stream == stdout)
    return;
  errno = 0;
  if ((fwrite (text, 1, size, stream) != size || fputc ('\n', stream) == EOF || fflush (stream) != 0)
      && output->error == 0)
    note_error (output, stream, errno != 0 ? errno : EIO);
}

static FILE *main_stream (const struct output *output) {
  return output->to_file ? output->file.file : stdout;
}

/* For people: pretty lines. */
static void write_text (struct output *output, char *text) {
  if (output->progress != NULL)
    progress_clear (output->progress);
  write_to (output, main_stream (output), text, strlen (text));
  free (text);
}

void output_block (struct output *output, const char *text) {
  size_t size = strlen (text);
  if (!output->active || output->json || size == 0)
    return;
  write_to (output, main_stream (output), text, text[size - 1] == '\n' ? size - 1 : size);
}

/* Append a field. An empty field becomes a dash, and a control character a blank, since it would break the
 * line or column. */
static void append_clean (struct bytes *line, const char *text) {
  size_t i = line->size;
  if (text == NULL || *text == 0)
    text = "-";
  bytes_add (line, text, strlen (text));
  for (; i < line->size; i++)
    if (iscntrl (line->data[i]))
      line->data[i] = ' ';
}

static char *clean (const char *text) {
  struct bytes copy = { .data = NULL };
  append_clean (&copy, text);
  bytes_add (&copy, "", 1);
  return (char *) copy.data;
}

void output_spare (struct output *output, uint32_t columns) { output->spare = columns; }

void output_columns (struct output *output, const struct column *columns, int count) {
  assert (0 < count && count <= LAYOUT_COLUMNS && output->column == 0);
  char *names[LAYOUT_COLUMNS];
  output->columns = columns;
  output->column_count = count;
  if (!output->active || !output->pretty)
    return;
  layout_fit (columns, count, output->spare, output->width, output->fitted);
  output->spare = 0;
  for (int i = 0; i < count; i++) {
    names[i] = clean (columns[i].name);
    for (char *c = names[i]; *c != 0; c++)
      *c = *c == '_' ? ' ' : *c;
  }
  write_text (output, layout_row ((const char *const *) names, output->fitted, count, output->width));
  for (int i = 0; i < count; i++)
    free (names[i]);
}

void output_sentence (struct output *output, const char *format, ...) {
  va_list arguments;
  char *text;
  if (!output->active || !output->pretty)
    return;
  va_start (arguments, format);
  if (vasprintf (&text, format, arguments) < 0)
    internal_error (__FILE__, __LINE__, "no memory");
  va_end (arguments);
  write_text (output, layout_wrap (text, 0, 2, output->width));
  free (text);
}

/* Add a field: as a program reads it, and as a person does. */
static void add_field (struct output *output, const char *text, const char *shown, json_t *value) {
  if (!output->active || output->column >= output->column_count) {
    json_decref (value);
    return;
  }
  const int i = output->column++;
  if (output->json) {
    if (output->object == NULL)
      output->object = json_object ();
    json_object_set_new (output->object, output->columns[i].name, value == NULL ? json_null () : value);
  } else
    json_decref (value);
  bytes_add (&output->tabbed, "\t", i > 0);
  append_clean (&output->tabbed, text);
  output->shown[i] = output->pretty ? clean (shown) : NULL;
}

void output_field (struct output *output, const char *text, json_t *value) {
  add_field (output, text, text, value);
}

void output_text (struct output *output, const char *text) {
  output_field (output, text, text == NULL || !output->json ? NULL : json_text (text));
}

void output_list (struct output *output, const char *const *texts, size_t count) {
  json_t *array = output->json ? json_array () : NULL;
  struct bytes line = { .data = NULL };
  for (size_t i = 0; i < count; i++) {
    bytes_add (&line, " ", i > 0);
    bytes_add (&line, texts[i], strlen (texts[i]));
    if (output->json)
      json_array_append_new (array, json_string (texts[i]));
  }
  bytes_add (&line, "", 1);
  output_field (output, (const char *) line.data, array);
  free (line.data);
}

void output_number (struct output *output, uint64_t number) {
  char text[32], shown[QUANTITY_TEXT] = "";
  snprintf (text, sizeof text, "%" PRIu64, number);
  if (output->pretty && output->column < output->column_count)
    layout_number (number, output->fitted[output->column], shown, sizeof shown);
  add_field (output, text, shown, output->json ? json_integer ((json_int_t) number) : NULL);
}

void output_seconds (struct output *output, double seconds) {
  char text[64], shown[QUANTITY_TEXT] = "";
  assert (seconds >= 0);
  snprintf (text, sizeof text, "%.9f", seconds);
  if (output->pretty)
    quantity_print_seconds (seconds, shown, sizeof shown);
  add_field (output, text, shown, output->json ? json_real (seconds) : NULL);
}

void output_size (struct output *output, uint64_t bytes) {
  char text[32], shown[QUANTITY_TEXT];
  snprintf (text, sizeof text, "%" PRIu64, bytes);
  quantity_print_size (bytes, shown, sizeof shown);
  add_field (output, text, shown, json_integer ((json_int_t) bytes));
}

void output_extra (struct output *output, const char *name, json_t *value) {
  if (!output->active || !output->json) {
    json_decref (value);
    return;
  }
  if (output->object == NULL)
    output->object = json_object ();
  json_object_set_new (output->object, name, value == NULL ? json_null () : value);
}

void output_extra_text (struct output *output, const char *name, const char *text) {
  output_extra (output, name, text == NULL || !output->json ? NULL : json_text (text));
}

void output_extra_number (struct output *output, const char *name, uint64_t number) {
  output_extra (output, name, output->json ? json_integer ((json_int_t) number) : NULL);
}

/* Free the fields of a line. */
static void forget_fields (struct output *output) {
  assert (0 <= output->column && output->column <= LAYOUT_COLUMNS);
  for (int i = 0; i < output->column; i++)
    free (output->shown[i]);
  json_decref (output->object);
  json_decref (output->instead);
  output->object = output->instead = NULL;
  output->tabbed.size = 0;
  output->column = 0;
}

void output_line (struct output *output) {
  assert (!output->active || output->column <= output->column_count);
  if (!output->active)
    return;
  if (output->progress != NULL)
    progress_clear (output->progress);
  if (output->json) {
    char *text = json_dumps (output->instead != NULL ? output->instead : output->object,
                             JSON_COMPACT | JSON_REAL_PRECISION (12));
    if (text != NULL)
      write_to (output, main_stream (output), text, strlen (text));
    free (text);
  } else if (output->pretty && output->column > 0)
    write_text (output, layout_row ((const char *const *) output->shown, output->fitted, output->column,
                                    output->width));
  else
    write_to (output, main_stream (output), (const char *) output->tabbed.data, output->tabbed.size);
  if (output->file.file != NULL && !output->to_file)
    write_to (output, output->file.file, (const char *) output->tabbed.data, output->tabbed.size);
  forget_fields (output);
}

void output_instead (struct output *output, json_t *object) {
  json_decref (output->instead);
  output->instead = object;
}

static void release (struct output *output) {
  forget_fields (output);
  free (output->tabbed.data);
  *output = (struct output){ .active = false, .closed = output->closed };
}

bool output_finish (struct output *output, struct failure *failure) {
  bool good = true;
  if (output->active) {
    errno = 0;
    if (output->error == 0 && !output->closed && !output->hung_up
        && (fflush (stdout) != 0 || ferror (stdout)))
      note_error (output, stdout, errno != 0 ? errno : EIO);
    if (output->error != 0) {
      good
          = fail (failure, EXIT_IO, "cannot write %.300s: %s",
                  output->to_file ? output->file.whole.path : "to standard output", strerror (output->error));
      part_file_abandon (&output->file);
    } else if (output->file.file != NULL)
      good = part_file_finish (&output->file, failure);
  }
  release (output);
  return good;
}

void output_abandon (struct output *output) {
  part_file_abandon (&output->file);
  release (output);
}
