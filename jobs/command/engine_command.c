/* `zermelo engine`: Zermelo as an engine under somebody else's manager, which sends lines and reads answers.
 */
#include "analysis/play/gomocup.h"
#include "base/text.h"
#include "command/command.h"
#include "file/line_input.h"

#include <string.h>

static const struct board_protocol *
protocol_by_name (const char *name, struct failure *failure)
{
  char known[200] = "";
  for (const struct board_protocol *const *protocol = board_protocols; *protocol != NULL; protocol++) {
    if (strcmp ((*protocol)->name, name) == 0)
      return *protocol;
    text_append_item (known, sizeof known, ", ", (*protocol)->name);
  }
  fail (failure, EXIT_USAGE, "engine: unknown protocol '%.40s': %s", name, known);
  return NULL;
}

int
command_engine (struct run *run, struct failure *failure)
{
  const struct board_protocol *protocol = protocol_by_name (run->options.arguments[0], failure);
  if (protocol == NULL)
    return failure->code;
  const struct play_resources resources
      = { .threads = run->resources.threads, .table_bytes = run->resources.table_bytes, .stop = run->stop };
  struct gomocup *engine = gomocup_create (protocol, &resources, stdout);
  struct line_input input = { .used = 0 };
  char line[INPUT_LINE + 1];
  while (line_input_read (&input, run->stop, line) == INPUT_READ && gomocup_line (engine, line)
         && !ferror (stdout))
    continue;
  gomocup_destroy (engine);
  return *run->stop ? run_unfinished (run, "the game is not over", failure) : failure->code;
}
