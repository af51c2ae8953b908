/* Draughts on 32 squares as Hub writes it (F. Letouzey, protocol of Scan, version 2): the side to move, and a
 * character for each square in the order of their numbers. */
#include "games/protocols.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARES = 32 };

static bool plays (const struct game *game) {
  return strcmp (game->name, "draughts") == 0 && strcmp (game->board_text, "8x8") == 0
         && strcmp (game->rules, "official") == 0;
}

/* Write a position given as "W:W21,K30:B1,K5". */
static bool write_position (const char *position, char text[PROTOCOL_POSITION]) {
  char colour = 0;
  if (*position != 'W' && *position != 'B')
    return false;
  text[0] = *position++;
  memset (text + 1, 'e', SQUARES);
  text[1 + SQUARES] = 0;
  while (*position != 0) {
    const char c = *position;
    const bool king = c == 'K';
    if (c == ':' || c == ',' || c == '.' || c == ' ') {
      position++;
      continue;
    }
    if (c == 'W' || c == 'B') {
      colour = c;
      position++;
      continue;
    }
    char *end;
    const long square = strtol (position + king, &end, 10);
    if (end == position + king || square < 1 || square > SQUARES || colour == 0)
      return false;
    text[square] = king ? colour : (char) tolower ((unsigned char) colour);
    position = end;
  }
  return true;
}

/* The pieces of a side: "W21,K30". */
static size_t print_side (const char *text, char colour, char *position, size_t used, size_t size) {
  const char man = (char) tolower ((unsigned char) colour);
  const char *comma = "";
  used += (size_t) snprintf (position + used, size - used, ":%c", colour);
  for (int square = 1; square <= SQUARES && used < size; square++) {
    if (text[square] != man && text[square] != colour)
      continue;
    used += (size_t) snprintf (position + used, size - used, "%s%s%d", comma,
                               text[square] == colour ? "K" : "", square);
    comma = ",";
  }
  return used;
}

static bool read_position (const char *text, char *position, size_t size) {
  if ((text[0] != 'W' && text[0] != 'B') || strlen (text) != 1 + SQUARES
      || strspn (text + 1, "wbWBe") != SQUARES)
    return false;
  const size_t used = (size_t) snprintf (position, size, "%c", text[0]);
  return print_side (text, 'B', position, print_side (text, 'W', position, used, size), size) < size;
}

const struct board_protocol protocol_hub = { .name = "hub",
                                             .plays = plays,
                                             .game = "draughts:8x8",
                                             .rules = "official seed",
                                             .write_position = write_position,
                                             .read_position = read_position };
