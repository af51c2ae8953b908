/* Italian draughts as PDN (Portable Draughts Notation 3.0): game type 22 is the Italian game on 8x8, which
 * White begins and whose squares are numbered from the top left. The reason why a game ended is given in the
 * words of the PGN standard. */
#include "base/text.h"
#include "games/records.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 80 };

static bool fits (const struct game *game) { return strcmp (game->name, "draughts") == 0; }

static void write_tag (FILE *file, const char *name, const char *value) {
  fprintf (file, "[%s \"", name);
  text_put_escaped (file, value, '"');
  fputs ("\"]\n", file);
}

/* Write a word of the moves, on a new line if it does not fit. */
static void write_word (FILE *file, const char *word, int *column) {
  const int length = (int) strlen (word);
  if (*column > 0) {
    const bool fits_here = *column + 1 + length < LINE;
    fputc (fits_here ? ' ' : '\n', file);
    *column = fits_here ? *column + 1 : 0;
  }
  fputs (word, file);
  *column += length;
}

static void write_moves (FILE *file, const struct game_record *record, const char *result) {
  int column = 0;
  char number[24];
  for (int i = 0; i < record->count; i++) {
    const int ply = i + record->first_mover;
    if (ply % 2 == 0 || i == 0) {
      snprintf (number, sizeof number, "%d.%s", ply / 2 + 1, ply % 2 == 0 ? "" : "..");
      write_word (file, number, &column);
    }
    write_word (file, record->moves[i], &column);
  }
  write_word (file, result, &column);
  fputc ('\n', file);
}

static void write_record (FILE *file, const struct game_record *record) {
  static const char *const results[] = { "0-1", "1/2-1/2", "1-0", "*" };
  static const char *const ends[] = { [RECORD_END_NORMAL] = "normal",
                                      [RECORD_END_CAP] = "adjudication",
                                      [RECORD_END_LATE] = "time forfeit",
                                      [RECORD_END_ILLEGAL] = "rules infraction",
                                      [RECORD_END_GONE] = "abandoned" };
  const char *result = results[record->result];
  int columns = 8, rows = 8;
  char type[40] = "22";
  sscanf (record->game->board_text, "%dx%d", &columns, &rows);
  if (columns != 8)
    snprintf (type, sizeof type, "22,W,%d,%d,N2,1", columns, rows);
  write_tag (file, "Event", record->game->title);
  write_tag (file, "White", record->players[0]);
  write_tag (file, "Black", record->players[1]);
  write_tag (file, "Result", result);
  write_tag (file, "Termination", record->result == RECORD_UNFINISHED ? "unterminated" : ends[record->end]);
  write_tag (file, "GameType", type);
  if (!record->from_start)
    write_tag (file, "FEN", record->start);
  fputc ('\n', file);
  write_moves (file, record, result);
}

const struct record_format record_pdn = { .name = "PDN", .fits = fits, .write = write_record };
