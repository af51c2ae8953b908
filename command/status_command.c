/* `zermelo status`: how far a run is, and when it will end.
 *
 * The argument is the checkpoint of a run, or the tables or layers that it makes; a job file; or a folder,
 * for every run that has left something there. What is known comes from three places: the status file of a
 * run that lasts or was killed, its checkpoint, and the lock that tells whether it still runs
 * (run/run_status.h). Nothing is changed. */
#include "run/run_status.h"

#include "run/run_names.h"
#include "base/quantity_print.h"
#include "base/sample.h"
#include "base/text.h"
#include "command/task.h"
#include "settings/job_file.h"
#include "file/text_file.h"
#include "store/checkpoint.h"
#include "store/lock.h"
#include "store/new_file.h"
#include "store/statistics_file.h"
#include "tablebase/tables_layout.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const struct column status_columns[]
    = { { "path", -24 }, { "what", -30 },  { "state", -7 }, { "share", 7 },
        { "nodes", 8 },  { "seconds", 9 }, { "left", 9 },   { "restarts", 8 } };

enum { STATUS_COLUMNS = sizeof status_columns / sizeof *status_columns };

/* For people, the question is printed below the line. */
static const struct column pretty_columns[]
    = { { "path", -24 },  { "state", -7 }, { "share", 7 },   { "nodes", 8 },
        { "seconds", 9 }, { "left", 9 },   { "restarts", 8 } };

/* ---- what is known ---- */

/* A complete file says that its run is done. */
static void fill_done (struct file_in *file, struct status_report *report) {
  const struct file_identity *identity = file_identify (file);
  *report = (struct status_report){ .share = 1, .state = RUN_DONE, .seconds = STATUS_UNKNOWN };
  snprintf (report->what, sizeof report->what, "%s %s%s%s%s%.100s", identity->kind, identity->game,
            identity->game[0] != 0 ? ":" : "", identity->board, identity->options[0] != 0 ? " " : "",
            identity->options);
}

static bool fill_from_checkpoint (struct file_in *file, struct status_report *report) {
  char text[STATUS_TEXT] = "";
  int64_t runs = 1, finished = 0;
  double seconds = 0;
  const struct file_identity *identity = file_identify (file);
  bool good = file_get_seconds (file, "/", "seconds", &seconds)
              && file_get_integer (file, "/", "runs", 1, INT64_MAX, &runs)
              && file_get_integer (file, "/", "finished", 0, 1, &finished);
  if (good && file_has (file, "/status"))
    good = file_get_text (file, "/status", "text", text, sizeof text);
  if (!good || !status_report_read (text, strlen (text), report)) {
    *report = (struct status_report){ .share = STATUS_UNKNOWN, .left = STATUS_UNKNOWN };
    report->left_low = report->left_high = STATUS_UNKNOWN;
    snprintf (report->what, sizeof report->what, "%.199s", identity->options);
  }
  report->seconds = seconds;
  report->restarts = runs - 1;
  report->state = finished ? RUN_DONE : RUN_STOPPED;
  if (finished)
    report->share = 1;
  return good;
}

/* From a checkpoint or from what a run was to make. False: the file is neither, or damaged. */
static bool read_file (const char *path, struct status_report *report, struct failure *failure) {
  bool good = true;
  struct file_in *file = file_open (path, NULL, 0, failure);
  if (file == NULL)
    return false;
  if (strcmp (file_identify (file)->kind, CHECKPOINT_KIND) == 0)
    good = fill_from_checkpoint (file, report);
  else
    fill_done (file, report);
  file_close (file);
  return good;
}

static bool exists (const char *path) { return access (path, F_OK) == 0; }

/* Does a run hold the file? */
static bool is_held (const char *path) {
  struct failure holder = { 0 };
  return !lock_is_free (path, &holder);
}

/* Without locks, a run that has lately written its status is taken to run. */
static bool is_recent (const struct status_report *report) {
  static const double while_ago = 60;
  return !report->locked && report->state == RUN_RUNNING
         && (double) time (NULL) - report->updated < while_ago;
}

/* The time left has changed since the status was written. */
static void pass_time (struct status_report *report) {
  const double passed = (double) time (NULL) - report->updated;
  if (passed <= 0 || report->left < 0)
    return;
  report->left = report->left > passed ? report->left - passed : 0;
  report->left_low = report->left_low > passed ? report->left_low - passed : 0;
  report->left_high = report->left_high > passed ? report->left_high - passed : 0;
  report->seconds += passed;
}

/* Find the state of the run that makes `path`. EXIT_NO_INPUT: nothing of the run exists. */
static bool find_status (const char *path, struct status_report *report, struct failure *failure) {
  struct failure damage = { 0 };
  struct status_report live = { .share = 0 }, kept = live;
  const bool has_live = status_file_read (path, &live), held = is_held (path);
  char *previous = path_with_suffix (path, ".previous");
  bool has_kept = exists (path) && read_file (path, &kept, &damage);
  if (!has_kept && exists (previous))
    has_kept = read_file (previous, &kept, &(struct failure){ 0 });
  free (previous);
  if (has_live && (held || !has_kept || is_recent (&live) || live.updated > kept.updated))
    *report = live;
  else if (has_kept)
    *report = kept;
  else if (held)
    *report = (struct status_report){ .seconds = STATUS_UNKNOWN };
  else if (damage.code != 0) {
    *failure = damage;
    return false;
  } else
    return fail (failure, EXIT_NO_INPUT, "%.300s: there is no such file, and no run has left anything of it",
                 path);
  if (held || (has_live && is_recent (&live))) {
    report->state = RUN_RUNNING;
    if (has_live)
      pass_time (report);
    else { /* the run begins or ends, and the checkpoint does not say how far it is */
      report->share = report->left = report->left_low = report->left_high = STATUS_UNKNOWN;
      report->things[0] = 0;
    }
  } else if (report->state == RUN_RUNNING)
    report->state = RUN_STOPPED; /* the run was killed */
  return true;
}

/* ---- lines ---- */

static void put_real (struct output *output, const char *name, double number) {
  output_extra (output, name, number < 0 ? NULL : json_real (number));
}

static void put_seconds (struct output *output, double seconds) {
  if (seconds < 0)
    output_field (output, NULL, NULL);
  else
    output_seconds (output, seconds);
}

static void put_share (struct output *output, double share) {
  char text[32];
  snprintf (text, sizeof text, "%.4f", share);
  output_field (output, share < 0 ? NULL : text, share < 0 ? NULL : json_real (share));
}

/* For people, a sentence below the line: what the columns have no room for. */
static void say_more (struct output *output, const char *asked, const struct status_report *report) {
  char left[QUANTITY_TEXT], rate[QUANTITY_TEXT], text[800] = "";
  if (asked[0] != 0)
    text_append (text, sizeof text, "%s; ", asked);
  if (report->proven[0] != 0)
    text_append (text, sizeof text, "proven: %s; ", report->proven);
  if (report->things[0] != 0 && report->share >= 0)
    text_append (text, sizeof text, "%.1f %% done (%s); ", 100 * report->share, report->things);
  if (report->run_nodes > 0 && report->run_seconds > 0) {
    quantity_print_rate ((double) report->run_nodes, report->run_seconds, rate, sizeof rate);
    const int number = (int) strcspn (rate, "/");
    text_append (text, sizeof text, "%.*s %s%s; ", number, rate, report->unit, rate + number);
  }
  if (report->left >= 0 && report->state != RUN_DONE) {
    quantity_print_between (report->left_low, report->left_high, left, sizeof left);
    text_append (text, sizeof text, "%s %s; ", left,
                 report->state == RUN_RUNNING ? "left" : "left when it stopped");
  }
  if (report->checkpoint[0] != 0)
    text_append (text, sizeof text, "last checkpoint %s; ", report->checkpoint);
  const size_t length = strlen (text);
  if (length > 2)
    output_sentence (output, "%.*s.", (int) length - 2, text);
}

static void put_extras (struct output *output, const struct status_report *report) {
  put_real (output, "left_low", report->left_low);
  put_real (output, "left_high", report->left_high);
  output_extra_text (output, "basis", report->things[0] != 0 ? report->things : NULL);
  output_extra_text (output, "proven", report->proven[0] != 0 ? report->proven : NULL);
  output_extra_text (output, "unit", report->unit[0] != 0 ? report->unit : NULL);
  put_real (output, "rate",
            report->run_nodes > 0 && report->run_seconds > 0
                ? (double) report->run_nodes / report->run_seconds
                : STATUS_UNKNOWN);
  output_extra_text (output, "checkpoint", report->checkpoint[0] != 0 ? report->checkpoint : NULL);
  output_extra_text (output, "since", report->since[0] != 0 ? report->since : NULL);
  output_extra_text (output, "host", report->host[0] != 0 ? report->host : NULL);
  output_extra (output, "process", report->process > 0 ? json_integer (report->process) : NULL);
  output_extra (output, "ranks", report->ranks > 0 ? json_integer (report->ranks) : NULL);
  output_extra (output, "threads", report->threads > 0 ? json_integer (report->threads) : NULL);
}

/* NULL: nothing has begun yet. */
static void print_report (struct display *display, const char *path, const char *what,
                          const struct status_report *report) {
  static const struct status_report none
      = { .left = STATUS_UNKNOWN, .left_low = STATUS_UNKNOWN, .left_high = STATUS_UNKNOWN };
  struct output *output = &display->output;
  const bool begun = report != NULL;
  report = begun ? report : &none;
  const bool done = report->state == RUN_DONE;
  const char *asked = report->what[0] != 0 || what == NULL ? report->what : what;
  output_text (output, path);
  if (!output->pretty)
    output_text (output, asked);
  output_text (output, begun ? run_state_names[report->state] : NULL);
  put_share (output, report->share);
  output_number (output, report->nodes);
  put_seconds (output, report->seconds);
  put_seconds (output, done ? 0 : report->left);
  output_number (output, (uint64_t) report->restarts);
  put_extras (output, report);
  output_line (output);
  say_more (output, asked, report);
}

/* ---- a job file ---- */

static const char *base_of (const struct job *job, const struct job_paths *paths) {
  switch (job->task) {
  case COMMAND_TABLEBASE: return paths->tables;
  case COMMAND_LAYERS: return paths->layers;
  case COMMAND_PERFT:
  case COMMAND_COUNT: return paths->lines;
  default: return paths->checkpoint;
  }
}

/* Can a game last this long? A random game that does proves it; if none of a few random games does, that
 * proves nothing. */
static bool lasts (const struct game *game, int plies) {
  enum { TRIES = 100 };
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *position = position_allocate (game), *child = position_allocate (game);
  uint64_t random = 1;
  int ply = 0;
  for (int i = 0; i < TRIES && ply < plies; i++) {
    int count;
    game->engine->start (game, position);
    for (ply = 0; ply < plies && (count = game->engine->successors (game, position, list)) > 0; ply++) {
      game->engine->child (game, position, list[sample_below (&random, (uint64_t) count)].move, child);
      memcpy (position, child, game->position_bytes);
    }
  }
  free (child);
  free (position);
  free (list);
  return ply >= plies;
}

/* Did the run count all plies that the job asks for, or all that the game has? */
static bool has_counted (const struct session *session, const struct job *job, const struct record *record) {
  int last = -1;
  if ((job->task != COMMAND_COUNT && job->task != COMMAND_PERFT) || session->game.engine == NULL
      || !record->complete || record->row_count == 0
      || sscanf (record->rows[record->row_count - 1].subject, "%*s %d", &last) != 1)
    return true;
  return last == job->options.plies || (last < job->options.plies && !lasts (&session->game, last + 1));
}

/* Read the state of a run that has ended from its statistics, which are written last of all. False: there are
 * no statistics, or they are of another task, game or number of plies. */
static bool read_statistics (const struct session *session, const struct job *job, const char *path,
                             struct status_report *report) {
  struct record record;
  struct failure ignored = { 0 };
  if (!exists (path) || !record_read (path, &record, &ignored))
    return false;
  *report = (struct status_report){ .share = record.complete ? 1 : STATUS_UNKNOWN,
                                    .seconds = record.seconds,
                                    .left = record.complete ? 0 : STATUS_UNKNOWN,
                                    .left_low = record.complete ? 0 : STATUS_UNKNOWN,
                                    .left_high = record.complete ? 0 : STATUS_UNKNOWN,
                                    .state = record.complete ? RUN_DONE : RUN_STOPPED };
  const bool same = strcmp (record.task, commands[job->task].name) == 0
                    && (session->game.engine == NULL || strcmp (record.title, session->game.title) == 0)
                    && has_counted (session, job, &record);
  uint64_t nodes = 0, positions = 0;
  for (size_t i = 0; i < record.row_count; i++) {
    nodes += record.rows[i].nodes;
    positions += record.rows[i].positions;
  }
  report->nodes = nodes > 0 ? nodes : positions;
  snprintf (report->unit, sizeof report->unit, nodes > 0 ? "nodes" : "positions");
  record_free (&record);
  return same;
}

/* Is the file that a task without a checkpoint makes about another game, or are its tables of other numbers
 * of pieces? */
static bool is_of_other_job (const struct session *session, const struct job *job, const char *path) {
  char options[200];
  struct failure ignored = { 0 };
  struct file_in *file
      = session->game.engine != NULL && exists (path) ? file_open (path, NULL, 0, &ignored) : NULL;
  if (file == NULL)
    return false;
  const struct file_identity *identity = file_identify (file);
  tables_options (options, job->options.pieces, job->options.score);
  const bool other = strcmp (identity->game, session->game.name) != 0
                     || strcmp (identity->board, session->game.board_text) != 0
                     || strcmp (identity->rules, session->game.rules) != 0
                     || (job->task == COMMAND_TABLEBASE && strcmp (identity->options, options) != 0);
  file_close (file);
  return other;
}

/* A job that is looked at. Its game is open if the job has one that can be opened. */
struct looked_at {
  struct run *run;
  const struct job *job;
  bool checked;            /* the job makes sense, so that a checkpoint can be compared with it */
  struct failure *failure; /* the first checkpoint that is of another job */
};

/* Find the state of a part of the job. False: nothing has begun. If the checkpoint is of another job, that is
 * reported. */
static bool find_part (const struct looked_at *l, const struct job_paths *paths, int part, int parts,
                       struct status_report *report) {
  struct failure ignored = { 0 }, other = { 0 };
  struct status_report whole;
  const char *base = base_of (l->job, paths);
  const bool kept = base == paths->checkpoint, running = is_held (paths->lines);
  const bool of_other = !kept && is_of_other_job (&l->run->session, l->job, base);
  bool found = !of_other && find_status (base, report, &ignored);
  if (kept && found && !running && l->checked
      && !job_checkpoint_fits (&l->run->session, l->job, paths, part, parts, &other)) {
    if (l->failure->code == 0)
      *l->failure = other;
    return true;
  }
  if (!running && !of_other && (!found || report->state == RUN_DONE)
      && read_statistics (&l->run->session, l->job, paths->statistics, &whole)) {
    whole.restarts = found ? report->restarts : 0;
    if (found)
      memcpy (whole.what, report->what, sizeof whole.what);
    if (found && report->nodes > 0
        && strcmp (whole.unit, "nodes") != 0) { /* rows of a book have positions only */
      whole.nodes = report->nodes;
      memcpy (whole.unit, report->unit, sizeof whole.unit);
    }
    *report = whole;
    found = true;
  } else if (running && !found) {
    *report = (struct status_report){ .state = RUN_RUNNING, .share = STATUS_UNKNOWN, .left = STATUS_UNKNOWN };
    report->left_low = report->left_high = report->seconds = STATUS_UNKNOWN;
    found = true;
  } else if (running)
    report->state = RUN_RUNNING; /* the checkpoint alone does not tell what it does after its search */
  return found;
}

/* Print the state of a part; unless it is to be printed in any case, only if the part has begun. Returns
 * whether it was printed. */
static bool print_part (const struct looked_at *l, int part, int parts, bool in_any_case) {
  const struct job *job = l->job;
  struct job_paths paths = job_paths (job, part, parts);
  struct status_report report = { .share = 0 };
  char what[200];
  snprintf (what, sizeof what, "%s %.120s%s", commands[job->task].name,
            job->task == COMMAND_VERIFY ? job->options.only
            : job->boards.count > 0     ? job->boards.texts[0]
            : job->game != NULL         ? job->game
                                        : "",
            job->boards.count > 1 ? " and others" : "");
  const bool found = find_part (l, &paths, part, parts, &report);
  if (found || in_any_case)
    print_report (&l->run->display, base_of (job, &paths), what, found ? &report : NULL);
  job_paths_free (&paths);
  return found || in_any_case;
}

/* Has any part of an array begun? */
static bool has_begun (const struct looked_at *l, int parts) {
  bool begun = false;
  for (int part = 1; part <= parts && !begun; part++) {
    struct job_paths paths = job_paths (l->job, part, parts);
    struct status_report report = { .share = 0 };
    begun = find_part (l, &paths, part, parts, &report);
    job_paths_free (&paths);
  }
  return begun;
}

static bool part_differs (const struct session *session, const struct job *job, int part, int parts,
                          struct failure *failure) {
  struct job_paths paths = job_paths (job, part, parts);
  struct named_files files = { 0 };
  run_names_add (&files, session);
  run_names_add_job (&files, job, &paths, &session->options, FILE_READ);
  job_paths_free (&paths);
  return run_names_differ (&files, failure);
}

/* An array may have been carried out as a whole, without parts. */
static void print_parts (const struct looked_at *l) {
  const int parts = l->job->slurm.array > 0 ? l->job->slurm.array : 1;
  if (parts > 1 && !has_begun (l, parts) && part_differs (&l->run->session, l->job, 1, 1, l->failure)
      && print_part (l, 1, 1, false))
    return;
  struct failure names = { 0 };
  for (int part = 1; part <= parts && part_differs (&l->run->session, l->job, part, parts, &names); part++)
    print_part (l, part, parts, true);
  if (names.code != 0)
    *l->failure = names;
}

/* A fault of the job file must not keep us from reporting what was done. */
static void print_job (struct run *run, const char *path, struct failure *failure) {
  struct job job;
  size_t size;
  struct failure warning = { 0 };
  char *text = text_file_read (path, &size, failure);
  if (text != NULL && job_read_known (&job, path, text, size, &warning, failure)) {
    struct failure wrong = { 0 };
    /* opening the game of a tournament would start its players */
    const bool checked
        = (job.task == COMMAND_TOURNAMENT || job_check_game (run, &job, &wrong)) && warning.code == 0;
    if (warning.code == 0)
      warning = wrong;
    if (warning.code != 0 && !run->session.options.quiet)
      fprintf (stderr, "warning: %s\n", warning.text);
    print_parts (&(struct looked_at){ run, &job, checked, failure });
    job_free (&job);
  }
  free (text);
}

/* ---- a folder ---- */

static int compare_names (const void *a, const void *b) {
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Is this the name of a file that a run makes, or of a file that a run leaves beside one? In the latter case
 * the ending is cut off, which gives the name of the file that the run makes.
 * */
static bool names_base (char *name) {
  static const char *const beside[] = { ".status", ".previous" };
  for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
    if (text_ends_with (name, beside[i])) {
      name[strlen (name) - strlen (beside[i])] = 0;
      return true;
    }
  return text_ends_with (name, ".h5");
}

/* Files without runs of their own are left out. */
static bool is_of_a_run (const char *path, const struct status_report *report) {
  char *live = status_path (path);
  const bool is = exists (live) || strncmp (report->what, "tables", 6) == 0 || report->state != RUN_DONE
                  || report->seconds >= 0;
  free (live);
  return is;
}

/* Is the output none of the files that are looked at? */
static bool names_differ (const struct session *session, char *const *names, size_t count,
                          struct failure *failure) {
  struct named_files files = { 0 };
  run_names_add (&files, session);
  for (size_t i = 0; i < count; i++)
    named_files_add (&files, FILE_READ, "what status reads", names[i]);
  return run_names_differ (&files, failure);
}

static void print_folder (struct run *run, const char *path, struct failure *failure) {
  DIR *folder = opendir (path);
  char **names = NULL;
  size_t count = 0, capacity = 0, printed = 0;
  for (const struct dirent *entry; folder != NULL && (entry = readdir (folder)) != NULL;) {
    char *name = text_format ("%s/%s", path, entry->d_name);
    if (!names_base (name)) {
      free (name);
      continue;
    }
    names = grow_list (names, count, &capacity, sizeof *names);
    names[count++] = name;
  }
  if (folder != NULL)
    closedir (folder);
  if (count > 0)
    qsort (names, count, sizeof *names, compare_names);
  const bool differ = names_differ (&run->session, names, count, failure);
  for (size_t i = 0; differ && i < count; i++) {
    struct status_report report = { .share = 0 };
    struct failure ignored = { 0 };
    const bool again = i > 0 && strcmp (names[i], names[i - 1]) == 0;
    if (!again && find_status (names[i], &report, &ignored) && is_of_a_run (names[i], &report)) {
      print_report (&run->display, names[i], NULL, &report);
      printed++;
    }
  }
  while (count > 0)
    free (names[--count]);
  free (names);
  if (printed == 0 && differ)
    fail (failure, EXIT_NO_INPUT, "%.300s: no run has left a checkpoint, tables or layers there", path);
}

/* ---- the command ---- */

int command_status (struct run *run, struct failure *failure) {
  const char *path = run->session.options.arguments[0];
  struct status_report report = { .share = 0 };
  struct stat status;
  const bool is_there = stat (path, &status) == 0;
  if (run->display.output.pretty)
    output_columns (&run->display.output, pretty_columns, STATUS_COLUMNS - 1);
  else
    output_columns (&run->display.output, status_columns, STATUS_COLUMNS);
  if (is_there && S_ISDIR (status.st_mode))
    print_folder (run, path, failure);
  else if (is_there && (text_ends_with (path, ".yaml") || text_ends_with (path, ".yml")))
    print_job (run, path, failure);
  else if (find_status (path, &report, failure))
    print_report (&run->display, path, NULL, &report);
  return failure->code;
}
