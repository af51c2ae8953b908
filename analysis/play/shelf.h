/* The transposition tables that a player keeps between its moves, one for each kind of search. What one
 * search proved would be wrong in another: a score is no value, and evaluations differ.
 *
 * Two players may use one shelf; then each finds what the other learned, if they search alike. One thread at
 * a time. */
#ifndef ZERMELO_ANALYSIS_PLAY_SHELF_H
#define ZERMELO_ANALYSIS_PLAY_SHELF_H

#include "engine.h"

#include <stdint.h>

struct table;

enum { SHELF_TABLES = 4 };

/** A kind of search. */
struct shelf_kind {
  enum method method;
  bool exact_score;
  int evaluation; /* of depth-limited searches */
  int side;       /* the side to move at the root, if the evaluation depends on it; else 0 */
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

/** The table for that kind of search; the one that has not been used for longest makes room. NULL: the game
 *  has no keys, or there is no memory. The shelf owns it. */
struct table *shelf_table (struct shelf *, const struct shelf_kind *);

/** Free all tables. */
void shelf_clear (struct shelf *);

#endif
