#include "file/line_input.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/* Wait for more; look at signals now and then. */
static enum input
read_more (struct line_input *input, const volatile int *stop)
{
  enum { LOOKS_UP = 200 }; /* milliseconds */
  struct pollfd source = { .fd = STDIN_FILENO, .events = POLLIN };
  while (!*stop) {
    const int ready = poll (&source, 1, LOOKS_UP);
    if (ready < 0 && errno != EINTR)
      return INPUT_ENDED;
    if (ready <= 0)
      continue;
    const ssize_t got = read (STDIN_FILENO, input->bytes + input->used, sizeof input->bytes - input->used);
    if (got > 0) {
      input->used += (size_t) got;
      return INPUT_READ;
    }
    if (got == 0 || errno != EINTR)
      return INPUT_ENDED;
  }
  return INPUT_STOPPED;
}

enum input
line_input_read (struct line_input *input, const volatile int *stop, char line[INPUT_LINE + 1])
{
  char *end;
  while ((end = memchr (input->bytes, '\n', input->used)) == NULL && input->used < sizeof input->bytes
         && !input->ended) {
    const enum input more = read_more (input, stop);
    if (more == INPUT_STOPPED)
      return more;
    input->ended = more == INPUT_ENDED;
  }
  if (input->used == 0)
    return INPUT_ENDED;
  const size_t length = end != NULL ? (size_t) (end - input->bytes) : input->used;
  size_t from = 0, to = length;
  while (from < to && isspace ((unsigned char) input->bytes[from]))
    from++;
  while (to > from && isspace ((unsigned char) input->bytes[to - 1]))
    to--;
  memcpy (line, input->bytes + from, to - from);
  line[to - from] = 0;
  const size_t whole = length + (end != NULL);
  input->used -= whole;
  memmove (input->bytes, input->bytes + whole, input->used);
  return INPUT_READ;
}
