/* `zermelo layers`: every position of a game that converges, by ply, with its value
 * (solver/layers/layers.h). */
#include "layers/layers.h"

#include "base/clock.h"
#include "command/task.h"
#include "run/expected_plies.h"
#include "run/run_status.h"
#include "store/new_file.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double layers_phase_weight[] = { 0.32, 0.33, 0.35 };

static const struct column layers_columns[]
    = { { "ply", 5 }, { "positions", 16 }, { "win", 16 }, { "draw", 16 }, { "loss", 16 } };

struct layers_display {
  struct run *run;
  enum layers_phase phase;
  int ply;
  uint64_t before,
      now;         /* positions of this phase, of finished plies and of this one: rank 0's times all ranks */
  uint64_t listed; /* positions that the first phase found */
  double *size;    /* of the plies listed so far */
  struct progress whole; /* of all phases together */
};

/* The share of the whole that is done, for zermelo status. */
static void note_whole (struct layers_display *display) {
  struct progress *whole = &display->whole;
  const double done
      = display->run->display.progress.count > 0 ? (double) display->run->display.progress.count : 1;
  const double *weight = layers_phase_weight;
  const enum layers_phase phase = display->phase;
  const double before = phase == LAYERS_LISTING   ? 0
                        : phase == LAYERS_VALUING ? weight[LAYERS_LISTING]
                                                  : weight[LAYERS_LISTING] + weight[LAYERS_VALUING];
  double all = (double) display->listed;
  if (display->phase == LAYERS_LISTING) {
    const double rest
        = expected_positions (display->size, display->ply, display->run->session.game.plies_max);
    if (rest < 0)
      return;
    all = fmax (done, (double) display->before + rest);
  }
  whole->share = before + (phase <= LAYERS_WRITING ? weight[phase] : 0) * fmin (1, done / fmax (all, 1));
  whole->share = fmin (0.999, whole->share);
  progress_look (whole, clock_seconds ());
}

static bool must_stop (void *context) {
  const struct layers_display *display = context;
  return run_must_stop (&display->run->session);
}

/* Each phase has a progress of its own: positions are listed, valued and written at different speeds. */
static void begin_phase (struct layers_display *display, enum layers_phase phase) {
  static const char *const names[] = { "listing", "valuing", "writing" };
  struct progress *progress = &display->run->display.progress;
  if (display->phase == LAYERS_LISTING)
    display->listed = display->before + display->now;
  display->phase = phase;
  display->before = display->now = 0;
  progress_task (progress, "positions", "layers %.90s, %s (%d of 3)", display->run->session.game.title,
                 names[phase], phase + 1);
  progress->left = phase == LAYERS_WRITING ? "about %s left" : "done in %s";
}

static void show_progress (void *context, enum layers_phase phase, int ply, uint64_t done) {
  struct layers_display *display = context;
  struct progress *progress = &display->run->display.progress;
  if (phase != display->phase)
    begin_phase (display, phase);
  else if (ply != display->ply) {
    if (phase == LAYERS_LISTING && display->ply >= 0)
      display->size[display->ply] = (double) display->now;
    display->before += display->now;
  }
  display->ply = ply;
  display->now = done * (uint64_t) display->run->session.ranks.size;
  progress->count = display->before + display->now;
  progress_now (progress, "ply %d of %d", ply, display->run->session.game.plies_max);
  if (phase != LAYERS_LISTING && display->listed > progress->count)
    progress->share = (double) progress->count / (double) display->listed;
  note_whole (display);
  progress_show (progress);
}

/* The last message of a run that was stopped is about all phases. */
static void leave_whole (struct layers_display *display) {
  struct progress *progress = &display->run->display.progress;
  progress->share = display->whole.share;
  progress->basis = display->whole.basis;
  progress->first = display->whole.first;
  memcpy (progress->marks, display->whole.marks, sizeof progress->marks);
  progress->whole = NULL;
}

/* A line for each ply, and a row of the account. */
static void print_plies (struct run *run, const struct layer_summary *plies, int count) {
  struct output *output = &run->display.output;
  output_columns (output, layers_columns, sizeof layers_columns / sizeof *layers_columns);
  for (int ply = 0; ply < count; ply++) {
    const struct layer_summary *summary = &plies[ply];
    output_number (output, (uint64_t) ply);
    output_number (output, summary->positions);
    output_number (output, summary->won);
    output_number (output, summary->drawn);
    output_number (output, summary->lost);
    output_extra_number (output, "canonical", summary->canonical);
    output_extra (output, "longest", summary->longest < 0 ? NULL : json_integer (summary->longest));
    output_line (output);
    struct record_row row = { .positions = summary->positions,
                              .won = summary->won,
                              .drawn = summary->drawn,
                              .lost = summary->lost,
                              .plies = summary->longest > 0 ? summary->longest : 0 };
    snprintf (row.subject, sizeof row.subject, "ply %d", ply);
    account_row (&run->journal.account, &row);
  }
}

int layers_make (struct run *run, const char *path, struct failure *failure) {
  const struct game *game = &run->session.game;
  if (layers_possible (game, failure) && run->session.ranks.rank == 0)
    new_file_reserve (path, failure);
  if (!ranks_agree (&run->session.ranks, failure))
    return failure->code;
  char *directory = text_format ("%s.plies", path);
  const struct layers_options options
      = { .game = game,
          .ranks = &run->session.ranks,
          .threads = run->session.resources.threads,
          .memory = run->session.resources.memory + run->session.resources.table_bytes,
          .directory = directory,
          .path = path };
  struct layers_display display
      = { .run = run, .size = allocate ((size_t) game->plies_max + 2, sizeof (double)) };
  const struct layers_calls calls = { &display, must_stop, show_progress };
  struct layer_summary *plies;
  int count;
  char what[120];
  snprintf (what, sizeof what, "layers %.90s", game->title);
  run_status_open (run, path, what, NULL);
  display.whole = run->display.progress;
  display.whole.basis = "the work on positions: listing, values, writing";
  run->display.progress.whole = &display.whole;
  begin_phase (&display, LAYERS_LISTING);
  if (layers_solve (&options, &calls, &plies, &count, failure)) {
    if (run->session.name[0] != 0)
      run_makes (&run->journal, path);
    print_plies (run, plies, count);
    output_sentence (&run->display.output, "The layers are in %s", path);
  } else if (failure->code == 0)
    run_unfinished (&run->session, "finished layers are kept", failure);
  leave_whole (&display);
  free (display.size);
  free (plies);
  free (directory);
  return failure->code;
}

int command_layers (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  if (options->output == NULL)
    fail (failure, EXIT_USAGE, "layers: -o FILE is missing");
  if (failure->code != 0 || !run_open_game (&run->session, options->arguments[0], failure))
    return failure->code;
  return layers_make (run, options->output, failure);
}
