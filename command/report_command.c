/* `zermelo report`: a page about runs from their statistics files; with --merge, one statistics file or one
 * table of results from many. */
#include "analysis/report.h"

#include "play/tournament_file.h"
#include "base/clock.h"
#include "certificate/certificate.h"
#include "checker/checker.h"
#include "file/text_file.h"
#include "run/merge.h"
#include "run/run_names.h"
#include "store/file.h"
#include "store/new_file.h"
#include "store/statistics_file.h"
#include "command/task.h"
#include "run/certificates.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

struct records {
  struct record *list;
  size_t count;
};

static bool read_all (struct records *records, char **paths, size_t count, struct failure *failure) {
  records->list = allocate (count, sizeof *records->list);
  for (size_t i = 0; i < count; i++) {
    if (!record_read (paths[i], &records->list[i], failure))
      return false;
    records->count++;
  }
  return true;
}

static void free_all (struct records *records) {
  for (size_t i = 0; i < records->count; i++)
    record_free (&records->list[i]);
  free (records->list);
}

/* "out/a.statistics.h5" -> "out/a.html" */
static char *page_path (const char *path) {
  static const char *const ends[] = { ".h5", ".statistics", ".games" };
  int length = (int) strlen (path);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    const int rest = length - (int) strlen (ends[i]);
    if (rest > 0 && path[rest - 1] != '/' && strncmp (path + rest, ends[i], (size_t) (length - rest)) == 0)
      length = rest;
  }
  return text_format ("%.*s.html", length, path);
}

/* ---- tables ---- */

/* "out/a-1-of-2.statistics.h5" -> "out/a-1-of-2.tsv", which the run wrote, too. */
static char *table_path (const char *path) {
  static const char end[] = ".statistics.h5";
  const size_t length = strlen (path) - (text_ends_with (path, end) ? strlen (end) : 0);
  return text_format ("%.*s.tsv", (int) length, path);
}

/* Print the next line of a text, split at its tabs into fields; false: there is none. */
static bool copy_line (struct display *display, char **text) {
  char *line = *text, *end = strchr (line, '\n');
  if (end == NULL)
    return false;
  *end = 0;
  *text = end + 1;
  for (char *field = strsep (&line, "\t"); field != NULL; field = strsep (&line, "\t"))
    output_text (&display->output, field);
  output_line (&display->output);
  return true;
}

static size_t count_lines (const char *text) {
  size_t lines = 0;
  for (; (text = strchr (text, '\n')) != NULL; text++)
    lines++;
  return lines;
}

/* Do the numbers of lines of the finished parts fit parts of one list? */
static bool tables_match (const struct records *records, char *const *texts, struct failure *failure) {
  const int parts = records->list[0].parts;
  size_t least = 0, most = SIZE_MAX; /* what the next part may have */
  for (int part = 1; part <= parts; part++)
    for (size_t i = 0; i < records->count; i++) {
      const struct record *record = &records->list[i];
      if (record->part != part || !record->complete)
        continue;
      const size_t lines = count_lines (texts[part - 1]);
      if (lines > most || lines < least)
        return fail (failure, EXIT_BAD_DATA,
                     "part %d of %d has %zu positions, those before it %zu: of different lists", part, parts,
                     lines, most);
      if (most == SIZE_MAX)
        least = lines > 0 ? lines - 1 : 0;
      most = lines;
    }
  return true;
}

/* Line r of part I of N is position N r + I - 1 of the list. Statistics shorten long positions, so the lines
 * come from the tables of the parts that there are. */
static bool join_tables (struct run *run, const struct records *records, const char *path,
                         struct failure *failure) {
  const size_t parts = (size_t) records->list[0].parts;
  char **texts = allocate (parts, sizeof *texts), **rest = allocate (parts, sizeof *rest);
  for (size_t i = 0; i < records->count && failure->code == 0; i++) {
    size_t size;
    const size_t place = (size_t) records->list[i].part - 1;
    char *table = table_path (run->session.options.arguments[i]);
    texts[place] = rest[place] = text_file_read (table, &size, failure);
    free (table);
  }
  if (failure->code == 0 && tables_match (records, texts, failure)
      && output_copy_to (&run->display.output, path, failure)) {
    output_columns (&run->display.output, solve_columns, SOLVE_COLUMNS);
    for (bool more = true; more;) {
      more = false;
      for (size_t i = 0; i < parts; i++)
        more = (rest[i] != NULL && copy_line (&run->display, &rest[i])) || more;
    }
  }
  for (size_t i = 0; i < parts; i++)
    free (texts[i]);
  free (texts);
  free (rest);
  return failure->code == 0;
}

/* Write the lines of the results to standard output and to a file. */
static bool write_table (struct display *display, const struct record *record, const char *path,
                         struct failure *failure) {
  if (!output_copy_to (&display->output, path, failure))
    return false;
  output_columns (&display->output, verify_columns, VERIFY_COLUMNS);
  for (size_t i = 0; i < record->row_count; i++) {
    verify_fields (&display->output, &record->rows[i]);
    output_line (&display->output);
  }
  return true;
}

static bool merge (struct run *run, const struct records *records, struct record *all,
                   struct failure *failure) {
  const char *path = run->session.options.merge;
  if (!records_merge (all, records->list, (const char *const *) run->session.options.arguments,
                      records->count, failure))
    return false;
  bool good;
  if (!text_ends_with (path, ".tsv"))
    good = new_file_reserve (path, failure) && record_write (path, all, failure);
  else if (records->list[0].parts > 1 && strcmp (all->task, "solve") == 0)
    good = join_tables (run, records, path, failure);
  else
    good = write_table (&run->display, all, path, failure);
  if (good)
    run_makes (&run->journal, path);
  return good;
}

/* Write the page: about the merged run, or about each of several. */
static bool write_page (struct run *run, const struct records *records, const struct record *all,
                        const char *page, struct failure *failure) {
  const bool merged = run->session.options.merge != NULL;
  if (!new_file_reserve_text (page, failure)
      || !report_write (page, merged ? all : records->list, merged ? 1 : records->count, failure))
    return false;
  run_makes (&run->journal, page);
  return true;
}

/* ---- a certificate ---- */

static bool is_certificate (const char *path) {
  char kind[FILE_KIND];
  struct failure ignored = { 0 };
  return file_kind (path, kind, &ignored) && strcmp (kind, CERTIFICATE_KIND) == 0;
}

/* Begin a page that is about one file of another kind than the statistics of a run. */
static bool begin_own_page (const struct options *options, const char *kind, const char *page,
                            struct failure *failure) {
  if (options->argument_count > 1 || options->merge != NULL)
    return fail (failure, EXIT_USAGE, "report: a %s has a page of its own: no other FILE, no --merge", kind);
  return new_file_reserve_text (page, failure);
}

/* The page of one that is refused says why. */
static int report_certificate (struct run *run, const char *page, struct failure *failure) {
  struct certificate_file file;
  struct verdict verdict;
  const char *path = run->session.options.arguments[0];
  if (!begin_own_page (&run->session.options, "certificate", page, failure)
      || !certificate_open (&file, path, run->session.options.tables, failure))
    return failure->code;
  const double begun = clock_seconds ();
  check_in_threads (&run->session, &file, &verdict);
  if (report_certificate_write (page, path, &file, &verdict, clock_seconds () - begun, failure)) {
    run_makes (&run->journal, page);
    if (!verdict.accepted)
      fail (failure, EXIT_DIFFERS, "%.300s: %s %s", path, verdict.wrong, verdict.reason);
  }
  certificate_file_close (&file);
  return failure->code;
}

/* ---- a tournament ---- */

static int report_tournament (struct run *run, const char *page, struct failure *failure) {
  struct tournament_file content;
  const char *path = run->session.options.arguments[0];
  if (!begin_own_page (&run->session.options, "tournament", page, failure)
      || !tournament_file_read (&content, path, failure))
    return failure->code;
  const char *name = strrchr (path, '/');
  if (tournament_page_write (page, name != NULL ? name + 1 : path, &content.tournament, &content.list,
                             failure))
    run_makes (&run->journal, page);
  tournament_file_free (&content);
  return failure->code;
}

/* The page has a name also where none is given, and the tables of parts are read, too. */
static bool names_differ (const struct session *session, const char *page, struct failure *failure) {
  const struct options *options = &session->options;
  struct named_files files = { 0 };
  run_names_add (&files, session);
  if (options->output == NULL)
    named_files_add (&files, FILE_WRITTEN, "the page", page);
  const bool joins
      = options->merge != NULL && text_ends_with (options->merge, ".tsv") && options->argument_count > 1;
  for (int i = 0; joins && i < options->argument_count; i++) {
    char *table = table_path (options->arguments[i]);
    named_files_add (&files, FILE_READ, "the table of a part", table);
    free (table);
  }
  return run_names_differ (&files, failure);
}

int command_report (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  struct records records = { NULL, 0 };
  struct record all = { .row_count = 0 };
  char *page = NULL;
  if (options->output != NULL)
    page = strdup (options->output);
  else if (options->merge == NULL)
    page = page_path (options->arguments[0]);
  if (!names_differ (&run->session, page, failure)) {
    free (page);
    return failure->code;
  }
  if (is_certificate (options->arguments[0])) {
    report_certificate (run, page, failure);
    free (page);
    return failure->code;
  }
  if (tournament_file_is_one (options->arguments[0])) {
    report_tournament (run, page, failure);
    free (page);
    return failure->code;
  }
  bool good = read_all (&records, options->arguments, (size_t) options->argument_count, failure);
  if (good && options->merge != NULL)
    good = merge (run, &records, &all, failure);
  if (good && page != NULL)
    good = write_page (run, &records, &all, page, failure);
  struct failure missing = { 0 }; /* not a failure of the command, since the parts that exist were merged */
  if (good && options->merge != NULL)
    merge_say_missing (records.list, records.count, &missing);
  if (missing.code != 0)
    failure_print (&missing);
  record_free (&all);
  free_all (&records);
  free (page);
  return failure->code != 0 ? failure->code : missing.code;
}
