/* `zermelo engine`: Zermelo as an engine under another program, which sends lines and reads answers. */
#include "play/gomocup.h"
#include "play/hub.h"
#include "base/text.h"
#include "command/command.h"
#include "file/line_input.h"
#include "run/installed_books.h"

#include <string.h>

static void serve_gomocup (const struct session *session, const struct board_protocol *protocol,
                           const struct play_resources *resources) {
  struct gomocup *engine = gomocup_create (protocol, resources, stdout);
  struct line_input input = { .used = 0 };
  char line[INPUT_LINE + 1];
  while (line_input_read (&input, session->stop, line) == INPUT_READ && gomocup_line (engine, line)
         && !ferror (stdout))
    continue;
  gomocup_destroy (engine);
}

static int next_line (void *context, char line[HUB_LINE_TEXT]) {
  _Static_assert((int) INPUT_LINE < (int) HUB_LINE_TEXT, "a line has room");
  const enum input input = line_input_try (context, line);
  return input == INPUT_READ ? 1 : input == INPUT_NONE ? 0 : -1;
}

static void serve_hub (const struct session *session, const struct board_protocol *protocol,
                       const struct play_resources *resources) {
  struct line_input input = { .used = 0 };
  const struct hub_input lines = { next_line, &input };
  struct hub *engine = hub_create (protocol, resources, session->options.tables, &lines, stdout);
  char line[INPUT_LINE + 1];
  while (line_input_read (&input, session->stop, line) == INPUT_READ && hub_line (engine, line)
         && !ferror (stdout))
    continue;
  hub_destroy (engine);
}

static const struct {
  const char *protocol;
  void (*serve) (const struct session *, const struct board_protocol *, const struct play_resources *);
} engines_of[] = { { "gomocup", serve_gomocup }, { "hub", serve_hub } };

/* book=FILE behind the name of the protocol, once or several times, or book=none; without it the installed
 * books are used. Each book is used for its own board. */
static bool choose_books (const struct options *options, struct opening_books *books,
                          struct failure *failure) {
  static const char key[] = "book=";
  const size_t length = sizeof key - 1;
  installed_books (books);
  if (options->argument_count > 1)
    opening_books_close (books);
  bool none = false;
  for (int i = 1; i < options->argument_count; i++) {
    const char *word = options->arguments[i];
    if (strncmp (word, key, length) != 0 || word[length] == 0)
      return fail (failure, EXIT_USAGE, "engine: '%.40s' is no key: book=FILE or book=none", word);
    none = none || strcmp (word + length, "none") == 0;
    if (none && options->argument_count > 2)
      return fail (failure, EXIT_USAGE, "engine: book=none beside a book");
    if (!none && !opening_books_add (books, NULL, word + length, failure))
      return fail_in (failure, "book");
  }
  return true;
}

int command_engine (struct run *run, struct failure *failure) {
  const char *name = run->session.options.arguments[0];
  struct opening_books books;
  const struct play_resources resources = { .books = &books,
                                            .threads = run->session.resources.threads,
                                            .table_bytes = run->session.resources.table_bytes,
                                            .stops = run_stops,
                                            .stops_context = &run->session };
  char known[200] = "";
  const bool chosen = choose_books (&run->session.options, &books, failure);
  bool served = false;
  for (size_t i = 0; i < sizeof engines_of / sizeof *engines_of && !served && chosen; i++) {
    served = strcmp (engines_of[i].protocol, name) == 0;
    if (served)
      engines_of[i].serve (&run->session, board_protocol_by_name (name), &resources);
    text_append_item (known, sizeof known, " or ", engines_of[i].protocol);
  }
  opening_books_close (&books);
  if (chosen && !served)
    fail (failure, EXIT_USAGE, "engine: unknown protocol '%.40s': %s", name, known);
  return served && *run->session.stop ? run_unfinished (&run->session, "the game is not over", failure)
                                      : failure->code;
}
