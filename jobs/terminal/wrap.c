#include "terminal/wrap.h"

#include <assert.h>
#include <string.h>

enum { WIDTH = 80 };

void
wrap_print (FILE *file, const char *text, int column, int indent)
{
  assert (column >= 0 && 0 <= indent && indent < WIDTH);
  if (column >= indent) {
    fputc ('\n', file);
    column = 0;
  }
  int at = fprintf (file, "%*s", indent - column, "") + column;
  while (*text != 0) {
    const int length = (int) strcspn (text, " ");
    if (at > indent && at + 1 + length > WIDTH) {
      fprintf (file, "\n%*s", indent, "");
      at = indent;
    }
    at += fprintf (file, "%s%.*s", at > indent ? " " : "", length, text);
    text += length;
    text += strspn (text, " ");
  }
  fputc ('\n', file);
}
