/* `zermelo report`: a page about runs, made from their statistics files; or one such file made of many. */
#include "analysis/report.h"

#include "command.h"
#include "store/new_file.h"
#include "store/record.h"

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

/* One record of all: rows and ranks side by side, seconds added up. */
static bool
merge (const struct records *records, const char *path, struct failure *failure)
{
  struct record all = records->list[0];
  size_t rows = 0, ranks = 0;
  all.seconds = 0;
  for (size_t i = 0; i < records->count; i++) {
    rows += records->list[i].row_count;
    ranks += (size_t) records->list[i].ranks;
    all.seconds += records->list[i].seconds;
  }
  struct record_row *all_rows = allocate (rows, sizeof *all_rows);
  struct statistics *statistics = allocate (ranks, sizeof *statistics);
  double *busy = allocate (ranks, sizeof *busy);
  rows = ranks = 0;
  for (size_t i = 0; i < records->count; i++) {
    const struct record *record = &records->list[i];
    const size_t part = (size_t) record->ranks;
    if (record->row_count > 0)
      memcpy (all_rows + rows, record->rows, record->row_count * sizeof *all_rows);
    memcpy (statistics + ranks, record->statistics, part * sizeof *statistics);
    memcpy (busy + ranks, record->busy_seconds, part * sizeof *busy);
    rows += record->row_count;
    ranks += part;
  }
  all.rows = all_rows;
  all.row_count = rows;
  all.ranks = (int) ranks;
  all.statistics = statistics;
  all.busy_seconds = busy;
  const bool good = record_write (path, &all, failure);
  free (all_rows);
  free (statistics);
  free (busy);
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
  if (good && options->merge != NULL) {
    good = merge (&records, options->merge, failure);
    run_makes (run, options->merge);
  }
  if (good && page != NULL && new_file_possible (page, failure)
      && report_write (page, records.list, records.count, failure))
    run_makes (run, page);
  free_all (&records);
  free (page);
  return failure->code;
}
