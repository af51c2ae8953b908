/* Texts that are put together piece by piece. */
#ifndef ZERMELO_BASE_TEXT_H
#define ZERMELO_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>

/** Append to a text that has room for `size` bytes, with its final zero. What does not fit is left out. */
void text_append (char *text, size_t size, const char *format, ...) __attribute__ ((format (printf, 3, 4)));

/** Append a further item to a list: `between` stands before all but the first. */
void text_append_item (char *list, size_t size, const char *between, const char *item);

/** A new text, which the caller frees. Without memory the program ends. */
char *text_format (const char *format, ...) __attribute__ ((format (printf, 1, 2), returns_nonnull));

/** A stream that writes a new text, which is whole after text_stream_end() and is freed by the caller.
 * Without memory the program ends. */
FILE *text_stream (char **text, size_t *size);
void text_stream_end (FILE *);

/** Write a line and flush it, for a program that waits for it. Returns true, as what obeys a command does. */
bool text_put_line (FILE *, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/** Write a text with a backslash before each backslash and before each `quote`. */
void text_put_escaped (FILE *, const char *text, char quote);

/** Is that the end of the text, with something before it? */
bool text_ends_with (const char *text, const char *end);

/** The first eight bytes of a text as a number, with zeros behind its end. Of two texts with different
 *  numbers, that with the smaller one comes first in the order of strcmp(). */
static inline uint64_t text_head (const char *text) {
  uint64_t head = 0;
  int i = 0;
  for (; i < 8 && text[i] != '\0'; i++)
    head = head << 8 | (unsigned char) text[i];
  return i == 0 ? 0 : head << 8 * (8 - i);
}

#endif
