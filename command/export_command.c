/* `zermelo export`: a book as text or in the format of another program, a certificate as text or as a
 * theorem, or a book or certificate as a page. */
#include "base/text.h"
#include "book/book_text.h"
#include "certificate/certificate.h"
#include "certificate/certificate_text.h"
#include "command/command.h"
#include "games/exports.h"
#include "games/theorems.h"
#include "serve/page_files.h"
#include "store/file.h"
#include "tablebase/tables_file.h"

#include <string.h>

static const struct column export_columns[]
    = { { "format", -6 }, { "positions", 14 }, { "left_out", 14 }, { "bytes", 14 } };

/* BOOK_TEXT_FORMATS: it is another format. */
static enum book_text_format text_format_of (const char *name) {
  int i = 0;
  while (i < BOOK_TEXT_FORMATS && strcmp (name, book_text_names[i]) != 0)
    i++;
  return (enum book_text_format) i;
}

/* The format of another program that is asked for; NULL: one of text, or there is no such format. */
static const struct book_export *find_format (const char *name, struct failure *failure) {
  char known[200] = "";
  for (int i = 0; i < BOOK_TEXT_FORMATS; i++) {
    if (name != NULL && strcmp (name, book_text_names[i]) == 0)
      return NULL;
    text_append (known, sizeof known, "%s, ", book_text_names[i]);
  }
  for (const struct book_export *const *e = book_exports; *e != NULL; e++) {
    if (name != NULL && strcmp (name, (*e)->name) == 0)
      return *e;
    text_append (known, sizeof known, "%s, ", (*e)->name);
  }
  static const char *const own[] = { BOOK_DATASET_NAME, CERTIFICATE_TEXT, THEOREM_FORMAT, PAGE_FORMAT };
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (name != NULL && strcmp (name, own[i]) == 0)
      return NULL;
    text_append (known, sizeof known, "%s%s", i > 0 ? ", " : "", own[i]);
  }
  if (name == NULL)
    fail (failure, EXIT_USAGE, "export: --format NAME is missing: %s", known);
  else
    fail (failure, EXIT_USAGE, "--format: unknown format '%.40s': %s", name, known);
  return NULL;
}

static void print_exported (struct run *run, const char *format, const char *what,
                            const struct exported *written) {
  struct output *output = &run->display.output;
  /* standard output has the book and nothing else */
  if (path_is_standard_output (run->session.options.output))
    return;
  output_columns (output, export_columns, 4);
  output_text (output, format);
  output_number (output, written->positions);
  output_number (output, written->left_out);
  output_size (output, written->bytes);
  output_line (output);
  output_sentence (output, "The %s is in %s", what, run->session.options.output);
}

static int export_book (struct run *run, const struct book_export *format, struct failure *failure) {
  struct exported written;
  struct book *book = book_open (run->session.options.arguments[0], failure);
  if (book == NULL)
    return failure->code;
  if (format->write (book, run->session.options.output, &written, failure))
    print_exported (run, format->name, "book", &written);
  else if (failure->code == EXIT_BAD_DATA)
    fail_in (failure, run->session.options.arguments[0]);
  book_close (book);
  return failure->code;
}

/* The rows of a book: as text, as a data set, or in a format that takes positions one by one, or as a tree.
 */
static int export_rows (struct run *run, const struct book_export *format, struct failure *failure) {
  struct book_rows rows;
  struct exported written = { .left_out = 0 };
  const struct options *options = &run->session.options;
  const bool is_dataset = strcmp (options->format, BOOK_DATASET_NAME) == 0;
  if (!book_rows_read (&rows, options->arguments[0], failure))
    return failure->code;
  if (format != NULL)
    book_tree_write (&rows, format, options->output, &written, failure);
  else if (is_dataset)
    book_dataset_write (&rows, options->seed, options->output, &written, failure);
  else {
    written.positions = rows.keys.count;
    book_text_write (&rows, text_format_of (options->format), options->output, &written.bytes, failure);
  }
  if (failure->code == 0)
    print_exported (run, options->format, is_dataset ? "data set" : "book", &written);
  book_rows_free (&rows);
  return failure->code;
}

/* As text, or as a theorem. */
static int export_certificate (struct run *run, struct failure *failure) {
  char kind[FILE_KIND];
  const char *path = run->session.options.arguments[0], *format = run->session.options.format;
  struct exported written = { .left_out = 0 };
  if (!file_kind (path, kind, failure))
    return failure->code;
  if (strcmp (kind, CERTIFICATE_KIND) != 0)
    fail (failure, EXIT_BAD_DATA, "%.300s: it is no certificate: format %s is for those", path, format);
  else if (strcmp (format, THEOREM_FORMAT) == 0) {
    if (theorem_write (path, run->session.options.output, &written, failure))
      print_exported (run, format, "theorem", &written);
  } else if (certificate_write_text (path, run->session.options.output, &written.positions, &written.bytes,
                                     failure))
    print_exported (run, CERTIFICATE_TEXT, "certificate", &written);
  return failure->code;
}

static int export_page (struct run *run, struct failure *failure) {
  struct exported written = { .left_out = 0 };
  if (page_export (run->session.options.arguments[0], run->session.options.output, &written, failure))
    print_exported (run, PAGE_FORMAT, "page", &written);
  return failure->code;
}

int command_export (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  const struct book_export *format = NULL;
  if (options->output == NULL)
    fail (failure, EXIT_USAGE, "export: -o FILE is missing");
  else
    format = find_format (options->format, failure);
  if (failure->code != 0 || options->format == NULL)
    return failure->code;
  const bool is_text = strcmp (options->format, BOOK_DATASET_NAME) != 0;
  if (!(is_text ? new_file_reserve_text : new_file_reserve) (options->output, failure))
    return failure->code;
  if (strcmp (options->format, PAGE_FORMAT) == 0)
    return export_page (run, failure);
  if (format != NULL && format->write != NULL)
    return export_book (run, format, failure);
  return format != NULL || !is_text || text_format_of (options->format) < BOOK_TEXT_FORMATS
             ? export_rows (run, format, failure)
             : export_certificate (run, failure);
}
