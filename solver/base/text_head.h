/* Texts in the order of strcmp(), most of them without it. */
#ifndef ZERMELO_BASE_TEXT_HEAD_H
#define ZERMELO_BASE_TEXT_HEAD_H

#include <stdint.h>

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
