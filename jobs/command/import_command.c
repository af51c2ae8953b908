/* `zermelo import`: a book from a table of positions and values. What the table says is believed. */
#include "book/book_text.h"
#include "command/command.h"
#include "store/new_file.h"

static const struct column import_columns[] = { { "positions", 14 }, { "unknown", 14 } };

int command_import (struct run *run, struct failure *failure) {
  const struct options *options = &run->options;
  struct book_rows rows;
  struct game game;
  if (options->output == NULL)
    fail (failure, EXIT_USAGE, "import: -o FILE is missing");
  if (failure->code != 0 || !engine_open (&game, options->arguments[0], failure))
    return failure->code;
  if (game.key_bytes == 0) {
    fail (failure, EXIT_BAD_DATA, "%s: board too large for a book: at most 256 cells", game.title);
    engine_close (&game);
    return failure->code;
  }
  if (!new_file_reserve (options->output, failure)) {
    engine_close (&game);
    return failure->code;
  }
  if (!book_text_read (&rows, &game, options->arguments[1], failure))
    return failure->code;
  uint64_t unknown = 0;
  for (size_t i = 0; i < rows.keys.count; i++)
    unknown += rows.value[i] == ZERMELO_UNKNOWN;
  if (book_rows_write (&rows, options->output, failure)) {
    output_columns (&run->output, import_columns, 2);
    output_number (&run->output, rows.keys.count);
    output_number (&run->output, unknown);
    output_line (&run->output);
    output_sentence (&run->output, "The book is in %s", options->output);
  }
  book_rows_free (&rows);
  return failure->code;
}
