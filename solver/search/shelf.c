#include "search/shelf.h"

#include "base/failure.h"
#include "search/table.h"

#include <string.h>

static bool is_about (const struct shelved *shelved, const struct player_subject *subject) {
  return memcmp (&shelved->subject, subject, sizeof *subject) == 0;
}

/* The place of the table for this subject; else a free place, or the least recently used one. */
static struct shelved *find_place (struct shelf *shelf, const struct player_subject *subject) {
  struct shelved *oldest = shelf->shelved;
  for (struct shelved *s = shelf->shelved; s < shelf->shelved + SHELF_TABLES; s++) {
    if (s->table != NULL && is_about (s, subject))
      return s;
    if (s->table == NULL ? oldest->table != NULL : oldest->table != NULL && s->used < oldest->used)
      oldest = s;
  }
  return oldest;
}

struct table *shelf_table (struct shelf *shelf, const struct player_subject *subject) {
  struct failure failure = { 0 };
  struct shelved *place = find_place (shelf, subject);
  if (shelf->game->key_bytes == 0)
    return NULL;
  if (place->table == NULL)
    place->table
        = table_create (shelf->bytes / SHELF_TABLES, shelf->game->key_words, REPLACE_TWOBIG1, &failure);
  else if (!is_about (place, subject))
    table_clear (place->table);
  if (place->table == NULL && failure_is_caught ())
    failure_raise (&failure);
  place->subject = *subject;
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
