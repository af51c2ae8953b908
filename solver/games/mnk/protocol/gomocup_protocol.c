/* Five in a row as Gomocup's managers play it: points are numbered from 0, from the top left corner. */
#include "game.h"
#include "games/protocols.h"

#include <stdio.h>
#include <stdlib.h>

static void
game_text (int columns, int rows, bool exact, char *text, size_t size)
{
  snprintf (text, size, "mnk:%d,%d,5%s", columns, rows, exact ? ",exact" : "");
}

/* Columns are a .. z, aa, ab, ... */
static void
move_text (int rows, int x, int y, char *text)
{
  char letters[8];
  int i = sizeof letters;
  for (int column = x + 1; column > 0; column = (column - 1) / 26)
    letters[--i] = (char) ('a' + (column - 1) % 26);
  snprintf (text, MOVE_TEXT, "%.*s%d", (int) sizeof letters - i, letters + i, rows - y);
}

static void
point (int rows, const char *move, int *x, int *y)
{
  int column = 0;
  for (; *move >= 'a' && *move <= 'z'; move++)
    column = 26 * column + (*move - 'a' + 1);
  *x = column - 1;
  *y = rows - atoi (move);
}

const struct board_protocol protocol_gomocup
    = { .name = "gomocup", .least = 5, .game_text = game_text, .move_text = move_text, .point = point };
