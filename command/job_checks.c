/* What can be said of a job before it is carried out: whether its game, positions and checkpoint are right.
 */
#include "command/task.h"
#include "file/text_lines.h"
#include "run/certificates.h"
#include "run/run_checkpoint.h"
#include "run/tournament_run.h"
#include "settings/job_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_stream (const char *path) {
  struct stat status;
  return strcmp (path, "-") == 0 || (stat (path, &status) == 0 && S_ISFIFO (status.st_mode));
}

bool job_check_positions (const struct session *session, const struct job *job, struct failure *failure) {
  const char *path = job->positions_file;
  struct lines lines;
  char *line, place[200];
  bool whole;
  if (session->ranks.rank != 0 || path == NULL || job->task != COMMAND_SOLVE || is_stream (path))
    return true;
  if (!lines_open (&lines, path, failure))
    return false;
  struct position *position = position_allocate (&session->game);
  while (failure->code == 0 && lines_next (&lines, &line, &whole) == LINES_LINE)
    if (*line != '#' && !whole)
      fail (failure, EXIT_BAD_DATA, "a zero byte in the text");
    else if (*line != '#')
      position_parse (&session->game, line, position, failure);
  free (position);
  if (failure->code != 0) {
    snprintf (place, sizeof place, "%.170s:%zu", path, lines.number);
    fail_in (failure, place);
  } else
    lines_well (&lines, failure);
  lines_close (&lines);
  return failure->code == 0;
}

bool job_check_game (struct run *run, const struct job *job, struct failure *failure) {
  if (job->task == COMMAND_VERIFY)
    return true;
  if (job->task == COMMAND_TOURNAMENT)
    return tournament_check (&run->session, job, failure);
  if (job->task == COMMAND_COMPARE)
    return comparison_check (run, job, failure);
  struct failure why = { 0 };
  const struct game *game = &run->session.game;
  if (!run_open_game (&run->session, job->game, &why))
    return job_fail (job, "game", failure, "%s", why.text);
  if (!evaluation_choose (&run->session, job->options.evaluation, &why))
    return job_fail (job, "evaluation", failure, "%s", why.text);
  if (job->certificate && !has_certificates (game))
    return job_fail (job, "outputs.certificate", failure, "%s has no certificates", game->title);
  if (job->certificate && !certificate_holds_many (game)
      && (job->positions_file != NULL || job->positions.count > 1))
    return job_fail (job, "outputs.certificate", failure, "a certificate of %s is about one position",
                     game->title);
  if (job->options.tables != NULL && job->task == COMMAND_SOLVE && game->engine->slices == NULL)
    return job_fail (job, "tables", failure, "%s has no endgame tables; %s", game->title,
                     games_with (engine_has_tables, (char[GAMES_TEXT]){ 0 }, GAMES_TEXT));
  struct position *position = position_allocate (game);
  const bool listed
      = job->positions_file == NULL && (job->task == COMMAND_SOLVE || job->task == COMMAND_PERFT);
  for (size_t i = 0; listed && i < job->positions.count && why.code == 0; i++)
    position_parse (game, job->positions.texts[i], position, &why);
  free (position);
  return why.code == 0 || job_fail (job, "positions", failure, "%s", why.text);
}

void job_take_options (struct session *session, const struct job *job, const struct job_paths *paths) {
  struct options *options = &session->options;
  session->counts_time
      = job_goes_on (job) && !options_given (options, "time-limit") && job->options.time_limit > 0;
  session->counts_nodes = job->options.node_limit > 0;
  job_complete (job, options);
  if (options->checkpoint == NULL)
    options->checkpoint = paths->checkpoint;
  if (job->certificate && job->task == COMMAND_VERIFY)
    options->certificates = paths->certificates;
  else if (job->certificate)
    options->certificate = paths->certificate;
  options->distances = options->score;
  options->check_tables
      = true; /* so that the outcome of a job does not depend on whether it was stopped and read them back */
  session->resources = resources_of (session);
  if (job->task == COMMAND_COMPARE)
    session->resources.threads = 1;
  session->task = commands[job->task].name;
  snprintf (session->name, sizeof session->name, "%s", job->name);
}

/* The name of the job for its checkpoint; NULL: the task has no checkpoint. */
static char *name_job (const struct session *session, const struct job *job, const struct job_paths *paths,
                       struct failure *failure) {
  struct book_plan plan = { 0 };
  const bool one = job->positions_file == NULL && job->positions.count == 1;
  switch (job->task) {
  case COMMAND_SOLVE:
    return one ? solve_name (&session->game, job->positions.texts[0], failure)
               : batch_name (&session->options);
  case COMMAND_VERIFY: return verify_name (&session->options);
  case COMMAND_BOOK:
    return book_plan_from (&session->options, paths->book, &plan, failure) ? book_name (&plan) : NULL;
  case COMMAND_TOURNAMENT: return tournament_name (job, failure);
  case COMMAND_COMPARE: return comparison_name (session, job);
  default: return NULL;
  }
}

bool job_checkpoint_fits (const struct session *session, const struct job *job, const struct job_paths *paths,
                          int part, int parts, struct failure *failure) {
  struct session asked = *session; /* with the options that it would have */
  asked.options.part = part;
  asked.options.parts = parts;
  job_take_options (&asked, job, paths);
  if (job->task == COMMAND_COMPARE && (job->table_memory == NULL || strchr (job->table_memory, '%') != NULL))
    comparison_tables (asked.options.checkpoint, &asked.resources.table_bytes);
  char *name = name_job (&asked, job, paths, failure);
  if (name != NULL)
    run_checkpoint_fits (&asked, asked.options.checkpoint, name, failure);
  free (name);
  return failure->code == 0;
}

void job_warn_of_keys (const struct job *job) {
  for (const struct parameter *p = parameters; p->name != NULL; p++) {
    struct failure why = { 0 };
    if (!job_uses (job, p, &why))
      fprintf (stderr, "warning: %s\n", why.text);
  }
}
