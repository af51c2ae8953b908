/* The transposition tables that a player keeps between its moves, one for each subject of its searches
 * (subject.h).
 *
 * Two players may use one shelf; then each finds what the other has learned, if their searches have one
 * subject. One thread at a time. */
#ifndef ZERMELO_SEARCH_SHELF_H
#define ZERMELO_SEARCH_SHELF_H

#include "search/subject.h"

#include <stdint.h>

struct table;

enum { SHELF_TABLES = 4 };

struct shelf {
  const struct game *game; /* borrowed */
  uint64_t bytes;          /* of all tables together */
  uint64_t uses;
  struct shelved {
    struct player_subject subject;
    struct table *table; /* NULL: free */
    uint64_t used;       /* when last, in uses */
  } shelved[SHELF_TABLES];
};

/** The table for searches of that subject; if there is no room, it replaces the least recently used one.
 * NULL: the game has no keys, or there is no memory, which is raised if failures are caught. The shelf owns
 * it. */
struct table *shelf_table (struct shelf *, const struct player_subject *);

/** Empty all tables, for another game. */
void shelf_forget (struct shelf *);

/** Free all tables. */
void shelf_clear (struct shelf *);

#endif
