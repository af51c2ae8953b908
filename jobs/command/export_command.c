/* `zermelo export`: a book in the format of another program. */
#include "command/command.h"
#include "analysis/pons_book.h"

#include <string.h>

static const struct column export_columns[]
    = { { "format", -6 }, { "positions", 14 }, { "left_out", 14 }, { "bytes", 14 } };

static int
export_pons (struct run *run, const zermelo_book *book, struct failure *failure)
{
  struct output *output = &run->output;
  struct pons_book written;
  if (!pons_book_write (book, run->options.output, &written, failure)) {
    if (failure->code == EXIT_BAD_DATA)
      fail_in (failure, run->options.arguments[0]);
    return failure->code;
  }
  output_columns (output, export_columns, 4);
  output_text (output, "pons");
  output_number (output, written.stored);
  output_number (output, written.left_out);
  output_size (output, 6 + written.slots * (uint64_t) (written.key_bytes + 1));
  output_line (output);
  output_sentence (output, "The book is in %s", run->options.output);
  return EXIT_HOLDS;
}

int
command_export (struct run *run, struct failure *failure)
{
  const struct options *options = &run->options;
  int code = 0;
  char error[400] = "";
  if (options->output == NULL)
    fail (failure, EXIT_USAGE, "export: -o FILE is missing");
  else if (options->format == NULL)
    fail (failure, EXIT_USAGE, "export: --format NAME is missing: pons");
  else if (strcmp (options->format, "pons") != 0)
    fail (failure, EXIT_USAGE, "--format: unknown format '%.40s': pons", options->format);
  if (failure->code != 0 || !new_file_reserve (options->output, failure))
    return failure->code;
  zermelo_book *book = zermelo_book_open (options->arguments[0], &code, error, sizeof error);
  if (book == NULL) {
    fail (failure, (enum exit_code) code, "%s", error);
    return failure->code;
  }
  code = export_pons (run, book, failure);
  zermelo_book_close (book);
  return code;
}
