#include "store/file_game.h"

#include <stdio.h>

void
file_name_game (struct file_identity *identity, const struct game *game)
{
  snprintf (identity->game, sizeof identity->game, "%s", game->name);
  snprintf (identity->board, sizeof identity->board, "%s", game->board_text);
  snprintf (identity->rules, sizeof identity->rules, "%s", game->rules);
}

bool
file_open_game (const struct file_identity *identity, struct game *game, struct failure *failure)
{
  char title[100];
  snprintf (title, sizeof title, "%s:%s,%s", identity->game, identity->board, identity->rules);
  if (!engine_open (game, title, failure))
    return false;
  if (game->key_bytes > 0)
    return true;
  fail (failure, EXIT_BAD_DATA, "%s has no keys", game->title);
  engine_close (game);
  return false;
}
