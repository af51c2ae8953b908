/* `zermelo run`: carry out a job file, with the same functions as the commands.
 *
 * Rank 0 reads the file and every rank parses its text. Lines go to standard output and to NAME.tsv,
 * statistics to NAME.statistics.h5, and the page about the run to NAME.html (struct job_paths). */
#include "base/machine.h"

#include "command/task.h"
#include "run/tournament_run.h"
#include "file/text_file.h"
#include "settings/job_file.h"
#include "run/placement.h"
#include "run/certificates.h"
#include "run/run_names.h"
#include "run/search_tables.h"
#include "store/lock.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* Returns the file's text on all ranks; the caller frees it. */
static char *read_everywhere (const struct session *session, const char *path, size_t *size,
                              struct failure *failure) {
  char *text = NULL;
  *size = 0;
  if (session->ranks.rank == 0)
    text = text_file_read (path, size, failure);
  if (!ranks_agree (&session->ranks, failure))
    return NULL;
  ranks_broadcast (&session->ranks, size, sizeof *size);
  if (session->ranks.rank != 0)
    text = allocate (*size + 1, 1);
  ranks_broadcast (&session->ranks, text, *size);
  return text;
}

/* ---- carrying out ---- */

static int make_book (struct run *run, const char *path, struct failure *failure) {
  struct book_plan plan = { 0 };
  if (!book_plan_from (&run->session.options, path, &plan, failure)
      || !search_tables_read (run, run->session.options.tables, failure))
    return failure->code;
  return book_make (run, &plan, failure);
}

static int do_task (struct run *run, const struct job *job, const struct job_paths *paths,
                    struct failure *failure) {
  const struct positions positions = { job->positions_file, job->positions.texts, job->positions.count };
  const struct options *options = &run->session.options;
  switch (job->task) {
  case COMMAND_VERIFY: return verify_table (run, failure);
  case COMMAND_BOOK: return make_book (run, paths->book, failure);
  case COMMAND_TABLEBASE: return tablebase_write (run, options->pieces, paths->tables, failure);
  case COMMAND_LAYERS: return layers_make (run, paths->layers, failure);
  case COMMAND_COMPARE: return compare_methods (run, job, paths, failure);
  case COMMAND_COUNT: return count_game (run, options->plies, failure);
  case COMMAND_TOURNAMENT: return tournament_hold (run, job, paths, failure);
  case COMMAND_PERFT: return perft_position (run, job->positions.texts[0], options->plies, failure);
  default: break;
  }
  if (options->certificate != NULL && !proofs_begin (run, options->certificate, failure))
    return failure->code;
  if (!search_tables_read (run, options->tables, failure))
    return failure->code;
  if (options->pieces > 0 && run->session.game.engine->slices != NULL
      && !search_tables_keep (run, options->pieces, paths->tables, failure))
    return failure->code;
  if (job->positions_file == NULL && job->positions.count == 1)
    return solve_position (run, job->positions.texts[0], failure);
  return batch_solve (run, &positions, failure);
}

static bool make_ready (struct run *run, const struct job *job, const struct job_paths *paths,
                        struct failure *failure) {
  if (run->session.ranks.rank == 0 && failure->code == 0 && directory_make (paths->directory, failure)
      && new_file_reserve (paths->statistics, failure)
      && (!job->report || new_file_reserve_text (paths->page, failure)))
    output_copy_to (&run->display.output, paths->lines, failure);
  return ranks_agree (&run->session.ranks, failure);
}

static int run_checked (struct run *run, const struct job *job, struct failure *failure) {
  struct job_paths paths = job_paths (job, run->session.options.part, run->session.options.parts);
  int code = EXIT_HOLDS;
  lock_name_job (job->name);
  if (run->session.ranks.rank == 0)
    run_names_check_job (&run->session, job, &paths, failure);
  job_take_options (&run->session, job, &paths);
  if (make_ready (run, job, &paths, failure) && placement_find (&run->session, job->task, true, failure)) {
    code = do_task (run, job, &paths, failure);
    run_makes (&run->journal, paths.lines);
    run_makes (&run->journal, paths.statistics);
    run->journal.statistics = strdup (paths.statistics);
    if (job->report)
      run_makes (&run->journal, paths.page);
    if (job->report && job->task != COMMAND_TOURNAMENT
        && job->task != COMMAND_COMPARE) /* these tasks have made pages of their own */
      run->journal.report = strdup (paths.page);
  } else
    code = failure->code;
  job_paths_free (&paths);
  return code;
}

/* A part has no page of its own; merging the parts makes one. */
static bool check_part (struct job *job, const struct options *options, struct failure *failure) {
  if (options->parts == 1)
    return true;
  job->report = false;
  return job_has_parts (job)
         || fail (failure, EXIT_USAGE,
                  "--part: only verify and a list of positions can be split, the task is %s",
                  commands[job->task].name);
}

/* Print what the job would do. This is stricter than carrying it out: a key that the task does not use is an
 * error, because it suggests that something else was meant. */
static void check_only (struct run *run, const struct job *job, struct failure *failure) {
  for (const struct parameter *p = parameters; p->name != NULL; p++)
    if (!job_uses (job, p, failure))
      return;
  if (!job_check_game (run, job, failure) || !job_check_positions (&run->session, job, failure))
    return;
  const struct game *game = &run->session.game;
  if (job->task == COMMAND_SOLVE && job->options.pieces > 0 && game->engine->slices == NULL) {
    job_fail (job, "pieces", failure, "%s has no endgame tables; %s", game->title,
              games_with (engine_has_tables, (char[GAMES_TEXT]){ 0 }, GAMES_TEXT));
    return;
  }
  struct job_paths paths = job_paths (job, run->session.options.part, run->session.options.parts);
  const struct options *options = &run->session.options;
  if (run->session.ranks.rank != 0
      || (run_names_check_job (&run->session, job, &paths, failure)
          && job_checkpoint_fits (&run->session, job, &paths, options->part, options->parts, failure))) {
    job_plan_print (run, job, &paths);
    if (run->session.options.dry_run)
      job_forecast_print (run, job, &paths, failure);
  }
  job_paths_free (&paths);
  if (!run->session.ranks.launched || !ranks_agree (&run->session.ranks, failure))
    return;
  const int asked = options->threads > 0 ? options->threads : job->options.threads;
  run->session.resources.threads = asked > 0 ? asked : run->session.default_threads;
  placement_find (&run->session, job->task, false, failure);
}

/* A command that reads a job file, but is not `run`, does that task alone. */
static bool check_task (const struct session *session, const struct job *job, struct failure *failure) {
  const enum command_id id = (enum command_id) (session->command - commands);
  return id == COMMAND_RUN || id == job->task
         || job_fail (job, "task", failure, "expected %s, found %s", commands[id].name,
                      commands[job->task].name);
}

static int run_text (struct run *run, const char *text, size_t size, struct failure *failure) {
  struct job job;
  /* a job that is only checked here will run on a node that its slurm section describes */
  const bool planned = run->session.options.check || run->session.options.dry_run;
  const uint64_t whole_memory = planned ? 0 : machine_rank_memory ();
  if (!job_read (&job, run->session.options.arguments[0], text, size, whole_memory, failure))
    return failure->code;
  int code = EXIT_HOLDS;
  if (!check_task (&run->session, &job, failure) || !check_part (&job, &run->session.options, failure))
    code = failure->code;
  else if (planned)
    check_only (run, &job, failure);
  else if (job_check_game (run, &job, failure)) {
    if (run->session.ranks.rank == 0 && !run->session.options.quiet)
      job_warn_of_keys (&job);
    code = run_checked (run, &job, failure);
  }
  job_free (&job);
  return failure->code != 0 ? failure->code : code;
}

int command_run (struct run *run, struct failure *failure) {
  size_t size;
  char *text = read_everywhere (&run->session, run->session.options.arguments[0], &size, failure);
  if (text == NULL)
    return failure->code;
  const int code = run_text (run, text, size, failure);
  free (text);
  return code;
}
