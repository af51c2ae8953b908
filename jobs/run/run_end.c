#include "run/run_end.h"

#include "analysis/report.h"
#include "base/clock.h"
#include "run/certificates.h"
#include "run/run_checkpoint.h"
#include "run/run_status.h"
#include "run/search_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* For people: name the files that were made. */
static void name_files (const struct journal *journal) {
  for (int i = 0; i < journal->made_count; i++)
    if (access (journal->made[i], F_OK) == 0)
      fprintf (stderr, "made %s\n", journal->made[i]);
}

static void fill_record (const struct run *run, bool complete, struct record *record) {
  memset (record, 0, sizeof *record);
  snprintf (record->task, sizeof record->task, "%s", run->session.task);
  snprintf (record->name, sizeof record->name, "%s", run->session.name);
  snprintf (record->title, sizeof record->title, "%s", run->session.game.title);
  snprintf (record->game, sizeof record->game, "%s", run->session.game.name);
  snprintf (record->board, sizeof record->board, "%s", run->session.game.board_text);
  snprintf (record->rules, sizeof record->rules, "%s", run->session.game.rules);
  snprintf (record->command, sizeof record->command, "%s", run->session.command_line);
  record->seconds = run->journal.earlier_seconds;
  if (!run_checkpoint_had_finished (run->journal.run_checkpoint))
    record->seconds += clock_seconds () - run->session.begun;
  record->part = run->session.options.part;
  record->parts = run->session.options.parts;
  record->runs = 1;
  record->complete = complete;
  record->threads = run->session.resources.threads;
  record->table_bytes = run->session.resources.table_bytes;
  snprintf (record->replacement, sizeof record->replacement, "%s",
            replacement_names[run->session.resources.replacement]);
}

static bool write_page (const struct journal *journal, struct failure *failure) {
  struct record record;
  if (!record_read (journal->statistics, &record, failure))
    return false;
  const bool good = report_write (journal->report, &record, 1, failure);
  record_free (&record);
  return good;
}

static bool write_files (struct journal *journal, struct record *record, struct failure *failure) {
  if (journal->statistics != NULL && !account_write (&journal->account, journal->statistics, record, failure))
    return false;
  return journal->report == NULL || write_page (journal, failure);
}

/* Does the code mean that there is a result, even if a claim does not hold or work is left? */
static bool is_result (const struct failure *failure) {
  return failure->code == 0 || failure->code == EXIT_DIFFERS || failure->code == EXIT_UNFINISHED;
}

/* Write the files of the run (rank 0). A file that cannot be written outweighs a result. */
static int leave_behind (struct run *run, int code, struct failure *failure) {
  if (failure->code == 0 && run->session.query_failure.code != 0)
    *failure = run->session.query_failure;
  const bool only_lines = run->display.output.file.file == NULL;
  progress_clear (&run->display.progress);
  struct failure trouble = { 0 }, not_kept = { 0 };
  struct record record;
  fill_record (run, failure->code != EXIT_UNFINISHED, &record);
  run_checkpoint_close (run->journal.run_checkpoint, failure->code == 0 || failure->code == EXIT_DIFFERS,
                        &not_kept);
  run->journal.run_checkpoint = NULL;
  run_status_close (run, failure->code == 0 || failure->code == EXIT_DIFFERS);
  if (!is_result (failure) || run->session.left_alone) {
    output_abandon (&run->display.output);
    return failure->code;
  }
  if (failure->code == EXIT_UNFINISHED)
    unfinished_files (run, failure);
  struct failure lines = { 0 };
  const bool good = output_finish (&run->display.output, &lines);
  if (!write_files (&run->journal, &record, &trouble)
      || !good) /* the files are written even if the lines are lost */
    *failure = good ? trouble : lines;
  else if (not_kept.code != 0)
    *failure = not_kept;
  else {
    if (run->session.options.verbose)
      account_print (&run->journal.account, stderr);
    if (!run->session.options.quiet)
      name_files (&run->journal);
  }
  run->display.reader_gone = run->display.output.closed && only_lines && is_result (failure);
  return failure->code != 0 ? failure->code : code;
}

int run_end (struct run *run, int code, struct failure *failure) {
  if (run->session.ranks.rank == 0)
    code = leave_behind (run, code, failure);
  /* the reader of the output is gone, so nothing is said, whatever code the ranks had */
  ranks_broadcast (&run->session.ranks, &run->display.reader_gone, sizeof run->display.reader_gone);
  if (run->display.reader_gone) {
    *failure = (struct failure){ 0 };
    code = EXIT_HOLDS;
  }
  if (!ranks_agree (&run->session.ranks, failure))
    code = failure->code;
  ranks_broadcast (&run->session.ranks, &code, sizeof code);
  proofs_end (run);
  account_end (&run->journal.account);
  search_tables_free (&run->session);
  engine_close (&run->session.game);
  free (run->journal.statistics);
  free (run->journal.report);
  while (run->journal.made_count > 0)
    free (run->journal.made[--run->journal.made_count]);
  return code;
}
