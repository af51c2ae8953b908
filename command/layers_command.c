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

struct showing {
  struct run *run;
  enum layers_phase phase;
  int ply;
  uint64_t before,
      now; /* positions of this phase, of finished plies and of this one: those of rank 0 times the ranks */
  uint64_t listed;       /* positions that the first phase found */
  double *size;          /* of the plies listed so far */
  struct progress whole; /* of all phases together */
};

/* The share of the whole that is done, for zermelo status. */
static void note_whole (struct showing *showing) {
  struct progress *whole = &showing->whole;
  const double done = showing->run->progress.count > 0 ? (double) showing->run->progress.count : 1;
  const double *weight = layers_phase_weight;
  const enum layers_phase phase = showing->phase;
  const double before = phase == LAYERS_LISTING   ? 0
                        : phase == LAYERS_VALUING ? weight[LAYERS_LISTING]
                                                  : weight[LAYERS_LISTING] + weight[LAYERS_VALUING];
  double all = (double) showing->listed;
  if (showing->phase == LAYERS_LISTING) {
    const double rest = expected_positions (showing->size, showing->ply, showing->run->game.plies_max);
    if (rest < 0)
      return;
    all = fmax (done, (double) showing->before + rest);
  }
  whole->share = before + (phase <= LAYERS_WRITING ? weight[phase] : 0) * fmin (1, done / fmax (all, 1));
  whole->share = fmin (0.999, whole->share);
  progress_look (whole, clock_seconds ());
}

static bool must_stop (void *context) {
  const struct showing *showing = context;
  return run_must_stop (showing->run);
}

/* Each phase has a progress of its own: positions are listed, valued and written at different speeds. */
static void begin_phase (struct showing *showing, enum layers_phase phase) {
  static const char *const names[] = { "listing", "valuing", "writing" };
  struct progress *progress = &showing->run->progress;
  if (showing->phase == LAYERS_LISTING)
    showing->listed = showing->before + showing->now;
  showing->phase = phase;
  showing->before = showing->now = 0;
  progress_task (progress, "positions", "layers %.90s, %s (%d of 3)", showing->run->game.title, names[phase],
                 phase + 1);
  progress->left = phase == LAYERS_WRITING ? "about %s left" : "done in %s";
}

static void show_progress (void *context, enum layers_phase phase, int ply, uint64_t done) {
  struct showing *showing = context;
  struct progress *progress = &showing->run->progress;
  if (phase != showing->phase)
    begin_phase (showing, phase);
  else if (ply != showing->ply) {
    if (phase == LAYERS_LISTING && showing->ply >= 0)
      showing->size[showing->ply] = (double) showing->now;
    showing->before += showing->now;
  }
  showing->ply = ply;
  showing->now = done * (uint64_t) showing->run->ranks.size;
  progress->count = showing->before + showing->now;
  progress_now (progress, "ply %d of %d", ply, showing->run->game.plies_max);
  if (phase != LAYERS_LISTING && showing->listed > progress->count)
    progress->share = (double) progress->count / (double) showing->listed;
  note_whole (showing);
  progress_show (progress);
}

/* What is said last, of a run that was stopped, is about all phases. */
static void leave_whole (struct showing *showing) {
  struct progress *progress = &showing->run->progress;
  progress->share = showing->whole.share;
  progress->basis = showing->whole.basis;
  progress->first = showing->whole.first;
  memcpy (progress->marks, showing->whole.marks, sizeof progress->marks);
  progress->whole = NULL;
}

/* A line for each ply, and a row of the account. */
static void print_plies (struct run *run, const struct layer_summary *plies, int count) {
  struct output *output = &run->output;
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
    account_row (&run->account, &row);
  }
}

int layers_make (struct run *run, const char *path, struct failure *failure) {
  const struct game *game = &run->game;
  if (layers_possible (game, failure) && run->ranks.rank == 0)
    new_file_reserve (path, failure);
  if (!ranks_agree (&run->ranks, failure))
    return failure->code;
  char *directory = text_format ("%s.plies", path);
  const struct layers_options options = { .game = game,
                                          .ranks = &run->ranks,
                                          .threads = run->resources.threads,
                                          .memory = run->resources.memory + run->resources.table_bytes,
                                          .directory = directory,
                                          .path = path };
  struct showing showing = { .run = run, .size = allocate ((size_t) game->plies_max + 2, sizeof (double)) };
  const struct layers_calls calls = { &showing, must_stop, show_progress };
  struct layer_summary *plies;
  int count;
  char what[120];
  snprintf (what, sizeof what, "layers %.90s", game->title);
  run_status_open (run, path, what, NULL);
  showing.whole = run->progress;
  showing.whole.basis = "the work on positions: listing, values, writing";
  run->progress.whole = &showing.whole;
  begin_phase (&showing, LAYERS_LISTING);
  if (layers_solve (&options, &calls, &plies, &count, failure)) {
    if (run->name[0] != 0)
      run_makes (run, path);
    print_plies (run, plies, count);
    output_sentence (&run->output, "The layers are in %s", path);
  } else if (failure->code == 0)
    run_unfinished (run, "finished layers are kept", failure);
  leave_whole (&showing);
  free (showing.size);
  free (plies);
  free (directory);
  return failure->code;
}

int command_layers (struct run *run, struct failure *failure) {
  const struct options *options = &run->options;
  if (options->output == NULL)
    fail (failure, EXIT_USAGE, "layers: -o FILE is missing");
  if (failure->code != 0 || !run_open_game (run, options->arguments[0], failure))
    return failure->code;
  return layers_make (run, options->output, failure);
}
