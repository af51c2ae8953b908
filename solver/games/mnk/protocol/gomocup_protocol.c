/* Rows of stones as Gomocup's managers play them, five in a row unless an INFO line sets another number:
 * points are numbered from 0, from the top left corner. */
#include "game.h"
#include "games/protocols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST = 5, IN_A_ROW = 5 };

static void game_text (const struct protocol_board *board, char *text, size_t size) {
  snprintf (text, size, "mnk:%d,%d,%d%s", board->columns, board->rows, board->line,
            board->exact ? ",exact" : "");
}

static struct protocol_board board_of (const struct game *game) {
  struct protocol_board board = { .exact = strcmp (game->rules, "exact") == 0 };
  sscanf (game->board_text, "%d,%d,%d", &board.columns, &board.rows, &board.line);
  return board;
}

static bool plays (const struct game *game) {
  return strcmp (game->name, "mnk") == 0 && strcmp (game->rules, "maker-breaker") != 0;
}

/* Columns are a .. z, aa, ab, ... */
static void move_text (int rows, int x, int y, char *text, size_t size) {
  char letters[8];
  int i = sizeof letters;
  for (int column = x + 1; column > 0; column = (column - 1) / 26)
    letters[--i] = (char) ('a' + (column - 1) % 26);
  snprintf (text, size, "%.*s%d", (int) sizeof letters - i, letters + i, rows - y);
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
                                                 .line = IN_A_ROW,
                                                 .game_text = game_text,
                                                 .board_of = board_of,
                                                 .move_text = move_text,
                                                 .point = point };
