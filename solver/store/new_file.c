#include "store/new_file.h"

#include "store/in_full.h"
#include "store/lock.h"
#include "store/temporary.h"
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *path_with_suffix (const char *path, const char *suffix) { return text_format ("%s%s", path, suffix); }

/* ---- where a name leads ---- */

/* Is the folder of a name the one in which the system lists the open files of this process? */
static bool is_among_own_descriptors (const char *name) {
  struct stat there, own;
  const char *slash = strrchr (name, '/');
  if (slash == NULL)
    return false;
  char *folder = text_format ("%.*s", (int) (slash + 1 - name), name);
  const bool is = stat (folder, &there) == 0 && stat ("/proc/self/fd", &own) == 0
                  && there.st_dev == own.st_dev && there.st_ino == own.st_ino;
  free (folder);
  return is;
}

/* The name to which a link leads; a relative one is seen from the folder of the link. NULL: it is not a link.
 */
static char *next_name (const char *name) {
  char next[PATH_MAX];
  const ssize_t size = readlink (name, next, sizeof next - 1);
  if (size <= 0)
    return NULL;
  next[size] = 0;
  const char *slash = strrchr (name, '/');
  return *next == '/' || slash == NULL ? path_with_suffix (next, "")
                                       : text_format ("%.*s%s", (int) (slash + 1 - name), name, next);
}

static bool is_stream_itself (const char *name) {
  struct stat status;
  return stat (name, &status) == 0 && !S_ISREG (status.st_mode) && !S_ISDIR (status.st_mode);
}

char *path_leads_to (const char *path, int *descriptor) {
  enum { LINKS = 40 };
  const bool dash = strcmp (path, "-") == 0;
  char *name = path_with_suffix (dash ? "standard output" : path, ""), *next;
  *descriptor = dash ? STDOUT_FILENO : -1;
  for (int i = 0; i < LINKS && *descriptor < 0 && (next = next_name (name)) != NULL; i++) {
    struct stat status;
    const bool own = is_among_own_descriptors (name);
    if (own)
      *descriptor = atoi (strrchr (name, '/') + 1);
    /* a link to a file that another process has open leads to that file, but does not tell its name */
    if (own || (lstat (next, &status) != 0 && stat (name, &status) == 0)) {
      free (next);
      break;
    }
    free (name);
    name = next;
  }
  return name;
}

bool path_is_standard_output (const char *path) {
  int descriptor;
  free (path_leads_to (path, &descriptor));
  return descriptor == STDOUT_FILENO;
}

static bool is_stream (const char *name, int descriptor) {
  return descriptor >= 0 || is_stream_itself (name);
}

static void cannot_create (const char *path, int error, struct failure *failure) {
  fail (failure, EXIT_CANNOT_CREATE, "cannot create %s: %s", path, strerror (error));
}

/* May the file be written? A user who may not write a file may still be allowed to rename another file over
 * it. We do not do that, as a shell does not, either. */
static bool may_be_written (const char *path, const char *name, int descriptor, bool text,
                            struct failure *failure) {
  struct stat status;
  const bool there = stat (name, &status) == 0;
  if (descriptor < 0 && there && S_ISDIR (status.st_mode))
    cannot_create (path, EISDIR, failure);
  else if (!text && is_stream (name, descriptor))
    fail (
        failure, EXIT_CANNOT_CREATE,
        "cannot create %s: HDF5 needs a file with a name of its own, not standard output, a pipe or a device",
        path);
  else if (descriptor < 0 && there && faccessat (AT_FDCWD, name, W_OK, AT_EACCESS) != 0)
    cannot_create (path, errno, failure);
  return failure->code == 0;
}

/* ---- beginning ---- */

/** Create a temporary file. Returns the descriptor or -1. */
static int open_part (const char *path, char **part, struct failure *failure) {
  const int descriptor = temporary_create (path, part);
  if (descriptor < 0)
    cannot_create (path, errno, failure);
  return descriptor;
}

/* The descriptor of a stream of its own, or -1. */
static int open_stream (const char *path, int descriptor, struct failure *failure) {
  if (descriptor == STDOUT_FILENO)
    fflush (stdout);
  const int opened = descriptor >= 0 ? fcntl (descriptor, F_DUPFD_CLOEXEC, 0)
                                     : open (path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (opened < 0)
    cannot_create (path, errno, failure);
  return opened;
}

static void survive_file_size_limit (void) {
  struct sigaction action;
  if (sigaction (SIGXFSZ, NULL, &action) == 0 && action.sa_handler == SIG_DFL)
    signal (SIGXFSZ, SIG_IGN);
}

static bool create (struct new_file *file, const char *path, bool text, struct failure *failure) {
  int own;
  survive_file_size_limit ();
  *file = (struct new_file){ .path = path_leads_to (path, &own), .descriptor = -1 };
  if (may_be_written (path, file->path, own, text, failure)) {
    const bool stream = is_stream (file->path, own);
    file->descriptor
        = stream ? open_stream (file->path, own, failure) : open_part (file->path, &file->part, failure);
    assert (stream || (file->descriptor >= 0) == (file->part != NULL));
  }
  if (file->descriptor >= 0)
    return true;
  free (file->path);
  return false;
}

bool new_file_create (struct new_file *file, const char *path, struct failure *failure) {
  return create (file, path, false, failure);
}

bool new_file_create_text (struct new_file *file, const char *path, struct failure *failure) {
  return create (file, path, true, failure);
}

/* ---- writing ---- */

static bool reader_is_gone;

bool new_file_reader_is_gone (void) { return reader_is_gone; }

bool new_file_write_at (struct new_file *file, const void *bytes, size_t size, uint64_t place,
                        struct failure *failure) {
  assert (file->descriptor >= 0 && file->part != NULL); /* the file is neither finished nor abandoned */
  assert (place + size >= place);
  return pwrite_in_full (file->descriptor, bytes, size, place)
         || fail (failure, EXIT_IO, "cannot write %.300s: %s", file->path, strerror (errno));
}

bool new_file_write (struct new_file *file, const void *bytes, size_t size, struct failure *failure) {
  const uint64_t place = file->size;
  file->size += size;
  if (file->part == NULL) {
    if (write_in_full (file->descriptor, bytes, size))
      return true;
    reader_is_gone = errno == EPIPE;
    return fail (failure, EXIT_IO, "cannot write %.300s: %s", file->path, strerror (errno));
  }
  return new_file_write_at (file, bytes, size, place, failure);
}

/* ---- the end ---- */

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
  int own;
  char *name = path_leads_to (path, &own);
  const bool there = !is_stream (name, own) && lstat (name, &status) == 0;
  char *other = there ? path_with_suffix (name, unfinished) : path_with_suffix (path, "");
  free (name);
  return other;
}

static void remove_unfinished (const char *path) {
  char *name = path_with_suffix (path, unfinished);
  unlink (name);
  free (name);
}

bool new_file_finish (struct new_file *file, struct failure *failure) {
  assert (file->descriptor >= 0);
  const bool stream = file->part == NULL;
  int error = stream || file->unsynced || fsync (file->descriptor) == 0 ? 0 : errno;
  if (close (file->descriptor) != 0 && error == 0)
    error = errno;
  file->descriptor = -1;
  if (error == 0 && !stream && rename (file->part, file->path) != 0)
    error = errno;
  if (error != 0) {
    fail (failure, EXIT_IO, "cannot write %s: %s", file->path, strerror (error));
    new_file_abandon (file);
    return false;
  }
  if (!stream)
    remove_unfinished (file->path);
  if (!stream && !file->unsynced)
    sync_folder_of (file->path);
  free (file->part);
  free (file->path);
  return true;
}

void new_file_abandon (struct new_file *file) {
  if (file->descriptor >= 0)
    close (file->descriptor);
  if (file->part != NULL)
    unlink (file->part);
  free (file->part);
  free (file->path);
}

/* ---- beforehand ---- */

/* `name` is where the path leads. It is not a stream. */
static bool can_be_created (const char *name, struct failure *failure) {
  char *part;
  const int descriptor = open_part (name, &part, failure);
  if (descriptor < 0)
    return false;
  close (descriptor);
  unlink (part);
  free (part);
  return true;
}

static bool lock_and_sweep (const char *name, struct failure *failure) {
  bool held;
  if (!lock_take (name, &held, failure))
    return false;
  if (held)
    temporary_sweep (name);
  return true;
}

static bool look_ahead (const char *path, bool text, bool reserve, struct failure *failure) {
  int own;
  char *name = path_leads_to (path, &own);
  const bool good = may_be_written (path, name, own, text, failure)
                    && (is_stream (name, own)
                        || ((!reserve || lock_and_sweep (name, failure)) && can_be_created (name, failure)));
  free (name);
  return good;
}

bool new_file_possible (const char *path, struct failure *failure) {
  return look_ahead (path, false, false, failure);
}

bool new_file_possible_text (const char *path, struct failure *failure) {
  return look_ahead (path, true, false, failure);
}

bool new_file_reserve (const char *path, struct failure *failure) {
  return look_ahead (path, false, true, failure);
}

bool new_file_reserve_text (const char *path, struct failure *failure) {
  return look_ahead (path, true, true, failure);
}
