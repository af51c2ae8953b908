#include "command/batch_script.h"

#include "base/version.h"
#include "parallel/ranks.h"
#include "base/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

/* Quote a text as one word of the shell. */
static void put_word (FILE *script, const char *text) {
  fputc ('\'', script);
  for (; *text != 0; text++)
    if (*text == '\'')
      fputs ("'\\''", script);
    else
      fputc (*text, script);
  fputc ('\'', script);
}

/* #SBATCH --NAME="VALUE". sbatch knows quotes and the backslash. */
static void put_option (FILE *script, const char *name, const char *value) {
  fprintf (script, "#SBATCH --%s=\"", name);
  text_put_escaped (script, value, '"');
  fputs ("\"\n", script);
}

static void __attribute__ ((format (printf, 2, 3))) put_line (FILE *script, const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  fputs ("#SBATCH --", script);
  vfprintf (script, format, arguments);
  fputc ('\n', script);
  va_end (arguments);
}

static void put_comment (FILE *script, const char *before, const char *text, const char *after) {
  fputs (before, script);
  for (; *text != 0; text++)
    fputc (iscntrl ((unsigned char) *text) ? '?' : *text, script);
  fputs (after, script);
}

/* --output, in which % begins a code: FOLDER/RESULTS then `end`, which may hold such codes. */
static void put_log (FILE *script, const char *folder, const char *results, const char *end) {
  const char *parts[] = { folder, "/", results };
  const size_t begin = results[0] == '/' ? 2 : 0;
  char *value;
  size_t size;
  FILE *stream = text_stream (&value, &size);
  for (size_t i = begin; i < 3; i++)
    for (const char *c = parts[i]; *c != 0; c++)
      fputs (*c == '%' ? "%%" : (const char[]){ *c, 0 }, stream);
  fputs (end, stream);
  text_stream_end (stream);
  put_option (script, "output", value);
  free (value);
}

/* ---- scripts ---- */

static const char mark[] = "# ---- what follows is the same for every job ----\n";

static void put_head (FILE *script, const struct job *job, const struct batch_place *place, const char *end) {
  put_comment (script, "#!/bin/bash\n# Written by `zermelo submit ", job->path, "`, Zermelo ");
  fprintf (script, "%s. To change it: edit it, or the job file; then sbatch.\n", version_text);
  char *name = allocate (strlen (job->name) + strlen (end) + 1, 1);
  strcat (strcpy (name, job->name), end);
  put_option (script, "job-name", name);
  free (name);
  put_option (script, "chdir", place->folder);
  if (job->slurm.partition[0] != 0)
    put_option (script, "partition", job->slurm.partition);
  if (job->slurm.account[0] != 0)
    put_option (script, "account", job->slurm.account);
  put_line (script, "open-mode=append");
}

static void put_extra (FILE *script, const struct slurm *slurm) {
  for (size_t i = 0; i < slurm->extra.count; i++)
    fprintf (script, "#SBATCH %s\n", slurm->extra.texts[i]);
}

/* The time in whole minutes, and a signal early enough before its end to save everything. */
static void put_time (FILE *script, double seconds) {
  enum { ENOUGH = 120 };
  const double minutes = ceil (seconds / 60);
  put_line (script, "time=%.0f", minutes); /* 0: no limit */
  if (minutes > 0)
    put_line (script, "signal=B:USR1@%.0f", fmin (ENOUGH, minutes * 60 / 4));
}

static void put_variable (FILE *script, const char *name, const char *value) {
  fprintf (script, "%s=", name);
  put_word (script, value);
  fputc ('\n', script);
}

static void put_body (FILE *script, const char *template) {
  fputc ('\n', script);
  fputs (strstr (template, mark), script);
}

char *batch_script (const struct job *job, const struct batch_place *place, const struct job_paths *paths) {
  const struct slurm *slurm = &job->slurm;
  const uint64_t megabyte = 1 << 20;
  const bool resumes = job->task != COMMAND_COUNT && job->task != COMMAND_PERFT;
  char *text;
  size_t size;
  FILE *script = text_stream (&text, &size);
  put_head (script, job, place, "");
  put_log (script, place->folder, paths->results, slurm->array > 0 ? "-%A_%a.log" : "-%j.log");
  put_line (script, "nodes=%d", slurm->nodes);
  put_line (script, "ntasks-per-node=%d", slurm->ranks_per_node);
  if (slurm->threads_per_rank > 0)
    put_line (script, "cpus-per-task=%d", slurm->threads_per_rank);
  else
    put_line (script, "exclusive"); /* only Slurm knows the memory of the nodes it will choose */
  if (slurm->memory_per_node > 0)
    put_line (script, "mem=%" PRIu64 "M", (slurm->memory_per_node + megabyte - 1) / megabyte);
  else
    put_line (script, "mem=0"); /* all memory of a node */
  put_time (script, slurm->time);
  put_line (script, resumes ? "requeue" : "no-requeue");
  if (slurm->array > 0)
    put_line (script, "array=1-%d", slurm->array);
  put_extra (script, slurm);
  fputc ('\n', script);
  put_variable (script, "zermelo", place->program);
  put_variable (script, "mpi", ranks_srun_mpi);
  put_variable (script, "job", place->job);
  fprintf (script, "parts=%d\nresumes=%s\n", slurm->array, resumes ? "yes" : "no");
  put_body (script, job_template);
  text_stream_end (script);
  return text;
}

char *batch_script_merge (const struct job *job, const struct batch_place *place,
                          const struct job_paths *paths) {
  char *text;
  size_t size;
  FILE *script = text_stream (&text, &size);
  put_head (script, job, place, "-merge");
  put_log (script, place->folder, paths->results, "-merge-%j.log");
  put_extra (script, &job->slurm); /* first, because the last line counts and this small job needs little */
  put_line (script, "nodes=1");
  put_line (script, "ntasks=1");
  put_line (script, "cpus-per-task=1");
  put_line (script, "mem=1024M");
  put_line (script, "time=10");
  fputc ('\n', script);
  put_variable (script, "zermelo", place->program);
  put_variable (script, "results", paths->results);
  fprintf (script, "parts=%d\n", job->slurm.array);
  put_body (script, merge_template);
  text_stream_end (script);
  return text;
}

/* ---- checks ---- */

/* Can the text stand on a line of sbatch? It must not contain a line end; in the name of a log file, a
 * backslash would also turn off the codes. */
static bool fits_a_line (const char *text) {
  for (; *text != 0; text++)
    if (iscntrl ((unsigned char) *text) || *text == '\\')
      return false;
  return true;
}

bool batch_script_check (const struct job *job, const struct batch_place *place,
                         const struct job_paths *paths, struct failure *failure) {
  static const char why[] = "control characters and \\ cannot stand in a batch script";
  if (!fits_a_line (job->name))
    return job_fail (job, "name", failure, "%s", why);
  if (!fits_a_line (paths->directory))
    return job_fail (job, "outputs.directory", failure, "%s", why);
  if (!fits_a_line (place->folder))
    return fail (failure, EXIT_BAD_DATA, "this folder cannot be submitted from: %s", why);
  if (job->slurm.threads_per_rank > 0 && job->options.threads > job->slurm.threads_per_rank)
    return job_fail (job, "threads", failure, "%d are more than slurm.threads_per_rank, %d",
                     job->options.threads, job->slurm.threads_per_rank);
  return true;
}
