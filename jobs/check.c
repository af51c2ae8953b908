/* `zermelo check`: does a file say what is true? Endgame tables, position by position, by the rules (solver/retro/tables_check.h). */
#include "retro/tables_check.h"

#include "base/clock.h"
#include "command.h"
#include "retro/tables_layout.h"

#include <string.h>

static const struct column check_columns[]
    = { { "checked", -40 }, { "positions", 14 }, { "leaves", -20 }, { "seconds", 16 }, { "verdict", -1 } };

enum { CHECK_COLUMNS = sizeof check_columns / sizeof *check_columns, BLOCK_MEMORY = 1 << 20 };

static bool
must_stop (void *context)
{
  return run_must_stop (context);
}

static void
show_slice (void *context, const char *slice)
{
  struct run *run = context;
  snprintf (run->progress.doing, sizeof run->progress.doing, "check slice %s", slice);
  progress_show (&run->progress);
}

static void
print_verdict (struct run *run, const struct tables_identity *identity, const struct tables_verdict *verdict,
               double seconds)
{
  char checked[160], leaves[40];
  struct output *output = &run->output;
  const bool complete = run->options.complete;
  snprintf (checked, sizeof checked, "tablebase %s --pieces %d%s", run->game.title, identity->pieces,
            identity->distances ? " --distances" : "");
  snprintf (leaves, sizeof leaves, "finished %llu", (unsigned long long) verdict->finished);
  output_columns (output, check_columns, CHECK_COLUMNS);
  output_text (output, checked);
  output_number (output, verdict->positions);
  output_field (output, leaves, json_pack ("{sI}", "finished", (json_int_t) verdict->finished));
  output_seconds (output, seconds);
  output_text (output, verdict->accepted ? "accepted" : verdict->wrong);
  output_extra (output, "accepted", json_boolean (verdict->accepted));
  output_extra (output, "complete", json_boolean (complete));
  output_extra_text (output, "reason", verdict->accepted ? NULL : verdict->reason);
  output_line (output);
}

static int
check_tables (struct run *run, const char *path, struct failure *failure)
{
  struct tables_verdict verdict;
  struct tables *tables = tables_open (path, BLOCK_MEMORY, &run->game, failure);
  if (tables == NULL) {
    run->game.engine = NULL;
    return failure->code;
  }
  const struct tables_check_options options = { .threads = run->resources.threads,
                                                .complete = run->options.complete,
                                                .seed = run->options.seed,
                                                .must_stop = must_stop,
                                                .progress = show_slice,
                                                .context = run };
  const double begun = clock_seconds ();
  if (tables_check (tables, &run->game, &options, &verdict, failure)) {
    if (verdict.stopped)
      run_unfinished (run, "the check was not completed", failure);
    else {
      print_verdict (run, tables_identify (tables), &verdict, clock_seconds () - begun);
      if (!verdict.accepted)
        fail (failure, EXIT_DIFFERS, "%.300s: %s %s", path, verdict.wrong, verdict.reason);
    }
  } else
    fail_in (failure, path);
  tables_close (tables);
  run->game.engine = NULL; /* closed with the tables */
  return failure->code;
}

int
command_check (struct run *run, struct failure *failure)
{
  char kind[24];
  const char *path = run->options.arguments[0];
  if (!tables_kind (path, kind, failure))
    return failure->code;
  if (strcmp (kind, TABLES_KIND) == 0)
    return check_tables (run, path, failure);
  fail (failure, EXIT_BAD_DATA, "%.300s: check reads endgame tables, no %s yet", path, kind);
  return failure->code;
}
