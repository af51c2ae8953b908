/* Lines of a file or of standard input, as they come: a pipe that somebody still writes to answers "later".
 *
 * Used for batches, where an answer must leave before the next question is there. Not thread-safe. */
#ifndef ZERMELO_FILE_TEXT_LINES_H
#define ZERMELO_FILE_TEXT_LINES_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>

struct lines {
  const char *name; /* for messages */
  int descriptor;
  char *buffer;
  size_t begin, end, capacity; /* bytes read and not yet handed out */
  size_t number;               /* of the line handed out last, from 1 */
  bool over;                   /* the end of the file was seen */
  int error;                   /* errno of a read that failed */
  bool too_long;               /* more than LINE_MOST bytes without an end: no file of positions */
};

enum { LINE_MOST = 1 << 20 };

enum lines_state { LINES_LINE, LINES_LATER, LINES_OVER };

/** "-" is standard input. EXIT_NO_INPUT; EXIT_BAD_DATA for a folder or a device that is no terminal. */
bool lines_open (struct lines *, const char *path, struct failure *);
void lines_close (struct lines *);

/** The next line without its end (LF or CR LF), valid until the next call. `whole` is false if it holds a
 *  zero byte. An error of reading and a line without end end the file: see lines_well(). */
enum lines_state lines_next (struct lines *, char **line, bool *whole);

/** After the last line: was it the end of the file? EXIT_IO, EXIT_BAD_DATA. */
bool lines_well (const struct lines *, struct failure *);

/** Sleep until there may be something to read, at most 0.2 s. */
void lines_wait (const struct lines *);

#endif
