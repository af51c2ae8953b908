/* A book while it is made: the positions it holds, and what is known about each. Private to jobs/book*.c;
 * rank 0. */
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
  struct key_set positions; /* unfinished ones, ply by ply, up to ply `plies` + 1 */
  size_t *begin;            /* of each ply 0 .. plies + 1, and the end: plies + 3 entries */
  struct bounds *bounds;    /* of each position, for its side to move */
  bool cut;                 /* a search was ended by the clock or a signal: what is unknown depends on that */
  struct position *position, *child;
  struct successor *successors;
};

/** Position i becomes m->position; its moves m->successors, whose number is returned. */
int book_set_position (struct making *, size_t i);

/** The bounds of the position after a move, for the side to move there: exact if the game is over. */
struct bounds book_child_bounds (const struct making *, const struct position *child);

/** What a parent gets from a child with this score. */
int book_score_for_parent (const struct making *, int score);

/** Bounds of every position of the book, and of those of the next ply what tells whether the move to them
 *  keeps the value. m->bounds is filled. Collective with query_queue_run (run, NULL) on the other ranks.
 * False: the run ended before. */
bool book_search (struct making *);

#endif
