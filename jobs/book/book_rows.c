#include "book/book_rows.h"

#include "store/book_writer.h"
#include "store/file_game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

int
book_mask_bytes (const struct game *game)
{
  return (game->moves_max + 7) / 8 < 64 ? (game->moves_max + 7) / 8 : 64;
}

void
book_rows_begin (struct book_rows *rows, struct game *game, bool scored)
{
  *rows = (struct book_rows){ .game = *game, .scored = scored, .mask_bytes = book_mask_bytes (game) };
  rows->keys.key_bytes = game->key_bytes;
}

void
book_rows_free (struct book_rows *rows)
{
  free (rows->value);
  free (rows->score);
  free (rows->ply);
  free (rows->mask);
  key_set_free (&rows->keys);
  engine_close (&rows->game);
}

static void
make_room (struct book_rows *rows)
{
  if (rows->keys.count < rows->room)
    return;
  rows->room = 2 * rows->room + 1024;
  rows->value = reallocate (rows->value, rows->room, 1);
  rows->score = reallocate (rows->score, rows->room, sizeof *rows->score);
  rows->ply = reallocate (rows->ply, rows->room, 1);
  rows->mask = reallocate (rows->mask, rows->room, (size_t) rows->mask_bytes);
}

static void
or_mask (struct book_rows *rows, size_t row, const uint8_t *mask, int mask_bytes)
{
  assert (mask_bytes <= rows->mask_bytes);
  for (int i = 0; i < mask_bytes; i++)
    rows->mask[row * (size_t) rows->mask_bytes + (size_t) i] |= mask[i];
}

size_t
book_rows_add (struct book_rows *rows, const zermelo_book_entry *entry, int mask_bytes)
{
  make_room (rows);
  if (key_set_add (&rows->keys, entry->key, key_hash (entry->key, rows->keys.key_bytes))) {
    const size_t row = rows->keys.count - 1;
    rows->value[row] = (int8_t) entry->value;
    rows->score[row] = (int16_t) entry->score;
    rows->ply[row] = (uint8_t) entry->ply;
    memset (rows->mask + row * (size_t) rows->mask_bytes, 0, (size_t) rows->mask_bytes);
    or_mask (rows, row, entry->moves, mask_bytes);
    return row;
  }
  const size_t row = key_set_find (&rows->keys, entry->key);
  const bool known = rows->value[row] != ZERMELO_UNKNOWN, knows = entry->value != ZERMELO_UNKNOWN;
  if (known && knows && (rows->value[row] != entry->value || rows->score[row] != entry->score))
    return SIZE_MAX;
  if (!known && knows) {
    rows->value[row] = (int8_t) entry->value;
    rows->score[row] = (int16_t) entry->score;
  }
  if (entry->ply < rows->ply[row])
    rows->ply[row] = (uint8_t) entry->ply;
  if (knows)
    or_mask (rows, row, entry->moves, mask_bytes);
  return row;
}

zermelo_book_entry
book_rows_at (const struct book_rows *rows, size_t i)
{
  return (zermelo_book_entry){ .key = key_set_key (&rows->keys, i),
                               .moves = rows->mask + i * (size_t) rows->mask_bytes,
                               .value = rows->value[i],
                               .score = rows->score[i],
                               .ply = rows->ply[i] };
}

/* ---- reading ---- */

bool
book_rows_read (struct book_rows *rows, const char *path, struct failure *failure)
{
  int code = 0;
  char error[400] = "", title[120];
  struct game game;
  zermelo_book_identity identity;
  zermelo_book_entry entry;
  zermelo_book *book = zermelo_book_open (path, &code, error, sizeof error);
  if (book == NULL)
    return fail (failure, (enum exit_code) code, "%s", error);
  zermelo_book_identify (book, &identity);
  snprintf (title, sizeof title, "%.20s:%.40s,%.40s", identity.game, identity.board, identity.rules);
  bool good = engine_open (&game, title, failure) || fail_in (failure, path);
  if (good && (game.key_bytes != identity.key_bytes || identity.mask_bytes > book_mask_bytes (&game))) {
    good = fail (failure, EXIT_BAD_DATA, "%.300s: its keys or masks are not those of %s", path, game.title);
    engine_close (&game);
  }
  if (good) {
    book_rows_begin (rows, &game, identity.scored != 0);
    snprintf (rows->path, sizeof rows->path, "%s", path);
    rows->plies = identity.plies;
    for (size_t i = 0; zermelo_book_entry_at (book, i, &entry); i++)
      book_rows_add (rows, &entry, identity.mask_bytes);
  }
  zermelo_book_close (book);
  return good;
}

/* ---- positions and moves ---- */

void
book_rows_mask (const struct game *game, const struct position *position, const bool *marked, uint8_t *mask)
{
  const struct engine *engine = game->engine;
  const size_t key_bytes = (size_t) game->key_bytes;
  struct position *canonical = position_allocate (game), *child = position_allocate (game);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  uint8_t *keys = allocate ((size_t) game->moves_max, key_bytes), packed[PACKED_MAX] = { 0 };
  int kept = 0, count = engine->successors (game, position, list);
  for (int i = 0; i < count; i++)
    if (marked[i]) {
      engine->child (game, position, list[i].move, child);
      engine->pack_canonical (game, child, keys + key_bytes * (size_t) kept++);
    }
  engine->pack_canonical (game, position, packed);
  const bool unpacked = engine->unpack (game, packed, canonical);
  assert (unpacked);
  (void) unpacked;
  count = engine->successors (game, canonical, list);
  for (int i = 0; i < count; i++) {
    engine->child (game, canonical, list[i].move, child);
    engine->pack_canonical (game, child, packed);
    for (int j = 0; j < kept; j++)
      if (memcmp (packed, keys + key_bytes * (size_t) j, key_bytes) == 0) {
        const int bit = list[i].cell >= 0 ? list[i].cell : i;
        mask[bit / 8] = (uint8_t) (mask[bit / 8] | 1 << bit % 8);
      }
  }
  free (canonical);
  free (child);
  free (list);
  free (keys);
}

void
book_rows_text (const struct book_rows *rows, size_t i, char *text)
{
  const struct game *game = &rows->game;
  struct position *position = position_allocate (game);
  if (!game->engine->unpack (game, key_set_key (&rows->keys, i), position)
      || !game->engine->print_position (game, position, text, BOOK_POSITION_TEXT))
    strcpy (text, "-");
  free (position);
}

bool
book_rows_complete (const struct book_rows *rows)
{
  const struct game *game = &rows->game;
  struct position *position = position_allocate (game);
  uint8_t *children = allocate ((size_t) game->moves_max, (size_t) game->key_bytes), key[PACKED_MAX] = { 0 };
  game->engine->start (game, position);
  game->engine->pack_canonical (game, position, key);
  bool complete
      = game->engine->outcome (game, position) != GOING_ON || key_set_find (&rows->keys, key) != SIZE_MAX;
  for (size_t i = 0; complete && i < rows->keys.count; i++) {
    if (rows->ply[i] >= rows->plies)
      continue;
    const int count = game->engine->expand (game, key_set_key (&rows->keys, i), children);
    for (int j = 0; complete && j < count; j++) {
      const uint8_t *child = children + (size_t) j * (size_t) game->key_bytes;
      complete = key_set_find (&rows->keys, child) != SIZE_MAX
                 || !game->engine->unpack (game, child, position)
                 || game->engine->outcome (game, position) != GOING_ON;
    }
  }
  free (children);
  free (position);
  return complete;
}

/* ---- writing ---- */

static int
compare_rows (const void *a, const void *b, void *context)
{
  const struct key_set *keys = *(const struct key_set *const *) context;
  return memcmp (key_set_key (keys, *(const size_t *) a), key_set_key (keys, *(const size_t *) b),
                 (size_t) keys->key_bytes);
}

/* Bytes of a mask: enough for the largest move number of all rows. */
static int
needed_mask_bytes (const struct book_rows *rows)
{
  const struct engine *engine = rows->game.engine;
  struct position *position = position_allocate (&rows->game);
  struct successor *list = allocate ((size_t) rows->game.moves_max, sizeof *list);
  int bits = 1;
  for (size_t i = 0;
       i < rows->keys.count && engine->unpack (&rows->game, key_set_key (&rows->keys, i), position); i++) {
    const int count = engine->successors (&rows->game, position, list);
    for (int j = 0; j < count; j++) {
      const int bit = list[j].cell >= 0 ? list[j].cell : j;
      bits = bit + 1 > bits ? bit + 1 : bits;
    }
  }
  free (position);
  free (list);
  return (bits + 7) / 8;
}

/* The rows in the order of a file, as arrays. */
struct sorted {
  uint8_t *key, *moves, *ply;
  int8_t *value;
  int16_t *score;
};

static struct sorted
sort_rows (const struct book_rows *rows, size_t mask_bytes)
{
  const size_t count = rows->keys.count, key_bytes = (size_t) rows->keys.key_bytes;
  size_t *order = allocate (count, sizeof *order);
  struct sorted sorted = { allocate (count, key_bytes), allocate (count, mask_bytes), allocate (count, 1),
                           allocate (count, 1), allocate (count, sizeof *sorted.score) };
  for (size_t i = 0; i < count; i++)
    order[i] = i;
  const struct key_set *keys = &rows->keys;
  qsort_r (order, count, sizeof *order, compare_rows, &keys);
  for (size_t to = 0; to < count; to++) {
    const size_t i = order[to];
    memcpy (sorted.key + to * key_bytes, key_set_key (&rows->keys, i), key_bytes);
    memcpy (sorted.moves + to * mask_bytes, rows->mask + i * (size_t) rows->mask_bytes, mask_bytes);
    sorted.ply[to] = rows->ply[i];
    sorted.value[to] = rows->value[i];
    sorted.score[to] = rows->score[i];
  }
  free (order);
  return sorted;
}

bool
book_rows_write (const struct book_rows *rows, const char *path, struct failure *failure)
{
  const struct engine *engine = rows->game.engine;
  const int mask_bytes = needed_mask_bytes (rows);
  struct sorted sorted = sort_rows (rows, (size_t) mask_bytes);
  char encoding[KEY_ENCODING];
  file_key_encoding (&rows->game, encoding);
  const struct book_content content = { .game = &rows->game,
                                        .arrays = { .count = rows->keys.count,
                                                    .plies = rows->plies,
                                                    .key_bytes = rows->keys.key_bytes,
                                                    .mask_bytes = mask_bytes,
                                                    .key = sorted.key,
                                                    .value = sorted.value,
                                                    .score = rows->scored ? sorted.score : NULL,
                                                    .moves = sorted.moves,
                                                    .ply = sorted.ply },
                                        .partial = !book_rows_complete (rows),
                                        .key_encoding = encoding,
                                        .moves_encoding = engine->description.moves_encoding,
                                        .score_encoding = engine->description.scores_encoding };
  const bool good = book_write (path, &content, failure);
  free (sorted.key);
  free (sorted.moves);
  free (sorted.ply);
  free (sorted.value);
  free (sorted.score);
  return good;
}
