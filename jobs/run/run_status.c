#include "run/run_status.h"

#include "base/clock.h"
#include "base/text.h"
#include "file/text_file.h"
#include "store/lock.h"
#include "store/new_file.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *const run_state_names[RUN_STATES]
    = { [RUN_RUNNING] = "running", [RUN_STOPPED] = "stopped", [RUN_DONE] = "done" };

struct run_status {
  struct run *run;
  char *path;
  struct status_report report; /* what does not change, and of earlier runs: nodes, seconds, restarts */
  double interval, next;       /* seconds; clock_seconds() */
  uint64_t before, now;        /* units counted in earlier tasks of this run, and in this one */
  double task_begun;           /* of the task that `now` belongs to */
  const char *unit;            /* of `now`; borrowed from the progress */
  bool written;
};

static void print_time (char text[24], time_t moment) {
  struct tm parts;
  text[0] = 0;
  if (gmtime_r (&moment, &parts) != NULL)
    strftime (text, 24, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

static double moment (void) {
  struct timespec now;
  clock_gettime (CLOCK_REALTIME, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

/* ---- as text ---- */

static json_t *real_or_null (double number) {
  return number < 0 || !isfinite (number) ? json_null () : json_real (number);
}

static void print_report (const struct status_report *report, char text[STATUS_TEXT]) {
  json_t *object = json_object ();
  json_object_set_new (object, "kind", json_string ("zermelo status"));
  json_object_set_new (object, "what", json_text (report->what));
  json_object_set_new (object, "state", json_string (run_state_names[report->state]));
  json_object_set_new (object, "share", real_or_null (report->share));
  json_object_set_new (object, "basis", json_text (report->things));
  json_object_set_new (object, "proven", json_text (report->proven));
  json_object_set_new (object, "nodes", json_integer ((json_int_t) report->nodes));
  json_object_set_new (object, "unit", json_text (report->unit));
  json_object_set_new (object, "seconds", real_or_null (report->seconds));
  json_object_set_new (object, "run_nodes", json_integer ((json_int_t) report->run_nodes));
  json_object_set_new (object, "run_seconds", real_or_null (report->run_seconds));
  json_object_set_new (object, "left", real_or_null (report->left));
  json_object_set_new (object, "left_low", real_or_null (report->left_low));
  json_object_set_new (object, "left_high", real_or_null (report->left_high));
  json_object_set_new (object, "restarts", json_integer (report->restarts));
  json_object_set_new (object, "ranks", json_integer (report->ranks));
  json_object_set_new (object, "threads", json_integer (report->threads));
  json_object_set_new (object, "host", json_text (report->host));
  json_object_set_new (object, "process", json_integer (report->process));
  json_object_set_new (object, "since", json_text (report->since));
  json_object_set_new (object, "updated", json_real (report->updated));
  json_object_set_new (object, "checkpoint", json_text (report->checkpoint));
  json_object_set_new (object, "locked", json_boolean (report->locked));
  const size_t used = json_dumpb (object, text, STATUS_TEXT - 2, JSON_COMPACT);
  snprintf (used <= STATUS_TEXT - 2 ? text + used : text, 2, "%s", used <= STATUS_TEXT - 2 ? "\n" : "");
  json_decref (object);
}

static void take_text (const json_t *object, const char *name, char *text, size_t size) {
  const char *value = json_string_value (json_object_get (object, name));
  snprintf (text, size, "%s", value == NULL ? "" : value);
}

/* Read a number that any program may have written. It counts as unknown unless it is at least 0 and within a
 * limit that fits every unit. */
static double take_real (const json_t *object, const char *name) {
  const json_t *value = json_object_get (object, name);
  const double number = json_is_number (value) ? json_number_value (value) : STATUS_UNKNOWN;
  return number >= 0 && number <= 1e15 ? number : STATUS_UNKNOWN;
}

static int64_t take_count (const json_t *object, const char *name) {
  const json_int_t value = json_integer_value (json_object_get (object, name));
  return value > 0 ? value : 0;
}

bool status_report_read (const char *text, size_t size, struct status_report *report) {
  json_t *object = json_loadb (text, size, 0, NULL);
  const char *kind = json_string_value (json_object_get (object, "kind"));
  const bool good = kind != NULL && strcmp (kind, "zermelo status") == 0;
  *report = (struct status_report){ .state = RUN_STOPPED };
  if (good) {
    char state[24];
    take_text (object, "state", state, sizeof state);
    for (int i = 0; i < RUN_STATES; i++)
      if (strcmp (state, run_state_names[i]) == 0)
        report->state = (enum run_state) i;
    take_text (object, "what", report->what, sizeof report->what);
    take_text (object, "basis", report->things, sizeof report->things);
    take_text (object, "proven", report->proven, sizeof report->proven);
    take_text (object, "unit", report->unit, sizeof report->unit);
    take_text (object, "host", report->host, sizeof report->host);
    take_text (object, "since", report->since, sizeof report->since);
    take_text (object, "checkpoint", report->checkpoint, sizeof report->checkpoint);
    report->share = take_real (object, "share");
    report->share = report->share > 1 ? 1 : report->share;
    report->nodes = (uint64_t) take_count (object, "nodes");
    report->run_nodes = (uint64_t) take_count (object, "run_nodes");
    report->seconds = take_real (object, "seconds");
    report->run_seconds = take_real (object, "run_seconds");
    report->left = take_real (object, "left");
    report->left_low = take_real (object, "left_low");
    report->left_high = take_real (object, "left_high");
    report->updated = take_real (object, "updated");
    report->restarts = take_count (object, "restarts");
    report->ranks = take_count (object, "ranks");
    report->threads = take_count (object, "threads");
    report->process = take_count (object, "process");
    report->locked = json_is_true (json_object_get (object, "locked"));
  }
  json_decref (object);
  return good;
}

char *status_path (const char *base) { return path_with_suffix (base, ".status"); }

bool status_file_read (const char *base, struct status_report *report) {
  char *path = status_path (base);
  struct failure ignored = { 0 };
  size_t size = 0;
  char *text = access (path, F_OK) == 0 ? text_file_read (path, &size, &ignored) : NULL;
  const bool good = text != NULL && status_report_read (text, size, report);
  free (text);
  free (path);
  return good;
}

/* ---- of this run ---- */

/* Copy what the progress knows. */
static void note_progress (struct run_status *status, const struct progress *progress) {
  const uint64_t now = progress->count + progress->running;
  if (status->task_begun != progress->task_begun) {
    const bool same = status->unit != NULL && strcmp (status->unit, progress->unit) == 0;
    status->before = same ? status->before + status->now : 0;
    status->task_begun = progress->task_begun;
    status->unit = progress->unit;
  }
  status->now = now;
}

static void fill_progress (struct status_report *report, const struct progress *progress, double now) {
  report->share = progress_share (progress);
  report->things[0] = 0;
  if (report->share >= 0 && progress->total > 0)
    text_append (report->things, sizeof report->things, "%" PRIu64 " of %" PRIu64 " %.20s", progress->done,
                 progress->total, progress->things);
  if (report->share >= 0 && progress->basis != NULL)
    text_append (report->things, sizeof report->things, "%s%s", report->things[0] != 0 ? ", " : "",
                 progress->basis);
  if (!progress_estimate (progress, now, &report->left, &report->left_low, &report->left_high))
    report->left = report->left_low = report->left_high = STATUS_UNKNOWN;
}

/* A run that goes on until its time is used up (--until) knows when it will end, unless it has nothing left
 * to do before. */
static void fill_time (struct status_report *report, const struct run *run, double now) {
  const double all = run->session.options.until;
  const double used = run->journal.earlier_seconds + now - run->session.begun;
  report->share = used < all ? used / all : 1;
  report->left = report->left_high = used < all ? all - used : 0;
  report->left_low = 0;
  snprintf (report->things, sizeof report->things, "the time of --until");
}

/* The nodes so far are those of the rows of results. If the rows have no nodes, as in a book, the nodes that
 * the searches of all runs have counted are taken. */
static void fill_result (struct status_report *report, const struct account *account) {
  uint64_t nodes = 0;
  struct statistics sum;
  for (size_t i = 0; i < account->row_count; i++)
    nodes += account->rows[i].nodes;
  account_sum (account, &sum);
  if (nodes == 0 && strcmp (report->unit, "nodes") == 0)
    nodes = sum.count[COUNT_nodes];
  if (nodes == 0)
    return;
  report->nodes = nodes;
  snprintf (report->unit, sizeof report->unit, "nodes");
}

static struct status_report report_now (struct run_status *status, enum run_state state) {
  struct status_report report = status->report;
  const struct run *run = status->run;
  note_progress (status, &run->display.progress);
  const double now = clock_seconds ();
  report.state = state;
  report.run_nodes = status->before + status->now;
  report.nodes += report.run_nodes;
  report.run_seconds = now - run->session.begun;
  report.seconds += report.run_seconds;
  report.updated = moment ();
  snprintf (report.unit, sizeof report.unit, "%s", status->unit != NULL ? status->unit : "nodes");
  fill_progress (&report,
                 run->display.progress.whole != NULL ? run->display.progress.whole : &run->display.progress,
                 now);
  if (run->session.options.until > 0)
    fill_time (&report, run, now);
  snprintf (report.proven, sizeof report.proven, "%s", run->display.progress.proven);
  if (state == RUN_DONE) {
    report.share = 1;
    report.left = report.left_low = report.left_high = 0;
    fill_result (&report, &run->journal.account);
  }
  return report;
}

void run_status_text (struct run_status *status, enum run_state state, char text[STATUS_TEXT]) {
  text[0] = 0;
  if (status == NULL)
    return;
  const struct status_report report = report_now (status, state);
  print_report (&report, text);
}

static void write_file (struct run_status *status, enum run_state state) {
  char text[STATUS_TEXT];
  struct new_file file;
  struct failure ignored = { 0 };
  run_status_text (status, state, text);
  if (!new_file_create (&file, status->path, &ignored))
    return;
  file.unsynced = true;
  if (new_file_write (&file, text, strlen (text), &ignored))
    status->written = new_file_finish (&file, &ignored) || status->written;
  else
    new_file_abandon (&file);
}

/* Called with the progress: the file is written less and less often, from every two seconds to every twenty.
 */
static void observe (void *context, const struct progress *progress) {
  static const double longest = 20;
  struct run_status *status = context;
  const double now = clock_seconds ();
  note_progress (status, progress);
  if (now < status->next)
    return;
  write_file (status, RUN_RUNNING);
  if (progress->said_interval == 0)
    status->interval = fmin (longest, fmax (status->interval, (now - status->run->session.begun) / 30));
  status->next = now + status->interval;
}

void run_status_open (struct run *run, const char *base, const char *what,
                      const struct status_report *earlier) {
  if (run->session.ranks.rank != 0 || run->journal.status != NULL)
    return;
  struct run_status *status = run->journal.status = allocate (1, sizeof *status);
  struct status_report left = { .restarts = 0 };
  struct failure ignored = { 0 };
  const double said = run->display.progress.said_interval;
  status->run = run;
  status->path = status_path (base);
  if (earlier != NULL)
    left = *earlier;
  else if (status_file_read (base, &left))
    left.restarts++;
  struct status_report *report = &status->report;
  report->restarts = left.restarts;
  report->nodes = left.nodes;
  report->seconds = left.seconds > 0 ? left.seconds : 0;
  report->ranks = run->session.ranks.size;
  report->threads = run->session.resources.threads;
  report->process = (int64_t) getpid ();
  snprintf (report->what, sizeof report->what, "%s", what);
  gethostname (report->host, sizeof report->host - 1);
  print_time (report->since, time (NULL));
  lock_take (base, &report->locked, &ignored);
  status->interval = said > 0 ? said : 2;
  status->next = clock_seconds () + status->interval;
  run->display.progress.observe = observe;
  run->display.progress.observer = status;
}

void run_status_checkpoint (struct run_status *status) {
  if (status != NULL)
    print_time (status->report.checkpoint, time (NULL));
}

void run_status_close (struct run *run, bool finished) {
  struct run_status *status = run->journal.status;
  if (status == NULL)
    return;
  run->display.progress.observe = NULL;
  run->journal.status = NULL;
  if (!finished && run->session.options.checkpoint == NULL && status->written)
    write_file (status, RUN_STOPPED);
  else
    unlink (status->path);
  free (status->path);
  free (status);
}
