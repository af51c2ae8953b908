#include "file/line_input.h"

#include "file/text_file.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/* What there is to read, up to `milliseconds` from now. */
static enum input read_within (struct line_input *input, int milliseconds) {
  struct pollfd source = { .fd = STDIN_FILENO, .events = POLLIN };
  const int ready = poll (&source, 1, milliseconds);
  if (ready < 0 && errno != EINTR)
    return INPUT_ENDED;
  if (ready <= 0)
    return INPUT_NONE;
  const ssize_t got = read (STDIN_FILENO, input->bytes + input->used, sizeof input->bytes - input->used);
  if (got > 0)
    input->used += (size_t) got;
  return got > 0 ? INPUT_READ : got == 0 || errno != EINTR ? INPUT_ENDED : INPUT_NONE;
}

/* Wait for more; look at signals now and then. */
static enum input read_more (struct line_input *input, const volatile int *stop) {
  enum { LOOKS_UP = 200 }; /* milliseconds */
  while (!*stop) {
    const enum input more = read_within (input, LOOKS_UP);
    if (more != INPUT_NONE)
      return more;
  }
  return INPUT_STOPPED;
}

/* Is there a whole line, or what counts as one? */
static bool has_line (const struct line_input *input) {
  return memchr (input->bytes, '\n', input->used) != NULL || input->used == sizeof input->bytes
         || input->ended;
}

static enum input take_line (struct line_input *input, char line[INPUT_LINE + 1]) {
  const char *end = memchr (input->bytes, '\n', input->used);
  if (input->used == 0)
    return INPUT_ENDED;
  const size_t length = end != NULL ? (size_t) (end - input->bytes) : input->used;
  size_t from = 0, to = input->begun ? length : text_without_mark (input->bytes, length);
  input->begun = true;
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

enum input line_input_read (struct line_input *input, const volatile int *stop, char line[INPUT_LINE + 1]) {
  while (!has_line (input)) {
    const enum input more = read_more (input, stop);
    if (more == INPUT_STOPPED)
      return more;
    input->ended = more == INPUT_ENDED;
  }
  return take_line (input, line);
}

enum input line_input_try (struct line_input *input, char line[INPUT_LINE + 1]) {
  if (!has_line (input))
    input->ended = read_within (input, 0) == INPUT_ENDED;
  return has_line (input) ? take_line (input, line) : INPUT_NONE;
}
