#include "run/run_end.h"

#include "analysis/report.h"
#include "base/clock.h"
#include "run/certificates.h"
#include "run/run_checkpoint.h"
#include "run/run_status.h"
#include "run/search_tables.h"
#include "run/unfinished.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* For people: name the files that were made. */
static void name_files (const struct run *run) {
  for (int i = 0; i < run->made_count; i++)
    if (access (run->made[i], F_OK) == 0)
      fprintf (stderr, "made %s\n", run->made[i]);
}

static void fill_record (const struct run *run, bool complete, struct record *record) {
  memset (record, 0, sizeof *record);
  snprintf (record->task, sizeof record->task, "%s", run->task);
  snprintf (record->name, sizeof record->name, "%s", run->name);
  snprintf (record->title, sizeof record->title, "%s", run->game.title);
  snprintf (record->game, sizeof record->game, "%s", run->game.name);
  snprintf (record->board, sizeof record->board, "%s", run->game.board_text);
  snprintf (record->rules, sizeof record->rules, "%s", run->game.rules);
  snprintf (record->command, sizeof record->command, "%s", run->command_line);
  record->seconds = run_checkpoint_seconds (run->run_checkpoint);
  if (!run_checkpoint_had_finished (run->run_checkpoint))
    record->seconds += clock_seconds () - run->begun;
  record->part = run->options.part;
  record->parts = run->options.parts;
  record->runs = 1;
  record->complete = complete;
  record->threads = run->resources.threads;
  record->table_bytes = run->resources.table_bytes;
  snprintf (record->replacement, sizeof record->replacement, "%s",
            replacement_names[run->resources.replacement]);
}

static bool write_page (const struct run *run, struct failure *failure) {
  struct record record;
  if (!record_read (run->statistics, &record, failure))
    return false;
  const bool good = report_write (run->report, &record, 1, failure);
  record_free (&record);
  return good;
}

static bool write_files (struct run *run, struct record *record, struct failure *failure) {
  if (run->statistics != NULL && !account_write (&run->account, run->statistics, record, failure))
    return false;
  return run->report == NULL || write_page (run, failure);
}

/* Does the code mean that there is a result, even if a claim does not hold or work is left? */
static bool is_result (const struct failure *failure) {
  return failure->code == 0 || failure->code == EXIT_DIFFERS || failure->code == EXIT_UNFINISHED;
}

/* Write the files of the run (rank 0). A file that cannot be written outweighs a result. */
static int leave_behind (struct run *run, int code, struct failure *failure) {
  if (failure->code == 0 && run->query_failure.code != 0)
    *failure = run->query_failure;
  const bool only_lines = run->output.file.file == NULL;
  progress_clear (&run->progress);
  struct failure trouble = { 0 }, not_kept = { 0 };
  struct record record;
  fill_record (run, failure->code != EXIT_UNFINISHED, &record);
  run_checkpoint_close (run->run_checkpoint, failure->code == 0 || failure->code == EXIT_DIFFERS, &not_kept);
  run->run_checkpoint = NULL;
  run_status_close (run, failure->code == 0 || failure->code == EXIT_DIFFERS);
  if (!is_result (failure) || run->left_alone) {
    output_abandon (&run->output);
    return failure->code;
  }
  if (failure->code == EXIT_UNFINISHED)
    unfinished_files (run, failure);
  struct failure lines = { 0 };
  const bool good = output_finish (&run->output, &lines);
  if (!write_files (run, &record, &trouble) || !good) /* the files are written even if the lines are lost */
    *failure = good ? trouble : lines;
  else if (not_kept.code != 0)
    *failure = not_kept;
  else {
    if (run->options.verbose)
      account_print (&run->account, stderr);
    if (!run->options.quiet)
      name_files (run);
  }
  run->reader_gone = run->output.closed && only_lines && is_result (failure);
  return failure->code != 0 ? failure->code : code;
}

int run_end (struct run *run, int code, struct failure *failure) {
  if (run->ranks.rank == 0)
    code = leave_behind (run, code, failure);
  /* the reader of the output is gone, so nothing is said, whatever code the ranks had */
  ranks_broadcast (&run->ranks, &run->reader_gone, sizeof run->reader_gone);
  if (run->reader_gone) {
    *failure = (struct failure){ 0 };
    code = EXIT_HOLDS;
  }
  if (!ranks_agree (&run->ranks, failure))
    code = failure->code;
  ranks_broadcast (&run->ranks, &code, sizeof code);
  proofs_end (run);
  account_end (&run->account);
  search_tables_free (run);
  engine_close (&run->game);
  free (run->statistics);
  free (run->report);
  while (run->made_count > 0)
    free (run->made[--run->made_count]);
  return code;
}
