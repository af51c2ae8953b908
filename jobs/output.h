/* The lines that a command prints: tab-separated, aligned for people, or JSON; one call a field.
 *
 * A command names its columns once and then gives line after line, field by field. Tab-separated and
 * stable by default; aligned with a header on a terminal or with --pretty; one object a line with
 * --json, which may hold more than the columns. Each line is flushed. Where a stream is NULL (all
 * ranks but the first) nothing happens. Errors of writing are kept until output_finish(). */
#ifndef ZERMELO_OUTPUT_H
#define ZERMELO_OUTPUT_H

#include "base/failure.h"
#include "part_file.h"
#include "progress.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct column {
  const char *name; /* also the key in JSON */
  int width;        /* for people; negative: aligned to the left (as in printf) */
};

struct output {
  bool active; /* false: this rank prints nothing */
  bool json, pretty;
  bool to_file;          /* lines go to `file` and not to standard output */
  struct part_file file; /* -o FILE, or a tab-separated copy beside standard output */
  const struct column *columns;
  int column_count, column;
  json_t *object;
  char *line, *tabbed; /* the line so far, for people and tab-separated */
  size_t line_size, tabbed_size;
  int error;                 /* errno of the first write that failed */
  struct progress *progress; /* to be cleared before a line; may be NULL */
};

/** To standard output. active: this rank prints; terminal: for people if standard output is a terminal. */
void output_open (struct output *, bool active, bool json, bool pretty, bool terminal);

/** To a file instead (-o). EXIT_CANNOT_CREATE. */
bool output_to_file (struct output *, const char *path, struct failure *);

/** Beside standard output, a tab-separated copy. EXIT_CANNOT_CREATE. */
bool output_copy_to (struct output *, const char *path, struct failure *);

/** The columns of the lines to come (borrowed). Prints the header if there is one. */
void output_columns (struct output *, const struct column *, int count);

/** The next field. NULL or "" is printed as `-`, in JSON null and "". Tabs and control characters become
 *  spaces. */
void output_text (struct output *, const char *text);
void output_number (struct output *, uint64_t);
void output_seconds (struct output *, double);
/** A field whose JSON is not its text; takes over `value` (NULL: null). */
void output_field (struct output *, const char *text, json_t *value);

/** Only in JSON; takes over `value` (NULL: null). */
void output_extra (struct output *, const char *name, json_t *value);
void output_extra_text (struct output *, const char *name, const char *text);
void output_extra_number (struct output *, const char *name, uint64_t);

/** Write the line, which may have fewer fields than there are columns. */
void output_line (struct output *);

/** Close. EXIT_IO if anything could not be written; a file is then not there. */
bool output_finish (struct output *, struct failure *);

/** After a failure: no file is left. */
void output_abandon (struct output *);

/** A JSON string of any bytes: what is not UTF-8 becomes '?'. */
json_t *json_text (const char *text);

#endif
