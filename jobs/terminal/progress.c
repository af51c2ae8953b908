#include "terminal/progress.h"

#include "base/clock.h"
#include "base/quantity_print.h"
#include "base/text.h"

#include <assert.h>
#include <stdint.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINE_SIZE = 600, LOG_FIRST = 5, LOG_LONGEST = 60 };

/* ---- the task ---- */

static bool takes_back_a_line (void) {
  const char *term = getenv ("TERM");
  return isatty (STDERR_FILENO) && (term == NULL || strcmp (term, "dumb") != 0);
}

void progress_begin (struct progress *progress, bool active, bool terminal) {
  const char *said = getenv ("ZERMELO_PROGRESS");
  const double seconds = said == NULL ? 0 : strtod (said, NULL);
  memset (progress, 0, sizeof *progress);
  progress->active = active;
  progress->terminal = terminal && takes_back_a_line ();
  progress->begun = clock_seconds ();
  progress->said_interval = seconds > 0 ? seconds : 0;
  progress->interval = seconds > 0 ? seconds : progress->terminal ? 0.5 : LOG_FIRST;
  progress->longest = seconds > 0 || progress->terminal ? progress->interval : LOG_LONGEST;
  progress->next = progress->begun + (seconds > 0 || !progress->terminal ? progress->interval : 1);
  progress_task (progress, "nodes", "%s", "");
}

void progress_task (struct progress *progress, const char *unit, const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (progress->task, sizeof progress->task, format, arguments);
  va_end (arguments);
  progress->unit = unit;
  progress->now[0] = progress->proven[0] = 0;
  progress->done = progress->total = progress->count = progress->running = 0;
  progress->things = "";
  progress->left = "about %s left";
  progress->share = progress->table_fill = progress->rest = -1;
  progress->basis = NULL;
  progress->task_begun = clock_seconds ();
  progress->first = progress->marks[0] = progress->marks[1] = (struct progress_mark){ 0, 0 };
}

void progress_now (struct progress *progress, const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (progress->now, sizeof progress->now, format, arguments);
  va_end (arguments);
}

/* ---- the end ---- */

static double share_done (const struct progress *progress) {
  if (progress->share >= 0)
    return progress->share;
  return progress->total > 0 ? (double) progress->done / (double) progress->total : 0;
}

/* Sets a mark whenever the time since the first one has doubled: the last but one is then between a quarter
 * and half of that time old. */
void progress_look (struct progress *progress, double now) {
  const struct progress_mark here = { now, share_done (progress) };
  assert (progress->first.seconds <= progress->marks[0].seconds);
  assert (progress->marks[0].seconds <= progress->marks[1].seconds && progress->marks[1].seconds <= now);
  if (progress->first.seconds == 0)
    progress->first = progress->marks[0] = progress->marks[1] = here;
  else if (now - progress->first.seconds >= 2 * (progress->marks[1].seconds - progress->first.seconds)) {
    progress->marks[0] = progress->marks[1];
    progress->marks[1] = here;
  }
}

double progress_share (const struct progress *progress) {
  return progress->share < 0 && progress->total == 0 ? -1 : share_done (progress);
}

/* By the average speed, by the recent one, and between them as if both the work done and the time followed a
 * power law: then it goes on slowing down or speeding up as it did. */
bool progress_estimate (const struct progress *progress, double now, double *left, double *least,
                        double *most) {
  static const double room = 1.2, soon = 0.02;
  const double share = share_done (progress), begun = progress->first.seconds;
  const struct progress_mark *mark = &progress->marks[0];
  const double all = 1 - progress->first.share, done = share - progress->first.share;
  if (progress->rest >= 0) {
    *left = progress->rest;
    *least = progress->rest / 2.5;
    *most = progress->rest * 2.5;
    return true;
  }
  if (progress_share (progress) < 0 || begun == 0 || done < soon * all || now <= begun)
    return false;
  const double average = (now - begun) * (1 - share) / done;
  const double earlier = mark->share - progress->first.share;
  double recent = average, law = average;
  if (share > mark->share)
    recent = (now - mark->seconds) * (1 - share) / (share - mark->share);
  if (earlier > 0 && mark->seconds > begun && share > mark->share) {
    const double power = log ((now - begun) / (mark->seconds - begun)) / log (done / earlier);
    law = (now - begun) * (pow (all / done, fmin (fmax (power, 0.2), 5)) - 1);
  }
  *left = fmin (fmax (law, fmin (average, recent)), fmax (average, recent) * 2);
  *least = fmin (*left, fmin (average, recent)) / room;
  *most = fmax (*left, fmax (average, recent)) * room;
  return true;
}

bool progress_left (const struct progress *progress, double now, double *least, double *most) {
  static const double room = 1.2, soon = 0.02, too_wide = 12;
  const double share = share_done (progress);
  const struct progress_mark *first = &progress->first, *mark = &progress->marks[0];
  const double done = share - first->share, of_late = share - mark->share;
  if (done < soon || share >= 1 || of_late <= 0)
    return false;
  const double one = (now - first->seconds) * (1 - share) / done;
  const double other = (now - mark->seconds) * (1 - share) / of_late;
  *least = (one < other ? one : other) / room;
  *most = (one < other ? other : one) * room;
  return *most < too_wide * *least;
}

/* ---- the line ---- */

/* The parts of the line; the less one matters, the sooner it is left out. */
enum part { HEAD, DONE, LEFT, RATE, TABLE, SINCE, COUNT, PARTS };

static void describe (const struct progress *progress, char *text, size_t size) {
  text_append (text, size, "%s", progress->task);
  if (progress->now[0] != 0)
    text_append (text, size, ": %s", progress->now);
  if (progress->proven[0] != 0)
    text_append (text, size, "%s%s", progress->now[0] != 0 ? ", " : ": ", progress->proven);
}

static void fill_parts (const struct progress *progress, double now, char parts[PARTS][LINE_SIZE]) {
  char number[QUANTITY_TEXT], other[QUANTITY_TEXT];
  const double seconds = now - progress->task_begun;
  const uint64_t count = progress->count + progress->running;
  double least, most;
  describe (progress, parts[HEAD], LINE_SIZE);
  if (progress->total > 0) {
    quantity_print_count ((double) progress->done, number, sizeof number);
    quantity_print_count ((double) progress->total, other, sizeof other);
    text_append (parts[DONE], LINE_SIZE, "%s of %s %s", number, other, progress->things);
  } else if (progress->done > 0) {
    quantity_print_count ((double) progress->done, number, sizeof number);
    text_append (parts[DONE], LINE_SIZE, "%s %s", number, progress->things);
  }
  if (count > 0) {
    quantity_print_count ((double) count, number, sizeof number);
    text_append (parts[COUNT], LINE_SIZE, "%s %s", number, progress->unit);
    quantity_print_rate ((double) count, seconds, number, sizeof number);
    const char *slash = strchr (number, '/');
    if (slash != NULL)
      text_append (parts[RATE], LINE_SIZE, "%.*s %s%s", (int) (slash - number), number, progress->unit,
                   slash);
  }
  if (progress->table_fill >= 0)
    text_append (parts[TABLE], LINE_SIZE, "table %.0f %% full", 100 * progress->table_fill);
  quantity_print_seconds (now - progress->begun, number, sizeof number);
  text_append (parts[SINCE], LINE_SIZE, "%s", number);
  if (progress_left (progress, now, &least, &most)) {
    const char *place = strstr (progress->left, "%s");
    quantity_print_between (least, most, number, sizeof number);
    text_append (parts[LEFT], LINE_SIZE, "%.*s%s%s", (int) (place - progress->left), progress->left, number,
                 place + 2);
  }
}

static void join_parts (char parts[PARTS][LINE_SIZE], int kept, char *text, size_t size) {
  assert (0 < kept && kept <= PARTS);
  static const enum part order[PARTS] = { HEAD, DONE, COUNT, RATE, TABLE, SINCE, LEFT };
  text[0] = 0;
  for (int i = 0; i < PARTS; i++)
    if ((int) order[i] < kept && parts[order[i]][0] != 0)
      text_append (text, size, "%s%s", text[0] != 0 ? ", " : "", parts[order[i]]);
}

void progress_line (const struct progress *progress, double now, size_t width, char *text, size_t size) {
  assert (size > 0);
  char parts[PARTS][LINE_SIZE] = { { 0 } };
  fill_parts (progress, now, parts);
  int kept = PARTS;
  join_parts (parts, kept, text, size);
  while (width > 0 && kept > 1 && strlen (text) > width)
    join_parts (parts, --kept, text, size);
  if (width > 0 && strlen (text) > width) {
    text[width] = 0;
    for (size_t i = width > 3 ? width - 3 : 0; i < width; i++)
      text[i] = '.';
  }
}

static size_t terminal_width (void) {
  struct winsize window;
  if (ioctl (STDERR_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0)
    return 80;
  return window.ws_col;
}

void progress_show (struct progress *progress) {
  char text[LINE_SIZE];
  const double now = clock_seconds ();
  if (!progress->active && progress->observe == NULL)
    return;
  if (progress->first.seconds == 0)
    progress_look (progress, now);
  if (progress->observe != NULL) {
    progress_look (progress, now);
    progress->observe (progress->observer, progress);
  }
  if (!progress->active)
    return;
  if (now < progress->next)
    return;
  progress_look (progress, now);
  progress->interval
      = 2 * progress->interval < progress->longest ? 2 * progress->interval : progress->longest;
  assert (0 < progress->interval && progress->interval <= progress->longest);
  progress->next = now + progress->interval;
  if (progress->terminal) { /* the last column stays free: some terminals wrap when it is written */
    progress_line (progress, now, terminal_width () - 1, text, sizeof text);
    fprintf (stderr, "\r\033[K%s", text);
  } else {
    progress_line (progress, now, 0, text, sizeof text);
    fprintf (stderr, "progress: %s\n", text);
  }
  fflush (stderr);
  progress->shown = progress->terminal;
}

void progress_clear (struct progress *progress) {
  if (!progress->shown)
    return;
  fputs ("\r\033[K", stderr);
  fflush (stderr);
  progress->shown = false;
}
