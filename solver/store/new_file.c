#include "store/new_file.h"

#include "store/in_full.h"
#include "store/lock.h"
#include "store/temporary.h"
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *path_with_suffix (const char *path, const char *suffix) { return text_format ("%s%s", path, suffix); }

/** Create a temporary file. Returns the descriptor or -1. */
static int open_part (const char *path, int flags, char **part, struct failure *failure) {
  struct stat status;
  *part = NULL;
  if (stat (path, &status) == 0 && !S_ISREG (status.st_mode)) {
    fail (failure, EXIT_CANNOT_CREATE, "cannot create %s: something that is no file has that name", path);
    return -1;
  }
  int descriptor = temporary_create (path, flags, part);
  if (descriptor < 0 && flags != 0 && errno == EINVAL)
    descriptor = temporary_create (path, 0, part);
  if (descriptor < 0)
    fail (failure, EXIT_CANNOT_CREATE, "cannot create %s: %s", path, strerror (errno));
  return descriptor;
}

static void survive_file_size_limit (void) {
  struct sigaction action;
  if (sigaction (SIGXFSZ, NULL, &action) == 0 && action.sa_handler == SIG_DFL)
    signal (SIGXFSZ, SIG_IGN);
}

static bool create (struct new_file *file, const char *path, int flags, struct failure *failure) {
  survive_file_size_limit ();
  *file = (struct new_file){ .path = path_with_suffix (path, "") };
  file->descriptor = open_part (path, flags, &file->part, failure);
  assert ((file->descriptor >= 0) == (file->part != NULL));
  if (file->descriptor >= 0)
    return true;
  free (file->path);
  return false;
}

bool new_file_create (struct new_file *file, const char *path, struct failure *failure) {
  return create (file, path, 0, failure);
}

bool new_file_create_direct (struct new_file *file, const char *path, struct failure *failure) {
  return create (file, path, O_DIRECT, failure);
}

/* The file system wants larger blocks, or cannot write past its cache at all: use the cache. */
static bool stop_direct (int descriptor) {
  const int flags = fcntl (descriptor, F_GETFL);
  return flags >= 0 && (flags & O_DIRECT) != 0 && fcntl (descriptor, F_SETFL, flags & ~O_DIRECT) == 0;
}

bool new_file_write_at (struct new_file *file, const void *bytes, size_t size, uint64_t place,
                        struct failure *failure) {
  assert (file->descriptor >= 0 && file->part != NULL); /* neither finished nor abandoned */
  assert (place + size >= place);
  bool done = pwrite_in_full (file->descriptor, bytes, size, place);
  if (!done && errno == EINVAL && stop_direct (file->descriptor))
    done = pwrite_in_full (file->descriptor, bytes, size, place);
  return done || fail (failure, EXIT_IO, "cannot write %.300s: %s", file->path, strerror (errno));
}

bool new_file_write (struct new_file *file, const void *bytes, size_t size, struct failure *failure) {
  const uint64_t place = file->size;
  file->size += size;
  return new_file_write_at (file, bytes, size, place, failure);
}

/** Make the new name survive a power failure. Some file systems cannot; the file is complete either way. */
static void sync_folder_of (const char *path) {
  char *folder = path_with_suffix (path, "");
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

static const char unfinished[] = ".unfinished";

char *new_file_unfinished (const char *path) {
  struct stat status;
  return path_with_suffix (path, lstat (path, &status) == 0 ? unfinished : "");
}

static void remove_unfinished (const char *path) {
  char *name = path_with_suffix (path, unfinished);
  unlink (name);
  free (name);
}

bool new_file_finish (struct new_file *file, struct failure *failure) {
  assert (file->descriptor >= 0 && file->part != NULL);
  int error = file->unsynced || fsync (file->descriptor) == 0 ? 0 : errno;
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
  remove_unfinished (file->path);
  if (!file->unsynced)
    sync_folder_of (file->path);
  free (file->part);
  free (file->path);
  return true;
}

void new_file_abandon (struct new_file *file) {
  if (file->descriptor >= 0)
    close (file->descriptor);
  unlink (file->part);
  free (file->part);
  free (file->path);
}

bool new_file_possible (const char *path, struct failure *failure) {
  char *part;
  const int descriptor = open_part (path, 0, &part, failure);
  if (descriptor < 0)
    return false;
  close (descriptor);
  unlink (part);
  free (part);
  return true;
}

bool new_file_reserve (const char *path, struct failure *failure) {
  bool held;
  if (!lock_take (path, &held, failure))
    return false;
  if (held)
    temporary_sweep (path);
  return new_file_possible (path, failure);
}
