#include "command/board.h"

#include "base/diagram.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Only on a terminal with colours, and unless NO_COLOR is set (no-color.org). */
static bool in_colours (const struct output *output) {
  const char *terminal = getenv ("TERM"), *none = getenv ("NO_COLOR");
  return output->pretty && !output->to_file && isatty (STDOUT_FILENO) && (none == NULL || *none == 0)
         && terminal != NULL && strcmp (terminal, "dumb") != 0;
}

void board_draw (struct run *run, const struct position *position, const char *last) {
  struct output *output = &run->display.output;
  struct diagram diagram = { .width = output->pretty ? output->width : 0 };
  run->session.game.engine->draw (&run->session.game, position, last, &diagram);
  char *text = diagram_text (&diagram, in_colours (output));
  output_block (output, text);
  free (text);
  diagram_free (&diagram);
}

char *board_player (const struct game *game, int player) {
  return text_format ("%s (%s)", game->engine->players[player], game->engine->marks[player]);
}

char *board_sentence (const struct game *game, const struct position *position, const char *last) {
  const int mover = game->engine->mover (game, position);
  const enum outcome outcome = game->engine->outcome (game, position);
  const char *after = *last != 0 ? " after " : "";
  char *player = board_player (game, outcome == LOST ? !mover : mover), *text;
  if (outcome == GOING_ON)
    text = text_format ("%s is to move%s%s.", player, after, last);
  else if (outcome == DRAWN)
    text = text_format ("The game is over%s%s: a draw.", after, last);
  else
    text = text_format ("The game is over%s%s: %s has won.", after, last, player);
  free (player);
  *text = (char) toupper ((unsigned char) *text);
  return text;
}
