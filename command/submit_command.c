/* `zermelo submit`: a job file as a batch script, handed to sbatch.
 *
 * The script stays beside the results as NAME.sbatch. With slurm.array there is a second one,
 * NAME-merge.sbatch, whose job waits for the parts. For each job a line is printed: what it is, its number,
 * its script. */
#include "command/batch_script.h"

#include "file/text_file.h"
#include "command/task.h"
#include "run/run_names.h"
#include "store/lock.h"
#include "base/quantity_print.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct column submit_columns[] = { { "what", -5 }, { "job", 8 }, { "script", -1 } };

/* ---- sbatch ---- */

/* Start a program with its standard output in a pipe, `quiet`: and nothing on standard error. Returns the
 * reading end, or -1 with errno. */
static int start (char *const *words, bool quiet, pid_t *process) {
  int ends[2];
  if (pipe (ends) != 0)
    return -1;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_addclose (&actions, ends[0]);
  posix_spawn_file_actions_adddup2 (&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose (&actions, ends[1]);
  if (quiet)
    posix_spawn_file_actions_addopen (&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const int error = posix_spawnp (process, words[0], &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy (&actions);
  close (ends[1]);
  if (error == 0)
    return ends[0];
  close (ends[0]);
  errno = error;
  return -1;
}

/* Read everything, so that the program can write it; keep what fits. */
static void read_answer (int from, char *answer, size_t size) {
  char more[256];
  size_t used = 0;
  ssize_t got;
  while ((got = read (from, more, sizeof more)) > 0 || (got < 0 && errno == EINTR))
    for (ssize_t i = 0; i < got && used < size - 1; i++)
      answer[used++] = more[i];
  answer[used] = 0;
  close (from);
}

/* A script, and the job that it becomes. */
struct submission {
  const char *what; /* "run", "merge" */
  char *path;
  const char *script; /* its text; NULL: there is none */
  char number[40];    /* of the job, digits */
};

/* Submit a job, which begins after the job `after` has ended (NULL: at once). Sets its number. */
static bool call_sbatch (struct submission *submission, const char *after, struct failure *failure) {
  char *const number = submission->number;
  char dependency[80];
  snprintf (dependency, sizeof dependency, "--dependency=afterany:%s", after == NULL ? "" : after);
  char *words[5] = { (char *) "sbatch", (char *) "--parsable" };
  int count = 2;
  if (after != NULL)
    words[count++] = dependency;
  words[count] = submission->path;
  pid_t process;
  const int from = start (words, false, &process);
  if (from < 0)
    return fail (failure, EXIT_NO_INPUT,
                 "cannot start sbatch: %s; is this the login node of a Slurm cluster?", strerror (errno));
  read_answer (from, number, sizeof submission->number);
  int status = 0;
  while (waitpid (process, &status, 0) < 0 && errno == EINTR)
    continue;
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
    return fail (failure, EXIT_BAD_DATA, "sbatch refused %.300s", submission->path);
  number[strspn (number, "0123456789")] = 0; /* NUMBER;CLUSTER */
  return *number != 0 || fail (failure, EXIT_BAD_DATA, "sbatch named no job for %.300s", submission->path);
}

/* ---- scripts ---- */

static bool write_script (const char *path, const char *text, struct failure *failure) {
  struct part_file file;
  if (!part_file_open (&file, path, failure))
    return false;
  fputs (text, file.file);
  return part_file_finish (&file, failure);
}

/* FOLDER/RESULTSend, or RESULTSend if that is absolute. The caller frees it. */
static char *script_path (const struct batch_place *place, const char *results, const char *end) {
  const bool absolute = results[0] == '/';
  return text_format ("%s%s%s%s", absolute ? "" : place->folder, absolute ? "" : "/", results, end);
}

static bool submit_script (struct display *display, struct submission *submission, const char *after,
                           struct failure *failure) {
  if (!write_script (submission->path, submission->script, failure)
      || !call_sbatch (submission, after, failure))
    return false;
  output_text (&display->output, submission->what);
  output_field (&display->output, submission->number, json_integer (atoll (submission->number)));
  output_text (&display->output, submission->path);
  output_line (&display->output);
  return true;
}

static bool submit_scripts (struct display *display, const struct job_paths *paths,
                            const struct batch_place *place, const char *script, const char *merge,
                            struct failure *failure) {
  if (!directory_make (paths->directory, failure))
    return false;
  output_columns (&display->output, submit_columns, 3);
  struct submission first = { "run", script_path (place, paths->results, ".sbatch"), script, "" };
  struct submission then = { "merge", script_path (place, paths->results, "-merge.sbatch"), merge, "" };
  const bool good = submit_script (display, &first, NULL, failure)
                    && (merge == NULL || submit_script (display, &then, first.number, failure));
  free (first.path);
  free (then.path);
  return good;
}

/* ---- nodes ---- */

/* The resources that the job asks of each node, and those that the nodes of its partition have and allow. */
struct nodes {
  long wanted, cores, megabytes; /* asked for; 0 megabytes: all of a node */
  long enough;                   /* nodes that have these resources */
  long all, most_cores, most_megabytes;
  double longest; /* seconds that a job may run; 0: unknown */
};

/* A limit as Slurm writes it: 1-00:00:00, 02:00:00, 30:00, or infinite. */
static double read_limit (const char *text) {
  double days = 0, seconds = 0;
  char *end;
  if (strcmp (text, "infinite") == 0)
    return HUGE_VAL;
  const char *dash = strchr (text, '-');
  if (dash != NULL) {
    days = strtod (text, NULL);
    text = dash + 1;
  }
  do {
    seconds = 60 * seconds + strtod (text, &end);
    text = end + 1;
  } while (*end == ':');
  return *end == 0 ? 86400 * days + seconds : 0;
}

/* A line of sinfo: partition (with * if it is the default), nodes, cores and memory of each, which may end
 * with +, and how long jobs may run. */
static void count_nodes (struct nodes *nodes, const char *line, const char *partition) {
  char name[200], limit[60] = "";
  long count, cores, megabytes;
  if (sscanf (line, "%199s %ld %ld%*[+ ]%ld%*[+ ]%59s", name, &count, &cores, &megabytes, limit) < 4)
    return;
  const size_t length = strlen (name), end = length > 0 && name[length - 1] == '*' ? length - 1 : length;
  const bool is_default = end < length;
  name[end] = 0;
  if (*partition != 0 ? strcmp (name, partition) != 0 : !is_default)
    return;
  nodes->all += count;
  nodes->longest = fmax (nodes->longest, read_limit (limit));
  nodes->most_cores = cores > nodes->most_cores ? cores : nodes->most_cores;
  nodes->most_megabytes = megabytes > nodes->most_megabytes ? megabytes : nodes->most_megabytes;
  if (cores >= nodes->cores && megabytes >= nodes->megabytes)
    nodes->enough += count;
}

/* Do lines for sbatch have one of these options? The list ends with NULL. */
static bool has_extra (const struct slurm *slurm, const char *const *options) {
  for (size_t i = 0; i < slurm->extra.count; i++)
    for (const char *const *option = options; *option != NULL; option++)
      if (strncmp (slurm->extra.texts[i], *option, strlen (*option)) == 0)
        return true;
  return false;
}

/* Options that choose nodes, or a time, in ways that only Slurm can judge. */
static const char *const choose_nodes[]
    = { "--partition",     "-p", "--nodes", "-N",         "--ntasks", "-n",
        "--cpus-per-task", "-c", "--mem",   "--clusters", "-M",       NULL },
    *const choose_time[] = { "--time", "-t", "--qos", "-q", NULL };

static bool too_long (const struct job *job, const char *partition, double longest, struct failure *failure) {
  char asked[QUANTITY_TEXT], allowed[QUANTITY_TEXT];
  quantity_print_seconds (job->slurm.time, asked, sizeof asked);
  quantity_print_seconds (longest, allowed, sizeof allowed);
  return job_fail (job, "slurm.time", failure,
                   "the job would wait for ever: it asks for %s, jobs of partition %s have at most %s", asked,
                   partition, allowed);
}

/* A job that no nodes of its partition can hold, or not for as long as it asks, would wait for ever, and
 * Slurm does not say so. Without sinfo, or if sinfo says nothing about the partition, sbatch decides. */
static bool nodes_suffice (const struct job *job, struct failure *failure) {
  enum { ANSWER = 1 << 16 };
  const struct slurm *slurm = &job->slurm;
  const long threads = slurm->threads_per_rank > 0 ? slurm->threads_per_rank : 1;
  struct nodes nodes = { .wanted = slurm->nodes, .cores = slurm->ranks_per_node * threads };
  nodes.megabytes = (long) (slurm->memory_per_node >> 20);
  char *words[] = { (char *) "sinfo", (char *) "--noheader", (char *) "--format=%P %D %c %m %l", NULL };
  pid_t process;
  const int from = has_extra (slurm, choose_nodes) ? -1 : start (words, true, &process);
  if (from < 0)
    return true;
  char *answer = allocate (ANSWER, 1);
  read_answer (from, answer, ANSWER);
  while (waitpid (process, NULL, 0) < 0 && errno == EINTR)
    continue;
  char *rest = answer;
  for (char *line; (line = strsep (&rest, "\n")) != NULL;)
    count_nodes (&nodes, line, slurm->partition);
  free (answer);
  const char *partition = slurm->partition[0] != 0 ? slurm->partition : "by default";
  if (nodes.longest > 0 && slurm->time > nodes.longest && !has_extra (slurm, choose_time))
    return too_long (job, partition, nodes.longest, failure);
  if (nodes.all == 0 || nodes.enough >= nodes.wanted)
    return true;
  if (nodes.wanted > nodes.all)
    return job_fail (job, "slurm.nodes", failure,
                     "the job would wait for ever: it asks for %ld, partition %s has %ld", nodes.wanted,
                     partition, nodes.all);
  if (nodes.cores > nodes.most_cores)
    return job_fail (
        job, slurm->ranks_per_node > nodes.most_cores ? "slurm.ranks_per_node" : "slurm.threads_per_rank",
        failure,
        "the job would wait for ever: it asks for %ld cores of a node, no node of partition %s has more than "
        "%ld",
        nodes.cores, partition, nodes.most_cores);
  if (nodes.megabytes > nodes.most_megabytes)
    return job_fail (
        job, "slurm.memory_per_node", failure,
        "the job would wait for ever: it asks for %ld MB, no node of partition %s has more than %ld",
        nodes.megabytes, partition, nodes.most_megabytes);
  return job_fail (
      job, "slurm.nodes", failure,
      "the job would wait for ever: it asks for %ld, %ld of partition %s have %ld cores and %ld MB",
      nodes.wanted, nodes.enough, partition, nodes.cores, nodes.megabytes);
}

/* Can each part, and the whole into which the parts are merged, use its files: are all names different, is an
 * existing checkpoint of this job, and is no other run using the files? It is better to say so now than when
 * the job starts. */
static bool files_are_free (const struct session *session, const struct job *job, struct failure *failure) {
  const int parts = job->slurm.array > 0 ? job->slurm.array : 1;
  for (int part = 0; part <= parts && failure->code == 0; part++) { /* 0: the whole */
    const int of = part == 0 ? 1 : parts, which = part == 0 ? 1 : part;
    struct job_paths paths = job_paths (job, which, of);
    if (run_names_check_job (session, job, &paths, failure)
        && (part == 0 && parts > 1 ? true : job_checkpoint_fits (session, job, &paths, which, of, failure))
        && !session->options.dry_run)
      lock_is_free (paths.lines, failure);
    job_paths_free (&paths);
  }
  return failure->code == 0;
}

static void submit_placed (struct run *run, const struct job *job, const struct batch_place *place,
                           struct failure *failure) {
  struct job_paths paths = job_paths (job, 1, 1);
  if (batch_script_check (job, place, &paths, failure) && files_are_free (&run->session, job, failure)) {
    char *script = batch_script (job, place, &paths);
    char *merge = job->slurm.array > 0 ? batch_script_merge (job, place, &paths) : NULL;
    if (run->session.options.dry_run)
      printf ("%s%s%s", script, merge != NULL ? "\n" : "", merge != NULL ? merge : "");
    else if (nodes_suffice (job, failure))
      submit_scripts (&run->display, &paths, place, script, merge, failure);
    free (script);
    free (merge);
  }
  job_paths_free (&paths);
}

/* The paths behind a batch_place. */
struct found_place {
  char program[PATH_MAX], folder[PATH_MAX];
  char *job; /* to be freed */
};

static bool find_place (const struct job *job, struct found_place *found, struct failure *failure) {
  found->job = realpath (job->path, NULL);
  const ssize_t length = readlink ("/proc/self/exe", found->program, sizeof found->program - 1);
  if (found->job == NULL || length < 0 || getcwd (found->folder, sizeof found->folder) == NULL)
    return fail (failure, EXIT_NO_INPUT, "cannot find this folder, %.300s or this program: %s", job->path,
                 strerror (errno));
  found->program[length] = 0;
  return true;
}

static void submit_job (struct run *run, const struct job *job, struct failure *failure) {
  struct found_place found;
  if (find_place (job, &found, failure))
    submit_placed (run, job, &(struct batch_place){ found.program, found.job, found.folder }, failure);
  free (found.job);
}

char *job_script (const struct job *job, const struct job_paths *paths, struct failure *failure) {
  struct found_place found;
  char *script = NULL;
  if (find_place (job, &found, failure)) {
    const struct batch_place place = { found.program, found.job, found.folder };
    if (batch_script_check (job, &place, paths, failure))
      script = batch_script (job, &place, paths);
  }
  free (found.job);
  return script;
}

int command_submit (struct run *run, struct failure *failure) {
  size_t size;
  struct job job;
  char *text = text_file_read (run->session.options.arguments[0], &size, failure);
  if (text != NULL && job_read (&job, run->session.options.arguments[0], text, size, 0, failure)) {
    if (job_check_game (run, &job, failure) && job_check_positions (&run->session, &job, failure)) {
      job_warn_of_keys (&job);
      submit_job (run, &job, failure);
    }
    job_free (&job);
  }
  free (text);
  return failure->code;
}
