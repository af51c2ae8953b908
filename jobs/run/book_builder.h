/* A book in the making: its positions, listed by their distance from where the book begins (the start
 * position, or the lines of a file), and the bounds known of each. Rank 0 only. */
#ifndef ZERMELO_RUN_BOOK_BUILDER_H
#define ZERMELO_RUN_BOOK_BUILDER_H

#include "base/key_set.h"
#include "book/book_rows.h"
#include "run/run.h"
#include "store/book_layout.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct book_builder {
  struct run *run;
  const struct game *game;
  int plies;
  bool exact_score, until, heuristic;
  const char *around;           /* or NULL */
  const struct book_rows *from; /* or NULL */

  struct key_set positions; /* the unfinished positions; without a strategy by distance from where the book
                               begins, up to distance `plies` + 1 */
  size_t room;              /* what the arrays below have room for */
  struct bounds *bounds;    /* for the side to move */
  bool *has_floor;          /* is the lower bound of the position a floor (book_search.c)? */
  uint8_t *ply;
  int *chosen; /* index of engine->successors(): the move of a strategy or of a heuristic search; -1: none */
  int16_t *evaluation; /* ZERMELO_NO_EVALUATION: none */
  size_t *begin;       /* index of the first position at each distance 0 .. plies + 1, and the end: plies + 3
                          entries */
  bool cut;            /* the clock or a signal cut a search off, so the unknown values are not final */
  struct position *position, *child;
  struct successor *successors;
};

/** Set m->position to position i and m->successors to its moves. Returns their number. */
int book_set_position (struct book_builder *, size_t i);

/** Is the value or score of position i known? */
bool book_settled (const struct book_builder *, size_t i);

/** Can no position of the game come up twice? Then a parent's score bounds that of its children. */
bool book_converges (const struct book_builder *);

/** A query about the position with that key: its bounds so far are the window. */
struct query book_query (const struct book_builder *, const uint8_t *key, struct bounds window);

/** Position i is worth at least `floor`. */
void book_give_floor (struct book_builder *, size_t i, int floor);

/** The bounds of the position after a move, for the side to move there: exact if the game is over. */
struct bounds book_child_bounds (const struct book_builder *, const struct position *child);

/** Add the position with a canonical key, with room for what is known of it. Returns the index of the
 * position, whether or not the position is new; SIZE_MAX if the game is over there. */
size_t book_list_add (struct book_builder *, const uint8_t *key, int ply);

/** List the positions at distance 0: the start position, or, with m->around, the positions on the lines of
 * that file. EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO. */
bool book_list_begin (struct book_builder *, struct failure *);

/** List the positions at distance `distance` + 1. False: the run must stop. */
bool book_list_next (struct book_builder *, int distance);

#endif
