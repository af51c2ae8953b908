#include "settings/job_file.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job_paths job_paths (const struct job *job, int part, int parts) {
  char which[40] = "";
  if (parts > 1) {
    const int digits = snprintf (NULL, 0, "%d", parts);
    snprintf (which, sizeof which, "-%0*d-of-%d", digits, part, parts);
  }
  struct job_paths paths;
  paths.directory = job->directory != NULL ? strdup (job->directory) : text_format ("out/%s", job->name);
  paths.results = text_format ("%s/%s", paths.directory, job->name);
  paths.lines = text_format ("%s%s.tsv", paths.results, which);
  paths.statistics = text_format ("%s%s.statistics.h5", paths.results, which);
  paths.page = text_format ("%s%s.html", paths.results, which);
  paths.book = text_format ("%s%s.book.h5", paths.results, which);
  paths.tables = text_format ("%s%s.tables.h5", paths.results, which);
  paths.layers = text_format ("%s%s.layers.h5", paths.results, which);
  paths.certificate = text_format ("%s%s.certificate.h5", paths.results, which);
  paths.certificates = text_format ("%s.certificates", paths.results);
  paths.games = text_format ("%s.games.h5", paths.results);
  paths.game_texts = text_format ("%s.games", paths.results);
  paths.comparison = text_format ("%s%s.comparison.h5", paths.results, which);
  paths.checkpoint = text_format ("%s%s.checkpoint.h5", paths.results, which);
  return paths;
}

void job_paths_free (struct job_paths *paths) {
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
  free (paths->games);
  free (paths->game_texts);
  free (paths->comparison);
  free (paths->checkpoint);
}
