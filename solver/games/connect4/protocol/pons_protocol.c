/* Connect Four as the solver of P. Pons plays it: a position is a digit for each move, so there are up to
 * nine columns. It has one size of the board built in. */
#include "games/protocols.h"

#include <stdio.h>
#include <string.h>

static bool plays (const struct game *game) {
  int columns;
  return strcmp (game->name, "connect4") == 0 && sscanf (game->board_text, "%d", &columns) == 1
         && columns <= 9;
}

const struct board_protocol protocol_pons = { .name = "pons", .plays = plays };
