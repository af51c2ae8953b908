/* The names of a position: a text, and the bytes that files hold. */
#include "library/library_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct name_question {
  const char *text;
  char *name; /* NULL: the key is wanted, not the text */
  size_t size;
  uint8_t *key;
  int *key_bytes;
};

/* The text is a list of moves or a FEN, or, if no moves that lead to the position are found, the digits of
 * its packed bytes. */
static bool print_name (const struct game *game, const struct position *position,
                        const struct name_question *asked, struct failure *failure) {
  uint8_t packed[PACKED_MAX];
  const size_t digits = 2 * (size_t) game->key_bytes + sizeof "0x";
  if (asked->size < digits || asked->size < ZERMELO_TEXT)
    return fail (failure, EXIT_USAGE, "the text of a position takes %d bytes", ZERMELO_TEXT);
  if (game->engine->print_position (game, position, asked->name, asked->size))
    return true;
  game->engine->pack (game, position, packed);
  char *end = asked->name + snprintf (asked->name, asked->size, "0x");
  for (int i = 0; i < game->key_bytes; i++)
    end += snprintf (end, 3, "%02x", packed[i]);
  return true;
}

static bool name_position (zermelo *z, void *argument, struct failure *failure) {
  const struct name_question *asked = argument;
  if (!z->has_game || z->game.key_bytes == 0)
    return fail (failure, EXIT_USAGE, "%s has no packed positions", z->has_game ? z->game.title : "no game");
  struct position *position = position_allocate (&z->game);
  if (position_parse (&z->game, asked->text, position, failure)) {
    if (asked->name != NULL)
      print_name (&z->game, position, asked, failure);
    else {
      memset (asked->key, 0, ZERMELO_KEY_BYTES);
      z->game.engine->pack_canonical (&z->game, position, asked->key);
      *asked->key_bytes = z->game.key_bytes;
    }
  }
  free (position);
  return failure->code == 0;
}

int zermelo_text (const zermelo *z, const char *position, char *text, size_t size) {
  return library_call (name_position, (zermelo *) z,
                       &(struct name_question){ .text = position, .name = text, .size = size });
}

int zermelo_key (const zermelo *z, const char *position, uint8_t key[ZERMELO_KEY_BYTES], int *key_bytes) {
  return library_call (name_position, (zermelo *) z,
                       &(struct name_question){ .text = position, .key = key, .key_bytes = key_bytes });
}
