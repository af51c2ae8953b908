#include "settings/job_paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *
join (const char *first, const char *between, const char *last)
{
  const size_t size = strlen (first) + strlen (between) + strlen (last) + 1;
  char *text = allocate (size, 1);
  snprintf (text, size, "%s%s%s", first, between, last);
  return text;
}

struct job_paths
job_paths (const struct job *job, int part, int parts)
{
  char which[40] = "";
  if (parts > 1) {
    const int digits = snprintf (NULL, 0, "%d", parts);
    snprintf (which, sizeof which, "-%0*d-of-%d", digits, part, parts);
  }
  struct job_paths paths;
  paths.directory = job->directory != NULL ? strdup (job->directory) : join ("out", "/", job->name);
  paths.results = join (paths.directory, "/", job->name);
  paths.lines = join (paths.results, which, ".tsv");
  paths.statistics = join (paths.results, which, ".statistics.h5");
  paths.page = join (paths.results, which, ".html");
  paths.book = join (paths.results, which, ".book.h5");
  paths.tables = join (paths.results, which, ".tables.h5");
  paths.layers = join (paths.results, which, ".layers.h5");
  paths.certificate = join (paths.results, which, ".certificate.h5");
  paths.certificates = join (paths.results, "", ".certificates");
  paths.checkpoint = join (paths.results, which, ".checkpoint.h5");
  return paths;
}

void
job_paths_free (struct job_paths *paths)
{
  free (paths->directory);
  free (paths->results);
  free (paths->lines);
  free (paths->statistics);
  free (paths->page);
  free (paths->book);
  free (paths->tables);
  free (paths->layers);
  free (paths->certificate);
  free (paths->certificates);
  free (paths->checkpoint);
}
