#include "file/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT_MOST = 16 << 20 };

int text_file_open (const char *path, const char *what, struct failure *failure) {
  const int descriptor = open (path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    fail (failure, errno == ENOENT || errno == ENOTDIR ? EXIT_NO_INPUT : EXIT_IO, "%.300s: %s", path,
          strerror (errno));
    return -1;
  }
  struct stat status;
  const char *found = NULL;
  if (fstat (descriptor, &status) != 0)
    return descriptor;
  if (S_ISDIR (status.st_mode))
    found = "directory";
  else if (S_ISBLK (status.st_mode) || (S_ISCHR (status.st_mode) && !isatty (descriptor)))
    found = "device";
  if (found == NULL)
    return descriptor;
  close (descriptor);
  fail (failure, EXIT_BAD_DATA, "%.300s is a %s, not a file of %s", path, found, what);
  return -1;
}

size_t text_without_mark (char *text, size_t size) {
  static const char mark[] = { '\xef', '\xbb', '\xbf' };
  if (size < sizeof mark || memcmp (text, mark, sizeof mark) != 0)
    return size;
  memmove (text, text + sizeof mark, size - sizeof mark);
  return size - sizeof mark;
}

char *text_file_read (const char *path, size_t *size, struct failure *failure) {
  const int descriptor = text_file_open (path, "text", failure);
  FILE *file = descriptor < 0 ? NULL : fdopen (descriptor, "rb");
  if (file == NULL)
    return NULL;
  char *text = NULL;
  size_t used = 0, capacity = 0, got;
  do {
    capacity = 2 * capacity + 4096;
    text = reallocate (text, capacity + 1, 1);
    got = fread (text + used, 1, capacity - used, file);
    used += got;
  } while (used == capacity && used <= TEXT_MOST);
  if (used <= TEXT_MOST)
    used = text_without_mark (text, used);
  text[used] = 0;
  const bool good = !ferror (file);
  fclose (file);
  *size = used;
  if (good && used <= TEXT_MOST)
    return text;
  if (good)
    fail (failure, EXIT_BAD_DATA, "%.300s: more than %d MB of text", path, TEXT_MOST >> 20);
  else
    fail (failure, EXIT_IO, "cannot read %.300s", path);
  free (text);
  return NULL;
}
