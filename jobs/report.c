/* `zermelo report`: a page about runs, made from their statistics files; one such file made of many, or the
 * table of their results. */
#include "analysis/report.h"

#include "command.h"
#include "merge.h"
#include "store/new_file.h"
#include "store/record.h"
#include "verify.h"

#include <stdlib.h>
#include <string.h>

struct records {
  struct record *list;
  size_t count;
};

static bool
read_all (struct records *records, char **paths, size_t count, struct failure *failure)
{
  records->list = allocate (count, sizeof *records->list);
  for (size_t i = 0; i < count; i++) {
    if (!record_read (paths[i], &records->list[i], failure))
      return false;
    records->count++;
  }
  return true;
}

static void
free_all (struct records *records)
{
  for (size_t i = 0; i < records->count; i++)
    record_free (&records->list[i]);
  free (records->list);
}

/* "out/a.statistics.h5" -> "out/a.html" */
static char *
page_path (const char *path)
{
  static const char *const ends[] = { ".h5", ".statistics" };
  const size_t size = strlen (path) + 6;
  char *page = allocate (size, 1);
  strcpy (page, path);
  for (size_t i = 0; i < 2; i++) {
    const size_t length = strlen (page), end = strlen (ends[i]);
    if (length > end && page[length - end - 1] != '/' && strcmp (page + length - end, ends[i]) == 0)
      page[length - end] = 0;
  }
  strcat (page, ".html");
  return page;
}

/* The lines of the results, to standard output and to a file. */
static bool
write_table (struct run *run, const struct record *record, const char *path, struct failure *failure)
{
  if (!output_copy_to (&run->output, path, failure))
    return false;
  output_columns (&run->output, verify_columns, VERIFY_COLUMNS);
  for (size_t i = 0; i < record->row_count; i++) {
    verify_fields (&run->output, &record->rows[i]);
    output_line (&run->output);
  }
  return true;
}

static bool
ends_with (const char *text, const char *end)
{
  const size_t length = strlen (text), size = strlen (end);
  return length > size && strcmp (text + length - size, end) == 0;
}

static bool
merge (struct run *run, const struct records *records, struct failure *failure)
{
  const char *path = run->options.merge;
  struct record all;
  if (!records_merge (&all, records->list, (const char *const *) run->options.arguments, records->count,
                      failure))
    return false;
  const bool good = ends_with (path, ".tsv") ? write_table (run, &all, path, failure)
                                             : record_write (path, &all, failure);
  record_free (&all);
  if (good)
    run_makes (run, path);
  return good;
}

int
command_report (struct run *run, struct failure *failure)
{
  const struct options *options = &run->options;
  struct records records = { NULL, 0 };
  char *page = NULL;
  if (options->output != NULL)
    page = strdup (options->output);
  else if (options->merge == NULL)
    page = page_path (options->arguments[0]);
  bool good = read_all (&records, options->arguments, (size_t) options->argument_count, failure);
  if (good && options->merge != NULL)
    good = merge (run, &records, failure);
  if (good && page != NULL && new_file_possible (page, failure)
      && report_write (page, records.list, records.count, failure))
    run_makes (run, page);
  free_all (&records);
  free (page);
  return failure->code;
}
