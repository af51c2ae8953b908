#include "certificate/array_children.h"

#include <string.h>

static bool add_child (void *context, int move, const struct array_position *after) {
  struct array_children *children = context;
  uint8_t *key = children->key[children->count];
  array_canonical (children->game, after, key);
  for (int i = 0; i < children->count; i++)
    if (memcmp (children->key[i], key, (size_t) children->game->key_bytes) == 0)
      return true;
  children->move[children->count] = move;
  children->plies = after->plies;
  children->ending[children->count++] = children->game->rules->ending (children->game, after);
  return true;
}

void list_children (const struct array_game *game, const struct array_position *position,
                    struct array_children *children) {
  children->game = game;
  children->count = 0;
  game->rules->each_move (game, position, add_child, children);
}
