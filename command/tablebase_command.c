/* `zermelo tablebase`: endgame tables of all positions with 2 to N pieces (run/search_tables.h), as a file.
 */
#include "command/task.h"

#include "run/search_tables.h"
#include "tablebase/slices.h"

int tablebase_write (struct run *run, int pieces, const char *path, struct failure *failure) {
  const struct tablebase_order order
      = { .game = &run->session.game, .pieces = pieces, .path = path, .print = true };
  struct endgames *endgames = tablebase_make (run, &order, failure);
  if (endgames == NULL)
    return failure->code;
  endgames_destroy (endgames);
  output_sentence (&run->display.output, "The tables are in %s", path);
  if (run->session.name[0] != 0)
    run_makes (&run->journal, path);
  return EXIT_HOLDS;
}

int command_tablebase (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  if (options->pieces == 0)
    fail (failure, EXIT_USAGE, "tablebase: --pieces N is missing");
  else if (options->output == NULL)
    fail (failure, EXIT_USAGE, "tablebase: -o FILE is missing");
  if (failure->code != 0 || !run_open_game (&run->session, options->arguments[0], failure))
    return failure->code;
  return tablebase_write (run, options->pieces, options->output, failure);
}
