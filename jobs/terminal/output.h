/* The lines that a command prints: tab-separated, laid out for people, or JSON; one call for each field.
 *
 * A command names its columns once and then prints line after line, field by field. By default lines are
 * tab-separated and stable. On a terminal or with --pretty there is a table with a header that fits the
 * terminal, numbers with units (text_table.h), and sentences besides. --json prints one object a line, which
 * may hold more than the columns. Each line is flushed. If a stream is NULL (on all ranks but the first)
 * nothing happens. Write errors are kept until output_finish(). */
#ifndef ZERMELO_TERMINAL_OUTPUT_H
#define ZERMELO_TERMINAL_OUTPUT_H

#include "base/bytes.h"
#include "base/failure.h"
#include "terminal/text_table.h"
#include "file/part_file.h"
#include "terminal/progress.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct output {
  bool active; /* false: this rank prints nothing */
  bool json, pretty;
  bool asked_pretty;     /* by --pretty: also in a file */
  int width;             /* columns of a line for people */
  bool to_file;          /* lines go to `file` and not to standard output */
  struct part_file file; /* -o FILE, or a tab-separated copy beside standard output */
  const struct column *columns;
  int fitted[LAYOUT_COLUMNS]; /* the widths of the columns for people */
  uint32_t spare;
  int column_count, column;
  json_t *object, *instead;
  char *shown[LAYOUT_COLUMNS]; /* the fields so far, for people */
  struct bytes tabbed;         /* the line so far, tab-separated */
  int error;                   /* errno of the first write that failed */
  bool hung_up;                /* the terminal was closed, which is why the run ends (SIGHUP): no error */
  bool closed;                 /* the reader of standard output has gone */
  volatile int *stop;          /* set to 1 when `closed`, if there is nothing else to write to; may be NULL */
  struct progress *progress;   /* to be cleared before a line; may be NULL */
};

/** Write to standard output. active: this rank prints; terminal: for people if standard output is a terminal.
 */
void output_open (struct output *, bool active, bool json, bool pretty, bool terminal);

/** Write to a file instead (-o), which is not a terminal; "-" and other names of standard output change
 * nothing. EXIT_CANNOT_CREATE. */
bool output_to_file (struct output *, const char *path, struct failure *);

/** Besides standard output, write a tab-separated copy to a file. EXIT_CANNOT_CREATE. */
bool output_copy_to (struct output *, const char *path, struct failure *);

/** To be called before output_columns(): the columns (bit i: the i-th) that may be left out for people. */
void output_spare (struct output *, uint32_t columns);

/** Set the columns of the lines to come (borrowed). Prints the header if there is one. */
void output_columns (struct output *, const struct column *, int count);

/** Add a field. NULL or "" is printed as `-`, in JSON as null or "". Tabs and control characters become
 *  spaces. */
void output_text (struct output *, const char *text);
void output_number (struct output *, uint64_t);
void output_seconds (struct output *, double);
void output_size (struct output *, uint64_t bytes);
/** Add a field whose JSON is not its text; takes over `value` (NULL: null). */
void output_field (struct output *, const char *text, json_t *value);

/** Add a field of several texts: with blanks between them, in JSON as an array. */
void output_list (struct output *, const char *const *texts, size_t count);

/** Add a member in JSON only; takes over `value` (NULL: null). */
void output_extra (struct output *, const char *name, json_t *value);
void output_extra_text (struct output *, const char *name, const char *text);
void output_extra_number (struct output *, const char *name, uint64_t);

/** In JSON: the next line is this object, which is taken over, whatever fields it gets. */
void output_instead (struct output *, json_t *);

/** Print a sentence, for people only, broken into lines where it does not fit. */
void output_sentence (struct output *, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/** Print lines as they are, for people and programs; not in JSON. */
void output_block (struct output *, const char *text);

/** Write the line, which may have fewer fields than there are columns. */
void output_line (struct output *);

/** Close; `closed` stays as it is. EXIT_IO if anything could not be written; then there is no file. */
bool output_finish (struct output *, struct failure *);

/** After a failure: leave no file behind. */
void output_abandon (struct output *);

/** A JSON string of any bytes: what is not UTF-8 becomes '?'. */
json_t *json_text (const char *text);

#endif
