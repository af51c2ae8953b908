#include "file/text_lines.h"

#include "file/text_file.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool lines_open (struct lines *lines, const char *path, struct failure *failure) {
  *lines = (struct lines){ .name = path };
  if (strcmp (path, "-") == 0) {
    lines->name = "standard input";
    lines->descriptor = STDIN_FILENO;
    return true;
  }
  lines->descriptor = text_file_open (path, "positions", failure);
  return lines->descriptor >= 0;
}

void lines_close (struct lines *lines) {
  if (lines->descriptor > STDIN_FILENO)
    close (lines->descriptor);
  free (lines->buffer);
  lines->buffer = NULL;
}

/* Read what is available. False if that is nothing, for now or for ever. */
static bool read_some (struct lines *lines) {
  struct pollfd waiting = { lines->descriptor, POLLIN, 0 };
  if (poll (&waiting, 1, 0) == 0)
    return false;
  if (lines->begin > 0) {
    memmove (lines->buffer, lines->buffer + lines->begin, lines->end - lines->begin);
    lines->end -= lines->begin;
    lines->begin = 0;
  }
  if (lines->capacity - lines->end < 4096) {
    lines->capacity = 2 * lines->capacity + 8192;
    lines->buffer = reallocate (lines->buffer, lines->capacity, 1);
  }
  const ssize_t got = read (lines->descriptor, lines->buffer + lines->end, lines->capacity - lines->end - 1);
  if (got < 0 && (errno == EINTR || errno == EAGAIN))
    return false;
  if (got < 0)
    lines->error = errno;
  if (got <= 0)
    lines->over = true;
  else
    lines->end += (size_t) got;
  return got > 0;
}

enum lines_state lines_next (struct lines *lines, char **line, bool *whole) {
  char *end = NULL;
  size_t seen = 0;
  for (;;) {
    const size_t size = lines->end - lines->begin;
    if (size > seen)
      end = memchr (lines->buffer + lines->begin + seen, '\n', size - seen);
    seen = size;
    if (end != NULL || lines->over)
      break;
    if (size > LINE_MOST) {
      lines->too_long = lines->over = true;
      lines->begin = lines->end;
      break;
    }
    if (!read_some (lines) && !lines->over)
      return LINES_LATER;
  }
  if (end == NULL && lines->begin == lines->end)
    return LINES_OVER;
  char *start = lines->buffer + lines->begin;
  size_t length = end != NULL ? (size_t) (end - start) : lines->end - lines->begin;
  lines->begin += length + (end != NULL);
  if (lines->number == 0)
    length = text_without_mark (start, length);
  start[length] = 0;
  *whole = strlen (start) == length;
  if (length > 0 && start[length - 1] == '\r')
    start[length - 1] = 0;
  lines->number++;
  *line = start;
  return LINES_LINE;
}

bool lines_well (const struct lines *lines, struct failure *failure) {
  if (lines->too_long)
    return fail (failure, EXIT_BAD_DATA,
                 "%.300s:%zu: a line of more than %d bytes; expected a position a line", lines->name,
                 lines->number + 1, LINE_MOST);
  return lines->error == 0
         || fail (failure, EXIT_IO, "cannot read %.300s: %s", lines->name, strerror (lines->error));
}

void lines_wait (const struct lines *lines) {
  struct pollfd waiting = { lines->descriptor, POLLIN, 0 };
  poll (&waiting, 1, 200);
}
