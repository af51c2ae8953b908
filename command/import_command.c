/* `zermelo import`: a book from a table of positions and values. What the table says of values is believed.
 */
#include "book/book_text.h"
#include "command/command.h"
#include "store/new_file.h"

static const struct column import_columns[] = { { "positions", 14 }, { "unknown", 14 }, { "left_out", 14 } };

/* Say in one line where the first line that was left out is, and how it begins. */
static void tell_left (const struct session *session, const char *path, struct book_left *left) {
  if (left->count == 0 || session->options.quiet)
    return;
  for (char *c = left->text; *c != 0; c++)
    if ((unsigned char) *c < ' ')
      *c = ' ';
  fprintf (stderr, "warning: %s:%zu: no value in \"%s\"%s\n", path, left->line, left->text,
           left->count > 1 ? ", nor in others" : "");
}

int command_import (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  struct book_rows rows;
  struct book_left left;
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
  if (!book_text_read (&rows, &game, options->arguments[1], &left, failure))
    return failure->code;
  uint64_t unknown = 0;
  for (size_t i = 0; i < rows.keys.count; i++)
    unknown += rows.value[i] == ZERMELO_UNKNOWN;
  if (book_rows_write (&rows, options->output, failure)) {
    output_columns (&run->display.output, import_columns, 3);
    output_number (&run->display.output, rows.keys.count);
    output_number (&run->display.output, unknown);
    output_number (&run->display.output, left.count);
    output_line (&run->display.output);
    output_sentence (&run->display.output, "The book is in %s", options->output);
    tell_left (&run->session, options->arguments[1], &left);
  }
  book_rows_free (&rows);
  return failure->code;
}
