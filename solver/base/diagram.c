#include "base/diagram.h"

#include "base/failure.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__ ((unused)) static bool is_ascii (const char *text) {
  for (; *text != 0; text++)
    if ((unsigned char) *text > 126)
      return false;
  return true;
}

void diagram_add (struct diagram *diagram, int ink, const char *format, ...) {
  assert ((ink & ~(INK_LAST | INK_FAINT | INK_FIRST | INK_SECOND)) == 0);
  assert (diagram->size < diagram->capacity || diagram->capacity == 0); /* room for the final zero */
  va_list arguments;
  char *text;
  va_start (arguments, format);
  const int size = vasprintf (&text, format, arguments);
  va_end (arguments);
  if (size < 0)
    internal_error (__FILE__, __LINE__, "no memory for a drawing");
  assert (is_ascii (text)); /* a byte is a column: there is one ink for each */
  if (diagram->size + (size_t) size + 1 > diagram->capacity) {
    diagram->capacity = 2 * (diagram->size + (size_t) size + 1);
    diagram->text = reallocate (diagram->text, diagram->capacity, 1);
    diagram->ink = reallocate (diagram->ink, diagram->capacity, 1);
  }
  memcpy (diagram->text + diagram->size, text, (size_t) size + 1);
  memset (diagram->ink + diagram->size, ink, (size_t) size);
  diagram->size += (size_t) size;
  free (text);
}

/* The escape sequence (ECMA-48, SGR) that begins an ink. */
static const char *begin_ink (int ink) {
  static const char *const codes[]
      = { "0", "0;2", "0;1;31", "0;1;34", "0;7", "0;2;7", "0;1;31;7", "0;1;34;7" };
  return codes[ink & 7];
}

/* Is there nothing but blanks from here to the end of the line? */
static bool line_ends (const char *text) {
  text += strspn (text, " ");
  return *text == '\n' || *text == 0;
}

char *diagram_text (const struct diagram *diagram, bool colours) {
  assert (diagram->size == 0 || strlen (diagram->text) == diagram->size);
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream (&text, &size);
  if (stream == NULL)
    internal_error (__FILE__, __LINE__, "no memory for a drawing");
  int ink = INK_PLAIN;
  for (size_t i = 0; i < diagram->size; i++) {
    if (diagram->text[i] == ' ' && !(diagram->ink[i] & INK_LAST) && line_ends (diagram->text + i))
      continue;
    const int wanted = diagram->text[i] == '\n' ? INK_PLAIN : diagram->ink[i];
    if (colours && wanted != ink)
      fprintf (stream, "\033[%sm", begin_ink (wanted));
    ink = wanted;
    fputc (diagram->text[i], stream);
  }
  if (colours && ink != INK_PLAIN)
    fputs ("\033[0m", stream);
  if (fclose (stream) != 0)
    internal_error (__FILE__, __LINE__, "no memory for a drawing");
  return text;
}

void diagram_free (struct diagram *diagram) {
  free (diagram->text);
  free (diagram->ink);
  *diagram = (struct diagram){ 0 };
}
