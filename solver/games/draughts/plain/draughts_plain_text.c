/* The start of a game of draughts, and positions as text: FEN. */
#include "games/draughts/plain/draughts_plain_board.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void plain_draughts_print (const struct plain *position, char *text) {
  text += sprintf (text, "%c", position->to_move == 0 ? 'W' : 'B');
  for (int side = 0; side < 2; side++) {
    bool first = true;
    text += sprintf (text, ":%c", side == 0 ? 'W' : 'B');
    for (int place = 0; place < size_of (position) * size_of (position); place++) {
      int piece = piece_at (position, place);
      if (piece == 0 || side_of (piece) != side)
        continue;
      text += sprintf (text, "%s%s%d", first ? "" : ",", abs (piece) == KING ? "K" : "",
                       number_of (position, place));
      first = false;
    }
  }
}

static bool empty_board (const char *board, struct plain *position) {
  char rules[20] = "official";
  int columns, rows, length = 0, fields;
  fields = sscanf (board, "%dx%d%n,%19s", &columns, &rows, &length, rules);
  if (fields < 2 || columns != rows || (columns != 4 && columns != 6 && columns != 8))
    return false;
  if (fields == 2 && board[length] != '\0')
    return false;
  const char *name = strncmp (rules, "rules=", 6) == 0 ? rules + 6 : rules;
  if (strcmp (name, "official") != 0 && strcmp (name, "seed") != 0)
    return false;
  memset (position, 0, sizeof *position);
  position->size[0] = position->size[1] = columns;
  position->rules = strcmp (name, "seed") == 0;
  position->last = -1;
  return true;
}

/* The start position: all rows but the two in the middle are full. */
bool plain_draughts_start (const char *board, struct plain *position) {
  if (!empty_board (board, position))
    return false;
  int size = size_of (position);
  for (int row = 0; row < size; row++)
    for (int column = 0; column < size; column++)
      if (is_dark (row, column) && (row < size / 2 - 1 || row > size / 2))
        position->cell[row * size + column] = row < size / 2 ? -MAN : MAN;
  return true;
}

static bool put (struct plain *position, int side, bool king, int number) {
  int place = place_of (position, number);
  if (place < 0 || position->cell[place] != 0)
    return false;
  if (!king && place / size_of (position) == last_row (position, side))
    return false;
  position->cell[place] = (signed char) ((king ? KING : MAN) * (side == 0 ? 1 : -1));
  return true;
}

/* Read a FEN without spaces, ranges and dots: W:W21-32:B1,K5 */
bool plain_draughts_parse (const char *board, const char *text, struct plain *position) {
  if (!empty_board (board, position) || (*text != 'W' && *text != 'B'))
    return false;
  position->to_move = *text++ == 'B';
  for (int i = 0; i < 2; i++) {
    if (text[0] != ':' || (text[1] != 'W' && text[1] != 'B'))
      return false;
    int side = text[1] == 'B';
    text += 2;
    while (*text == 'K' || isdigit ((unsigned char) *text)) {
      bool king = *text == 'K';
      char *end;
      long first = strtol (text + king, &end, 10), last = first;
      if (*end == '-')
        last = strtol (end + 1, &end, 10);
      for (long number = first; number <= last; number++)
        if (!put (position, side, king, (int) number))
          return false;
      text = *end == ',' ? end + 1 : end;
    }
  }
  return *text == '\0' || strcmp (text, ".") == 0;
}
