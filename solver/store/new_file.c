#include "store/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *
with_suffix (const char *path, const char *suffix)
{
  size_t size = strlen (path) + strlen (suffix) + 1;
  char *name = allocate (size, 1);
  snprintf (name, size, "%s%s", path, suffix);
  return name;
}

/** Returns the descriptor or -1. */
static int
open_part (const char *path, const char *part, int flags, struct failure *failure)
{
  struct stat status;
  if (stat (path, &status) == 0 && !S_ISREG (status.st_mode)) {
    fail (failure, EXIT_CANNOT_CREATE, "cannot create %s: something that is no file has that name", path);
    return -1;
  }
  int descriptor = open (part, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | flags, 0666);
  if (descriptor < 0)
    fail (failure, EXIT_CANNOT_CREATE, "cannot create %s: %s", path, strerror (errno));
  return descriptor;
}

static void
survive_file_size_limit (void)
{
  struct sigaction action;
  if (sigaction (SIGXFSZ, NULL, &action) == 0 && action.sa_handler == SIG_DFL)
    signal (SIGXFSZ, SIG_IGN);
}

bool
new_file_create (struct new_file *file, const char *path, struct failure *failure)
{
  survive_file_size_limit ();
  file->path = with_suffix (path, "");
  file->part = with_suffix (path, ".part");
  file->descriptor = open_part (path, file->part, O_TRUNC, failure);
  if (file->descriptor >= 0)
    return true;
  free (file->part);
  free (file->path);
  return false;
}

/** So that the new name survives a power cut. Some file systems cannot; the file is whole either way. */
static void
sync_folder_of (const char *path)
{
  char *folder = with_suffix (path, "");
  char *slash = strrchr (folder, '/');
  if (slash != NULL)
    slash[slash == folder] = '\0';
  int descriptor = open (slash == NULL ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) {
    fsync (descriptor);
    close (descriptor);
  }
  free (folder);
}

bool
new_file_finish (struct new_file *file, struct failure *failure)
{
  int error = fsync (file->descriptor) == 0 ? 0 : errno;
  if (close (file->descriptor) != 0 && error == 0)
    error = errno;
  file->descriptor = -1;
  if (error == 0 && rename (file->part, file->path) != 0)
    error = errno;
  if (error != 0) {
    fail (failure, EXIT_IO, "cannot write %s: %s", file->path, strerror (error));
    new_file_abandon (file);
    return false;
  }
  sync_folder_of (file->path);
  free (file->part);
  free (file->path);
  return true;
}

void
new_file_abandon (struct new_file *file)
{
  if (file->descriptor >= 0)
    close (file->descriptor);
  unlink (file->part);
  free (file->part);
  free (file->path);
}

bool
new_file_possible (const char *path, struct failure *failure)
{
  char *part = with_suffix (path, ".part");
  struct stat status;
  /* An empty one was left by a process that was killed right here. */
  bool was_there = stat (part, &status) == 0 && status.st_size > 0;
  int descriptor = open_part (path, part, 0, failure);
  if (descriptor >= 0) {
    close (descriptor);
    if (!was_there)
      unlink (part);
  }
  free (part);
  return descriptor >= 0;
}
