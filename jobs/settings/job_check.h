/* Checks YAML text against a libcyaml schema and says on which line it is wrong.
 *
 * Understands what job files use: mappings, sequences of strings, strings, whole numbers, booleans (true,
 * false, yes, no) and enumerations. */
#ifndef ZERMELO_SETTINGS_JOB_CHECK_H
#define ZERMELO_SETTINGS_JOB_CHECK_H

#include "base/failure.h"

#include <cyaml/cyaml.h>
#include <stdbool.h>
#include <stddef.h>

/** On which line a key stands; "outputs.directory" for nested ones. */
struct key_line {
  char key[64];
  int line;
  bool sequence; /* its value is a list */
};

struct key_lines {
  struct key_line *keys;
  size_t count;
};

/** Check. A field of type CYAML_STRING with key `either` may also be a list of strings. Fills `lines` (the
 *  caller frees lines->keys, also after a failure). EXIT_BAD_DATA, "FILE:LINE: ...". */
bool job_check (const char *path, const char *text, size_t size, const struct cyaml_schema_field *fields,
                const char *either, struct key_lines *lines, struct failure *);

#endif
