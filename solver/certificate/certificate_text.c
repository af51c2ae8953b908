#include "certificate/certificate_text.h"

#include "certificate/certificate.h"
#include "certificate/row_move.h"
#include "checker/checker.h"
#include "base/text.h"
#include "store/new_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEXT_FORMAT = 1, LINES_AT_ONCE = 4096 };

/* A text that is being written. */
struct writer {
  const struct certificate_file *file;
  const struct game *game;
  struct position *position;
  struct successor *moves; /* room for everything that a position can have */
  char (*name)[MOVE_TEXT]; /* acyclic: of each cell or column */
  FILE *text;              /* lines that have not been written to the file yet */
  char *buffer;
  size_t size;
  struct new_file out;
};

static void begin_lines (struct writer *w) {
  w->text = open_memstream (&w->buffer, &w->size);
  if (w->text == NULL)
    out_of_memory (BUFSIZ);
}

static void drop_lines (struct writer *w) {
  fclose (w->text);
  free (w->buffer);
}

/* Write the collected lines to the file. */
static bool hand_over (struct writer *w, struct failure *failure) {
  fflush (w->text);
  const bool written = new_file_write (&w->out, w->buffer, w->size, failure);
  drop_lines (w);
  begin_lines (w);
  return written;
}

/* ---- positions ---- */

/* Rows of the board from the top, with a slash between them; FEN where pieces move; bytes that are not a
 * position as hexadecimal digits. */
static void put_position (struct writer *w, const uint8_t *key) {
  const struct array_game *game = &w->file->game;
  struct array_position position;
  if (!game->rules->unpack (game, key, &position)) {
    fputs ("0x", w->text);
    for (int i = 0; i < game->key_bytes; i++)
      fprintf (w->text, "%02x", key[i]);
    return;
  }
  if (game->rules->cyclic) {
    char text[POSITION_TEXT];
    game->rules->print (game, &position, text, sizeof text);
    fputs (text, w->text);
    return;
  }
  for (int row = game->rows - 1; row >= 0; row--) {
    for (int column = 0; column < game->columns; column++)
      fputc (".xo"[position.cell[row * game->columns + column]], w -> text);
    if (row > 0)
      fputc ('/', w->text);
  }
}

/* ---- moves ---- */

/* The names of cells and columns. They are the names of the moves from the start, where every cell or column
 * can be played. */
static void name_cells (struct writer *w) {
  const struct game *game = w->game;
  w->name = allocate ((size_t) w->file->game.cells, sizeof *w->name);
  game->engine->start (game, w->position);
  const int count = game->engine->successors (game, w->position, w->moves);
  for (int i = 0; i < count; i++)
    memcpy (w->name[w->moves[i].cell], w->moves[i].text, MOVE_TEXT);
}

/* The cell or column that a number of a row stands for; a question mark if it stands for none. */
static const char *name_of (const struct writer *w, enum row_kind kind, int number) {
  const struct array_game *game = &w->file->game;
  if (number >= (game->gravity && kind == ROW_MOVE ? game->columns : game->cells))
    return "?";
  return w->name[game->gravity ? number % game->columns : number];
}

/* Writes for each tile its cells, a colon and its sets. */
static void put_tiles (const struct writer *w, const uint16_t *number, size_t numbers) {
  for (size_t begin = 0, sets; begin < numbers; begin = sets < numbers ? sets + number[sets] + 1 : numbers) {
    sets = begin + number[begin] + 1;
    for (size_t i = begin + 1; i < sets && i < numbers; i++)
      fprintf (w->text, "%s%s",
               i > begin + 1 ? "-"
               : begin > 0   ? " "
                             : "",
               name_of (w, ROW_TILING, number[i]));
    for (size_t i = sets + 1; i < numbers && i <= sets + number[sets]; i++)
      fprintf (w->text, "%c%d", i == sets + 1 ? ':' : ',', number[i]);
  }
}

static void put_moves (struct writer *w, const struct strategy_rows *rows, size_t row) {
  const enum row_kind kind = (enum row_kind) rows->kind[row];
  const uint16_t *number = rows->number + rows->begin[row];
  const size_t numbers = rows->size[row];
  const char *before = "";
  if (kind == ROW_TILING && numbers > 0) {
    put_tiles (w, number, numbers);
    return;
  }
  for (size_t i = 0; i < numbers; i++) {
    fprintf (w->text, "%s%s", before, name_of (w, kind, number[i]));
    if (kind == ROW_PLAN && number[i] < w->file->game.cells)
      fprintf (w->text, ":%d", number[i] / w->file->game.columns + 1);
    before = kind == ROW_PAIRING && i % 2 == 0 ? "-" : " ";
  }
  if (*before == 0)
    fputc ('-', w->text);
}

static void put_acyclic_row (struct writer *w, const struct strategy_rows *rows, size_t row) {
  fprintf (w->text, "\t%s\t", row_kind_names[rows->kind[row]]);
  for (size_t i = 0; i < rows->size[row]; i++)
    fprintf (w->text, "%s%d", i == 0 ? "" : " ", rows->number[rows->begin[row] + i]);
  fputs (rows->size[row] == 0 ? "-\t" : "\t", w->text);
  put_moves (w, rows, row);
}

/* The move that the number of the row stands for, and the position after it. */
static void put_cyclic_row (struct writer *w, int set, size_t row) {
  const struct strategy_rows *rows = &w->file->strategy[set];
  uint8_t after[KEY_MOST] = { 0 };
  struct successor move;
  fputs ("\tmove\t", w->text);
  if (rows->rank == NULL)
    fputs ("-\t", w->text);
  else
    fprintf (w->text, "%d\t", rows->rank[row]);
  if (!key_after_row (w->file, set, row, after)
      || !w->game->engine->unpack (w->game, key_of_row (w->file, set, row), w->position)
      || engine_move_to (w->game, w->position, after, &move) < 0) {
    fputs ("?\t?", w->text);
    return;
  }
  fprintf (w->text, "%s\t", move.text);
  put_position (w, after);
}

/* ---- the text ---- */

static const char *const names[2][2] = { { "first", "second" }, { "held", "won" } };

static void put_head (struct writer *w) {
  static const char *const verbs[] = { "loss", "draw", "win" };
  const struct certificate_file *file = w->file;
  const bool cyclic = file->game.rules->cyclic;
  fprintf (w->text, "zermelo-certificate\t%d\n", TEXT_FORMAT);
  fprintf (w->text, "game\t%s\nboard\t%s\nrules\t%s\n", w->game->name, w->game->board_text, w->game->rules);
  fprintf (w->text, "scores\t%s\n", file->game.exact_score ? "yes" : "no");
  if (!cyclic)
    fprintf (w->text, "small_nodes\t%" PRId64 "\n", file->small_nodes);
  if (file->pieces > 0)
    fprintf (w->text, "tables\t%" PRId64 "\n", file->pieces);
  for (int i = 0; i < 2 && !cyclic; i++)
    if (file->strategy[i].present)
      fprintf (w->text, "bound\t%s\t%" PRId64 "\n", names[0][i], file->strategy[i].bound);
  for (size_t i = 0; i < file->claims; i++) {
    const int value = file->claim_value[i];
    fputs ("claim\t", w->text);
    put_position (w, key_of_row (file, CLAIMS, i));
    fprintf (w->text, "\t%d\t%s\n", value, verbs[1 + (value > 0) - (value < 0)]);
  }
}

static bool put_all (struct writer *w, uint64_t *rows, struct failure *failure) {
  const struct certificate_file *file = w->file;
  const bool cyclic = file->game.rules->cyclic;
  if (!cyclic)
    name_cells (w);
  put_head (w);
  for (int i = 0; i < 2; i++)
    for (size_t row = 0; row < file->strategy[i].count; row++) {
      fprintf (w->text, "%s\t", names[cyclic][i]);
      put_position (w, key_of_row (file, i, row));
      if (cyclic)
        put_cyclic_row (w, i, row);
      else
        put_acyclic_row (w, &file->strategy[i], row);
      fputc ('\n', w->text);
      if (++*rows % LINES_AT_ONCE == 0 && !hand_over (w, failure))
        return false;
    }
  return hand_over (w, failure);
}

bool certificate_text_of (const struct certificate_file *file, const struct game *game, const char *to,
                          uint64_t *rows, uint64_t *bytes, struct failure *failure) {
  struct writer w = { .file = file, .game = game };
  *rows = 0;
  if (!new_file_create_text (&w.out, to, failure))
    return false;
  w.position = allocate (1, game->position_bytes);
  w.moves = allocate ((size_t) game->moves_max, sizeof *w.moves);
  begin_lines (&w);
  const bool written = put_all (&w, rows, failure);
  *bytes = w.out.size;
  drop_lines (&w);
  free (w.position);
  free (w.moves);
  free (w.name);
  if (written)
    return new_file_finish (&w.out, failure);
  new_file_abandon (&w.out);
  return false;
}

char *certificate_claims_text (const struct certificate_file *file) {
  char *claims = NULL;
  size_t size = 0;
  FILE *text = text_stream (&claims, &size);
  print_claims (file, text);
  text_stream_end (text);
  return claims;
}

bool certificate_write_text (const char *from, const char *to, uint64_t *rows, uint64_t *bytes,
                             struct failure *failure) {
  struct game game;
  struct certificate_file file;
  if (!certificate_read (&file, &game, from, NULL, failure))
    return false;
  const bool written = certificate_text_of (&file, &game, to, rows, bytes, failure);
  certificate_file_close (&file);
  engine_close (&game);
  return written;
}
