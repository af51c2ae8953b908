#include "base/text.h"

#include "base/failure.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void text_append (char *text, size_t size, const char *format, ...) {
  const size_t used = strlen (text);
  assert (used < size);
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text + used, size - used, format, arguments);
  va_end (arguments);
}

void text_append_item (char *list, size_t size, const char *between, const char *item) {
  text_append (list, size, "%s%s", *list != 0 ? between : "", item);
}

char *text_format (const char *format, ...) {
  char *text;
  va_list arguments;
  va_start (arguments, format);
  const int length = vasprintf (&text, format, arguments);
  va_end (arguments);
  if (length < 0)
    out_of_memory (0);
  return text;
}

FILE *text_stream (char **text, size_t *size) {
  FILE *stream = open_memstream (text, size);
  if (stream == NULL)
    out_of_memory (0);
  return stream;
}

void text_stream_end (FILE *stream) {
  if (fclose (stream) != 0)
    out_of_memory (0);
}

bool text_put_line (FILE *file, const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  vfprintf (file, format, arguments);
  va_end (arguments);
  fputc ('\n', file);
  fflush (file);
  return true;
}

void text_put_escaped (FILE *file, const char *text, char quote) {
  for (; *text != 0; text++)
    fprintf (file, *text == quote || *text == '\\' ? "\\%c" : "%c", *text);
}

bool text_ends_with (const char *text, const char *end) {
  const size_t length = strlen (text), size = strlen (end);
  return length > size && strcmp (text + length - size, end) == 0;
}
