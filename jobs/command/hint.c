#include "command/hint.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

static bool
is_game (const char *text)
{
  struct game game;
  struct failure ignored = { 0 };
  if (!engine_open (&game, text, &ignored))
    return false;
  engine_close (&game);
  return true;
}

void
hint_add (const struct command *command, const struct options *options, struct failure *failure)
{
  char game[100];
  if ((failure->code != EXIT_USAGE && failure->code != EXIT_BAD_DATA) || command == NULL
      || strncmp (command->arguments, "GAME", 4) != 0 || options->argument_count < 2)
    return;
  const char *name = options->arguments[0], *board = options->arguments[1];
  if (strchr (name, ':') != NULL || strlen (name) + strlen (board) + 2 > sizeof game)
    return;
  snprintf (game, sizeof game, "%s:%s", name, board);
  if (is_game (game))
    text_append (failure->text, sizeof failure->text, "; did you mean '%s'?", game);
}
