/* A game of five in a row as SGF. */
#include "base/text.h"
#include "games/mnk/sgf_points.h"
#include "games/records.h"

enum { LINE_MOVES = 10 };

static bool fits (const struct game *game) {
  struct sgf_board board;
  return sgf_fits (game, &board);
}

static void write_stone (FILE *file, const struct sgf_board *board, const char *move, int number) {
  int column, row;
  move_point (move, &column, &row);
  if (number > 0 && number % LINE_MOVES == 0)
    fputc ('\n', file);
  sgf_put_stone (file, board, column, row, number % 2 == 0);
}

static void write_text (FILE *file, const char *name, const char *value) {
  fprintf (file, "%s[", name);
  text_put_escaped (file, value, ']');
  fputc (']', file);
}

/* Write the result. A game that was cut short has none; after the winner comes the reason, unless the rules
 * decided. */
static void write_result (FILE *file, const struct game_record *record) {
  static const char *const results[] = { "W+", "0", "B+", "?" };
  const bool won = record->result == RECORD_WON || record->result == RECORD_LOST;
  if (record->result == RECORD_DRAWN && record->end == RECORD_END_CAP)
    fputs ("RE[Void]\n", file);
  else
    fprintf (file, "RE[%s%s]\n", results[record->result],
             !won || record->end == RECORD_END_NORMAL ? ""
             : record->end == RECORD_END_LATE         ? "Time"
                                                      : "Forfeit");
}

static void write_record (FILE *file, const struct game_record *record) {
  struct sgf_board board;
  int number = 0;
  if (!sgf_fits (record->game, &board))
    return;
  fputs ("(;", file);
  sgf_put_head (file, record->game, &board);
  write_text (file, "PB", record->players[0]);
  write_text (file, "PW", record->players[1]);
  write_result (file, record);
  for (const char *move = record->start; *move != 0;) { /* the moves that led to the start of play */
    const size_t length = strcspn (move, " ");
    if (length > 0)
      write_stone (file, &board, move, number++);
    move += length + (move[length] == ' ');
  }
  for (int i = 0; i < record->count; i++)
    write_stone (file, &board, record->moves[i], number++);
  fputs (")\n", file);
}

const struct record_format record_sgf = { .name = "SGF", .fits = fits, .write = write_record };
