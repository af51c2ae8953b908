#include "array_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
array_game_open (struct array_game *game, const char *name, const char *board, const char *variant)
{
  static const struct array_rules *const all[] = { &array_mnk, &array_connect4, &array_draughts };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp (all[i]->name, name) == 0) {
      *game = (struct array_game){ .rules = all[i] };
      const bool standard = strcmp (variant, "standard") == 0 || strcmp (variant, "official") == 0;
      snprintf (game->title, sizeof game->title, "%s:%s%s%s%s", name, board, standard ? "" : ",",
                game->rules->cyclic && !standard ? "rules=" : "", standard ? "" : variant);
      return all[i]->open (game, board, variant);
    }
  return false;
}

void
array_game_close (struct array_game *game)
{
  free (game->line);
  free (game->order);
  *game = (struct array_game){ .rules = NULL };
}

void
array_position_copy (const struct array_game *game, struct array_position *to,
                     const struct array_position *from)
{
  memcpy (to, from, offsetof (struct array_position, cell) + (size_t) game->cells);
}

void
array_canonical (const struct array_game *game, const struct array_position *position, uint8_t *key)
{
  uint8_t other[KEY_MOST];
  game->rules->pack (game, position, 0, key);
  for (int image = 1; game->rules->pack (game, position, image, other); image++)
    if (memcmp (other, key, (size_t) game->key_bytes) < 0)
      memcpy (key, other, (size_t) game->key_bytes);
}
