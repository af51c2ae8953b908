/* `zermelo compare`, and jobs whose task it is: every method on every position, by depth.
 *
 * A cell is one method to one depth on all positions of a game; each search begins with an empty table and
 * one thread. Ranks take cells in turn, and rank 0 prints them in order. The time of a cell is measured again
 * until it has been measured as often as asked, or has taken ten seconds. The run's checkpoint keeps the
 * cells that are done. */
#include "analysis/comparison.h"
#include "play/course.h"
#include "base/clock.h"
#include "base/text.h"
#include "command/task.h"
#include "run/compared_method.h"
#include "run/known_values.h"
#include "run/run_checkpoint.h"
#include "search/search.h"
#include "store/file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SPARE_COLUMNS = 1 << 6 | 1 << 7 | 1 << 8 }; /* unfinished, published */

static const struct column compare_columns[]
    = { { "game", -16 },  { "method", -24 }, { "depth", 6 },       { "searches", 8 }, { "nodes", 8 },
        { "average", 9 }, { "seconds", 9 },  { "unfinished", 10 }, { "published", 9 } };

enum { COMPARE_COLUMNS = sizeof compare_columns / sizeof *compare_columns };

/* ---- what is asked ---- */

struct asked {
  struct run *run;
  const struct job *job;
  struct compared_method *methods;
  int *depths; /* { 0 }: to the end */
  int depth_count;
  struct asked_cell {
    const char *game;
    const struct compared_method *method;
    int depth;
  } * cell;
  size_t cells;
};

static bool read_depths (struct asked *asked, struct failure *failure) {
  struct failure why = { 0 };
  const struct text_list *list = &asked->job->depths;
  asked->depths = depths_list (list->texts, list->count, &asked->depth_count, &why);
  if (asked->depths == NULL)
    return job_fail (asked->job, "depths", failure, "%s", why.text);
  if (asked->depth_count == 0)
    asked->depths[asked->depth_count++] = 0;
  return true;
}

/* Do all methods and positions go with the game? */
static bool check_game (const struct asked *asked, const char *title, struct failure *failure) {
  const struct job *job = asked->job;
  struct failure why = { 0 };
  struct game game;
  struct query query;
  if (!engine_open (&game, title, &why))
    return job_fail (job, "boards", failure, "%s", why.text);
  const char *key = "methods";
  for (size_t m = 0; m < job->methods.count && why.code == 0; m++)
    for (int d = 0; d < asked->depth_count && why.code == 0; d++)
      compared_method_fits (&asked->methods[m], &game, asked->depths[d], &query, &why);
  struct position *position = position_allocate (&game);
  for (size_t i = 0; i < job->positions.count && why.code == 0; i++) {
    key = "positions";
    position_parse (&game, job->positions.texts[i], position, &why);
  }
  free (position);
  engine_close (&game);
  return why.code == 0 || job_fail (job, key, failure, "%s", why.text);
}

/* By game, then method, then depth. */
static void list_cells (struct asked *asked) {
  const struct job *job = asked->job;
  asked->cell
      = allocate (job->boards.count * job->methods.count * (size_t) asked->depth_count, sizeof *asked->cell);
  for (size_t g = 0; g < job->boards.count; g++)
    for (size_t m = 0; m < job->methods.count; m++)
      for (int d = 0; d < asked->depth_count; d++)
        if (asked->depths[d] <= asked->methods[m].most)
          asked->cell[asked->cells++]
              = (struct asked_cell){ job->boards.texts[g], &asked->methods[m], asked->depths[d] };
}

static bool read_asked (struct asked *asked, struct failure *failure) {
  const struct job *job = asked->job;
  asked->methods = allocate (job->methods.count, sizeof *asked->methods);
  for (size_t i = 0; i < job->methods.count; i++) {
    struct failure why = { 0 };
    if (!compared_method_read (job->methods.texts[i], &asked->methods[i], &why))
      return job_fail (job, "methods", failure, "%s", why.text);
  }
  if (!read_depths (asked, failure))
    return false;
  for (size_t i = 0; i < job->boards.count; i++)
    if (!check_game (asked, job->boards.texts[i], failure))
      return false;
  list_cells (asked);
  return true;
}

static void forget_asked (struct asked *asked) {
  free (asked->methods);
  free (asked->depths);
  free (asked->cell);
}

bool comparison_check (struct run *run, const struct job *job, struct failure *failure) {
  struct asked asked = { .run = run, .job = job };
  const bool good = read_asked (&asked, failure);
  forget_asked (&asked);
  return good;
}

/* ---- one search ---- */

struct trial {
  const struct session *session;
  struct game game;
  const struct compared_method *method;
  int depth;
  struct query query;        /* without the window, which depends on the position */
  struct known_values known; /* if the method takes its first window from there */
  uint64_t node_limit;
  bool exact_score;
  struct search *search;
  struct table *table;
  uint64_t searches, nodes, looks, unfinished;
};

static void watch (void *context) {
  struct trial *trial = context;
  if (run_must_stop (trial->session))
    atomic_store (&trial->search->stop, true);
}

static const struct result *search_position (struct trial *trial, const struct position *position) {
  struct search *search = trial->search;
  if (trial->table != NULL)
    table_clear (trial->table);
  const struct search_means means = { .table = trial->table,
                                      .memory = trial->session->resources.memory,
                                      .deadline = trial->session->resources.deadline,
                                      .threads = 1,
                                      .poll = watch,
                                      .poll_context = trial };
  search_fill (search, &trial->game, position, &trial->query, &means);
  search->query.exact_score = trial->exact_score;
  search->query.window = search_range (trial->exact_score);
  search->query.node_limit = trial->node_limit;
  if (trial->method->known)
    search->query.has_known
        = known_values_window (&trial->known, &trial->game, position, &search->query.known);
  search_run (search, NULL, NULL);
  const struct result *result = &search->result;
  trial->searches++;
  trial->nodes += result->cost.nodes;
  trial->looks += result->cost.looks;
  trial->unfinished += result->stopped || (!result->solved && !result->has_evaluation);
  return result;
}

/* Search the position, or every position of the game that the method plays from there. */
static bool search_from (struct trial *trial, const char *text, bool whole_game, struct failure *failure) {
  struct course course;
  struct successor *list = allocate ((size_t) trial->game.moves_max, sizeof *list);
  if (!course_begin (&course, &trial->game, text, failure)) {
    free (list);
    return false;
  }
  while (course_ending (&course, NULL) == GAME_END_NONE && !run_must_stop (trial->session)) {
    const struct result *result = search_position (trial, course_position (&course));
    const int count = trial->game.engine->successors (&trial->game, course_position (&course), list);
    int i = 0;
    while (i < count - 1 && list[i].move != result->move)
      i++;
    if (!whole_game || result->move < 0)
      break;
    course_play (&course, &list[i]);
  }
  course_end (&course);
  free (list);
  return true;
}

/* ---- one cell ---- */

static int compare_seconds (const void *a, const void *b) {
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static double median (double *seconds, int count) {
  qsort (seconds, (size_t) count, sizeof *seconds, compare_seconds);
  return count % 2 == 1 ? seconds[count / 2] : (seconds[count / 2 - 1] + seconds[count / 2]) / 2;
}

static bool open_trial (const struct asked *asked, const char *title, struct trial *trial,
                        struct failure *failure) {
  const struct compared_method *method = trial->method;
  const uint64_t usual = asked->run->session.resources.table_bytes,
                 bytes = method->table_given ? method->table_bytes : usual;
  if (!engine_open (&trial->game, title, failure))
    return false;
  compared_method_forget (method, &trial->game);
  trial->search = allocate (1, sizeof *trial->search);
  if (bytes > 0)
    trial->table = table_create (bytes, trial->game.key_words, method->replacement, failure);
  if (method->known && !known_values_read (&trial->known, failure))
    return false;
  return compared_method_fits (method, &trial->game, trial->depth, &trial->query, failure);
}

static void close_trial (struct trial *trial) {
  if (trial->table != NULL)
    table_destroy (trial->table);
  free (trial->search);
  known_values_free (&trial->known);
  if (trial->game.engine != NULL)
    engine_close (&trial->game);
}

static uint64_t published_nodes (const struct job *job, const struct comparison_cell *cell) {
  for (size_t i = 0; i < job->published.count; i++) {
    char method[COMPARED_TEXT] = "", game[COMPARED_TEXT] = "";
    int depth = 0;
    uint64_t nodes = 0;
    if (sscanf (job->published.texts[i], "%95s %95s %d %" SCNu64, game, method, &depth, &nodes) == 4
        && strcmp (method, cell->method) == 0 && strcmp (game, cell->game) == 0 && depth == cell->depth)
      return nodes;
  }
  return 0;
}

/* Which game, method and depth cell number i is about. */
static struct trial trial_of (const struct asked *asked, size_t i, struct comparison_cell *cell) {
  const struct asked_cell *one = &asked->cell[i];
  const struct trial trial = { .session = &asked->run->session,
                               .method = one->method,
                               .depth = one->depth,
                               .node_limit = asked->run->session.options.node_limit,
                               .exact_score = asked->run->session.options.score };
  *cell = (struct comparison_cell){ .depth = trial.depth };
  snprintf (cell->game, sizeof cell->game, "%s", one->game);
  snprintf (cell->method, sizeof cell->method, "%s", trial.method->text);
  return trial;
}

/* False: failed, or the run must stop; then the cell says nothing. */
static bool measure_cell (const struct asked *asked, size_t i, struct comparison_cell *cell,
                          struct failure *failure) {
  static const double enough = 10;
  enum { REPETITIONS_MOST = 1000 };
  double seconds[REPETITIONS_MOST], spent = 0;
  struct trial trial = trial_of (asked, i, cell);
  bool good = open_trial (asked, cell->game, &trial, failure);
  while (good && cell->repetitions < asked->job->repetitions && (spent < enough || cell->repetitions == 0)) {
    trial.searches = trial.nodes = trial.looks = trial.unfinished = 0;
    const double begun = clock_seconds ();
    for (size_t p = 0; good && p < asked->job->positions.count; p++)
      good = search_from (&trial, asked->job->positions.texts[p], asked->job->whole_games, failure);
    seconds[cell->repetitions++] = clock_seconds () - begun;
    spent += clock_seconds () - begun;
    good = good && !run_must_stop (&asked->run->session);
  }
  if (good) {
    snprintf (cell->game, sizeof cell->game, "%s", trial.game.title);
    cell->searches = trial.searches;
    cell->nodes = trial.nodes;
    cell->looks = trial.looks;
    cell->unfinished = trial.unfinished;
    cell->seconds = median (seconds, cell->repetitions);
    cell->published = published_nodes (asked->job, cell);
  }
  close_trial (&trial);
  return good;
}

/* ---- lines ---- */

static void put_real (struct output *output, const char *format, double number) {
  char text[40];
  snprintf (text, sizeof text, format, number);
  output_field (output, text, json_real (number));
}

static void put_depth (struct output *output, int depth) {
  char text[20];
  snprintf (text, sizeof text, "%d", depth);
  output_field (output, depth > 0 ? text : "end", depth > 0 ? json_integer (depth) : NULL);
}

static void put_names (struct output *output, const struct comparison_cell *cell) {
  if (!output->pretty)
    output_text (output, cell->game);
  output_text (output, cell->method);
}

static void print_cell (struct run *run, const struct comparison_cell *cell) {
  struct output *output = &run->display.output;
  put_names (output, cell);
  put_depth (output, cell->depth);
  output_number (output, cell->searches);
  output_number (output, cell->nodes);
  put_real (output, "%.1f", comparison_average (cell));
  output_seconds (output, cell->seconds);
  output_number (output, cell->unfinished);
  if (cell->published > 0)
    output_number (output, cell->published);
  else
    output_field (output, NULL, NULL);
  output_extra_number (output, "looks", cell->looks);
  output_extra_number (output, "repetitions", (uint64_t) cell->repetitions);
  output_line (output);
  struct record_row row = { .nodes = cell->nodes, .looks = cell->looks, .seconds = cell->seconds };
  snprintf (row.subject, sizeof row.subject, "%.50s %.30s depth %d", cell->game, cell->method, cell->depth);
  account_row (&run->journal.account, &row);
}

/* By what factor the nodes of a method grow. */
static void print_growth (struct display *display, const struct comparison_cell *cells,
                          struct growth growth) {
  struct output *output = &display->output;
  put_names (output, cells);
  output_text (output, "growth");
  output_number (output, (uint64_t) growth.depths);
  output_field (output, NULL, NULL);
  put_real (output, "%.4f", growth.rate);
  output_field (output, NULL, NULL);
  output_field (output, NULL, NULL);
  output_field (output, NULL, NULL);
  output_extra (output, "lower", json_real (growth.lower));
  output_extra (output, "upper", json_real (growth.upper));
  output_line (output);
}

/* ---- what is kept ---- */

struct partial_comparison {
  struct checkpoint_part part;
  const struct asked *asked; /* while the run goes on */
  struct comparison comparison;
};

static bool load_cells (void *context, struct file_in *file) {
  struct partial_comparison *partial = context;
  const struct comparison_cell *cell = partial->comparison.cells;
  const struct asked_cell *asked = partial->asked->cell;
  bool good = comparison_load (file, &partial->comparison, partial->asked->cells);
  for (size_t i = 0; good && i < partial->comparison.count; i++)
    good = strcmp (cell[i].game, asked[i].game) == 0 && strcmp (cell[i].method, asked[i].method->text) == 0
           && cell[i].depth == asked[i].depth;
  return good;
}

static size_t count_cells (void *context) {
  return ((struct partial_comparison *) context)->comparison.count;
}

static void save_cells (void *context, struct file_out *file) {
  comparison_save (file, &((struct partial_comparison *) context)->comparison);
}

static void partial_end (void *context) {
  struct partial_comparison *partial = context;
  free (partial->comparison.cells);
  free (partial);
}

static struct partial_comparison *partial_create (struct journal *journal, const struct asked *asked) {
  struct partial_comparison *partial = allocate (1, sizeof *partial);
  partial->asked = asked;
  partial->comparison.cells = allocate (asked->cells + 1, sizeof *partial->comparison.cells);
  partial->part = (struct checkpoint_part){ .context = partial,
                                            .group = "/cells",
                                            .load = load_cells,
                                            .count = count_cells,
                                            .save = save_cells,
                                            .end = partial_end };
  journal->checkpoint_part = &partial->part;
  return partial;
}

/* The name of a comparison begins with the bytes of its tables, so that they are kept however long the name
 * is. */
void comparison_tables (const char *checkpoint, uint64_t *bytes) {
  struct failure ignored = { 0 };
  struct file_in *file = access (checkpoint, F_OK) == 0 ? file_open (checkpoint, NULL, 0, &ignored) : NULL;
  const char *found = file != NULL ? strstr (file_identify (file)->options, "tables of ") : NULL;
  if (found != NULL)
    sscanf (found, "tables of %" SCNu64, bytes);
  file_close (file);
}

char *comparison_name (const struct session *session, const struct job *job) {
  char *text;
  size_t size;
  FILE *stream = text_stream (&text, &size);
  const struct text_list *const lists[]
      = { &job->boards, &job->methods, &job->depths, &job->positions, &job->published };
  fprintf (stream, "compare %d times%s, tables of %" PRIu64 ", limit %" PRIu64, job->repetitions,
           job->whole_games ? ", whole games" : "", session->resources.table_bytes,
           session->options.node_limit);
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    fputc (':', stream);
    for (size_t j = 0; j < lists[i]->count; j++)
      fprintf (stream, " '%s'", lists[i]->texts[j]);
  }
  text_stream_end (stream);
  return text;
}

/* ---- the whole ---- */

static void print_round (struct run *run, struct comparison *comparison, size_t count) {
  for (size_t i = comparison->count; i < comparison->count + count; i++) {
    const struct comparison_cell *cell = &comparison->cells[i];
    if (i == 0 || strcmp (cell->game, cell[-1].game) != 0)
      output_sentence (&run->display.output, "%s", cell->game);
    print_cell (run, cell);
  }
  comparison->count += count;
  run->display.progress.done = comparison->count;
}

/* A round gives each rank a cell. False on all ranks: stopped, or failed. */
static bool measure_round (const struct asked *asked, size_t first, struct comparison *comparison,
                           struct failure *failure) {
  struct run *run = asked->run;
  const size_t own = first + (size_t) run->session.ranks.rank, left = asked->cells - first;
  const size_t count = left < (size_t) run->session.ranks.size ? left : (size_t) run->session.ranks.size;
  struct comparison_cell cell = { .depth = 0 };
  struct comparison_cell *all = allocate ((size_t) run->session.ranks.size, sizeof *all);
  uint64_t stopped = own < asked->cells && !measure_cell (asked, own, &cell, failure);
  ranks_sum (&run->session.ranks, &stopped, 1);
  ranks_gather (&run->session.ranks, &cell, sizeof cell, all);
  if (run->session.ranks.rank == 0 && stopped == 0) {
    memcpy (comparison->cells + first, all, count * sizeof *all);
    print_round (run, comparison, count);
    progress_show (&run->display.progress);
    run_checkpoint_tick (run->journal.run_checkpoint);
  }
  free (all);
  return stopped == 0;
}

/* Print the growth of the methods with enough depths, after all other lines. */
static void print_growths (struct display *display, const struct comparison *comparison) {
  const char *game = "";
  struct growth growth;
  for (size_t i = 0; i < comparison->count; i += comparison_group (comparison, i)) {
    const struct comparison_cell *cells = &comparison->cells[i];
    if (!comparison_growth (cells, comparison_group (comparison, i), &growth))
      continue;
    if (strcmp (cells->game, game) != 0)
      output_sentence (&display->output, "%s, growth from depth to depth", cells->game);
    game = cells->game;
    print_growth (display, cells, growth);
  }
}

static bool write_files (struct journal *journal, const struct job *job, const struct job_paths *paths,
                         struct comparison *comparison, struct failure *failure) {
  snprintf (comparison->name, sizeof comparison->name, "%s", job->name);
  snprintf (
      comparison->what, sizeof comparison->what, "%s, from %zu position%s; each search with an empty table",
      job->whole_games ? "every position of whole games that the method plays" : "one search a position",
      job->positions.count, job->positions.count == 1 ? "" : "s");
  if (!comparison_write (paths->comparison, comparison, failure))
    return false;
  run_makes (journal, paths->comparison);
  return !job->report || comparison_write_page (paths->page, comparison, failure);
}

/* The cells that are kept, on all ranks, and on rank 0 their lines; then the others. False on all ranks:
 * stopped, or failed. */
static bool measure_all (const struct asked *asked, struct comparison *comparison, struct failure *failure) {
  struct run *run = asked->run;
  uint64_t kept = comparison->count;
  bool good = true;
  ranks_broadcast (&run->session.ranks, &kept, sizeof kept);
  comparison->count = 0;
  if (run->session.ranks.rank == 0)
    print_round (run, comparison, (size_t) kept);
  for (size_t first = (size_t) kept; good && first < asked->cells; first += (size_t) run->session.ranks.size)
    good = measure_round (asked, first, comparison, failure);
  ranks_agree (&run->session.ranks, failure);
  return good;
}

static void begin_output (struct display *display, const struct asked *asked) {
  output_spare (&display->output, SPARE_COLUMNS);
  if (display->output.pretty) /* the game has a line of its own */
    output_columns (&display->output, compare_columns + 1, COMPARE_COLUMNS - 1);
  else
    output_columns (&display->output, compare_columns, COMPARE_COLUMNS);
  progress_task (&display->progress, "cells", "compare");
  display->progress.total = asked->cells;
  display->progress.things = "cells";
}

static void compare_asked (const struct asked *asked, const struct job_paths *paths,
                           struct failure *failure) {
  struct run *run = asked->run;
  struct partial_comparison *partial = partial_create (&run->journal, asked);
  struct comparison *comparison = &partial->comparison;
  char *text = comparison_name (&run->session, asked->job);
  if (run_checkpoint_open (run, text, failure)) {
    begin_output (&run->display, asked);
    const bool good = measure_all (asked, comparison, failure);
    if (run->session.ranks.rank == 0 && good) {
      progress_clear (&run->display.progress);
      print_growths (&run->display, comparison);
      write_files (&run->journal, asked->job, paths, comparison, failure);
    } else if (!good && failure->code == 0)
      run_unfinished (&run->session, "the comparison is not complete", failure);
  }
  if (run->journal.checkpoint_part != NULL && run->journal.run_checkpoint == NULL) {
    run->journal.checkpoint_part = NULL;
    partial_end (partial);
  } /* else the part belongs to the checkpoint, which is written once more at the end */
  free (text);
}

int compare_methods (struct run *run, const struct job *job, const struct job_paths *paths,
                     struct failure *failure) {
  struct asked asked = { .run = run, .job = job };
  if (read_asked (&asked, failure) && run->session.ranks.rank == 0)
    new_file_reserve (paths->comparison, failure);
  if (ranks_agree (&run->session.ranks, failure))
    compare_asked (&asked, paths, failure);
  forget_asked (&asked);
  return failure->code;
}
