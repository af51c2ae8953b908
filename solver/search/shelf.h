/* The transposition tables that a player keeps between its moves, one for each kind of search. What one
 * search proved would be wrong in another: a score is not a value, and evaluations differ.
 *
 * Two players may use one shelf; then each finds what the other has learned, if both use the same kind of
 * search. One thread at a time. */
#ifndef ZERMELO_SEARCH_SHELF_H
#define ZERMELO_SEARCH_SHELF_H

#include "engine.h"

#include <stdint.h>

struct table;

enum { SHELF_TABLES = 4 };

/** A kind of search. */
struct shelf_kind {
  enum method method;
  bool exact_score;
  int evaluation; /* of depth-limited searches */
  int capture_bonus;
  int side;       /* the side to move at the root, if the evaluation depends on it; else 0 */
  bool knowledge; /* query.knowledge: other moves are left out */
};

struct shelf {
  const struct game *game; /* borrowed */
  uint64_t bytes;          /* of all tables together */
  uint64_t uses;
  struct shelved {
    struct shelf_kind kind;
    struct table *table; /* NULL: free */
    uint64_t used;       /* when last, in uses */
  } shelved[SHELF_TABLES];
};

/** The table for that kind of search; if there is no room, it replaces the least recently used one. NULL: the
 *  game has no keys, or there is no memory, which is raised if failures are caught. The shelf owns it. */
struct table *shelf_table (struct shelf *, const struct shelf_kind *);

/** Empty all tables, for another game. */
void shelf_forget (struct shelf *);

/** Free all tables. */
void shelf_clear (struct shelf *);

#endif
