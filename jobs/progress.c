#include "progress.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LOG_SECONDS = 60 };

void
progress_begin (struct progress *progress, bool active, bool terminal)
{
  memset (progress, 0, sizeof *progress);
  progress->active = active;
  progress->terminal = terminal && isatty (STDERR_FILENO);
  progress->begun = clock_seconds ();
  progress->next = progress->begun + (progress->terminal ? 1 : LOG_SECONDS);
  progress->table_fill = -1;
  progress->unit = "nodes";
}

/* "12.3 s", "4 min 05 s", "2 h 07 min" */
static void
print_time (char *text, size_t size, double seconds)
{
  const int whole = (int) seconds;
  if (whole < 60)
    snprintf (text, size, "%.1f s", seconds);
  else if (whole < 3600)
    snprintf (text, size, "%d min %02d s", whole / 60, whole % 60);
  else
    snprintf (text, size, "%d h %02d min", whole / 3600, whole / 60 % 60);
}

void
progress_show (struct progress *progress)
{
  const double now = clock_seconds ();
  if (!progress->active || now < progress->next)
    return;
  progress->next = now + (progress->terminal ? 0.5 : LOG_SECONDS);
  char time[40], parts[60] = "", fill[40] = "";
  const double seconds = now - progress->begun;
  print_time (time, sizeof time, seconds);
  if (progress->total > 0)
    snprintf (parts, sizeof parts, ", %" PRIu64 " of %" PRIu64 " done", progress->done, progress->total);
  else if (progress->done > 0)
    snprintf (parts, sizeof parts, ", %" PRIu64 " done", progress->done);
  if (progress->table_fill >= 0)
    snprintf (fill, sizeof fill, ", table %.0f%% full", 100 * progress->table_fill);
  fprintf (stderr, "%s%s%s, %" PRIu64 " %s, %.2f M/s%s, %s%s",
           progress->terminal ? "\r\033[K" : "progress: ", progress->doing, parts, progress->nodes,
           progress->unit, 1e-6 * (double) progress->nodes / (seconds > 0 ? seconds : 1), fill, time,
           progress->terminal ? "" : "\n");
  fflush (stderr);
  progress->shown = progress->terminal;
}

void
progress_clear (struct progress *progress)
{
  if (!progress->shown)
    return;
  fputs ("\r\033[K", stderr);
  fflush (stderr);
  progress->shown = false;
}
