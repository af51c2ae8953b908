/* A book in the making: its positions, and the bounds known of each. Rank 0 only. */
#ifndef ZERMELO_RUN_BOOK_SEARCH_H
#define ZERMELO_RUN_BOOK_SEARCH_H

#include "run/run.h"
#include "base/key_set.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct making {
  struct run *run;
  const struct game *game;
  int plies;
  bool exact_score;
  struct key_set positions; /* the unfinished positions, ply by ply, up to ply `plies` + 1 */
  size_t *begin; /* index of the first position of plies 0 .. plies + 1, and the end: plies + 3 entries */
  struct bounds *bounds; /* of each position, for its side to move */
  bool cut;              /* the clock or a signal cut a search off, so the unknown values are not final */
  struct position *position, *child;
  struct successor *successors;
};

/** Set m->position to position i and m->successors to its moves. Returns their number. */
int book_set_position (struct making *, size_t i);

/** The bounds of the position after a move, for the side to move there: exact if the game is over. */
struct bounds book_child_bounds (const struct making *, const struct position *child);

/** Fill m->bounds: the value or score of every position of the book and, for positions of the next ply,
 * bounds that tell whether the move to them keeps the value. Collective: the other ranks call query_queue_run
 * (run, NULL). False: the run ended before. */
bool book_search (struct making *);

#endif
