#include "serve/page_files.h"

#include "base/text.h"

#include <string.h>

const struct page_file *page_file_named (const char *name) {
  for (const struct page_file *file = page_files; file->name != NULL; file++)
    if (strcmp (file->name, name) == 0)
      return file;
  return NULL;
}

const char *page_file_type (const struct page_file *file) {
  static const char *const types[][2] = {
    { ".html", "text/html; charset=utf-8" },
    { ".js", "text/javascript; charset=utf-8" },
    { ".css", "text/css; charset=utf-8" },
    { ".svg", "image/svg+xml" },
    { ".png", "image/png" },
    { ".json", "application/json" },
  };
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (text_ends_with (file->name, types[i][0]))
      return types[i][1];
  return "application/octet-stream";
}
