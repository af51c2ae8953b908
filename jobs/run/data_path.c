#include "run/installed_books.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

void data_path (const char *name, char *path, size_t size) {
  const char *folder = getenv ("ZERMELO_DATA");
  if (folder != NULL && *folder != 0) {
    snprintf (path, size, "%.900s/%s", folder, name);
    return;
  }
  char program[800];
  const ssize_t length = readlink ("/proc/self/exe", program, sizeof program - 1);
  if (length > 0) {
    program[length] = 0;
    char *slash = strrchr (program, '/');
    if (slash != NULL)
      *slash = 0;
    snprintf (path, size, "%s/../share/zermelo/%s", program, name);
    if (access (path, R_OK) == 0)
      return;
  }
  snprintf (path, size, "%s/%s", ZERMELO_SOURCE_DATA_DIR, name);
  if (access (path, R_OK) != 0)
    snprintf (path, size, "%s/%s", ZERMELO_DATA_DIR, name);
}
