#include "command/command.h"

#include "base/text.h"
#include "certificate/certificate.h"
#include "checker/checker.h"
#include "games/exports.h"
#include "games/theorems.h"
#include "store/new_file.h"

#include <stdlib.h>
#include <string.h>

static const struct game_theorem *theorem_of (const struct game *game, struct failure *failure) {
  for (const struct game_theorem *const *t = game_theorems; *t != NULL; t++)
    if (strcmp ((*t)->game, game->name) == 0)
      return *t;
  fail (failure, EXIT_BAD_DATA, "a certificate of %s, for which there are no theorems", game->name);
  return NULL;
}

/* Is there a theorem for the kind of each row? */
static bool has_kinds (const struct game_theorem *theorem, const struct certificate_file *file,
                       struct failure *failure) {
  for (int i = 0; i < 2; i++) {
    const struct strategy_rows *rows = &file->strategy[i];
    for (size_t row = 0; row < rows->count && rows->kind != NULL; row++)
      if (rows->kind[row] >= ROW_KINDS || !theorem->kinds[rows->kind[row]]) {
        char position[POSITION_TEXT];
        describe_position (file, key_of_row (file, i, row), position, sizeof position);
        return fail (
            failure, EXIT_BAD_DATA,
            "row %zu of the %s player, about %.200s, is of the kind '%s', for which there is no theorem",
            row + 1, side_names[i], *position == 0 ? "the start" : position,
            rows->kind[row] < ROW_KINDS ? row_kind_names[rows->kind[row]] : "?");
      }
  }
  return true;
}

static bool write_whole (const struct game_theorem *theorem, const struct certificate_file *file,
                         const char *to, struct exported *written, struct failure *failure) {
  struct new_file out;
  char *text = NULL;
  size_t size = 0;
  FILE *stream = text_stream (&text, &size);
  const size_t rows = theorem->write (stream, file);
  text_stream_end (stream);
  *written = (struct exported){ .positions = rows,
                                .left_out = file->strategy[0].count + file->strategy[1].count - rows,
                                .bytes = size };
  bool done = false;
  if (new_file_create_text (&out, to, failure)) {
    done = new_file_write (&out, text, size, failure);
    if (done)
      done = new_file_finish (&out, failure);
    else
      new_file_abandon (&out);
  }
  free (text);
  return done;
}

bool theorem_write (const char *from, const char *to, struct exported *written, struct failure *failure) {
  struct game game;
  struct certificate_file file;
  if (!certificate_read (&file, &game, from, NULL, failure))
    return false;
  const struct game_theorem *theorem = theorem_of (&game, failure);
  const bool fits = theorem != NULL && theorem->fits (&file, failure) && has_kinds (theorem, &file, failure);
  if (!fits)
    fail_in (failure, from);
  const bool done = fits && write_whole (theorem, &file, to, written, failure);
  certificate_file_close (&file);
  engine_close (&game);
  return done;
}
