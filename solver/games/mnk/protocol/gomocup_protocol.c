/* Five in a row as Gomocup's managers play it: points are numbered from 0, from the top left corner. */
#include "game.h"
#include "games/protocols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST = 5, IN_A_ROW = 5 };

static void game_text (int columns, int rows, bool exact, char *text, size_t size) {
  snprintf (text, size, "mnk:%d,%d,5%s", columns, rows, exact ? ",exact" : "");
}

static void board_of (const struct game *game, int *columns, int *rows, bool *exact) {
  *columns = *rows = 0;
  sscanf (game->board_text, "%d,%d", columns, rows);
  *exact = strcmp (game->rules, "exact") == 0;
}

static bool plays (const struct game *game) {
  int columns, rows, length;
  return strcmp (game->name, "mnk") == 0 && strcmp (game->rules, "maker-breaker") != 0
         && sscanf (game->board_text, "%d,%d,%d", &columns, &rows, &length) == 3 && length == IN_A_ROW
         && columns >= LEAST && rows >= LEAST;
}

/* Columns are a .. z, aa, ab, ... */
static void move_text (int rows, int x, int y, char *text) {
  char letters[8];
  int i = sizeof letters;
  for (int column = x + 1; column > 0; column = (column - 1) / 26)
    letters[--i] = (char) ('a' + (column - 1) % 26);
  snprintf (text, MOVE_TEXT, "%.*s%d", (int) sizeof letters - i, letters + i, rows - y);
}

static void point (int rows, const char *move, int *x, int *y) {
  int column = 0;
  for (; *move >= 'a' && *move <= 'z'; move++)
    column = 26 * column + (*move - 'a' + 1);
  *x = column - 1;
  *y = rows - atoi (move);
}

const struct board_protocol protocol_gomocup = { .name = "gomocup",
                                                 .plays = plays,
                                                 .least = LEAST,
                                                 .game_text = game_text,
                                                 .board_of = board_of,
                                                 .move_text = move_text,
                                                 .point = point };
