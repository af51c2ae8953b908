#include "store/lock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The first line of a lock file. The job, the host, the process and the time follow, a line each. */
static const char magic[] = "zermelo";

enum { TEXT = 600, LINES = 5, JOB = 200 };

struct lock {
  struct lock *next;
  char *name; /* of the lock file */
  int descriptor;
  dev_t device;
  ino_t file;
};

static struct lock *locks; /* the locks of this process */
static pid_t owner;        /* the process that holds the locks: a child that calls exit() has none */
static char own_job[JOB] = "?";

void lock_name_job (const char *job) { snprintf (own_job, sizeof own_job, "%s", job); }

static char *lock_file (const char *path) {
  const size_t size = strlen (path) + sizeof ".lock";
  char *name = allocate (size, 1);
  snprintf (name, size, "%s.lock", path);
  return name;
}

/* ---- what a lock file says ---- */

static void write_text (int descriptor) {
  char host[256] = "", since[40] = "", text[TEXT];
  const time_t now = time (NULL);
  struct tm parts;
  gethostname (host, sizeof host - 1);
  if (gmtime_r (&now, &parts) != NULL)
    strftime (since, sizeof since, "%Y-%m-%dT%H:%M:%SZ", &parts);
  const int size = snprintf (text, sizeof text, "%s\n%s\n%.80s\n%ld\n%s\n", magic, own_job, host,
                             (long) getpid (), since);
  assert (size > 0 && (size_t) size < sizeof text);
  /* If the disk is full, other processes do not learn which process holds the lock. */
  if (ftruncate (descriptor, 0) == 0 && pwrite (descriptor, text, (size_t) size, 0) == size)
    fsync (descriptor);
}

/* Read the lines of a lock file; missing lines are "?". False: it is not a lock file of ours. */
static bool read_text (int descriptor, char *text, const char *line[LINES]) {
  const ssize_t got = pread (descriptor, text, TEXT - 1, 0);
  text[got > 0 ? got : 0] = 0;
  for (int i = 0; i < LINES; i++) {
    char *end = strchr (text, '\n');
    line[i] = end == NULL ? "?" : text;
    if (end != NULL) {
      *end = 0;
      text = end + 1;
    }
  }
  /* an empty file belongs to a process that has just begun */
  return got == 0 || strcmp (line[0], magic) == 0;
}

static bool fail_held (int descriptor, const char *path, struct failure *failure) {
  char text[TEXT];
  const char *line[LINES];
  read_text (descriptor, text, line);
  return fail (failure, EXIT_CANNOT_CREATE,
               "job %.150s is already running here (host %.80s, process %.20s, since %.30s): %.160s", line[1],
               line[2], line[3], line[4], path);
}

/* ---- one lock ---- */

static const struct lock *find (const struct stat *status) {
  for (const struct lock *lock = locks; lock != NULL; lock = lock->next)
    if (lock->device == status->st_dev && lock->file == status->st_ino)
      return lock;
  return NULL;
}

static bool is_ours (const char *name) {
  struct stat status;
  return owner == getpid () && lstat (name, &status) == 0 && find (&status) != NULL;
}

static int set_lock (int descriptor) {
  struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
  int answer;
  do
    answer = fcntl (descriptor, F_SETLK, &whole);
  while (answer != 0 && errno == EINTR);
  return answer == 0 ? 0 : errno;
}

/* Does the name still lead to the open file? */
static bool is_still (int descriptor, const char *name, struct stat *status) {
  struct stat named;
  return fstat (descriptor, status) == 0 && lstat (name, &named) == 0 && named.st_dev == status->st_dev
         && named.st_ino == status->st_ino;
}

static bool fail_foreign (const char *path, const char *name, const char *why, struct failure *failure) {
  return fail (failure, EXIT_CANNOT_CREATE, "cannot create %.200s: %.200s: %s", path, name, why);
}

/* Open the lock file, creating it if necessary. Returns -1, with the failure set, if that fails. */
static int open_lock (const char *path, const char *name, struct failure *failure) {
  const int descriptor = open (name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0666);
  if (descriptor < 0) {
    if (errno == ELOOP || errno == EISDIR || errno == ENXIO)
      fail_foreign (path, name, "no lock file of zermelo has that name; remove it", failure);
    else
      fail (failure, EXIT_CANNOT_CREATE, "cannot create %.300s: %s", path, strerror (errno));
    return -1;
  }
  char text[TEXT];
  const char *line[LINES];
  struct stat status;
  if (fstat (descriptor, &status) == 0 && S_ISREG (status.st_mode) && status.st_nlink <= 1
      && read_text (descriptor, text, line))
    return descriptor;
  fail_foreign (path, name, "it is no lock file of zermelo; remove it", failure);
  close (descriptor);
  return -1;
}

static void keep (char *name, int descriptor, const struct stat *status) {
  /* closing one of two descriptors would release the locks of both */
  assert (owner != getpid () || find (status) == NULL);
  struct lock *lock = allocate (1, sizeof *lock);
  if (owner != getpid ()) {
    locks = NULL; /* the locks are those of the parent */
    if (owner == 0)
      atexit (locks_release);
    owner = getpid ();
  }
  *lock = (struct lock){ locks, name, descriptor, status->st_dev, status->st_ino };
  locks = lock;
}

enum attempt { TAKEN, GONE, NO_LOCKS, REFUSED };

static enum attempt try_lock (const char *path, char *name, struct failure *failure) {
  struct stat status;
  const int descriptor = open_lock (path, name, failure);
  if (descriptor < 0)
    return REFUSED;
  const int error = set_lock (descriptor);
  if (error == 0 && is_still (descriptor, name, &status)) {
    write_text (descriptor);
    keep (name, descriptor, &status);
    return TAKEN;
  }
  enum attempt attempt = GONE; /* the holder of the lock has removed the file in the meantime */
  if (error == EAGAIN || error == EACCES) {
    fail_held (descriptor, path, failure);
    attempt = REFUSED;
  } else if (error != 0) {
    unlink (name);
    attempt = NO_LOCKS;
  }
  close (descriptor);
  return attempt;
}

bool lock_take (const char *path, bool *held, struct failure *failure) {
  assert (failure->code == 0); /* the return value says whether the lock has failed */
  enum { ATTEMPTS = 1000 };
  char *name = lock_file (path);
  enum attempt attempt = GONE;
  const bool ours = is_ours (name);
  for (int i = 0; !ours && i < ATTEMPTS && attempt == GONE; i++)
    attempt = try_lock (path, name, failure);
  if (!ours && attempt == GONE)
    fail (failure, EXIT_CANNOT_CREATE, "cannot create %.300s: its lock file comes and goes", path);
  if (held != NULL)
    *held = ours || attempt == TAKEN;
  if (attempt != TAKEN)
    free (name);
  return failure->code == 0;
}

bool lock_is_free (const char *path, struct failure *failure) {
  char *name = lock_file (path);
  struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
  const int descriptor = is_ours (name) ? -1 : open (name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  free (name);
  if (descriptor < 0)
    return true;
  if (fcntl (descriptor, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK)
    fail_held (descriptor, path, failure);
  close (descriptor);
  return failure->code == 0;
}

void locks_release (void) {
  if (owner != getpid ())
    return;
  while (locks != NULL) {
    struct lock *lock = locks;
    struct stat status;
    locks = lock->next;
    /* Remove the name first, then release the lock: a run that has opened the file meanwhile sees that its
     * name is gone. */
    if (is_still (lock->descriptor, lock->name, &status))
      unlink (lock->name);
    close (lock->descriptor);
    free (lock->name);
    free (lock);
  }
}
