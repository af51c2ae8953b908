#include "certificate/shrink.h"

#include "certificate/array_children.h"
#include "checker/checker.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct walk {
  const struct certificate_file *file;
  enum strategy_kind kind;           /* the set that is followed */
  bool *needed;                      /* of each row of the set: is it needed? */
  size_t *open, opens;               /* needed rows whose replies have not been looked at */
  struct array_children moves, next; /* working memory */
};

/* Mark the row of an unfinished position as needed, unless the tables decide the position. */
static void need (struct walk *walk, const uint8_t *key) {
  const struct array_game *game = &walk->file->game;
  struct array_position position;
  if (!game->rules->unpack (game, key, &position)
      || endgame_value (&walk->file->tables, &position) != NOT_OVER)
    return;
  const size_t row = strategy_row (game, &walk->file->strategy[walk->kind], key);
  assert (row != SIZE_MAX); /* the checker has accepted the certificate */
  if (row == SIZE_MAX || walk->needed[row])
    return;
  walk->needed[row] = true;
  walk->open[walk->opens++] = row;
}

static void need_all_after (struct walk *walk, const struct array_position *position,
                            struct array_children *children) {
  list_children (&walk->file->game, position, children);
  for (int i = 0; i < children->count; i++)
    if (children->ending[i] == NOT_OVER)
      need (walk, children->key[i]);
}

/* The child with that number when children are sorted by their bytes. */
static int child_of_number (const struct array_children *children, int number) {
  const size_t bytes = (size_t) children->game->key_bytes;
  for (int i = 0; i < children->count; i++) {
    int before = 0;
    for (int j = 0; j < children->count; j++)
      before += memcmp (children->key[j], children->key[i], bytes) < 0;
    if (before == number)
      return i;
  }
  return -1;
}

static void follow_row (struct walk *walk, size_t row) {
  const struct array_game *game = &walk->file->game;
  const struct strategy_rows *rows = &walk->file->strategy[walk->kind];
  struct array_position position;
  if (!game->rules->unpack (game, rows->key + row * (size_t) game->key_bytes, &position))
    return;
  list_children (game, &position, &walk->moves);
  const int child = child_of_number (&walk->moves, rows->move[row]);
  assert (child >= 0);
  if (child >= 0 && walk->moves.ending[child] == NOT_OVER
      && game->rules->unpack (game, walk->moves.key[child], &position)
      && endgame_value (&walk->file->tables, &position) == NOT_OVER)
    need_all_after (walk, &position, &walk->next);
}

/* Mark the rows of the set that a claim needs. */
static void follow_claim (struct walk *walk, size_t claim) {
  const struct array_game *game = &walk->file->game;
  const int value = walk->file->claim_value[claim];
  const uint8_t *key = key_of_row (walk->file, CLAIMS, claim);
  const bool won = walk->kind == STRATEGY_WON;
  struct array_position position;
  if (!game->rules->unpack (game, key, &position) || game->rules->ending (game, &position) != NOT_OVER
      || endgame_value (&walk->file->tables, &position) != NOT_OVER)
    return;
  if (value == (won ? WINS : DRAWS))
    need (walk, key);
  if (value == (won ? LOSES : DRAWS))
    need_all_after (walk, &position, &walk->moves);
}

static void add_needed (const struct walk *walk, struct certificate *into) {
  const struct strategy_rows *rows = &walk->file->strategy[walk->kind];
  struct strategy *strategy = &into->strategy[walk->kind];
  for (size_t row = 0; row < rows->count; row++)
    if (walk->needed[row]) {
      const uint16_t rank = rows->rank == NULL ? 0 : rows->rank[row];
      const size_t number
          = certificate_add (into, walk->kind, rows->key + row * (size_t) walk->file->game.key_bytes, rank);
      strategy->move[number] = rows->move[row];
    }
}

void certificate_rest_on_tables (const struct certificate_file *file, struct certificate *into) {
  assert (file->game.rules->cyclic && file->tables.pieces > 0);
  certificate_begin (into, file->game.key_bytes);
  into->pieces = (int) file->tables.pieces;
  for (size_t i = 0; i < file->claims; i++)
    certificate_claim (into, key_of_row (file, CLAIMS, i), (enum outcome) file->claim_value[i]);
  struct walk *walk = allocate (1, sizeof *walk);
  for (int kind = 0; kind < STRATEGIES; kind++) {
    const size_t rows = file->strategy[kind].count;
    *walk = (struct walk){ .file = file,
                           .kind = (enum strategy_kind) kind,
                           .needed = allocate (rows + 1, sizeof *walk->needed),
                           .open = allocate (rows + 1, sizeof *walk->open) };
    for (size_t i = 0; i < file->claims; i++)
      follow_claim (walk, i);
    while (walk->opens > 0)
      follow_row (walk, walk->open[--walk->opens]);
    add_needed (walk, into);
    free (walk->needed);
    free (walk->open);
  }
  free (walk);
}
