/* Connect Four as played by the solver of P. Pons: a position is a digit for each move, so there are up to
 * nine columns. The size of the board is fixed when that solver is compiled. */
#include "games/protocols.h"

#include <stdio.h>
#include <string.h>

static bool plays (const struct game *game) {
  int columns;
  return strcmp (game->name, "connect4") == 0 && sscanf (game->board_text, "%d", &columns) == 1
         && columns <= 9;
}

const struct board_protocol protocol_pons = { .name = "pons", .plays = plays };
