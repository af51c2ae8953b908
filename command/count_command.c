/* `zermelo count`: the number of positions at each ply from the start (solver/layers/count_positions.h).
 */
#include "layers/count_positions.h"

#include "base/clock.h"
#include "command/task.h"

static const struct column count_columns[] = { { "ply", 5 }, { "positions", 20 } };

struct count_printer {
  struct run *run;
  const struct game *game;
  uint64_t total;
  double last; /* clock_seconds() at the end of the previous ply */
};

static void print_line (struct display *display, const char *name, json_t *json, uint64_t positions) {
  output_field (&display->output, name, json);
  output_number (&display->output, positions);
  output_line (&display->output);
}

static void print_ply (void *context, int ply, uint64_t positions) {
  struct count_printer *printer = context;
  struct run *run = printer->run;
  char name[20];
  snprintf (name, sizeof name, "%d", ply);
  print_line (&run->display, name, json_integer (ply), positions);
  const double now = clock_seconds ();
  struct record_row row = { .positions = positions, .seconds = now - printer->last };
  snprintf (row.subject, sizeof row.subject, "ply %d", ply);
  account_row (&run->journal.account, &row);
  printer->total += positions;
  printer->last = now;
  run->display.progress.count = printer->total;
}

static bool must_stop (void *context) {
  const struct count_printer *printer = context;
  return run_must_stop (&printer->run->session);
}

static void show_progress (void *context, int ply, uint64_t found) {
  struct count_printer *printer = context;
  struct progress *progress = &printer->run->display.progress;
  progress_now (progress, "ply %d", ply);
  progress->running = found * (uint64_t) printer->run->session.ranks.size;
  progress_show (progress);
}

int count_game (struct run *run, int plies, struct failure *failure) {
  const struct game *game = &run->session.game;
  progress_task (&run->display.progress, "positions", "count %.90s", game->title);
  struct count_printer printer = { .run = run, .game = game, .last = clock_seconds () };
  const struct count_options options
      = { .plies = plies,
          .canonical = run->session.options.symmetry,
          .threads = run->session.resources.threads,
          .memory = run->session.resources.memory + run->session.resources.table_bytes };
  const struct count_calls calls = { &printer, print_ply, must_stop, show_progress };
  if (game->key_bytes > 0)
    output_columns (&run->display.output, count_columns, 2);
  if (count_positions (game, &run->session.ranks, &options, &calls, failure))
    print_line (&run->display, "total", json_string ("total"), printer.total);
  else if (failure->code == 0)
    run_unfinished (&run->session, "the count is not complete", failure);
  return failure->code;
}

int command_count (struct run *run, struct failure *failure) {
  if (!run_open_game (&run->session, run->session.options.arguments[0], failure))
    return failure->code;
  return count_game (run, run->session.options.plies, failure);
}
