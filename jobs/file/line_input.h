/* Lines that a user types, or that another program sends, one by one as they come. Rank 0 only. */
#ifndef ZERMELO_FILE_LINE_INPUT_H
#define ZERMELO_FILE_LINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

enum { INPUT_LINE = 4000 }; /* characters of a line; a longer one comes in pieces */

/** What has been read of standard input and not yet used. */
struct line_input {
  char bytes[INPUT_LINE];
  size_t used;
  bool ended, begun; /* begun: its first line has been taken */
};

enum input { INPUT_READ, INPUT_ENDED, INPUT_STOPPED, INPUT_NONE };

/** Wait for the next line, without its end and the blanks around it. INPUT_STOPPED: *stop became true. */
enum input line_input_read (struct line_input *, const volatile int *stop, char line[INPUT_LINE + 1]);

/** As line_input_read(), without waiting for the line. INPUT_NONE: there is no line at present. */
enum input line_input_try (struct line_input *, char line[INPUT_LINE + 1]);

#endif
