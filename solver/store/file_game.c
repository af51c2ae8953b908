#include "store/file_game.h"

#include <assert.h>
#include <stdio.h>

void file_name_game (struct file_identity *identity, const struct game *game) {
  assert (game->name[0] != 0 && game->board_text[0] != 0 && game->rules[0] != 0);
  assert (sizeof identity->game >= sizeof game->name && sizeof identity->board >= sizeof game->board_text
          && sizeof identity->rules >= sizeof game->rules);
  snprintf (identity->game, sizeof identity->game, "%s", game->name);
  snprintf (identity->board, sizeof identity->board, "%s", game->board_text);
  snprintf (identity->rules, sizeof identity->rules, "%s", game->rules);
}

void file_key_encoding (const struct game *game, char text[KEY_ENCODING]) {
  snprintf (text, KEY_ENCODING,
            "of all symmetric positions the one whose bytes are smallest (memcmp); a position: %s",
            game->engine->packing);
}

bool file_open_game_of_any_size (const struct file_identity *identity, struct game *game,
                                 struct failure *failure) {
  char title[100];
  snprintf (title, sizeof title, "%s:%s,%s", identity->game, identity->board, identity->rules);
  return engine_open (game, title, failure);
}

bool file_open_game (const struct file_identity *identity, struct game *game, struct failure *failure) {
  if (!file_open_game_of_any_size (identity, game, failure))
    return false;
  if (game->key_bytes > 0)
    return true;
  fail (failure, EXIT_BAD_DATA, "%s has no keys", game->title);
  engine_close (game);
  return false;
}
