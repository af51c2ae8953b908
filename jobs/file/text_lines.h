/* Lines of a file or of standard input as they arrive: a pipe that another program still writes to answers
 * "later".
 *
 * For batches, which must answer before the next question arrives. Not thread-safe. */
#ifndef ZERMELO_FILE_TEXT_LINES_H
#define ZERMELO_FILE_TEXT_LINES_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>

struct lines {
  const char *name; /* for messages */
  int descriptor;
  char *buffer;
  size_t begin, end, capacity; /* bytes read and not yet returned */
  size_t number;               /* of the last line returned, from 1 */
  bool over;                   /* the end of the file was reached */
  int error;                   /* errno of a read that failed */
  bool too_long;               /* more than LINE_MOST bytes without a line end: not a file of positions */
};

enum { LINE_MOST = 1 << 20 };

enum lines_state { LINES_LINE, LINES_LATER, LINES_OVER };

/** "-" is standard input. EXIT_NO_INPUT; EXIT_BAD_DATA for a folder or a device other than a terminal. */
bool lines_open (struct lines *, const char *path, struct failure *);
void lines_close (struct lines *);

/** The next line without its end (LF or CR LF), valid until the next call. `whole` is false if it contains a
 * zero byte. A read error or a line that is too long ends the file: see lines_well(). */
enum lines_state lines_next (struct lines *, char **line, bool *whole);

/** After the last line: was it the end of the file? If not, EXIT_IO or EXIT_BAD_DATA. */
bool lines_well (const struct lines *, struct failure *);

/** Sleep until there may be something to read, but at most 0.2 s. */
void lines_wait (const struct lines *);

#endif
