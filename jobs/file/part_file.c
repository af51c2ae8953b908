#include "file/part_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool part_file_open (struct part_file *file, const char *path, struct failure *failure) {
  if (!new_file_reserve_text (path, failure) || !new_file_create_text (&file->whole, path, failure))
    return false;
  const int descriptor = dup (file->whole.descriptor);
  file->file = descriptor < 0 ? NULL : fdopen (descriptor, "w");
  if (file->file != NULL)
    return true;
  fail (failure, EXIT_CANNOT_CREATE, "cannot create %.300s: %s", path, strerror (errno));
  new_file_abandon (&file->whole);
  return false;
}

bool part_file_finish (struct part_file *file, struct failure *failure) {
  errno = 0;
  const bool failed = ferror (file->file) != 0;
  const bool closed = fclose (file->file) == 0;
  file->file = NULL;
  if (!failed && closed)
    return new_file_finish (&file->whole, failure);
  fail (failure, EXIT_IO, "cannot write %.300s: %s", file->whole.path, strerror (errno != 0 ? errno : EIO));
  new_file_abandon (&file->whole);
  return false;
}

void part_file_abandon (struct part_file *file) {
  if (file->file == NULL)
    return;
  fclose (file->file);
  file->file = NULL;
  new_file_abandon (&file->whole);
}

static bool cannot_create (const char *path, int error, struct failure *failure) {
  return fail (failure, EXIT_CANNOT_CREATE, "cannot create %.300s: %s", path, strerror (error));
}

bool directory_make (const char *path, struct failure *failure) {
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
