#include "part_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
cannot_create (const char *path, int error, struct failure *failure)
{
  return fail (failure, EXIT_CANNOT_CREATE, "cannot create %.300s: %s", path, strerror (error));
}

bool
part_file_open (struct part_file *file, const char *path, struct failure *failure)
{
  struct stat status;
  if (stat (path, &status) == 0 && S_ISDIR (status.st_mode))
    return cannot_create (path, EISDIR, failure);
  const size_t size = strlen (path) + 8;
  char *part = allocate (size, 1);
  snprintf (part, size, "%s.part", path);
  FILE *stream = fopen (part, "w");
  if (stream == NULL) {
    cannot_create (path, errno, failure);
    free (part);
    return false;
  }
  *file = (struct part_file){ stream, strdup (path), part };
  return true;
}

static void
forget (struct part_file *file)
{
  free (file->path);
  free (file->part);
  *file = (struct part_file){ NULL, NULL, NULL };
}

bool
part_file_finish (struct part_file *file, struct failure *failure)
{
  errno = 0;
  bool good = fflush (file->file) == 0 && !ferror (file->file) && fsync (fileno (file->file)) == 0;
  good = fclose (file->file) == 0 && good;
  good = good && rename (file->part, file->path) == 0;
  if (!good) {
    fail (failure, EXIT_IO, "cannot write %.300s: %s", file->path, strerror (errno != 0 ? errno : EIO));
    unlink (file->part);
  }
  forget (file);
  return good;
}

void
part_file_abandon (struct part_file *file)
{
  if (file->file == NULL)
    return;
  fclose (file->file);
  unlink (file->part);
  forget (file);
}

bool
output_path_check (const char *path, struct failure *failure)
{
  struct part_file file = { NULL, NULL, NULL };
  if (!part_file_open (&file, path, failure))
    return false;
  part_file_abandon (&file);
  return true;
}

bool
directory_make (const char *path, struct failure *failure)
{
  char *name = strdup (path);
  if (name == NULL)
    return cannot_create (path, ENOMEM, failure);
  int error = 0;
  for (char *c = name + 1; error == 0 && *name != 0; c++) {
    const char end = *c;
    if (end != '/' && end != 0)
      continue;
    *c = 0;
    if (mkdir (name, 0777) != 0 && errno != EEXIST)
      error = errno;
    *c = end;
    if (end == 0)
      break;
  }
  struct stat status;
  if (error == 0 && (stat (name, &status) != 0 || !S_ISDIR (status.st_mode)))
    error = ENOTDIR;
  free (name);
  return error == 0 ? true : cannot_create (path, error, failure);
}
