#include "store/book_moves.h"

#include "store/book_layout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Working memory for translating the moves of an entry to a position. */
struct translation {
  const struct game *game;
  struct position *canonical, *child;
  struct successor *list;
};

static void translation_begin (struct translation *c, const struct game *game) {
  *c = (struct translation){ game, position_allocate (game), position_allocate (game),
                             allocate ((size_t) game->moves_max, sizeof *c->list) };
}

static void translation_end (struct translation *c) {
  free (c->canonical);
  free (c->child);
  free (c->list);
}

static void key_after (struct translation *c, const struct position *from, int move, uint8_t *key) {
  c->game->engine->child (c->game, from, move, c->child);
  c->game->engine->pack_canonical (c->game, c->child, key);
}

static bool in_mask (const uint8_t *mask, int mask_bytes, const struct successor *successor, int i) {
  assert (successor->cell >= -1 && i >= 0);
  const int bit = successor->cell >= 0 ? successor->cell : i;
  return bit < 8 * mask_bytes && (mask[bit / 8] >> bit % 8 & 1);
}

/* Canonical keys of the positions after the moves of the entry: `keys` has room for moves_max. Returns how
 * many. */
static int kept_keys (struct translation *c, const struct book_entry *entry, int mask_bytes, uint8_t *keys) {
  assert (c->game->key_bytes > 0 && c->game->key_bytes <= BOOK_KEY_MAX);
  const struct engine *engine = c->game->engine;
  const size_t key_bytes = (size_t) c->game->key_bytes;
  int kept = 0;
  const int count = engine->successors (c->game, c->canonical, c->list);
  for (int i = 0; i < count; i++)
    if (in_mask (entry->moves, mask_bytes, &c->list[i], i))
      key_after (c, c->canonical, c->list[i].move, keys + key_bytes * (size_t) kept++);
  return kept;
}

static void mark (struct translation *c, const struct position *position, const uint8_t *keys, int kept,
                  bool *marked) {
  uint8_t key[PACKED_MAX] = { 0 };
  const size_t key_bytes = (size_t) c->game->key_bytes;
  const int count = c->game->engine->successors (c->game, position, c->list);
  for (int i = 0; i < count; i++) {
    key_after (c, position, c->list[i].move, key);
    marked[i] = false;
    for (int j = 0; j < kept; j++)
      marked[i] |= memcmp (keys + key_bytes * (size_t) j, key, key_bytes) == 0;
  }
}

/* Is the entry about the canonical form of the position? */
__attribute__ ((unused)) static bool is_entry_of (const struct game *game, const struct book_entry *entry,
                                                  const struct position *position) {
  uint8_t key[PACKED_MAX] = { 0 };
  game->engine->pack_canonical (game, position, key);
  return memcmp (key, entry->key, (size_t) game->key_bytes) == 0;
}

bool book_marks (const struct game *game, const struct book_entry *entry, int mask_bytes,
                 const struct position *position, bool *marked) {
  assert (mask_bytes > 0 && mask_bytes <= BOOK_MASK_MAX);
  assert (is_entry_of (game, entry, position));
  struct translation c;
  translation_begin (&c, game);
  uint8_t *keys = allocate ((size_t) game->moves_max, (size_t) game->key_bytes);
  const bool good = game->engine->unpack (game, entry->key, c.canonical);
  if (good)
    mark (&c, position, keys, kept_keys (&c, entry, mask_bytes, keys), marked);
  free (keys);
  translation_end (&c);
  return good;
}

bool book_has_move (const struct game *game, const uint8_t *key, int number) {
  struct translation c;
  translation_begin (&c, game);
  bool found = !game->engine->unpack (game, key, c.canonical);
  const int count = found ? 0 : game->engine->successors (game, c.canonical, c.list);
  for (int i = 0; i < count && !found; i++)
    found = (c.list[i].cell >= 0 ? c.list[i].cell : i) == number;
  translation_end (&c);
  return found;
}
