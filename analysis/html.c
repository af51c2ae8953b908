#include "analysis/html.h"

#include "base/quantity_print.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>

/* The number of bytes of the UTF-8 character that starts here, 0 if none does (RFC 3629: no overlong form or
 * surrogate). */
static int character_bytes (const unsigned char *text) {
  unsigned char first = text[0];
  int bytes = first < 0x80   ? 1
              : first < 0xC2 ? 0
              : first < 0xE0 ? 2
              : first < 0xF0 ? 3
              : first < 0xF5 ? 4
                             : 0;
  for (int i = 1; i < bytes; i++)
    if ((text[i] & 0xC0) != 0x80)
      return 0;
  bool overlong = (first == 0xE0 && text[1] < 0xA0) || (first == 0xF0 && text[1] < 0x90);
  bool beyond = (first == 0xED && text[1] > 0x9F) || (first == 0xF4 && text[1] > 0x8F);
  assert (0 <= bytes && bytes <= 4);
  return overlong || beyond ? 0 : bytes;
}

static const char *entity (unsigned char c) {
  switch (c) {
  case '&': return "&amp;";
  case '<': return "&lt;";
  case '>': return "&gt;";
  case '"': return "&quot;";
  case '\'': return "&#39;";
  default: return NULL;
  }
}

void html_text (FILE *page, const char *text) {
  const unsigned char *c = (const unsigned char *) text;
  while (*c != '\0') {
    int bytes = character_bytes (c);
    bool control
        = (*c < ' ' && *c != '\n' && *c != '\t') || *c == 0x7F || (*c == 0xC2 && bytes == 2 && c[1] < 0xA0);
    if (entity (*c) != NULL)
      fputs (entity (*c), page);
    else if (bytes == 0 || control)
      fputs ("&#xFFFD;", page);
    else
      fwrite (c, 1, (size_t) bytes, page);
    c += bytes > 0 ? bytes : 1;
  }
}

void html_integer (FILE *page, uint64_t number) {
  char digits[24];
  int count = snprintf (digits, sizeof digits, "%" PRIu64, number);
  fprintf (page, "<data value=\"%s\">", digits);
  for (int i = 0; i < count; i++) {
    if (i > 0 && (count - i) % 3 == 0)
      fputs ("&#8239;", page);
    fputc (digits[i], page);
  }
  fputs ("</data>", page);
}

void html_seconds (FILE *page, double seconds) {
  char text[QUANTITY_TEXT];
  quantity_print_seconds (seconds, text, sizeof text);
  fprintf (page, "<data value=\"%.9f\">%s</data>", isfinite (seconds) ? seconds : 0, text);
}

void html_count (FILE *page, double number) {
  char text[QUANTITY_TEXT];
  quantity_print_count (number, text, sizeof text);
  fprintf (page, "<data value=\"%.0f\">%s</data>", isfinite (number) ? number : 0, text);
}

void html_bytes (FILE *page, uint64_t bytes) {
  static const char *const units[] = { "bytes", "KiB", "MiB", "GiB", "TiB" };
  double shown = (double) bytes;
  size_t unit = 0;
  while (shown >= 1024 && unit + 1 < sizeof units / sizeof *units) {
    shown /= 1024;
    unit++;
  }
  int decimals = unit == 0 || shown >= 100 ? 0 : shown >= 10 ? 1 : 2;
  fprintf (page, "<data value=\"%" PRIu64 "\">%.*f %s</data>", bytes, decimals, shown, units[unit]);
}

void html_share (FILE *page, double part, double whole) {
  char text[QUANTITY_TEXT];
  if (!(whole > 0))
    return;
  quantity_print_share (part, whole, text, sizeof text);
  html_text (page, text);
}

void html_print (FILE *page, const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  for (const char *c = format; *c != '\0'; c++) {
    if (*c != '%') {
      fputc (*c, page);
      continue;
    }
    switch (*++c) {
    case 's': html_text (page, va_arg (arguments, const char *)); break;
    case 'd': fprintf (page, "%d", va_arg (arguments, int)); break;
    case 'f': html_seconds (page, va_arg (arguments, double)); break;
    case 'g': html_count (page, va_arg (arguments, double)); break;
    case 'l': html_integer (page, va_arg (arguments, uint64_t)); break;
    case 'z': fprintf (page, "%zu", va_arg (arguments, size_t)); break;
    default: assert (*c == '%'); fputc (*c, page);
    }
    c += *c == 'l' || *c == 'z'; /* skip the `u` */
  }
  va_end (arguments);
}
