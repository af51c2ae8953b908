#include "file/named_files.h"

#include "base/text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* store/lock.h, store/new_file.h, store/checkpoint.h and run/run_status.h */
static const char *const file_endings[] = { ".lock", ".unfinished", ".next", ".previous", ".status" };

static void add (struct named_files *files, int use, const char *what, char *path) {
  files->list = grow_list (files->list, files->count, &files->capacity, sizeof *files->list);
  files->list[files->count++] = (struct named_file){ use, text_format ("%s", what), path };
}

void named_files_add (struct named_files *files, int use, const char *what, const char *path) {
  if (path == NULL)
    return;
  add (files, use, what, text_format ("%s", path));
  for (size_t i = 0; i < sizeof file_endings / sizeof *file_endings; i++)
    if ((use & (FILE_WRITTEN | FILE_FOLDER)) == FILE_WRITTEN && strcmp (path, "-") != 0)
      add (files, FILE_BESIDE, what, text_format ("%s%s", path, file_endings[i]));
}

void named_files_free (struct named_files *files) {
  for (size_t i = 0; i < files->count; i++) {
    free (files->list[i].what);
    free (files->list[i].path);
  }
  free (files->list);
  *files = (struct named_files){ 0 };
}

/* ---- where a name leads ---- */

/* What exists of a path, and the rest of it. */
struct place {
  dev_t device;
  ino_t inode;
  char *rest; /* "": the file is there; NULL: nothing that could be lost */
};

/* Where a link leads, also to a file that is not there yet. */
static char *follow_links (const char *path) {
  char *now = text_format ("%s", path), target[PATH_MAX];
  for (int links = 0; links < 40; links++) {
    const ssize_t length = readlink (now, target, sizeof target - 1);
    if (length < 0)
      break;
    target[length] = 0;
    const char *slash = strrchr (now, '/');
    char *next = target[0] == '/' || slash == NULL
                     ? text_format ("%s", target)
                     : text_format ("%.*s/%s", (int) (slash - now), now, target);
    free (now);
    now = next;
  }
  return now;
}

/* Prepend a component to a path. */
static char *prepend (char *rest, const char *component, size_t length) {
  if (length == 0 || (length == 1 && *component == '.'))
    return rest;
  char *longer = text_format ("%.*s%s%s", (int) length, component, *rest != 0 ? "/" : "", rest);
  free (rest);
  return longer;
}

static struct place place_from (const struct stat *status, char *rest) {
  return (struct place){ status->st_dev, status->st_ino, rest };
}

static struct place find_place (const struct named_file *file) {
  static const struct place nowhere = { .rest = NULL };
  struct stat status;
  const bool stream = strcmp (file->path, "-") == 0;
  if (stream ? fstat ((file->use & FILE_WRITTEN) != 0 ? STDOUT_FILENO : STDIN_FILENO, &status) == 0
             : stat (file->path, &status) == 0)
    return S_ISREG (status.st_mode) || (S_ISDIR (status.st_mode) && !stream)
               ? place_from (&status, text_format ("%s", ""))
               : nowhere;
  if (stream)
    return nowhere;
  char *path = follow_links (file->path), *rest = text_format ("%s", "");
  for (bool found = false; !found;) {
    char *slash = strrchr (path, '/');
    const char *component = slash == NULL ? path : slash + 1;
    rest = prepend (rest, component, strlen (component));
    if (slash != NULL)
      *slash = 0;
    found = stat (slash == NULL   ? "."
                  : slash == path ? "/"
                                  : path,
                  &status)
                == 0
            || slash == NULL || slash == path;
  }
  free (path);
  return place_from (&status, rest);
}

static bool same_folder (const struct place *a, const struct place *b) {
  return a->device == b->device && a->inode == b->inode;
}

static bool same_place (const struct place *a, const struct place *b) {
  return same_folder (a, b) && strcmp (a->rest, b->rest) == 0;
}

/* ---- two names ---- */

static bool is_inside (const struct named_file *file, const struct named_file *folder,
                       const struct place *outer, bool (*is_called) (const char *name)) {
  const char *slash = strrchr (file->path, '/');
  const char *name = slash == NULL ? file->path : slash + 1;
  if ((folder->use & FILE_FOLDER) == 0 || strcmp (file->path, "-") == 0 || !is_called (name))
    return false;
  struct named_file parent
      = { .path = slash == NULL ? text_format (".")
                                : text_format ("%.*s/", (int) (slash - file->path), file->path) };
  const struct place inner = find_place (&parent);
  const bool is = inner.rest != NULL && same_place (&inner, outer);
  free (inner.rest);
  free (parent.path);
  return is;
}

/* Would one be lost if both are the same file? What stands beside an output may be an input, such as the
 * unfinished book that a run goes on from. Standard output may be any file but one that is read. */
static bool excludes (const struct named_file *a, const struct named_file *b) {
  const int both = a->use | b->use, written = FILE_WRITTEN | FILE_FOLDER;
  if (strcmp (a->path, "-") == 0 || strcmp (b->path, "-") == 0)
    return (a->use & FILE_READ) != (b->use & FILE_READ) && (both & FILE_WRITTEN) != 0;
  if (((a->use | b->use) & FILE_BESIDE) != 0)
    return (a->use & written) != 0 || (b->use & written) != 0;
  return (both & written) != 0;
}

bool named_files_differ (const struct named_files *files, bool (*is_called) (const char *name),
                         struct failure *failure) {
  struct place *places = allocate (files->count + 1, sizeof *places);
  for (size_t i = 0; i < files->count; i++)
    places[i] = find_place (&files->list[i]);
  for (size_t i = 0; i < files->count && failure->code == 0; i++)
    for (size_t j = 0; j < i && failure->code == 0; j++) {
      const struct named_file *a = &files->list[j], *b = &files->list[i];
      if (places[i].rest == NULL || places[j].rest == NULL || !excludes (a, b))
        continue;
      if (same_place (&places[i], &places[j]))
        fail (failure, EXIT_USAGE, "%.60s and %.60s are one file, %.300s: give each a name of its own",
              a->what, b->what, strcmp (b->path, "-") == 0 ? a->path : b->path);
      else if (is_inside (b, a, &places[j], is_called) || is_inside (a, b, &places[i], is_called))
        fail (failure, EXIT_USAGE, "%.60s and %.60s: files are made in %.200s that may be called %.200s",
              a->what, b->what, (a->use & FILE_FOLDER) != 0 ? a->path : b->path,
              (a->use & FILE_FOLDER) != 0 ? b->path : a->path);
    }
  for (size_t i = 0; i < files->count; i++)
    free (places[i].rest);
  free (places);
  return failure->code == 0;
}
