/* Five in a row as SGF (Smart Game Format 4, game 4: Gomoku), whose letters name up to 52 columns and rows.
 * Rows are counted from the top there. */
#include "games/records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS = 52, GOMOKU = 5, LINE_MOVES = 10 };

static bool
read_board (const struct game *game, int *columns, int *rows)
{
  int length = 0;
  return sscanf (game->board_text, "%d,%d,%d", columns, rows, &length) == 3 && length == GOMOKU;
}

static bool
fits (const struct game *game)
{
  int columns, rows;
  return strcmp (game->name, "mnk") == 0 && strcmp (game->rules, "maker-breaker") != 0
         && read_board (game, &columns, &rows) && columns <= LETTERS && rows <= LETTERS;
}

static int
letter (int number)
{
  return number < 26 ? 'a' + number : 'A' + number - 26;
}

/* "h8" or "ab3". */
static void
write_stone (FILE *file, const char *move, size_t length, int rows, int number)
{
  int column = 0;
  size_t i = 0;
  for (; i < length && move[i] >= 'a' && move[i] <= 'z'; i++)
    column = 26 * column + (move[i] - 'a' + 1);
  const int row = atoi (move + i);
  fprintf (file, "%s;%c[%c%c]", number > 0 && number % LINE_MOVES == 0 ? "\n" : "",
           number % 2 == 0 ? 'B' : 'W', letter (column - 1), letter (rows - row));
}

static void
write_text (FILE *file, const char *name, const char *value)
{
  fprintf (file, "%s[", name);
  for (; *value != 0; value++)
    fprintf (file, *value == ']' || *value == '\\' ? "\\%c" : "%c", *value);
  fputc (']', file);
}

static void
write_record (FILE *file, const struct game_record *record)
{
  static const char *const results[] = { "W+", "0", "B+", "?" };
  int columns = 0, rows = 0, number = 0;
  if (!read_board (record->game, &columns, &rows))
    return;
  fputs ("(;GM[4]FF[4]CA[UTF-8]AP[zermelo]", file);
  fprintf (file, columns == rows ? "SZ[%d]" : "SZ[%d:%d]", columns, rows);
  write_text (file, "RU", record->game->rules);
  write_text (file, "PB", record->players[0]);
  write_text (file, "PW", record->players[1]);
  fprintf (file, "RE[%s]\n", results[record->result]);
  for (const char *move = record->start; *move != 0;) { /* the moves that led to where play began */
    const size_t length = strcspn (move, " ");
    if (length > 0)
      write_stone (file, move, length, rows, number++);
    move += length + (move[length] == ' ');
  }
  for (int i = 0; i < record->count; i++)
    write_stone (file, record->moves[i], strlen (record->moves[i]), rows, number++);
  fputs (")\n", file);
}

const struct record_format record_sgf = { .name = "SGF", .fits = fits, .write = write_record };
