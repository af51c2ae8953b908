/* Endgame tables of all positions with 2 to N pieces, slice by slice (solver/tablebase/slices.h).
 *
 * A slice that is done is kept in FILE.slices until all are done, so that a run which was stopped or killed
 * resumes with the next slice. Each run prints the lines of all slices. */
#include "run/search_tables.h"
#include "run/run_status.h"

#include "base/clock.h"
#include "base/machine.h"
#include "tablebase/slices.h"
#include "store/temporary.h"
#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* On a narrow terminal, the position of the longest win is left out first. */
static const struct column tablebase_columns[]
    = { { "slice", -9 }, { "positions", 14 }, { "win", 14 },     { "draw", 14 },
        { "loss", 14 },  { "longest", 7 },    { "position", -1 } };

struct tablebase_builder {
  struct run *run;
  const struct game *game;
  bool print;
  int pieces;               /* of the current slices */
  uint64_t positions;       /* of all slices */
  uint64_t work, work_done; /* what solving them takes (solving_work()), and what has been done of it */
  uint64_t file_work;       /* work for a position in the file, in that unit; 0: there is no file */
  int slices, slices_done;
  double last; /* clock_seconds() when the slice before was done, or all of them */
  /* Only slices that this run has computed, not read: */
  uint64_t work_computed;
  double seconds;
  int looks; /* calls of must_stop() for the current slices; one if they are read */
  bool over; /* these slices are done: the next call is for other slices */
  struct position *position;
};

/* ---- lines ---- */

/* `text` gets the position with the longest win. */
static void print_slice (const struct tablebase_builder *m, const struct slice_summary *summary,
                         char text[ENDGAME_TEXT]) {
  struct output *output = &m->run->display.output;
  char number[24];
  const bool won = summary->longest >= 0;
  output_text (output, summary->slice.name);
  output_number (output, summary->slice.positions);
  output_number (output, summary->won);
  output_number (output, summary->drawn);
  output_number (output, summary->lost);
  if (won) {
    m->game->engine->unpack (m->game, summary->example, m->position);
    m->game->engine->slices->text (m->game, m->position, text, ENDGAME_TEXT);
    snprintf (number, sizeof number, "%d", summary->longest);
  }
  output_field (output, won ? number : NULL, won ? json_integer (summary->longest) : NULL);
  output_text (output, won ? text : NULL);
  output_line (output);
}

/* The work of solving `positions` positions, in a unit of its own: with more pieces there are more moves and
 * more levels (../../analysis/notes/time-left.md). */
static uint64_t solving_work (uint64_t positions, int pieces) {
  return positions * (uint64_t) (pieces * pieces);
}

static void slice_done (const struct slice_summary *summary, void *context) {
  struct tablebase_builder *m = context;
  struct run *run = m->run;
  const double now = clock_seconds ();
  const uint64_t work = solving_work (summary->slice.positions, m->pieces);
  m->work_done += work;
  m->over = true;
  if (m->looks > 1) {
    m->work_computed += work;
    m->seconds += now - m->last;
  }
  run->display.progress.count += summary->slice.positions;
  m->slices_done++;
  if (m->print) {
    struct record_row row = { .positions = summary->slice.positions,
                              .won = summary->won,
                              .drawn = summary->drawn,
                              .lost = summary->lost,
                              .plies = summary->longest > 0 ? summary->longest : 0,
                              .seconds = now - m->last };
    static_assert (sizeof row.example == ENDGAME_TEXT, "a position of a slice fits");
    snprintf (row.subject, sizeof row.subject, "slice %s", summary->slice.name);
    print_slice (m, summary, row.example);
    account_row (&run->journal.account, &row);
  }
  m->last = now;
}

/* An estimate of the work done on the current slices, if they proceed like earlier slices; at most half of
 * the work that is left. */
static double under_way (const struct tablebase_builder *m) {
  if (m->looks < 2 || m->seconds <= 0)
    return 0;
  const double guess = (double) m->work_computed / m->seconds * (clock_seconds () - m->last);
  return fmin (guess, 0.5 * (double) (m->work - m->work_done));
}

/* Show how far the run is when `written` positions are in the file. */
static void show_progress (const struct tablebase_builder *m, uint64_t written) {
  enum { WRITTEN_TELLING = 50 }; /* a fiftieth of the file tells how fast it goes */
  struct progress *progress = &m->run->display.progress;
  const double solved = (double) m->work_done + under_way (m), solving = (double) m->work - solved;
  const double file = (double) m->file_work * (double) (m->positions - written);
  const double all = (double) (m->work + m->file_work * m->positions);
  progress->share = fmax (progress->share, 1 - (solving + file) / all); /* a guess may have been too high */
  if (written > m->positions / WRITTEN_TELLING)
    progress->rest = (clock_seconds () - m->last) * (double) (m->positions - written) / (double) written;
  else if (m->work_computed > 0)
    progress->rest = (solving + file) * m->seconds / (double) m->work_computed;
  progress_show (progress);
}

/* Called at each level of a slice: show progress, and say whether the run must stop. */
static bool must_stop (void *context, const char *slice) {
  struct tablebase_builder *m = context;
  (void) slice;
  m->looks = m->over ? 1 : m->looks + 1;
  m->over = false;
  progress_now (&m->run->display.progress, "slice %d of %d", m->slices_done + 1, m->slices);
  show_progress (m, 0);
  return run_must_stop (&m->run->session);
}

/* Called on rank 0 while the file is written. */
static void some_written (void *context, uint64_t positions) {
  struct tablebase_builder *m = context;
  progress_now (&m->run->display.progress, "writing the file");
  show_progress (m, positions);
}

/* ---- making the tables ---- */

/* May values that are in files be out of memory? Not if searches are to probe them. */
static bool may_page (const struct session *session, const struct tablebase_order *order) {
  return order->path != NULL && order->print && session->ranks.size == 1;
}

/* Does the game have tables with this number of pieces, and is there memory for them? */
static bool check_size (const struct session *session, const struct tablebase_order *order,
                        struct failure *failure) {
  const struct game *game = order->game;
  const int pieces = order->pieces;
  if (game->engine->slices == NULL)
    return fail (failure, EXIT_BAD_DATA, "%s has no endgame tables; %s", game->title,
                 games_with (engine_has_tables, (char[GAMES_TEXT]){ 0 }, GAMES_TEXT));
  const uint64_t whole = machine_process_memory ();
  const uint64_t memory = may_page (session, order) ? endgames_memory_within (game, pieces, whole)
                                                    : endgames_memory (game, pieces, session->ranks.size);
  if (memory == 0)
    return fail (failure, EXIT_BAD_DATA,
                 "%s has no tables of %d pieces: too many for the board, or for a side (7)", game->title,
                 pieces);
  if (memory == UINT64_MAX)
    return fail (failure, EXIT_BAD_DATA, "%s: a slice of %d pieces has too many positions", game->title,
                 pieces);
  char what[200];
  snprintf (what, sizeof what, "%s with %d pieces, on each rank", game->title, pieces);
  return memory <= whole || fail_memory (failure, what, memory);
}

static bool solve_all (struct endgames *endgames, int pieces, struct tablebase_builder *builder,
                       struct failure *failure) {
  for (int n = 2; n <= pieces; n++) {
    builder->pieces = n;
    if (!endgames_solve (endgames, n, slice_done, builder, failure))
      return false;
  }
  return true;
}

/* Say why the run ended, and what the command will do if it is repeated. */
static void explain_end (const struct session *session, const struct tablebase_order *order,
                         struct failure *failure) {
  char where[200];
  if (failure->code != EXIT_UNFINISHED)
    return;
  snprintf (where, sizeof where, "%.120s%s", failure->text,
            order->path != NULL ? "; the same command goes on there" : "");
  *failure = (struct failure){ 0 };
  run_unfinished (session, where, failure);
}

/* Write the file; the files of single slices are then removed. */
static bool write_tables (struct session *session, struct endgames *endgames, const char *path,
                          const char *directory, struct failure *failure) {
  if (!endgames_write (endgames, path, session->options.distances, failure))
    return false;
  if (session->ranks.rank == 0)
    endgames_forget (directory);
  return true;
}

/* Positions have a progress of their own, since they are not nodes of the search that needs the tables. */
static void announce (struct display *display, const struct tablebase_order *order) {
  struct progress *progress = &display->progress;
  progress_task (progress, "positions", "building tables of %.90s", order->game->title);
  progress->basis = "positions solved and written";
  if (!order->print)
    progress->left = "done in %s";
}

static void tell_status (struct run *run, const struct tablebase_order *order) {
  char what[200];
  snprintf (what, sizeof what, "tablebase %.90s --pieces %d", order->game->title, order->pieces);
  run_status_open (run, order->path, what, NULL);
}

/* The work of putting a position into the file, in the unit of solving_work(). */
static uint64_t file_work (const struct run *run, const struct tablebase_order *order) {
  enum { VALUE = 3, DISTANCE = 20 };
  return order->path == NULL ? 0 : run->session.options.distances ? DISTANCE : VALUE;
}

static struct endgames *make_slices (struct run *run, const struct tablebase_order *order,
                                     const char *directory, struct failure *failure) {
  struct tablebase_builder builder = { .run = run,
                                       .game = order->game,
                                       .print = order->print,
                                       .file_work = file_work (run, order),
                                       .last = clock_seconds () };
  for (int n = 2; n <= order->pieces; n++) {
    const uint64_t positions = endgames_positions (order->game, n);
    builder.positions += positions;
    builder.work += solving_work (positions, n);
    builder.slices += endgames_slices (order->game, n);
  }
  builder.position = position_allocate (order->game);
  struct endgames_options options = { .threads = run->session.resources.threads,
                                      .ranks = &run->session.ranks,
                                      .directory = directory,
                                      .stop = must_stop,
                                      .written = some_written,
                                      .context = &builder,
                                      .file = order->path == NULL              ? ENDGAMES_NO_FILE
                                              : run->session.options.distances ? ENDGAMES_DISTANCES
                                                                               : ENDGAMES_VALUES };
  const uint64_t whole = machine_process_memory ();
  if (may_page (&run->session, order) && endgames_memory (order->game, order->pieces, 1) > whole)
    options.memory = whole - whole / 8; /* the rest is for what is not counted: messages, parts of the file */
  announce (&run->display, order);
  if (order->path != NULL && order->print)
    tell_status (run, order);
  struct endgames *endgames = endgames_create (order->game, &options);
  if (!solve_all (endgames, order->pieces, &builder, failure)
      || (order->path != NULL && !write_tables (&run->session, endgames, order->path, directory, failure))) {
    explain_end (&run->session, order, failure);
    endgames_destroy (endgames);
    endgames = NULL;
  }
  progress_clear (&run->display.progress);
  free (builder.position);
  return endgames;
}

struct endgames *tablebase_make (struct run *run, const struct tablebase_order *order,
                                 struct failure *failure) {
  struct endgames *endgames = NULL;
  char *directory = NULL;
  check_size (&run->session, order, failure);
  if (order->path != NULL) {
    directory = text_format ("%s.slices", order->path);
    if (failure->code == 0 && run->session.ranks.rank == 0 && new_file_reserve (order->path, failure)
        && directory_make (directory, failure))
      temporary_sweep_folder (directory);
  }
  if (ranks_agree (&run->session.ranks, failure) && order->print) {
    output_spare (&run->display.output, 1 << 6);
    output_columns (&run->display.output, tablebase_columns, 7);
  }
  if (failure->code == 0)
    endgames = make_slices (run, order, directory, failure);
  free (directory);
  return endgames;
}
