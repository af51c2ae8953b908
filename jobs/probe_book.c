/* An opening book as `zermelo probe` asks it.
 *
 * A book holds canonical positions; the moves it names are carried back to the position as given by what
 * they lead to: a move keeps the value if the canonical position after it is that after a move of the
 * book. */
#include "probe.h"
#include "solution.h"

#include <stdlib.h>
#include <string.h>
#include <zermelo/book.h>

struct inside {
  zermelo_book *book;
  zermelo_book_identity identity;
  struct position *canonical, *child;
  struct successor *successors, *canonical_successors;
};

static void
close_book (struct oracle *oracle)
{
  struct inside *inside = oracle->inside;
  free (inside->canonical);
  free (inside->child);
  free (inside->successors);
  free (inside->canonical_successors);
  zermelo_book_close (inside->book);
  free (inside);
  engine_close (&oracle->game);
}

static void
key_after (const struct oracle *oracle, const struct position *from, int move, uint8_t *key)
{
  const struct inside *inside = oracle->inside;
  oracle->game.engine->child (&oracle->game, from, move, inside->child);
  oracle->game.engine->pack_canonical (&oracle->game, inside->child, key);
}

static bool
in_mask (const struct inside *inside, const uint8_t *mask, const struct successor *list, int i)
{
  const int bit = list[i].cell >= 0 ? list[i].cell : i;
  return bit < 8 * inside->identity.mask_bytes && (mask[bit / 8] >> bit % 8 & 1);
}

/* Canonical keys of the positions after the moves of the book; returns how many. The caller frees them. */
static int
kept_keys (const struct oracle *oracle, const uint8_t *key, const uint8_t *mask, uint8_t **keys)
{
  const struct inside *inside = oracle->inside;
  const struct game *game = &oracle->game;
  const size_t key_bytes = (size_t) game->key_bytes;
  int kept = 0;
  game->engine->unpack (game, key, inside->canonical);
  const int count = game->engine->successors (game, inside->canonical, inside->canonical_successors);
  *keys = allocate ((size_t) count, key_bytes);
  for (int i = 0; i < count; i++)
    if (in_mask (inside, mask, inside->canonical_successors, i))
      key_after (oracle, inside->canonical, inside->canonical_successors[i].move,
                 *keys + key_bytes * (size_t) kept++);
  return kept;
}

static void
print_moves (struct oracle *oracle, struct output *output, const struct position *position,
             const zermelo_book_entry *entry)
{
  const struct inside *inside = oracle->inside;
  uint8_t *keys, key[PACKED_MAX] = { 0 };
  const size_t key_bytes = (size_t) oracle->game.key_bytes;
  const int kept = kept_keys (oracle, entry->key, entry->moves, &keys);
  const int count = oracle->game.engine->successors (&oracle->game, position, inside->successors);
  bool *marked = allocate ((size_t) count, sizeof *marked);
  for (int i = 0; i < count; i++) {
    key_after (oracle, position, inside->successors[i].move, key);
    for (int j = 0; j < kept; j++)
      marked[i] |= memcmp (keys + key_bytes * (size_t) j, key, key_bytes) == 0;
  }
  oracle_print_moves (output, inside->successors, count, marked);
  free (marked);
  free (keys);
}

static bool
answer (struct oracle *oracle, struct output *output, const struct position *position,
        struct failure *failure)
{
  const struct inside *inside = oracle->inside;
  uint8_t key[PACKED_MAX] = { 0 };
  zermelo_book_entry entry;
  char score[24];
  (void) failure;
  oracle->game.engine->pack_canonical (&oracle->game, position, key);
  if (!zermelo_book_probe (inside->book, key, &entry))
    return false;
  if (entry.value == ZERMELO_UNKNOWN) {
    output_text (output, "unknown");
    output_text (output, NULL);
    output_field (output, NULL, json_array ());
    return true;
  }
  snprintf (score, sizeof score, "%d", entry.score);
  output_text (output, value_name ((struct bounds){ entry.value, entry.value }));
  output_field (output, inside->identity.scored ? score : NULL,
                inside->identity.scored ? json_integer (entry.score) : NULL);
  print_moves (oracle, output, position, &entry);
  return true;
}

bool
oracle_open_book (struct oracle *oracle, const char *path, struct failure *failure)
{
  int code = 0;
  char error[400] = "", text[120];
  zermelo_book *book = zermelo_book_open (path, &code, error, sizeof error);
  if (book == NULL)
    return fail (failure, (enum exit_code) code, "%s", error);
  struct inside *inside = allocate (1, sizeof *inside);
  *oracle = (struct oracle){ .inside = inside, .answer = answer, .close = close_book };
  inside->book = book;
  zermelo_book_identify (book, &inside->identity);
  const zermelo_book_identity *identity = &inside->identity;
  struct game *game = &oracle->game;
  snprintf (text, sizeof text, "%.20s:%.40s,%.40s", identity->game, identity->board, identity->rules);
  bool done = engine_open (game, text, failure) || fail_in (failure, path);
  if (done && game->key_bytes != identity->key_bytes)
    done = fail (failure, EXIT_BAD_DATA, "%.300s: keys of %d bytes, but %s has keys of %d", path,
                 identity->key_bytes, game->title, game->key_bytes);
  if (!done) {
    close_book (oracle);
    return false;
  }
  inside->canonical = position_allocate (game);
  inside->child = position_allocate (game);
  inside->successors = allocate ((size_t) game->moves_max, sizeof *inside->successors);
  inside->canonical_successors = allocate ((size_t) game->moves_max, sizeof *inside->canonical_successors);
  return true;
}
