#include "search/shelf.h"

#include "base/failure.h"
#include "search/table.h"

#include <assert.h>

static bool same_kind (const struct shelf_kind *a, const struct shelf_kind *b) {
  return a->method == b->method && a->exact_score == b->exact_score && a->evaluation == b->evaluation
         && a->capture_bonus == b->capture_bonus && a->side == b->side && a->knowledge == b->knowledge;
}

/* The place of that kind; else a free one, or the least recently used one. */
static struct shelved *find_place (struct shelf *shelf, const struct shelf_kind *kind) {
  struct shelved *oldest = shelf->shelved;
  for (struct shelved *s = shelf->shelved; s < shelf->shelved + SHELF_TABLES; s++) {
    if (s->table != NULL && same_kind (&s->kind, kind))
      return s;
    if (s->table == NULL ? oldest->table != NULL : oldest->table != NULL && s->used < oldest->used)
      oldest = s;
  }
  return oldest;
}

struct table *shelf_table (struct shelf *shelf, const struct shelf_kind *kind) {
  struct failure failure = { 0 };
  struct shelved *place = find_place (shelf, kind);
  if (shelf->game->key_bytes == 0)
    return NULL;
  if (place->table == NULL)
    place->table
        = table_create (shelf->bytes / SHELF_TABLES, shelf->game->key_words, REPLACE_TWOBIG1, &failure);
  else if (!same_kind (&place->kind, kind))
    table_clear (place->table);
  if (place->table == NULL && failure_is_caught ())
    failure_raise (&failure);
  place->kind = *kind;
  place->used = ++shelf->uses;
  return place->table;
}

void shelf_forget (struct shelf *shelf) {
  for (int i = 0; i < SHELF_TABLES; i++)
    if (shelf->shelved[i].table != NULL)
      table_clear (shelf->shelved[i].table);
}

void shelf_clear (struct shelf *shelf) {
  for (int i = 0; i < SHELF_TABLES; i++)
    if (shelf->shelved[i].table != NULL) {
      table_destroy (shelf->shelved[i].table);
      shelf->shelved[i].table = NULL;
    }
}
