/* Numbers in decimal digits, for texts that are written by the million: without a format to be read each
 * time. */
#ifndef ZERMELO_BASE_DECIMAL_H
#define ZERMELO_BASE_DECIMAL_H

#include <assert.h>

/** Write a character before `end`, and the final zero behind it; what does not fit is left out. Returns the
 *  end of the text, so that calls can be chained. text < end. */
static inline char *character_print (char character, char *text, const char *end) {
  assert (text < end);
  if (text + 1 < end)
    *text++ = character;
  *text = '\0';
  return text;
}

/** Write a number that is not negative as character_print() writes a character. */
static inline char *decimal_print (int number, char *text, const char *end) {
  if (number >= 10)
    text = decimal_print (number / 10, text, end);
  return character_print ((char) ('0' + number % 10), text, end);
}

#endif
