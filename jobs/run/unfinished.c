#include "run/run_end.h"

#include "store/new_file.h"
#include "store/statistics_file.h"
#include "store/book.h"

#include <stdlib.h>
#include <string.h>

/* ---- books ---- */

static uint64_t unknown_values (const struct book *book) {
  struct book_entry entry;
  uint64_t unknown = 0;
  for (size_t i = 0; book_entry_at (book, i, &entry); i++)
    unknown += entry.value == ZERMELO_UNKNOWN;
  return unknown;
}

/* Does the existing file hold this book, with no fewer unknown values? */
static bool book_is_less (const struct session *session, const char *path, int plies, uint64_t unknown) {
  const struct game *game = &session->game;
  struct book_identity its;
  struct failure none = { 0 };
  struct book *book = book_open (path, &none);
  if (book == NULL)
    return false;
  book_identify (book, &its);
  const bool less = strcmp (its.game, game->name) == 0 && strcmp (its.board, game->board_text) == 0
                    && strcmp (its.rules, game->rules) == 0 && its.plies == plies
                    && its.scored == session->options.score && unknown_values (book) >= unknown;
  book_close (book);
  return less;
}

char *unfinished_book (const struct session *session, const char *path, int plies, uint64_t unknown) {
  return unknown > 0 && book_is_less (session, path, plies, unknown) ? strdup (path)
                                                                     : new_file_unfinished (path);
}

/* ---- lines, statistics, page ---- */

/* Append "...; in FILE.unfinished, FILE stays" as far as it fits. */
void unfinished_say (struct failure *failure, const char *path, const char *name) {
  char text[sizeof failure->text];
  memcpy (text, failure->text, sizeof text);
  snprintf (failure->text, sizeof failure->text, "%.300s; %.150s stays as it is, see %s", text, path,
            strrchr (name, '/') == NULL ? name : strrchr (name, '/') + 1);
}

/* Give a file of the run another name if a finished one exists. */
static void rename_file (struct journal *journal, char **path, struct failure *failure) {
  char *name = new_file_unfinished (*path);
  if (strcmp (name, *path) == 0) {
    free (name);
    return;
  }
  unfinished_say (failure, *path, name);
  for (int i = 0; i < journal->made_count; i++)
    if (strcmp (journal->made[i], *path) == 0) {
      free (journal->made[i]);
      journal->made[i] = strdup (name);
    }
  free (*path);
  *path = name;
}

/* Is there a statistics file, of a run that was not finished? */
static bool are_unfinished (const char *path) {
  struct record record;
  struct failure ignored = { 0 };
  if (path == NULL || !record_read (path, &record, &ignored))
    return false;
  const bool complete = record.complete;
  record_free (&record);
  return !complete;
}

void unfinished_files (struct run *run, struct failure *failure) {
  const bool again = are_unfinished (run->journal.statistics);
  const bool of_job = run->session.name[0] != 0;
  if (run->display.output.file.file != NULL && !(again && of_job))
    rename_file (&run->journal, &run->display.output.file.whole.path, failure);
  if (again)
    return;
  if (run->journal.statistics != NULL)
    rename_file (&run->journal, &run->journal.statistics, failure);
  if (run->journal.report != NULL)
    rename_file (&run->journal, &run->journal.report, failure);
}
