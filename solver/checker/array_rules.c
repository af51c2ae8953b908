#include "array_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int array_compare_keys (const void *a, const void *b) { return memcmp (a, b, KEY_MOST); }

bool array_game_open (struct array_game *game, const char *name, const char *board, const char *variant) {
  static const struct array_rules *const all[] = { &array_alignment, &array_draughts };
  const bool standard = strcmp (variant, "standard") == 0 || strcmp (variant, "official") == 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    *game = (struct array_game){ .rules = all[i] };
    snprintf (game->title, sizeof game->title, "%s:%s%s%s%s", name, board, standard ? "" : ",",
              all[i]->cyclic && !standard ? "rules=" : "", standard ? "" : variant);
    if (all[i]->open (game, name, board, variant))
      return true;
    array_game_close (game);
  }
  return false;
}

void array_game_close (struct array_game *game) {
  free (game->line);
  free (game->order);
  *game = (struct array_game){ .rules = NULL };
}

void array_canonical (const struct array_game *game, const struct array_position *position, uint8_t *key) {
  uint8_t other[KEY_MOST];
  game->rules->pack (game, position, 0, key);
  for (int image = 1; game->rules->pack (game, position, image, other); image++)
    if (memcmp (other, key, (size_t) game->key_bytes) < 0)
      memcpy (key, other, (size_t) game->key_bytes);
}

bool is_canonical_key (const struct array_game *game, const uint8_t *key, struct array_position *position) {
  uint8_t canonical[KEY_MOST];
  if (!game->rules->unpack (game, key, position) || key == NULL)
    return key == NULL;
  array_canonical (game, position, canonical);
  return memcmp (canonical, key, (size_t) game->key_bytes) == 0;
}
