/* `zermelo certificate`: what can be done with a certificate besides checking it. Its first argument says
 * what. */
#include "base/clock.h"
#include "base/threads.h"
#include "certificate/certificate.h"
#include "certificate/shrink.h"
#include "checker/checker.h"
#include "command/command.h"
#include "run/certificates.h"
#include "store/new_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct column shrink_columns[]
    = { { "before", 14 }, { "positions", 14 }, { "bytes", 14 }, { "seconds", 9 } };

struct shrink_task {
  const struct game *game;
  struct certificate certificate;
  size_t before, renewed; /* rows of the file, and how many of them are of a kind that is no longer checked */
  struct shrink_progress progress;
};

static size_t rows_of (const struct certificate *certificate) {
  return certificate->strategy[0].rows + certificate->strategy[1].rows;
}

/* A certificate that does not prove its claim does not prove it with fewer rows either. */
static bool is_accepted (const struct session *session, struct certificate_file *file,
                         struct failure *failure) {
  struct verdict verdict;
  check_in_threads (session, file, &verdict);
  return verdict.accepted
         || fail (failure, EXIT_DIFFERS, "%.300s: %s %s", session->options.arguments[1], verdict.wrong,
                  verdict.reason);
}

/* First replace rows of kinds that are no longer checked, then have the checker accept the certificate. */
static bool begin_accepted (const struct session *session, const struct certificate_file *read,
                            struct shrink_task *task, struct failure *failure) {
  struct certificate *const certificate = &task->certificate;
  struct certificate_file file;
  certificate_of_file (certificate, read);
  task->before = rows_of (certificate);
  task->renewed = certificate_renew (certificate, &session->game);
  certificate_as_file (&file, certificate, &session->game);
  const bool accepted = is_accepted (session, &file, failure);
  certificate_file_close (&file);
  return accepted;
}

static void shrink_all (void *context, int thread) {
  struct shrink_task *task = context;
  (void) thread;
  certificate_shrink (&task->certificate, task->game, &task->progress);
}

static void show_shrinking (struct display *display, struct shrink_progress *shrinking) {
  struct progress *progress = &display->progress;
  progress_now (progress, "pass %d, %zu rows", atomic_load (&shrinking->pass),
                atomic_load (&shrinking->rows));
  progress->things = "rows tried";
  progress->done = atomic_load (&shrinking->tried);
  progress->total = atomic_load (&shrinking->to_try);
  progress_show (progress);
}

/* False: stopped before everything had been tried. */
static bool shrink_in_team (struct run *run, struct shrink_task *task) {
  struct team *team = team_create (1);
  progress_task (&run->display.progress, "rows", "shrink %.100s", run->session.game.title);
  atomic_store (&task->progress.stop, run_must_stop (&run->session));
  team_start (team, shrink_all, task);
  while (!team_wait (team, 0.1)) {
    show_shrinking (&run->display, &task->progress);
    if (run_must_stop (&run->session))
      atomic_store (&task->progress.stop, true);
  }
  team_destroy (team);
  progress_clear (&run->display.progress);
  return !atomic_load (&task->progress.stop);
}

static void print_shrunk (struct run *run, size_t before, size_t after, double seconds) {
  struct stat status = { .st_size = 0 };
  struct output *output = &run->display.output;
  stat (run->session.options.output, &status);
  output_columns (output, shrink_columns, 4);
  output_number (output, before);
  output_number (output, after);
  output_size (output, (uint64_t) status.st_size);
  output_seconds (output, seconds);
  output_line (output);
  output_sentence (output, "The certificate is in %s", run->session.options.output);
}

/* Smaller strategies, and larger leaves. */
static void shrink_strategies (struct run *run, const struct certificate_file *file, double begun,
                               struct failure *failure) {
  const char *path = run->session.options.output;
  struct shrink_task *task = allocate (1, sizeof *task);
  if (begin_accepted (&run->session, file, task, failure)) {
    task->game = &run->session.game;
    const bool complete = shrink_in_team (run, task);
    const size_t after = rows_of (&task->certificate);
    const bool gained = after < task->before || task->renewed > 0;
    if ((complete || gained) && certificate_write (&task->certificate, &run->session.game, path, failure))
      print_shrunk (run, task->before, after, clock_seconds () - begun);
    if (!complete && failure->code == 0)
      run_unfinished (&run->session,
                      gained ? "what was gained is in the file; it may get smaller yet"
                             : "nothing has been gained yet",
                      failure);
  }
  certificate_free (&task->certificate);
  free (task);
}

/* Where play can cycle: endgame tables become leaves. */
static void shrink_by_tables (struct run *run, struct certificate_file *file, double begun,
                              struct failure *failure) {
  struct certificate certificate;
  if (!certificate_add_tables (file, run->session.options.tables, failure)
      || !is_accepted (&run->session, file, failure))
    return;
  certificate_rest_on_tables (file, &certificate);
  if (certificate_write (&certificate, &run->session.game, run->session.options.output, failure))
    print_shrunk (run, file->strategy[0].count + file->strategy[1].count, rows_of (&certificate),
                  clock_seconds () - begun);
  certificate_free (&certificate);
}

static int shrink_command (struct run *run, struct failure *failure) {
  struct certificate_file file;
  const char *path = run->session.options.arguments[1];
  const double begun = clock_seconds ();
  if (run->session.options.output == NULL) {
    fail (failure, EXIT_USAGE, "certificate shrink: -o FILE is missing");
    return failure->code;
  }
  if (!new_file_reserve (run->session.options.output, failure)
      || !certificate_read_old (&file, &run->session.game, path, failure))
    return failure->code;
  const bool cyclic = file.game.rules->cyclic;
  if (cyclic != (run->session.options.tables != NULL))
    fail (failure, EXIT_BAD_DATA,
          cyclic ? "%.300s: certificate shrink is for games that never repeat a position; others need "
                   "--tables FILE"
                 : "%.300s: --tables is for certificates of games in which positions come again",
          path);
  else if (cyclic)
    shrink_by_tables (run, &file, begun, failure);
  else
    shrink_strategies (run, &file, begun, failure);
  certificate_file_close (&file);
  return failure->code;
}

int command_certificate (struct run *run, struct failure *failure) {
  const char *name = run->session.options.arguments[0];
  if (strcmp (name, "shrink") == 0)
    return shrink_command (run, failure);
  fail (failure, EXIT_USAGE, "certificate: unknown command '%.40s': one of shrink", name);
  return failure->code;
}
