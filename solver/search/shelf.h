/* The transposition tables that a player keeps between its moves, one for each subject of its searches
 * (subject.h).
 *
 * Two players may use one shelf; then each profits from the table entries of the other, if their searches
 * have the same subject. One thread at a time. */
#ifndef ZERMELO_SEARCH_SHELF_H
#define ZERMELO_SEARCH_SHELF_H

#include "search/subject.h"

#include <stdint.h>

struct table;

enum { SHELF_TABLES = 4 };

struct shelf {
  const struct game *game; /* borrowed */
  uint64_t bytes;          /* for all tables together */
  uint64_t uses;
  struct shelved {
    struct player_subject subject;
    struct table *table; /* NULL: free */
    uint64_t used;       /* value of `uses` when the table was last asked for */
  } shelved[SHELF_TABLES];
};

/** The table for searches of this subject; if there is no room, it replaces the least recently used one.
 * NULL: the game has no keys, or there is no memory (raised as a failure if the caller catches failures). The
 * shelf owns the table. */
struct table *shelf_table (struct shelf *, const struct player_subject *);

/** Empty all tables, for another game. */
void shelf_forget (struct shelf *);

/** Free all tables. */
void shelf_clear (struct shelf *);

#endif
