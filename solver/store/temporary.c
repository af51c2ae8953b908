#include "store/temporary.h"

#include "base/failure.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { DIGITS = 16 };

static const char ending[] = ".part";

/* Is it ".XXXXXXXXXXXXXXXX.part"? */
static bool is_mark (const char *text) {
  return *text == '.' && strspn (text + 1, "0123456789abcdef") == DIGITS
         && strcmp (text + 1 + DIGITS, ending) == 0;
}

int temporary_create (const char *path, char **name) {
  enum { ATTEMPTS = 16 }; /* names are taken by coincidence, or a file system claims that all of them are */
  const size_t size = strlen (path) + 1 + DIGITS + sizeof ending;
  *name = allocate (size, 1);
  int descriptor = -1;
  for (int i = 0; i < ATTEMPTS && descriptor < 0; i++) {
    uint64_t random;
    if (getrandom (&random, sizeof random, 0) != sizeof random)
      break;
    snprintf (*name, size, "%s.%0*" PRIx64 "%s", path, DIGITS, random, ending);
    assert (is_mark (*name + strlen (path))); /* otherwise the file would not be removed after a crash */
    descriptor = open (*name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST)
      break;
  }
  if (descriptor < 0) {
    const int error = errno;
    free (*name);
    *name = NULL;
    errno = error;
  }
  return descriptor;
}

static bool is_of (const char *name, const char *base) {
  static const char *const kinds[] = { "", ".next", ".unfinished" };
  const size_t length = strlen (base);
  if (strncmp (name, base, length) != 0)
    return false;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const size_t more = strlen (kinds[i]);
    if (strncmp (name + length, kinds[i], more) == 0 && is_mark (name + length + more))
      return true;
  }
  return false;
}

/* Remove the temporary files of a base from a folder, or all temporary files if the base is NULL. */
static void sweep (const char *folder, const char *base) {
  DIR *entries = opendir (folder);
  if (entries == NULL)
    return;
  for (const struct dirent *entry; (entry = readdir (entries)) != NULL;) {
    const size_t length = strlen (entry->d_name), mark = 1 + DIGITS + sizeof ending - 1;
    if (base != NULL ? is_of (entry->d_name, base) : length > mark && is_mark (entry->d_name + length - mark))
      unlinkat (dirfd (entries), entry->d_name, 0);
  }
  closedir (entries);
}

void temporary_sweep (const char *path) {
  char *folder = allocate (strlen (path) + 2, 1);
  const char *slash = strrchr (path, '/');
  if (slash == NULL)
    strcpy (folder, ".");
  else
    memcpy (folder, path, (size_t) (slash - path) + 1);
  sweep (folder, slash == NULL ? path : slash + 1);
  free (folder);
}

void temporary_sweep_folder (const char *folder) { sweep (folder, NULL); }
