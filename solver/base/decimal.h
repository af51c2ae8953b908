/* Numbers in decimal digits, for texts that are written by the million: without a format to be read each
 * time. */
#ifndef ZERMELO_BASE_DECIMAL_H
#define ZERMELO_BASE_DECIMAL_H

/** Write a number that is not negative (at most 10 digits and a final zero); returns the end of the text. */
static inline char *decimal_print (int number, char *text) {
  if (number >= 10)
    text = decimal_print (number / 10, text);
  *text++ = (char) ('0' + number % 10);
  *text = '\0';
  return text;
}

#endif
